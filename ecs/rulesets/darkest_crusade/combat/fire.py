"""Chapters 9.1-9.4, 12-14: the strength of each side's fire, and its hits.

Everything here works on plain records, so the battle being fought, the planner's forecast and the odds
of the command line are worked out by the same lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import NamedTuple

from ecs.core.components import Disruption, Garrison, Side, SupplyState
from ecs.core.view import CalculationLine
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Borders, UnderFire
from ecs.rulesets.darkest_crusade.data.tables import LINE, RIVER, SHELF, SNOW, Tables, rules, tables
from ecs.rulesets.darkest_crusade.ground.losses import factors, is_fortified


class Combatant(NamedTuple):
    """A unit in a battle.  ``base``: the hex it attacks from; ``hurt``: hits taken this round."""

    id: str
    attack: int
    defence: int
    hits: int
    infantry: bool = True
    german: bool = False
    base: int = -1
    supplied: bool = True
    disrupted: bool = False
    fortified: bool = False
    hurt: int = 0
    weak_attack: int = -1
    weak_defence: int = -1
    cost: int = 1


class AttackConditions(NamedTuple):
    """The attacked hex, as the fire rules see it.

    ``rivers``/``stalin``: the bases whose attack comes across one.  ``needed``: hits to take the place
    once its defenders are gone.  ``ford``: one river side is ignored.
    """

    terrain: str = "clear"
    weather: str = "Good"
    attacker: Side = Side.AXIS
    rivers: frozenset[int] = frozenset()
    stalin: frozenset[int] = frozenset()
    intrinsic: int = 0
    intrinsic_name: str = ""
    needed: int = 0
    sheltered: bool = False
    ford: bool = False
    weather_mode: str = "columns"
    supply_mode: str = "halve"
    dice: str = "table"


class SideFire(NamedTuple):
    """One side's fire: its lines, their sum, the column after shifts (at 0 or below nothing hits).

    ``worse``: how much worse the die reads; ``fewer``: hits that are taken off.  In Lotsa Dice, ``faces``: those that
    hit; ``starved``: that many dice, the last of them, are of units out of supply and hit on fewer.
    """

    lines: tuple[CalculationLine, ...]
    strength: int
    column: int
    worse: int = 0
    fewer: int = 0
    faces: int = 0
    starved: int = 0


def hits(strength: int, face: int) -> int:
    """Hits of one roll.  :param face: the die as A reads it, low is good; 7 and more scores nothing (9.1)."""
    if strength <= 0 or face > 6:
        return 0
    row = tables().hits[face - 1]
    return row[min(strength, 25) - 1] + hits(strength - 25, face)


def attack_salvo(attackers: Sequence[Combatant], site: AttackConditions) -> SideFire:
    """The attackers' fire in a round (9.3, 14, 15.3)."""
    lines = [CalculationLine(f.id, f.attack, "2.1") for f in attackers]
    unsupplied = sum(f.attack for f in attackers if not f.supplied)
    total = sum(f.attack for f in attackers)
    if unsupplied and _halves(site):
        lines.append(CalculationLine("out of supply: halved, rounded down", unsupplied // 2 - unsupplied, "15.3"))
        total += unsupplied // 2 - unsupplied
    return _finish(lines, total, site, site.attacker, False, unsupplied, 2 * unsupplied > total)


def defence_salvo(defenders: Sequence[Combatant], attackers: Sequence[Combatant], site: AttackConditions) -> SideFire:
    """The defenders' fire in a round: their own, then terrain, river, line and place (9.3, 12, 13)."""
    firing = [f for f in defenders if not f.disrupted]
    lines = [CalculationLine(f.id, f.defence, "2.1") for f in firing]
    unsupplied = sum(f.defence for f in firing if not f.supplied)
    if unsupplied and _halves(site):
        lines.append(CalculationLine("out of supply: halved, rounded up", -(unsupplied // 2), "15.3"))
    lines += [
        line
        for line in (
            _terrain_line(defenders, site),
            _river_line(defenders, attackers, site),
            _stalin_line(defenders, attackers, site),
            CalculationLine(site.intrinsic_name, site.intrinsic, "13"),
        )
        if line.value
    ]
    total = sum(line.value for line in lines)
    bad = bool(firing) and 2 * unsupplied > sum(f.defence for f in firing)
    return _finish(lines, total, site, site.attacker.other, site.sheltered, unsupplied, bad)


def _halves(site: AttackConditions) -> bool:
    return site.supply_mode == "halve" and site.dice == "table"


def _terrain_line(defenders: Sequence[Combatant], site: AttackConditions) -> CalculationLine:
    row = tables().terrain[site.terrain]
    most = 0 if row.freezes and site.weather == SNOW else row.fire
    points = min(most, sum(1 for f in defenders if f.infantry))
    return CalculationLine(f"infantry in {site.terrain}", points, "12")


def _behind(name: str, site: AttackConditions) -> int:
    """Points of a hexside attacked across; none where it is frozen (12, 14)."""
    row = tables().side[name]
    return 0 if row.freezes and site.weather == SNOW else row.fire


def river_points(defenders: Sequence[Combatant], attackers: Sequence[Combatant], rivers: frozenset[int]) -> int:
    """One point per river hexside attacked across, each matched by a unit in the hex; none if more than half
    of the attacking factors come by other hexsides (12)."""
    across = {f.base for f in attackers} & rivers
    dry = sum(f.attack for f in attackers if f.base not in rivers)
    if 2 * dry > sum(f.attack for f in attackers):
        return 0
    return min(len(across), len(defenders))


def _river_line(
    defenders: Sequence[Combatant], attackers: Sequence[Combatant], site: AttackConditions
) -> CalculationLine:
    worth = _behind(RIVER, site)
    points = river_points(defenders, attackers, site.rivers) if worth else 0
    if points and site.ford:
        points = min(river_points(defenders, attackers, site.rivers - {base}) for base in site.rivers)
    return CalculationLine("behind a river", worth * points, "12")


def _stalin_line(
    defenders: Sequence[Combatant], attackers: Sequence[Combatant], site: AttackConditions
) -> CalculationLine:
    sides = {f.base for f in attackers if f.german} & site.stalin
    points = min(len(sides), sum(1 for f in defenders if f.infantry))
    return CalculationLine("Stalin Line", _behind(LINE, site) * points, "12")


def _finish(
    lines: list[CalculationLine],
    total: int,
    site: AttackConditions,
    side: Side,
    sheltered: bool,
    unsupplied: int,
    starved: bool,
) -> SideFire:
    """Apply weather and, where an option says so, supply to column, die, hits or hitting faces (14, 15.3).

    :param unsupplied: factors that units out of supply fire with.
    :param starved: they are most of the fire.
    """
    data = tables()
    shift = 0 if sheltered else _weather_shift(data, site.weather, side)
    if site.dice == "lotsa_dice":
        faces = data.lotsa_dice.weather if shift else data.lotsa_dice.full
        if unsupplied:
            lines.append(CalculationLine(f"out of supply: {unsupplied} dice hit less often", 0, "9.1"))
        return SideFire(tuple(lines), total, total, faces=faces, starved=unsupplied)
    worse = int(starved and site.supply_mode == "die")
    fewer = int(starved and site.supply_mode == "hits")
    if fewer:
        lines.append(CalculationLine("out of supply: one hit fewer", 0, "15.3"))
    if shift and site.weather_mode == "die":
        lines.append(CalculationLine(f"{site.weather}: each die reads one worse", 0, "14"))
        return SideFire(tuple(lines), total, total, worse + 1, fewer)
    if shift:
        lines.append(CalculationLine(f"{site.weather}: column shift", shift, "14"))
    return SideFire(tuple(lines), total, total + shift, worse, fewer)


def _weather_shift(data: Tables, weather: str, side: Side) -> int:
    if weather == "Mud":
        return data.weather.mud
    if weather == SNOW:
        return data.weather.snow_axis if side is Side.AXIS else data.weather.snow_soviet
    return 0


def score(salvo: SideFire, faces: Sequence[int], press: int = 0) -> int:
    """Hits of the dice actually thrown."""
    if salvo.faces or len(faces) != 1:
        full, less = len(faces) - salvo.starved, tables().lotsa_dice.unsupplied_less
        return sum(face <= salvo.faces - (less if n >= full else 0) for n, face in enumerate(faces))
    return max(0, hits(pressed_column(salvo, faces[0], press), faces[0] + salvo.worse) - salvo.fewer)


def press_limit(attackers: Sequence[Combatant], site: AttackConditions) -> int:
    """By how many columns an attack may be pressed: by Germans only, on the table, up to their own factors (9.4)."""
    if site.attacker is not Side.AXIS or site.dice != "table":
        return 0
    return min(sum(f.attack for f in attackers if f.german), attack_salvo(attackers, site).strength)


def pressed_column(salvo: SideFire, face: int, press: int) -> int:
    """The column used: as many up on the best three numbers as down on the worst (9.4)."""
    return salvo.column + press if face <= tables().best_faces else salvo.column - press


def dice_needed(salvo: SideFire, mode: str) -> int:
    """How many dice a salvo throws: one, or in Lotsa Dice one for each strength point."""
    return salvo.strength if mode == "lotsa_dice" else 1


def spectrum(salvo: SideFire, mode: str, press: int = 0) -> tuple[tuple[tuple[int, int], ...], int]:
    """Exact distribution of hits: ((hits, weight) ...) by hits, and the sum of all weights."""
    return _spectrum(salvo._replace(lines=()), mode, press)


@SHELF.remembered(4096)
def _spectrum(salvo: SideFire, mode: str, press: int) -> tuple[tuple[tuple[int, int], ...], int]:
    counts: dict[int, int] = {}
    if mode == "lotsa_dice":
        less = salvo.faces - tables().lotsa_dice.unsupplied_less
        for k, n in _dice(salvo.strength - salvo.starved, salvo.faces):
            for j, m in _dice(salvo.starved, less):
                counts[k + j] = counts.get(k + j, 0) + n * m
        return tuple(sorted(counts.items())), 6**salvo.strength
    for face in range(1, 7):
        n = score(salvo, (face,), press)
        counts[n] = counts.get(n, 0) + 1
    return tuple(sorted(counts.items())), 6


def _dice(number: int, faces: int) -> list[tuple[int, int]]:
    """Dice of which some faces hit: (hits, throws that bring them)."""
    good = max(0, faces)
    rows = [(k, comb(number, k) * good**k * (6 - good) ** (number - k)) for k in range(number + 1)]
    return [(k, n) for k, n in rows if n]


# -- The records that stand for the units and the hex of a battle on the map. ----------------------------------------


def combatant(unit: Unit) -> Combatant:
    """A unit as the fire rules see it."""
    attack, defence, hits = factors(unit)
    kind = unit.type
    return Combatant(
        kind.name,
        attack,
        defence,
        hits,
        "infantry" in kind,
        "german" in kind,
        unit.hex,
        unit[SupplyState].supplied,
        unit[Disruption].disrupted,
        is_fortified(unit),
        unit[UnderFire].hurt,
        kind.attack,
        max(kind.attack, kind.defence),
        kind.cost,
    )


def intrinsic(w: World, index: int, defender: Side) -> tuple[int, str]:
    """The fire of a place itself, and its name (13)."""
    spot, table = w.board.hexes[index], rules(w).place
    if w.ground[index].control is not defender:
        return 0, ""
    if index in w.board.named(table.strong_hex):
        return table.strong_fire, f"{spot.name} itself"
    if spot.place == "victory":
        return table.victory_fire, f"{spot.name}, victory city"
    if "fortress" in spot.traits:
        return table.fortress_fire, f"{spot.name}, fortress"
    return 0, ""


def hits_needed(w: World, index: int, defender: Side, had_defender: bool) -> int:
    """Hits needed to take the place once its defenders are gone (13)."""
    spot, table = w.board.hexes[index], rules(w).place
    if w.ground[index].control is not defender:
        return 0
    if index in w.board.named(table.capital_hex) and defender is Side.SOVIET:
        return table.capital_hits
    if spot.place == "victory":
        return table.victory_hits
    if "fortress" in spot.traits:
        return table.fortress_hits
    if spot.place == "major" and (had_defender or w.by_hex(Garrison)[index].garrisoned):
        return table.major_hits
    return 0


def attack_conditions(
    w: World, index: int, attacker: Side, bases: Iterable[int], had_defender: bool, ford: bool
) -> AttackConditions:
    """The attacked hex as the fire rules see it."""
    spot = w.board.hexes[index]
    fire, name = intrinsic(w, index, attacker.other)
    froms = sorted(set(bases))
    return AttackConditions(
        spot.terrain,
        w.weather.name,
        attacker,
        frozenset(b for b in froms if RIVER in w.board.kinds(b, index)),
        frozenset(b for b in froms if LINE in w.board.kinds(b, index)) if attacker is Side.AXIS else frozenset(),
        fire,
        name,
        hits_needed(w, index, attacker.other, had_defender),
        bool(w.board.hexes[index].place),  # defenders of a city or town ignore the weather (14)
        ford,
        w.options["weather_mode"],
        w.options["supply_mode"],
        w.options["combat_dice"],
    )


def surprise(w: World, attackers: Iterable[Unit]) -> bool:
    """By an option each German attack of the first turn ignores one river side (19)."""
    return w.options["first_turn_river_mode"] == "per_attack" and _in_june(w, attackers)


def may_ford(w: World, attackers: Iterable[Unit]) -> bool:
    """May the Germans still use here the one river side that they ignore in the first turn (19)?"""
    return w.options["first_turn_river_mode"] == "once" and not w[Borders].ford_used and _in_june(w, attackers)


def _in_june(w: World, attackers: Iterable[Unit]) -> bool:
    return w.clock.turn == 1 and any("german" in u.type for u in attackers)
