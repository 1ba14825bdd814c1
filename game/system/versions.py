"""Version numbers: of the game, its rules, its libraries and the system."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import ecs
from game.system.paths import user_root

PACKAGES = ("rasputitsa", "pygame-ce", "esper", "pytmx", "msgspec")


def installed_version(package: str) -> str:
    """The version of an installed package; "" if it is not installed as one."""
    for path in _beside_packages(f"{package}-*.dist-info/METADATA"):
        for line in _text(path).splitlines():
            if line.startswith("Version: "):
                return line.removeprefix("Version: ").strip()
    from importlib import metadata  # here, because it takes long to import

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def version_of(package: str) -> str:
    """The version of an installed package, in words."""
    return installed_version(package) or "(not installed as a package)"


def offered(group: str) -> dict[str, tuple[str, str]]:
    """What installed packages offer programs under a group name: name -> place in a package, its version."""
    told = (_text(path) for path in _beside_packages("*-info/entry_points.txt"))
    if not any(f"[{group}]" in text for text in told) and not any(Path(place).is_file() for place in sys.path):
        return {}  # nobody says so in a folder, and there is no archive in which somebody may
    from importlib import metadata

    points = metadata.entry_points(group=group)
    return {point.name: (point.value, point.dist.version if point.dist is not None else "") for point in points}


def _beside_packages(pattern: str) -> Iterator[Path]:
    """Files that installers put beside packages, in the order in which packages are found."""
    return (path for place in dict.fromkeys(sys.path) for path in sorted(Path(place).glob(pattern)))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def rules_version(ruleset: str) -> str:
    """8 hex digits that differ when a table or a counter of a game differs (of a plug-in: any of its files).  They are
    the same on every system."""
    found = hashlib.sha256(ecs.RULESETS.digest_of(ruleset).encode())
    folder = Path(ecs.__file__).parent / "rulesets" / ruleset.replace("-", "_")
    for path in sorted(folder.rglob("*.toml")):
        found.update(path.name.encode() + b"\n" + path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()[:8]


def sdl_version() -> str:
    """The version of SDL behind pygame."""
    try:
        import pygame
    except ImportError:
        return "missing"
    return ".".join(map(str, pygame.get_sdl_version()))


def python_version() -> str:
    """The version of Python, as "3.13.2"."""
    return sys.version.split()[0]


def system() -> str:
    """The system, its version and the processor.

    Python's own `platform` asks Windows for them by WMI, which may never answer; nothing of the game asks it.
    """
    if sys.platform == "win32":
        version = sys.getwindowsversion().platform_version
        return f"Windows {'.'.join(map(str, version))} {os.environ.get('PROCESSOR_ARCHITECTURE', '')}".rstrip()
    told = os.uname()
    return f"{told.sysname} {told.release} {told.machine}"


def versions() -> str:
    """All versions, a line each, the game's own first; for reports of faults."""
    lines = [f"rasputitsa {version_of('rasputitsa')}"]
    lines += [f"rules {r.id} {rules_version(r.id)} ({r.title})" for r in ecs.RULESETS.values()]
    lines += [f"{package} {version_of(package)}" for package in PACKAGES[1:]]
    lines += [
        f"SDL {sdl_version()}",
        f"Python {python_version()}",
        f"system {system()}",
        f"its own files {Path(ecs.__file__).parent.parent}",
        f"your files {user_root()}",
    ]
    return "\n".join(lines)
