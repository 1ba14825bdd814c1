"""The sentences of an atlas, made from its figures."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from ecs import Side
from ecs.core.view import Result
from game.play.atlas.record import Atlas, Turn
from game.play.story import Battle

MOST_PLACES = 12
MOST_UNITS = 5
LEVELS = {"smashing": "Smashing ", "decisive": "Decisive ", "marginal": "Marginal "}
ARMIES = {Side.AXIS: "The Axis", Side.SOVIET: "The Soviets"}


def verdict(result: Result | None) -> str:
    """ "Decisive Axis victory", "A draw", or that the game continues."""
    if result is None:
        return "The game is not over"
    return "A draw" if result.winner is None else f"{LEVELS.get(result.level, '')}{result.winner} victory"


def percent(share: Fraction | float, places: int = 1) -> str:
    """A share from 0 to 1 as percent.

    >>> percent(Fraction(5, 8)), percent(1.0, 0)
    ('62.5 %', '100 %')
    """
    return f"{float(share) * 100:.{places}f} %"


def percent_more(share: float) -> str:
    """A change from -1 to 1 as percent, with its sign.

    >>> percent_more(0.041), percent_more(-0.017)
    ('+4.1 %', '−1.7 %')
    """
    return f"{share * 100:+.1f} %".replace("-", "−")


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 unit", "3 units", "no units"."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def listed(names: Sequence[str], most: int = MOST_PLACES) -> str:
    """ "Brest, Minsk and Vilna"; beyond a limit the rest are counted."""
    told = [*names[:most], counted(len(names) - most, "other")] if len(names) > most else list(names)
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told)


def turn_in_words(turn: Turn) -> Iterator[str]:
    """What a turn brought each side, a sentence each."""
    for side in Side:
        won, taken = len(turn.won[side]), turn.taken[side]
        parts = []
        if taken:
            parts.append(f"took {listed(taken)}")
        if won:
            parts.append(f"gained {counted(won, 'hex', 'hexes')}{' in all' if taken else ''}")
        if turn.dead[side] or turn.factors[side]:
            gone = f"lost {counted(turn.dead[side], 'unit')}" if turn.dead[side] else "lost steps"
            parts.append(f"{gone}, {counted(turn.factors[side], 'factor')} in all")
        if parts:
            yield f"{ARMIES[side]} {listed(parts)}."
    rings = {side: sum(s.cut_off for s in turn.stacks if s.side is side) for side in Side}
    cut = [counted(number, f"{side} stack") for side, number in rings.items() if number]
    if cut:
        yield f"At the end of the turn {listed(cut)} {'was' if sum(rings.values()) == 1 else 'were'} cut off."


def battle_row(atlas: Atlas, battle: Battle, turns: dict[int, str]) -> tuple[str, ...]:
    """A battle as a row of a table: when, where, who against whom, odds, dice, result, losses."""
    attackers, defenders = _who(atlas, battle)
    return (
        turns.get(battle.turn, f"turn {battle.turn}"),
        atlas.place(battle.hex),
        f"{battle.side}: {attackers} against {defenders}",
        battle.odds,
        " ".join(map(str, battle.dice)),
        battle.result,
        f"{battle.lost} : {battle.killed}",
    )


def battle_words(atlas: Atlas, battle: Battle) -> str:
    """ "Lvov: 17.A and 1.PzGr against 6.A at 3-1, DE; lost 0, killed 4"."""
    attackers, defenders = _who(atlas, battle)
    how = [f" at {battle.odds}"] if battle.odds else []
    how += [f", {battle.result}"] if battle.result else []
    told = f"{atlas.place(battle.hex)}: {attackers} against {defenders}{''.join(how)}"
    return f"{told}; lost {battle.lost}, killed {battle.killed}"


def _who(atlas: Atlas, battle: Battle) -> tuple[str, str]:
    """The names of attackers and defenders."""
    first, second = (
        listed([atlas.names[unit][0] if unit in atlas.names else "unknown" for unit in units], MOST_UNITS)
        for units in (battle.attackers, battle.defenders)
    )
    return first, second or "an empty hex"


def service_rows(atlas: Atlas, most: int, turns: dict[int, str]) -> Iterator[tuple[str, ...]]:
    """The units that fought most: name, side, battles, and what became of them."""
    for unit, battles in sorted(atlas.service.items(), key=lambda item: (-item[1], item[0]))[:most]:
        name, side = atlas.names[unit]
        fell = atlas.fallen.get(unit)
        end = "stands" if fell is None else f"lost in {turns.get(fell, f'turn {fell}')}"
        yield name, str(side), str(battles), end


# -- The figures of an atlas: what stands in its tables and is drawn as its curves. ----------------------------------

Course = tuple[str, Mapping[Side, Sequence[float]]]
"""A title, and for either side a value a turn."""


def figure_rows(atlas: Atlas) -> list[tuple[str, ...]]:
    """The totals for the Axis and for the Soviets."""
    turns, last = atlas.turns, atlas.turns[-1]
    return [
        ("Points", *(str(last.points[s]) for s in Side)),
        ("Hexes held", *(str(sum(holder is s for holder in last.control)) for s in Side)),
        ("Hexes held at the start", *(str(sum(holder is s for holder in atlas.before)) for s in Side)),
        ("Attacks fought", *(str(sum(b.side is s for b in atlas.battles)) for s in Side)),
        ("Units lost", *(str(sum(t.dead[s] for t in turns)) for s in Side)),
        ("Factors lost, steps included", *(str(sum(t.factors[s] for t in turns)) for s in Side)),
    ]


def courses(turns: Sequence[Turn]) -> tuple[Course, ...]:
    """What can be drawn turn by turn: points, strength, losses."""
    gone: dict[Side, list[float]] = {side: [] for side in Side}
    for side, sums in gone.items():
        for turn in turns:
            sums.append((sums[-1] if sums else 0) + turn.factors[side])
    strength = {side: [float(sum(s.factors for s in t.stacks if s.side is side)) for t in turns] for side in Side}
    points = {side: [float(t.points[side]) for t in turns] for side in Side}
    return ("Points", points), ("Attack factors on the map", strength), ("Factors lost so far", gone)


def luck_rows(atlas: Atlas) -> tuple[str, list[tuple[str, ...]]]:
    """A sentence about the dice, and a row for each side: own throws, mean place, games that are unluckier."""
    rows = list[tuple[str, ...]]()
    for side in Side:
        luck = atlas.luck.fortune(side)
        own = sum(thrower is side for thrower, _ in atlas.luck.throws)
        rows.append((str(side), str(own), percent(luck.place), percent(luck.unluckier)))
    return atlas.luck.in_words(), rows


def costliest(battles: Sequence[Battle], most: int) -> list[Battle]:
    """The battles that cost most factors, in the order of their turns."""
    found = sorted(battles, key=lambda b: (-(b.lost + b.killed), b.turn))[:most]
    return sorted((b for b in found if b.lost + b.killed), key=lambda b: b.turn)


# -- What happened in the months of a turn on the East Front itself, to be read beside what happened on the map. -----


@lru_cache(maxsize=1)
def _told() -> dict[str, dict[str, str]]:
    """The history by year and month."""
    return tomllib.loads(files(__package__).joinpath("history.toml").read_text(encoding="utf-8"))


def history(turn: str) -> str:
    """What happened in a turn of this name ("June 1941", "July/August 1942"); "" for one without a month of the war."""
    dates, _, year = turn.rpartition(" ")
    months = _told().get(year, {})
    return " ".join(months[word] for word in dates.replace("/", " ").split() if word in months)
