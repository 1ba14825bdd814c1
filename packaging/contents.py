"""What belongs in a bundle, and what is left out?  Read by the spec, by build.py and by the tests."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DISTRIBUTIONS = ("rasputitsa", "pygame-ce", "esper", "pytmx", "msgspec")

# read by the program: folder -> endings
READ = {
    "maps": (".tmx", ".tsx", ".png", ".toml", ".xml", ".tiled-project"),
    "sprites": (".toml", ".svg", ".png"),
    "sounds": (".toml", ".wav", ".ogg"),
    "docs/rules": (".md",),
    "ecs": (".toml",),
    "game": (".otf", ".ttf", ".txt", ".json", ".toml"),
}

# read by people, beside the program: the path here -> the path in the bundle
BESIDE = {
    "packaging/read-me.txt": "READ-ME.txt",
    "LICENSE": "LICENSE.txt",
    "CHANGELOG.md": "docs/changelog.md",
    "docs/playing.md": "docs/playing.md",
    "docs/command-line.md": "docs/command-line.md",
    "docs/packs.md": "docs/packs.md",
    "docs/maps.md": "docs/maps.md",
}

# modules that something mentions and nothing here uses; the network is among them
LEFT_OUT = [
    "numpy", "tkinter", "unittest", "test", "doctest", "pdb", "pydoc", "lib2to3", "distutils", "setuptools", "pip",
    "ssl", "_ssl", "ftplib", "http", "xmlrpc", "urllib.request", "xml.sax", "xml.dom", "asyncio", "bz2", "lzma",
    "multiprocessing.dummy", "multiprocessing.managers", "multiprocessing.pool", "yaml", "attr",
    "pygame._sdl2", "pygame._camera", "pygame._freetype", "pygame.camera", "pygame.docs", "pygame.examples",
    "pygame.fastevent", "pygame.freetype", "pygame.ftfont", "pygame.gfxdraw", "pygame.macosx", "pygame.midi",
    "pygame.newbuffer", "pygame.pypm", "pygame.sndarray", "pygame.surfarray", "pygame.tests",
]  # fmt: skip


def data_files(root: Path = ROOT) -> list[tuple[str, str]]:
    """(file, folder in the bundle) of everything the program reads besides its modules."""
    found = []
    for folder, endings in READ.items():
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root)
            if path.suffix in endings and path.is_file() and not any(part.startswith(".") for part in inside.parts):
                found.append((str(path), inside.parent.as_posix()))
    return found
