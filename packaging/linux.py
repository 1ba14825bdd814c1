"""Makes a Debian package and an AppImage of a bundle: python packaging/linux.py BUNDLE [--out DIR] [--runtime FILE]

Both hold the bundle that packaging/build.py has made, with an entry for the menu, the sign, a type for saves, the
manual page and completion for shells.  The AppImage needs the runtime of the AppImage project, a file that is not ours
to hand out, and mksquashfs; without ``--runtime`` only its folder is made, which starts like it.  Exit code 0: done; 1:
it failed, with one line that says at which step.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from build import Failed, epoch, size_of, version
from contents import ROOT

HERE = ROOT / "packaging"
SIGN = ROOT / "sprites" / "standard" / "icons" / "rasputitsa.svg"
SIZES = (64, 128, 256)
LIBRARY = "usr/lib/rasputitsa"
FORMS = {
    "bash": "usr/share/bash-completion/completions/rasputitsa",
    "zsh": "usr/share/zsh/vendor-completions/_rasputitsa",
    "fish": "usr/share/fish/vendor_completions.d/rasputitsa.fish",
    "man": "usr/share/man/man6/rasputitsa.6.gz",
}
PAPERS = {
    "rasputitsa.desktop": "usr/share/applications/rasputitsa.desktop",
    "rasputitsa.metainfo.xml": "usr/share/metainfo/rasputitsa.metainfo.xml",
    "rasputitsa.mime.xml": "usr/share/mime/packages/rasputitsa.xml",
}
CONTROL = """Package: rasputitsa
Version: {version}
Section: games
Priority: optional
Architecture: {machine}
Installed-Size: {size}
Depends: libc6 (>= {libc}), zlib1g
Recommends: libgl1, libx11-6 | libwayland-client0, libasound2
Maintainer: The Rasputitsa authors <rasputitsa@localhost>
Description: board wargames of the East Front, 1941-45
 Four board wargames on one engine: play the computer, hotseat, or watch the
 computer play itself. Every rule is enforced, every chance is exact, and every
 refusal tells you why.
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Rasputitsa
Comment: What others made is named in /usr/lib/rasputitsa/licences, each with its licence.

Files: *
Copyright: 2026 The Rasputitsa authors
License: Expat

License: Expat
{licence}
"""
APP_RUN = '#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/usr/lib/rasputitsa/rasputitsa" "$@"\n'


def run(what: str, *words: str | Path) -> bytes:
    """What a program prints.

    :raises Failed: with its last line, or if it is not there.
    """
    unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SOURCE_DATE_EPOCH": str(epoch())}
    try:
        done = subprocess.run([str(w) for w in words], env={**os.environ, **unseen}, capture_output=True, check=False)
    except OSError as error:
        raise Failed(f"{what}: {words[0]}: {error.strerror}") from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        raise Failed(f"{what}: {said[-1] if said else 'it said nothing'}")
    return done.stdout


def lay_out(bundle: Path, tree: Path) -> None:
    """The bundle and all that goes round it, as the system wants them, in a new folder."""
    program = bundle / "rasputitsa"
    if not program.is_file():
        raise Failed(f"{bundle} is no bundle: there is no program in it")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(bundle, tree / LIBRARY, symlinks=True)
    for name in ("rasputitsa.desktop", "rasputitsa.png"):  # for who unpacks the bundle; here they have their places
        (tree / LIBRARY / name).unlink(missing_ok=True)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/rasputitsa").symlink_to("../lib/rasputitsa/rasputitsa")
    for name, place in PAPERS.items():
        write(tree / place, (HERE / name).read_bytes())
    for form, place in FORMS.items():
        told = run(f"asking for {form}", program, "completion", form)
        write(tree / place, gzip.compress(told, mtime=0) if place.endswith(".gz") else told)
    icons = tree / "usr/share/icons/hicolor"
    write(icons / "scalable/apps/rasputitsa.svg", SIGN.read_bytes())
    for size in SIZES:
        picture = icons / f"{size}x{size}/apps/rasputitsa.png"
        picture.parent.mkdir(parents=True)
        run("drawing the sign", sys.executable, HERE / "icon.py", picture, str(size))
    write(tree / "usr/share/doc/rasputitsa/copyright", COPYRIGHT.format(licence=indented()).encode())
    changes = gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    write(tree / "usr/share/doc/rasputitsa/NEWS.gz", changes)


def write(place: Path, data: bytes) -> None:
    """A file, with the folders above it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def indented() -> str:
    """Our licence as a Debian paper has it."""
    lines = (ROOT / "LICENSE").read_text(encoding="utf-8").strip().splitlines()[4:]
    return "\n".join(f" {line or '.'}" for line in lines)


def debian(tree: Path, out: Path) -> Path:
    """The Debian package of a tree, for the processor and the C library of this machine."""
    machine = run("asking for the processor", "dpkg", "--print-architecture").decode().strip()
    libc = os.confstr("CS_GNU_LIBC_VERSION") or "glibc 2.35"
    size = sum(p.stat().st_size for p in tree.rglob("*") if p.is_file() and not p.is_symlink()) // 1024
    told = CONTROL.format(version=version(), machine=machine, size=size, libc=libc.split()[-1])
    write(tree / "DEBIAN/control", told.encode())
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    package = out / f"rasputitsa_{version()}_{machine}.deb"
    run("packing", "dpkg-deb", "--root-owner-group", "--build", "-Zxz", tree, package)
    shutil.rmtree(tree / "DEBIAN")
    return package


def appimage(tree: Path, out: Path, runtime: Path | None) -> Path:
    """The AppImage of a tree; the tree alone, as its folder, without a runtime."""
    write(tree / "AppRun", APP_RUN.encode())
    (tree / "AppRun").chmod(0o755)
    shutil.copyfile(tree / PAPERS["rasputitsa.desktop"], tree / "rasputitsa.desktop")
    shutil.copyfile(tree / "usr/share/icons/hicolor/256x256/apps/rasputitsa.png", tree / "rasputitsa.png")
    (tree / ".DirIcon").symlink_to("rasputitsa.png")
    if runtime is None:
        return tree
    packed = out / "rasputitsa.squashfs"
    options = ("-root-owned", "-noappend", "-comp", "zstd", "-mkfs-time", str(epoch()), "-all-time", str(epoch()))
    run("packing", "env", "-u", "SOURCE_DATE_EPOCH", "mksquashfs", tree, packed, *options)
    image = out / f"Rasputitsa-{version()}-{os.uname().machine}.AppImage"
    image.write_bytes(runtime.read_bytes() + packed.read_bytes())
    image.chmod(0o755)
    packed.unlink()
    shutil.rmtree(tree)
    return image


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Makes a Debian package and an AppImage of a bundle.")
    parser.add_argument("bundle", metavar="BUNDLE", type=Path, help="the folder that packaging/build.py has made")
    parser.add_argument("--out", metavar="DIR", type=Path, default=ROOT / "dist")
    parser.add_argument("--runtime", metavar="FILE", type=Path, help="AppImage's runtime for this processor")
    args = parser.parse_args()
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        tree = args.out / "Rasputitsa.AppDir"
        lay_out(args.bundle, tree)
        for made in (debian(tree, args.out), appimage(tree, args.out, args.runtime)):
            size = made.stat().st_size if made.is_file() else size_of(made)
            print(f"{made}: {size / 1e6:.1f} MB")
    except (Failed, OSError) as failure:
        print(f"linux: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
