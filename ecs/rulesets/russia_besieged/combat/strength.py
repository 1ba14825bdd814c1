"""What the two sides of an attack are worth (10.2, 10.4, 11.4, 12).  Pure figures, no world."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.view import CalculationLine
from ecs.rulesets.russia_besieged.data.calendar import air_factors, air_most
from ecs.rulesets.russia_besieged.data.ground_tables import Terrain
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.data.units import kinds

ARTILLERY = "AR"
SUPPLIED, NO_COMBAT_SUPPLY, OUT_OF_SUPPLY = 0, 1, 2


class Combatant(NamedTuple):
    """A combat unit as combat sees it.

    ``kind``: its class (A, I, M, AR ...); ``full``, ``weak``: CF of the two sides (``weak`` 0: one step only);
    ``base``: the hex it attacks out of; ``across``: hexsides between it and the defending hexes, by place in
    ``AttackConditions.targets`` and name; ``supply``: supplied, without combat supply, out of supply; ``idle``: it has
    retreated onto this hex and adds nothing; ``moved``: hexes moved this impulse; ``surrounded``: as 10.68;
    ``landed``: dropped from the air this turn.
    """

    id: str
    name: str
    kind: str
    full: int
    weak: int = 0
    lost: int = 0
    nation: str = "GER"
    base: int = -1
    across: frozenset[tuple[int, str]] = frozenset()
    supply: int = SUPPLIED
    idle: bool = False
    moved: int = 0
    surrounded: bool = False
    landed: bool = False

    @property
    def cf(self) -> int:
        """Combat factor of the face-up side."""
        return self.weak if self.lost and self.weak else self.full

    @property
    def steps(self) -> int:
        """Steps left."""
        return (2 if self.weak else 1) - self.lost

    @property
    def armour(self) -> bool:
        """Is it of an armour class (10.5)?"""
        return kinds()[self.kind].armour


Team = tuple[Combatant, ...]


class DefendedHex(NamedTuple):
    """A defending hex: its terrain (a Major City has no other), who is in it, whether it is a fortress (24.2).

    ``extra``: factors of a Dictator or a 2nd-stage partisan (14, 16.5).
    """

    ground: str = "clear"
    foes: Team = ()
    fortress: bool = False
    extra: int = 0


class AttackConditions(NamedTuple):
    """What the moment does to an attack by ``side`` on one or more hexes.

    ``air``: groups allocated; ``marshals``: a Field Marshal of the attacker, of the defender; ``first_winter``,
    ``snow_air``: options of 24.
    """

    side: Side
    targets: tuple[DefendedHex, ...]
    turn: int = 1
    weather: str = "Clear"
    air: int = 0
    marshals: tuple[bool, bool] = (False, False)
    first_winter: bool = True
    snow_air: bool = False

    @property
    def foes(self) -> Team:
        """All defenders."""
        return tuple(t for target in self.targets for t in target.foes)

    @property
    def ground(self) -> list[Terrain]:
        """The rows of the terrain chart for the hexes attacked, one each."""
        return [tables().terrain[target.ground] for target in self.targets]


class SideStrength(NamedTuple):
    """One side's factors, line by line, and their sum."""

    lines: tuple[CalculationLine, ...]
    total: int


def attack_worth(site: AttackConditions, team: Team) -> SideStrength:
    """The attackers' factors: halved without combat supply, fractions dropped in each hex, then aircraft."""
    lines: list[CalculationLine] = []
    total = 0
    for base in sorted({t.base for t in team}):
        here = Fraction(0)
        for troop in (t for t in team if t.base == base):
            value, why = _attacking(site, team, troop)
            lines.append(_line(troop, value, why))
            here += value
        if here.denominator > 1:
            lines.append(CalculationLine("fractions dropped", 0, "10.2", shown=f"−{here - here // 1}"))
        total += here // 1
    groups = min(site.air, air_limit(site, team))
    if groups:
        plural = "s" if groups > 1 else ""
        lines.append(CalculationLine(f"{groups} air group{plural}", groups * air_factors(site.side, site.turn), "11.5"))
        total += lines[-1].value
    return SideStrength(tuple(lines), total)


def _attacking(site: AttackConditions, team: Team, troop: Combatant) -> tuple[Fraction, str]:
    """An attacker's factors, and why they differ from the printed ones."""
    if troop.idle:
        return Fraction(0), "has retreated"
    if troop.kind == ARTILLERY:
        if troop not in firing_guns(site, team):
            return Fraction(0), "may not fire"
        times = tables().artillery.city_times if _at_city(site) else 1
        return Fraction(troop.cf * times), "doubled against the city" if times > 1 else ""
    if troop.supply == SUPPLIED:
        return Fraction(troop.cf), ""
    why = "out of supply" if troop.supply == OUT_OF_SUPPLY else "no combat supply"
    return Fraction(troop.cf, tables().combat.halved), f"halved, {why}"


def _line(troop: Combatant, value: Fraction, why: str) -> CalculationLine:
    rule = "12" if troop.kind == ARTILLERY else "13.7" if why else "10.2"
    shown = f"{value // 1}½".removeprefix("0") if value.denominator > 1 else ""
    return CalculationLine(f"{troop.name}, {why}" if why else troop.name, value // 1, rule, shown)


def defence_worth(site: AttackConditions) -> SideStrength:
    """The defenders' factors; artillery, and units that have just retreated onto the hex, add nothing (10.7, 12)."""
    lines = [_defending(troop) for troop in site.foes]
    lines += [CalculationLine("Dictator or partisans", target.extra, "14") for target in site.targets if target.extra]
    total, least = sum(line.value for line in lines), tables().combat.least_defence
    if total < least:
        lines.append(CalculationLine("at least", least - total, "10.2"))
    return SideStrength(tuple(lines), max(total, least))


def _defending(troop: Combatant) -> CalculationLine:
    if troop.idle:
        return CalculationLine(f"{troop.name}, has retreated", 0, "10.7")
    if troop.kind == ARTILLERY:
        return CalculationLine(f"{troop.name}, does not defend", 0, "12")
    return CalculationLine(troop.name, troop.cf, "10.2")


def steps_of(team: Sequence[Combatant]) -> int:
    """Steps of a side in a battle: artillery is lost with its company, and counts for none (10.61)."""
    return sum(t.steps for t in team if t.kind != ARTILLERY)


def firing_guns(site: AttackConditions, team: Team) -> Team:
    """The artillery that adds its factors: supplied, nearly unmoved, with company in its hex; the strongest first."""
    rules = tables().artillery
    if site.weather not in rules.weather:
        return ()
    company = {t.base for t in team if t.kind != ARTILLERY and not t.idle}
    fit = [t for t in team if t.kind == ARTILLERY and not t.supply and t.moved <= rules.moved and t.base in company]
    return tuple(sorted(fit, key=lambda t: (-t.cf, t.id))[: artillery_limit(site)])


def artillery_limit(site: AttackConditions) -> int:
    """Pieces that may add to an attack (12)."""
    rules = tables().artillery
    return rules.attack_city if _at_city(site) else rules.attack


def _at_city(site: AttackConditions) -> bool:
    """Do all the attackers' targets lie in Major Cities?"""
    return bool(site.targets) and all(target.ground == "major_city" for target in site.targets)


def air_limit(site: AttackConditions, team: Sequence[Combatant]) -> int:
    """Air groups an attack may have: by weather, and never more than attacking corps and armies (11.4)."""
    most = air_most(site.side, site.weather, site.snow_air)
    return min(most, sum(1 for t in team if t.kind != ARTILLERY))
