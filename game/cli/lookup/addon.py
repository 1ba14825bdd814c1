"""rasputitsa addon: list the add-ons, check one, pack it into a zip, start a new one."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from ecs.untrusted_input import plain
from game.cli.lookup import picture_sheet
from game.cli.options import Refused, Subparsers, add_json, print_json, readable
from game.packs.addons.house_rules import rules_in
from game.packs.addons.library import Addon, addons_root, installed, packed, read_addon
from game.packs.addons.manifest import FILE, PACK, AddonError, Kind
from game.packs.loader import read_manifest
from game.packs.manifest import PackHead, SoundManifest, SpriteManifest
from game.packs.media_trial import Inspection
from game.packs.safe_files import SOUNDS, check_folder, read_file
from game.packs.validation import check_pack, pack_warnings
from game.play.addon_contents import contents_of, faults_in, told_in, warnings_in
from game.play.addon_skeleton import head_round, write_skeleton
from game.play.plugins import not_allowed, waiting
from game.play.scenario_trial import try_out
from game.system.disk import write_whole
from game.system.output_files import write_output

USUAL: tuple[Kind, ...] = ("sprites", "scenarios", "help")


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "addon",
        help="list, check, pack and start add-ons",
        description="An add-on is a folder or a zip: addon.toml with sprites, sounds, maps, scenarios, rules, "
        "help, doctrines or games (rulesets). It goes to the folder addons among your files.",
    )
    what = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    listing = what.add_parser("list", help="your add-ons, in order of use")
    add_json(listing)
    listing.set_defaults(run=run_list)
    check = what.add_parser("check", help="list every fault of an add-on and its contents")
    check.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a folder with addon.toml, or a zip")
    add_json(check)
    check.set_defaults(run=run_check)
    pack = what.add_parser("pack", help="zip a folder without faults; the same files give the same zip")
    pack.add_argument("folder", metavar="FOLDER", type=Path, help="an add-on, or a bare sprite or sound pack to wrap")
    pack.add_argument("--out", metavar="FILE", type=Path, help="the zip to write (default: ID-VERSION.zip)")
    pack.set_defaults(run=run_pack)
    picture_sheet.add(what)
    new = what.add_parser("new", help="write a small working add-on to start from")
    new.add_argument("id", metavar="ID", type=readable, help="1 to 40 lower-case letters, digits, - and _")
    new.add_argument("--out", metavar="FOLDER", type=Path, help="where to write it (default: among your add-ons)")
    new.add_argument(
        "--holds",
        metavar="KIND",
        nargs="+",
        choices=get_args(Kind),
        default=list(USUAL),
        help=f"what it contains: any of {', '.join(get_args(Kind))} (default: {' '.join(USUAL)})",
    )
    new.set_defaults(run=run_new)


def run_list(args: argparse.Namespace) -> int:
    """Print the add-ons; return 1 if one has a fault."""
    found = [_facts(addon) for addon in installed()]
    if args.json:
        print_json(found)
    else:
        for facts in found:
            print(f"{facts['id']} {facts['version']}  {facts['title']}  ({facts['state']})")
            print(
                f"    by {', '.join(facts['authors']) or 'no author named'}, {facts['licence'] or 'no licence named'}"
            )
            for line in (*facts["contents"], *facts["faults"], *facts["notes"]):
                print(f"    {line}")
        if not found:
            print(plain(f"There is no add-on in {addons_root()}."))
    return int(any(facts["faults"] for facts in found))


def _facts(addon: Addon) -> dict[str, Any]:
    return {
        "id": addon.id,
        "version": addon.version,
        "title": plain(addon.title),
        "authors": [plain(author) for author in addon.authors],
        "licence": plain(addon.licence),
        "state": "in use" if addon.used else "has a fault" if addon.fault else "switched off",
        "file": plain(str(addon.source)),
        "digest": addon.digest,
        "contents": [] if addon.fault else contents_of(addon),
        "faults": [told_in(addon, fault) for fault in faults_in(addon)],
        "notes": [*addon.notes, *(not_allowed(p) for p in waiting() if p.addon and p.addon.source == addon.source)],
    }


def run_check(args: argparse.Namespace) -> int:
    """Print every fault; return 1 if there is one."""
    found = {plain(str(path)): _checked(path) for path in args.paths}
    faulty = sum(1 for faults, _ in found.values() if faults)
    if args.json:
        told = {name: {"faults": faults, "warnings": warned} for name, (faults, warned) in found.items()}
        print_json({"checked": len(found), "faulty": faulty, "addons": told})
        return int(faulty > 0)
    for name, (faults, warned) in found.items():
        print(f"{name}: {'no faults' if not faults else f'{len(faults)} fault' + 's' * (len(faults) > 1)}")
        for line in (*faults, *(f"note: {warning}" for warning in warned)):
            print(f"    {line}")
    return int(faulty > 0)


def judged(path: Path) -> tuple[list[str], list[str]]:
    """Faults and warnings of an add-on, or of a pack by itself."""
    bare = (path / PACK).is_file() and not (path / FILE).is_file()
    return (check_pack(path), pack_warnings(path)) if bare else _checked(path)


def _checked(path: Path) -> tuple[list[str], list[str]]:
    """Faults and warnings of an add-on, wherever it is."""
    addon = _addon_at(path)
    _try_out(addon)
    faults = [told_in(addon, fault) for fault in faults_in(addon)]
    return faults, [] if addon.fault else [told_in(addon, warning) for warning in warnings_in(addon)]


def _try_out(addon: Addon) -> None:
    """Play games under its house rules, with progress on a terminal's standard error."""
    if addon.fault:
        return
    if not sys.stderr.isatty():
        try_out(rules_in(addon), lambda told: None)
        return
    try_out(rules_in(addon), lambda told: print(f"\r{plain(told):70}", end="", file=sys.stderr, flush=True))
    print(f"\r{'':70}\r", end="", file=sys.stderr, flush=True)


def _addon_at(path: Path) -> Addon:
    path = path.parent if path.name == FILE else path
    here = path.absolute()
    return next((addon for addon in installed() if addon.source == here), None) or read_addon(here)


def run_pack(args: argparse.Namespace) -> int:
    """Write the zip and print its name.

    :raises Refused: with the first fault of the add-on.
    """
    with TemporaryDirectory() as room:
        bare = (args.folder / PACK).is_file() and not (args.folder / FILE).is_file()
        return _pack(args, _wrapped(args.folder, Path(room)) if bare else args.folder)


def _wrapped(pack: Path, room: Path) -> Path:
    """An add-on made from a single pack.

    :raises Refused: with the first fault of the pack.
    """
    if faults := check_pack(pack):
        raise Refused(faults[0])
    names = check_folder(pack, Inspection().look)
    sounds = any(name.endswith(SOUNDS) for name in names)
    head: PackHead = read_manifest(pack, SoundManifest) if sounds else read_manifest(pack, SpriteManifest)
    kind: Kind = "sounds" if sounds else "sprites"
    for name in names:
        write_whole(room / head.id / kind / head.id / name, read_file(pack, name))
    write_whole(room / head.id / FILE, head_round(head, kind))
    return room / head.id


def _pack(args: argparse.Namespace, folder: Path) -> int:
    addon = _addon_at(folder)
    _try_out(addon)
    own = f"is taken by {args.folder.resolve()};"  # a pack that is wrapped may lie where packs are looked for
    faults = [fault for fault in faults_in(addon) if "requires the add-on" not in fault and own not in fault]
    if not addon.fault and not addon.folder.is_dir():
        raise AddonError(folder, "not a folder")
    if faults:
        more = f" ({len(faults) - 1} more; see `rasputitsa addon check`)" if len(faults) > 1 else ""
        raise Refused(f"{faults[0]}{more}")
    if addon.fault:
        addon = read_addon(addon.source)
    out = args.out or Path(f"{addon.id}-{addon.version}.zip")
    write_output(out, packed(addon))
    print(f"{plain(str(out))}: {addon.called}, {addon.digest}")
    return 0


def run_new(args: argparse.Namespace) -> int:
    """Write a new add-on and print where it is.

    :raises Refused: for an id that is none.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", args.id):
        raise Refused(f"an id has 1 to 40 lower-case letters, digits, - and _, not {plain(args.id, 60)!r}")
    folder = args.out or addons_root() / args.id
    for name in write_skeleton(folder, args.id, args.holds):
        print(plain(str(folder / name)))
    return 0
