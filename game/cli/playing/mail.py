"""rasputitsa mail: a game with a distant friend, by letters in a shared folder or carried by hand."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

from ecs import Side
from ecs.untrusted_input import plain
from game.app.launch import passphrase_of
from game.cli.options import Refused, Subparsers, add_json, level, option, print_json, readable
from game.cli.passphrases import add_passphrase
from game.cli.playing import play
from game.mail.clerk import Clerk, MailGame, find_home, open_games, open_mail, usual_folder, usual_name
from game.mail.correspondence import Correspondence, accept, invite
from game.mail.letters import EACH, MOST_BYTES, TURN
from game.mail.own_part import homes
from game.mail.post import Post, read_bounded
from game.opponents import make_player
from game.play.session import save_of
from game.saves.storage.save_folder import Saves

PAUSE = 0.5  # seconds between two looks for letters


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "mail",
        help="play with a friend by letters in a folder",
        description="Each order travels as a letter, a small text file. Put the folder where both of you can see it, "
        "such as a shared cloud folder, or carry the letters by hand.",
    )
    what = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    new = _action(what, "new", "invite a friend to a game", _new)
    new.add_argument("--scenario", metavar="S", required=True, help="scenario id; see `rasputitsa scenarios`")
    new.add_argument("--side", choices=[side.value for side in sorted(Side)], default="axis", help="your side")
    new.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], type=option, help="an optional rule")
    new.add_argument(
        "--dice",
        choices=(EACH, TURN),
        default=EACH,
        help="each: your friend's program answers every order that rolls dice; turn: one answer a turn, for slow mail",
    )
    _add_folder(new)
    join = _action(what, "join", "accept an invitation", _join)
    join.add_argument("letter", metavar="FILE", nargs="?", type=Path, help="the invitation (default: look in --folder)")
    _add_folder(join)
    _game(_action(what, "open", "open a game in the window", _open))
    status = _action(what, "status", "list your games by mail, and whose letter is due", _status)
    add_json(status)
    watch = _game(_action(what, "watch", "answer dice and take letters until Ctrl+C or the end", _watch))
    watch.add_argument("--level", metavar="LEVEL", type=level, help="let the computer play your side")
    receive = _action(what, "receive", "take a letter delivered by hand", _receive)
    receive.add_argument("letter", metavar="FILE", type=Path, help="the letter to take")
    _game(receive)


def _action(what: Any, name: str, text: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = what.add_parser(name, help=text)
    add_passphrase(parser)
    parser.set_defaults(run=run)
    return parser


def _game(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--game", metavar="ID", type=readable, default="", help="which game, if you have several")
    return parser


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", metavar="DIR", type=Path, help="folder for the letters (default: your own folder)")
    parser.add_argument(
        "--name", metavar="NAME", type=readable, default="", help="your name, as your friend will see it"
    )


def _folder(args: argparse.Namespace) -> Path:
    return args.folder if args.folder is not None else usual_folder()


def _new(args: argparse.Namespace) -> int:
    mail = invite(
        args.scenario,
        Side(args.side),
        _folder(args),
        args.name or usual_name(),
        dict(args.option),
        args.dice,
        passphrase_of(args),
    )
    return _written(mail)


def _join(args: argparse.Namespace) -> int:
    path = args.letter or _invitation_in(_folder(args))
    data = read_bounded(path)
    if not data:
        raise Refused(f"{plain(str(path))}: no letter there")
    folder = _folder(args) if args.folder is not None or args.letter is None else path.absolute().parent
    return _written(accept(data, folder, args.name or usual_name(), passphrase_of(args)))


def _invitation_in(folder: Path) -> Path:
    """The only invitation in a folder that is neither the player's own nor accepted."""
    known = {home.name for home in homes()}
    found = [path for path in Post(folder).invitations() if path.name[:16] not in known]
    if len(found) != 1:
        raise Refused(f"{plain(str(folder))}: there {'are several invitations' if found else 'is no invitation'}")
    return found[0]


def _written(mail: Correspondence) -> int:
    print(plain(f"{mail.post.folder / mail.letters[-1].name}"))
    _say(mail)
    print(mail.state)
    mail.close()
    return 0


def _say(mail: Correspondence) -> None:
    """Print the news."""
    for text in mail.notices:
        print(plain(text), flush=True)
    mail.notices.clear()


def _status(args: argparse.Namespace) -> int:
    rows = [_facts(told, mail) for told, mail in open_games(passphrase_of(args))]
    if args.json:
        print_json(rows)
        return 0
    for row in rows:
        words = [row["game"], *(row[key] for key in ("scenario", "turn", "state") if row.get(key))]
        print(plain("  ".join(words)))
    if not rows:
        print("You have no games by mail.")
    return 0


def _facts(told: MailGame, mail: Correspondence | None) -> dict[str, str]:
    """A row of the list; its turn, and whether it is over, are known when its letters have been carried out."""
    if mail is None:
        return {"game": told.id, "state": told.state}
    clerk = Clerk(mail)
    try:
        game = clerk.catch_up()
        return {
            "game": told.id,
            "scenario": told.scenario,
            "side": told.side.value,
            "friend": told.friend,
            "folder": told.folder,
            "turn": game.look(told.side).turn_name if game is not None else "",
            "state": "The game is over." if game is not None and game.over else told.state,
        }
    finally:
        clerk.close()


def _watch(args: argparse.Namespace) -> int:
    home = find_home(args.game)
    mail = open_mail(home, passphrase_of(args))
    clerk = Clerk(mail, make_player(args.level, mail.side, int(mail.own.game[:12], 16)) if args.level else None)
    try:
        while (busy := clerk.step()) or not _over(clerk):
            _say(mail)
            if not busy:
                sleep(PAUSE)
        assert clerk.game is not None and clerk.game.result is not None
        print(plain(f"{clerk.game.result.text} {clerk.game.digest()}"))
    finally:
        clerk.close()
    return 0


def _over(clerk: Clerk) -> bool:
    return clerk.game is not None and clerk.game.over


def _receive(args: argparse.Namespace) -> int:
    data = read_bounded(args.letter)
    if not data or len(data) > MOST_BYTES:
        raise Refused(f"{plain(str(args.letter))}: no letter there")
    clerk = Clerk(open_mail(find_home(args.game), passphrase_of(args)))
    try:
        clerk.receive(data)
        _say(clerk.mail)
        print(clerk.mail.state)
    finally:
        clerk.close()
    return 0


def _open(args: argparse.Namespace) -> int:
    words = passphrase_of(args)
    path = save_of(find_home(args.game), Saves(), words)
    table: dict[str, Any] = {
        "map": None,
        "scenario": None,
        "resume": False,
        "option": [],
        "first_frame": False,
        "speak": None,
    }
    return play.run(argparse.Namespace(**table, load=path, passphrase=words))
