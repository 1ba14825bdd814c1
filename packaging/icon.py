"""Writes the game's sign as a picture or an icon: python packaging/icon.py FILE.png|FILE.ico|FILE.icns [SIZE]"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

import pygame

SIGN = Path(__file__).resolve().parent.parent / "sprites" / "standard" / "icons" / "rasputitsa.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256)
MAC_SIZES = {"icp4": 16, "icp5": 32, "icp6": 64, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}


def picture(size: int) -> bytes:
    """The sign as PNG."""
    out = io.BytesIO()
    pygame.image.save(pygame.image.load_sized_svg(SIGN, (size, size)), out, "sign.png")
    return out.getvalue()


def mac_icon() -> bytes:
    """Head with the length of it all, then kind, length and picture of each size."""
    entries = b""
    for kind, size in MAC_SIZES.items():
        png = picture(size)
        entries += kind.encode() + struct.pack(">I", 8 + len(png)) + png
    return b"icns" + struct.pack(">I", 8 + len(entries)) + entries


def icon(sizes: tuple[int, ...] = SIZES) -> bytes:
    """Head, one entry a picture, then the pictures."""
    pictures = [picture(size) for size in sizes]
    place = 6 + 16 * len(sizes)
    entries = b""
    for size, png in zip(sizes, pictures, strict=True):
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), place)
        place += len(png)
    return struct.pack("<HHH", 0, 1, len(sizes)) + entries + b"".join(pictures)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 256
    made = {".png": lambda: picture(size), ".icns": mac_icon}
    target.write_bytes(made.get(target.suffix, icon)())
