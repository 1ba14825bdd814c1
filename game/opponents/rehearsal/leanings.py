"""The styles that are worth a rehearsal.  The usual one, a bolder, a more careful one, leanings to parts of the map."""

from __future__ import annotations

from ecs import View
from game.opponents.shared.style import USUAL, Style

BOLD = Style("bold", "Presses on everywhere", take=1.5, fear=0.5, thrift=0.4)
CAREFUL = Style("careful", "Keeps its men together", take=0.7, hold=1.2, fear=2.0, thrift=2.2)
TOWARDS, ELSEWHERE = 1.6, 0.8
PARTS = (("north", "Leans to the north"), ("centre", "Leans to the centre"), ("south", "Leans to the south"))


def styles(view: View, number: int, last: str) -> list[Style]:
    """So many styles: the usual one, that of the last time, then the others, whose order changes from turn to turn."""
    others = [BOLD, CAREFUL, *_leaning(view)]
    k = view.turn % len(others)
    others = others[k:] + others[:k]
    others.sort(key=lambda style: style.name != last)
    return [USUAL, *others][:number]


def _leaning(view: View) -> list[Style]:
    """A style for every third of the map, from north to south, in which the enemy holds places that count.

    Places of one's own keep their worth, so that nobody leaves his capital for the other end of the front.
    """
    board, wanted = view.board, set[int]()
    for line in view.score:
        wanted.update(board.by_label[label] for label in line.hexes)
    wanted.update(h.index for h in board.hexes if h.place in ("victory", "major"))
    goals = sorted(h for h in wanted if view.control[h] is view.side.other)
    rows = sorted(board.hexes[h].row for h in goals)
    if not rows:
        return []
    first, second = rows[len(rows) // 3], rows[2 * len(rows) // 3]
    part = {h: (board.hexes[h].row >= first) + (board.hexes[h].row >= second) for h in goals}
    out = []
    for number, (name, words) in enumerate(PARTS):
        focus = tuple((h, TOWARDS if part[h] == number else ELSEWHERE) for h in goals)
        if any(part[h] == number for h in goals):
            out.append(Style(name, words, focus=focus))
    return out
