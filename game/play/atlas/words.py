"""The sentences of an atlas, made from its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ecs import Side
from ecs.core.view import Result
from game.play.atlas.luck import Fortune
from game.play.atlas.record import Atlas, Battle, Turn

MOST_PLACES = 12
MOST_UNITS = 5
LEVELS = {"smashing": "Smashing ", "decisive": "Decisive ", "marginal": "Marginal "}
EVEN = (0.35, 0.65)
"""Shares of games between which nobody would call the dice kind or unkind."""
ARMIES = {Side.AXIS: "The Axis", Side.SOVIET: "The Soviet side"}


def verdict(result: Result | None) -> str:
    """ "Decisive Axis victory", "A draw", or that the game goes on."""
    if result is None:
        return "The game goes on"
    return "A draw" if result.winner is None else f"{LEVELS.get(result.level, '')}{result.winner} victory"


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 unit", "3 units", "no units"."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def listed(names: Sequence[str], most: int = MOST_PLACES) -> str:
    """ "Brest, Minsk and Vilna"; what is too much is counted."""
    told = [*names[:most], counted(len(names) - most, "other")] if len(names) > most else list(names)
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told)


def turn_in_words(turn: Turn) -> Iterator[str]:
    """What a turn brought either side, a sentence each."""
    for side in Side:
        won, taken = len(turn.won[side]), turn.taken[side]
        parts = []
        if taken:
            parts.append(f"took {listed(taken)}")
        if won:
            parts.append(f"won {counted(won, 'hex', 'hexes')}{' in all' if taken else ''}")
        if turn.dead[side] or turn.factors[side]:
            gone = f"lost {counted(turn.dead[side], 'unit')} for good" if turn.dead[side] else "lost steps"
            parts.append(f"{gone}, {counted(turn.factors[side], 'factor')} in all")
        if parts:
            yield f"{ARMIES[side]} {listed(parts)}."
    rings = {side: sum(s.cut_off for s in turn.stacks if s.side is side) for side in Side}
    cut = [counted(number, f"{side} stack") for side, number in rings.items() if number]
    if cut:
        yield f"At the end {listed(cut)} stood cut off."


def luck_in_words(side: Side, luck: Fortune) -> str:
    """How kind the dice were to a side, and how often they are as kind."""
    if not luck.throws:
        return ""
    share = luck.unluckier
    if EVEN[0] <= share <= EVEN[1]:
        return "The dice favoured nobody worth speaking of."
    kind, often = ("kinder", share) if share > 0.5 else ("less kind", 1 - share)
    told = f"{often:.0%}" if often < 0.995 else "more than 99 %"
    return f"The dice were {kind} to the {side} than in {told} of games with these same throws."


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
    """ "Lvov: 17.A and 1.PzGr against 6.A at 3:1, DE; lost 0, killed 4"."""
    attackers, defenders = _who(atlas, battle)
    how = [f" at {battle.odds}"] if battle.odds else []
    how += [f", {battle.result}"] if battle.result else []
    told = f"{atlas.place(battle.hex)}: {attackers} against {defenders}{''.join(how)}"
    return f"{told}; lost {battle.lost}, killed {battle.killed}"


def _who(atlas: Atlas, battle: Battle) -> tuple[str, str]:
    """The attackers and the defenders by name."""
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
