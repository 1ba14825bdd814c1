"""The published charts (version 2.0) as printed, typed in by hand."""

from __future__ import annotations

CRT_ODDS = ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
CRT = """
    -1 AE* AE* AE* AE* A3 A2 DR BR  D1  D1  D2
     0 AE* AE* AE* AE* A2 A1 DR D1  X2  D1  D2
     1 AE* AE* AE* AE  A2 A1 BR D1  X2  D2  D2
     2 AE* AE* AE  A2  A1 AR BR X2  D2  D2  D3
     3 AE* AE  AE  A2  A1 DR D1 X2  D2  D3  D3
     4 AE  AE  A2  A1  AR BR D1 D2  D3  D3  DE
     5 AE  A3  A2  A1  AR BR X2 D2  D3  DE  DE
     6 AE  A3  A2  A1  DR D1 X2 D3  DE  DE  DE*
     7 A3  A3  A1  AR  BR X2 D2 DE  DE  DE* DE*
     8 A3  A2  A1  AR  BR X2 D3 DE  DE* DE* DE*
     9 A3  A2  AR  BR  D1 D2 DE DE* DE* DE* DE*
    10 A2  A1  BR  BR  X2 D2 DE DE* DE* DE* DE*
    11 A2  A1  BR  BR  X2 D3 DE DE* DE* DE* DE*
"""
BLITZ_ODDS = ["3-1", "4-1", "5-1", "6-1", "7-1", "10-1"]
BLITZ = """
    1-3 | BR       | X2       | D1       | D2       | D1 Adv 2 | D2 Adv 2
    4-6 | X2       | D2       | D2 Adv 1 | D2 Adv 1 | D2 Adv 2 | D2 Adv 3
    7-9 | D2 Adv 1 | D2 Adv 2 | D2 Adv 2 | D3 Adv 2 | DE Adv 2 | DE Adv 3
    10  | D2 Adv 2 | DE Adv 2 | DE Adv 3 | DE Adv 3 | DE Adv 3 | DE Adv 3
"""


def crt_rows() -> dict[int, list[str]]:
    """Adjusted roll -> the eleven results."""
    return {int(row[0]): row[1:] for row in (line.split() for line in CRT.strip().splitlines())}


def blitz_rows() -> dict[int, list[str]]:
    """Adjusted roll -> the six results."""
    out: dict[int, list[str]] = {}
    for line in BLITZ.strip().splitlines():
        rolls, *cells = [part.strip() for part in line.split("|")]
        low, _, high = rolls.partition("-")
        for roll in range(int(low), int(high or low) + 1):
            out[roll] = cells
    return out
