"""What belongs in a bundle, and what is left out.  Read by the spec, by build.py and by the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DISTRIBUTIONS = ("rasputitsa", "pygame-ce", "esper", "pytmx", "msgspec", "pynacl", "cffi")

# read by the program; modules are packed in another way, and what Tiled leaves behind is nobody's
READ = ("maps", "sprites", "sounds", "docs/rules", "ecs", "game")
NOT_READ = (".py", ".pyc", ".tiled-session")

# read by people, beside the program: the file or folder here -> the place in the bundle
BESIDE = {
    "packaging/read-me.txt": "READ-ME.txt",
    "LICENSE": "LICENSE.txt",
    "CHANGELOG.md": "docs/changelog.md",
    "docs/playing.md": "docs/playing.md",
    "docs/saves.md": "docs/saves.md",
    "docs/mail.md": "docs/mail.md",
    "docs/command-line.md": "docs/command-line.md",
    "docs/addons.md": "docs/addons.md",
    "docs/packs.md": "docs/packs.md",
    "docs/maps.md": "docs/maps.md",
    "docs/scenarios.md": "docs/scenarios.md",
    "docs/adding-a-game.md": "docs/adding-a-game.md",
    "docs/world.md": "docs/world.md",
    "docs/examples/kiev_pocket": "docs/examples/kiev_pocket",
}

# modules that something mentions and nothing here uses; the network is among them
LEFT_OUT = [
    "numpy", "tkinter", "unittest", "test", "doctest", "pdb", "pydoc", "lib2to3", "distutils", "setuptools", "pip",
    "ssl", "_ssl", "ftplib", "http", "xmlrpc", "urllib.request", "xml.sax", "xml.dom", "asyncio", "bz2", "lzma",
    "multiprocessing.dummy", "multiprocessing.managers", "multiprocessing.pool", "yaml", "attr",
    "cffi", "pycparser",
    "pygame._sdl2.controller_old", "pygame._sdl2.mixer", "pygame._sdl2.touch", "pygame._camera", "pygame._freetype",
    "pygame.camera", "pygame.docs", "pygame.examples",
    "pygame.fastevent", "pygame.freetype", "pygame.ftfont", "pygame.gfxdraw", "pygame.macosx", "pygame.midi",
    "pygame.newbuffer", "pygame.pypm", "pygame.sndarray", "pygame.surfarray", "pygame.tests",
]  # fmt: skip


IDENTIFIER = "org.rasputitsa.rasputitsa"
OPENED = {"save": "Rasputitsa saved game", "letter": "Rasputitsa letter of a game by mail"}


def info_plist() -> dict[str, Any]:
    """What macOS reads of the app besides its name, version and icon: how it is shown, and which files it opens."""
    return {
        "LSApplicationCategoryType": "public.app-category.strategy-games",
        "NSHighResolutionCapable": True,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": words,
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Alternate",  # other programs too have files that end so
                "LSItemContentTypes": [f"{IDENTIFIER}.{ending}"],
            }
            for ending, words in OPENED.items()
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": f"{IDENTIFIER}.{ending}",
                "UTTypeDescription": words,
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": [ending]},
            }
            for ending, words in OPENED.items()
        ],
    }


def data_files(root: Path = ROOT) -> list[tuple[str, str]]:
    """(file, folder in the bundle) of everything the program reads besides its modules."""
    found = []
    for folder in READ:
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root)
            hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
            if path.is_file() and not hidden and path.suffix not in NOT_READ:
                found.append((str(path), inside.parent.as_posix()))
    return found
