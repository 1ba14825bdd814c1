"""Chapters 5.2-5.7: the odds of an attack, its table and its die.  Pure figures, no world."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.view import CalculationLine
from ecs.rulesets.dark_valley.data.ground_tables import EIGHT, Terrain
from ecs.rulesets.dark_valley.data.tables import SHELF, Tables, tables
from ecs.systems.combat.odds import NO_COLUMN, OddsColumns, mixed

FIRST_TURN = 1
RIVERS = frozenset({"river", "major_river", "volga"})
STRAIT = "strait"
WORDS = {"desert_steppe": "desert steppe", "fortified_zone": "Fortified Zone", "works": "Defensive Works"}
WORDS |= {
    "river": "a river",
    "strait": "the strait",
    "major_river": "a major river",
    "volga": "the Volga",
    "weak_fort": "Weak Fort",
    "fort": "Fort",
}


class Combatant(NamedTuple):
    """A combat unit as combat sees it.

    ``full``, ``weak``: CF of the two sides (``weak`` 0: one step only); ``base``, ``water``: the hex it attacks
    out of, and what it crosses; ``supply``: 0 supplied, 1 out of supply, 2 isolated; ``cold``: a Romanian far from
    home in Snow; ``idle``: it fell back onto this stack and adds nothing; ``solo``: it may attack alone.
    """

    id: str
    name: str
    full: int
    weak: int = 0
    lost: int = 0
    base: int = -1
    water: str = ""
    supply: int = 0
    tank: bool = False
    mech: bool = False
    german: bool = False
    solo: bool = False
    cold: bool = False
    idle: bool = False

    @property
    def cf(self) -> int:
        """Combat factor of the face-up side."""
        return self.weak if self.lost and self.weak else self.full

    @property
    def steps(self) -> int:
        """Steps left."""
        return (2 if self.weak else 1) - self.lost


Team = tuple[Combatant, ...]


class AttackConditions(NamedTuple):
    """What hex and moment do to an attack by ``side``.

    ``ground``: rows of the terrain chart that apply, the ground first; ``led``: a headquarters' or Deep Battle chit
    is in play; ``eight``: an eight-sided die without modifiers; ``halve_once``: reasons to halve do not add up;
    ``city_spares``: a city halves attackers only; ``zones_soviet``: a Fortified Zone shelters Soviets only.
    """

    side: Side
    ground: tuple[str, ...] = ("clear",)
    turn: int = 2
    weather: str = "Fair"
    led: bool = False
    eight: bool = False
    halve_once: bool = True
    city_spares: bool = False
    zones_soviet: bool = False

    def rows(self) -> tuple[tuple[str, Terrain], ...]:
        """The rows of the chart with their names."""
        chart = tables().terrain
        return tuple((name, chart[name]) for name in self.ground)


class SideStrength(NamedTuple):
    """One side's factors, line by line, and their exact sum."""

    lines: tuple[CalculationLine, ...]
    total: Fraction


class AttackOdds(NamedTuple):
    """An attack worked out up to the die.

    ``ratio``: column before the shifts (-1: below the table); ``column``: after them; ``drm``: clamped.
    """

    attack: SideStrength
    defence: SideStrength
    ratio: int
    shifts: tuple[CalculationLine, ...]
    column: int
    drms: tuple[CalculationLine, ...]
    drm: int
    table: str
    eight: bool

    @property
    def dice(self) -> int:
        """Faces of the die."""
        return EIGHT if self.eight else tables().combat.faces

    @property
    def title(self) -> str:
        """The column as the table names it."""
        return columns().title(self.column)

    def read(self, die: int) -> int:
        """The row of the table a thrown die leads to."""
        return max(1, min(EIGHT, die + self.drm))

    def result(self, die: int) -> str:
        """The result of a thrown die."""
        return "AE" if self.column == NO_COLUMN else rows_of(self.table)[self.read(die) - 1][self.column]


def rows_of(table: str) -> list[list[str]]:
    """Combat results table A or B."""
    return tables().crt_a if table == "A" else tables().crt_b


@SHELF.remembered()
def columns() -> OddsColumns:
    """The columns of both tables."""
    heads = (head.split("-") for head in tables().odds)
    return OddsColumns(tuple((int(attack), int(defence)) for attack, defence in heads))


def which_table(side: Side, turn: int) -> str:
    """Which combat results table a side uses on a turn (5.5)."""
    first, last = tables().winter_turns
    if side is Side.AXIS:
        return "B" if first <= turn <= last else "A"
    return "A" if turn <= last else "B"


def work_out_odds(site: AttackConditions, team: Team, foes: Team) -> AttackOdds:
    """Factors, column, shifts and modifiers of an attack, up to the die (5.2-5.5)."""
    attack, defence = attack_worth(site, team), defence_worth(site, team, foes)
    heads = columns()
    raw = heads.reached(attack.total, defence.total) if defence.total else len(heads.heads) - 1
    moved = shifts(site, team)
    column = heads.shifted(raw, sum(line.value for line in moved), least=NO_COLUMN)
    extra = () if site.eight else modifiers(site, team, foes)
    table = tables().combat
    drm = max(table.least, min(table.most, sum(line.value for line in extra)))
    return AttackOdds(attack, defence, raw, moved, column, extra, drm, which_table(site.side, site.turn), site.eight)


# -- totals (5.3) ----------------------------------------------------------------------------------


def attack_worth(site: AttackConditions, team: Team) -> SideStrength:
    """The attackers' factors: woods by hex, then halves, then the sum."""
    found: list[tuple[Combatant, int, tuple[str, ...]]] = []
    for base in sorted({t.base for t in team}):
        group = [t for t in team if t.base == base]
        found += [(t, factor, halved_attacking(site, t)) for t, factor in zip(group, felled(site, group), strict=True)]
    return _add_up(site, found)


def defence_worth(site: AttackConditions, team: Team, foes: Team) -> SideStrength:
    """The defenders' factors: woods, halves, the sum, doubled at most once, then what is added to the hex."""
    fresh = [t for t in foes if not t.idle]
    found = [(t, f, halved_defending(site, t)) for t, f in zip(fresh, felled(site, fresh), strict=True)]
    if not fresh:
        found = [(t, f, halved_defending(site, t)) for t, f in zip(foes, felled(site, foes), strict=True)]
    worth = _add_up(site, found)
    lines, total = list(worth.lines), worth.total
    reason = doubled_by(site, team)
    if reason:
        lines.append(CalculationLine(f"doubled: {reason}", floor(total), "5.3"))
        total *= 2
    for name, row in site.rows():
        if row.plus and (name != "works" or site.side is Side.AXIS):
            lines.append(CalculationLine(WORDS.get(name, name), row.plus, "5.3"))
            total += row.plus
    return SideStrength(tuple(lines), total)


def _add_up(site: AttackConditions, found: list[tuple[Combatant, int, tuple[str, ...]]]) -> SideStrength:
    lines, total = [], Fraction(0)
    for troop, factor, reasons in found:
        times = min(1, len(reasons)) if site.halve_once else len(reasons)
        value = Fraction(factor, 2**times)
        words = [f"{troop.name}"]
        if factor != troop.cf:
            words.append(f"woods {factor - troop.cf}")
        if reasons:
            words.append(f"halved ({', '.join(reasons)})")
        if value.denominator > 1:
            words.append(f"counts {mixed(value)}")
        exact = mixed(value) if value.denominator > 1 else ""
        lines.append(CalculationLine(", ".join(words), floor(value), "5.3" if len(words) > 1 else "5.2", exact))
        total += value
    return SideStrength(tuple(lines), total)


def felled(site: AttackConditions, group: Sequence[Combatant]) -> list[int]:
    """Factors of the units of one hex after woods: one less per tank unit, in all never below one (5.3)."""
    toll = max((row.tanks_lose for _, row in site.rows()), default=0)
    out = [t.cf - toll if t.tank else t.cf for t in group]
    tanks = [i for i, t in enumerate(group) if t.tank]
    if toll and tanks and sum(out[i] for i in tanks) < 1:
        for i in tanks:
            out[i] = 0
        out[min(tanks, key=lambda i: (group[i].supply, group[i].cold))] = 1
    return out


def halved_attacking(site: AttackConditions, troop: Combatant) -> tuple[str, ...]:
    """Why an attacker counts half (4.4, 5.3)."""
    out = [WORDS.get(n, n) for n, row in site.rows() if row.mech_halved and troop.mech]
    line = tables().side.get(troop.water)
    if line is not None and line.halved:
        out.append(f"across {WORDS.get(troop.water, troop.water)}")
    return (*out, *_hardship(troop, 1))


def halved_defending(site: AttackConditions, troop: Combatant) -> tuple[str, ...]:
    """Why a defender counts half."""
    rows = [(n, row) for n, row in site.rows() if row.halved or (row.mech_defends_halved and troop.mech)]
    out = [WORDS.get(n, n) for n, row in rows if row.halved or not (n == "city" and site.city_spares)]
    return (*out, *_hardship(troop, 2))


def _hardship(troop: Combatant, worst: int) -> list[str]:
    out = []
    if troop.supply >= worst:
        out.append("isolated" if troop.supply > 1 else "out of supply")
    if troop.cold:
        out.append("Romanians in Snow")
    return out


def doubled_by(site: AttackConditions, team: Team) -> str:
    """Why the defenders count double; "" if they do not (5.3)."""
    reasons = [WORDS.get(n, n) for n, row in site.rows() if row.doubled]
    if team and all(t.water in tables().side and tables().side[t.water].doubled for t in team):
        waters = {WORDS.get(t.water, t.water) for t in team}
        reasons.append(f"all attackers across {' or '.join(sorted(waters))}")
    return " and ".join(reasons)


# -- shifts and modifiers ---------------------------------------------------------------------------


def shifts(site: AttackConditions, team: Team) -> tuple[CalculationLine, ...]:
    """Column shifts, each to the left (5.3)."""
    out = []
    for name, row in site.rows():
        if name == "city" and site.side is Side.AXIS and site.turn == FIRST_TURN:
            continue
        if row.shift and (name != "fortified_zone" or site.side is Side.AXIS or not site.zones_soviet):
            out.append(CalculationLine(WORDS.get(name, name), -row.shift, "5.3"))
    crossed, chart = {t.water for t in team}, tables().side
    widest = max((chart[water].shift for water in crossed if water in chart), default=0)
    if widest and (crossed <= RIVERS or crossed == {STRAIT}):
        words = f"all attackers across {'the strait' if STRAIT in crossed else 'rivers'}"
        out.append(CalculationLine(words, -widest, "5.3"))
    return tuple(out)


def modifiers(site: AttackConditions, team: Team, foes: Team) -> tuple[CalculationLine, ...]:
    """Die-roll modifiers before they are clamped (5.4)."""
    table: Tables = tables()
    fight, out = table.combat, []
    armour = any(t.tank and not t.supply for t in team)
    if site.led and armour:
        out.append(CalculationLine("armour with an HQ", fight.coordination, "5.4"))
    shut = {*fight.closed_to_armour, "city", "fort"}
    if armour and not any(t.tank for t in foes) and shut.isdisjoint(site.ground):
        out.append(CalculationLine("no enemy armour", fight.armour, "5.4"))
    if site.side is Side.AXIS and site.turn == FIRST_TURN:
        out.append(CalculationLine("surprise", fight.surprise, "5.4"))
    if foes and all(t.supply > 1 for t in foes):
        out.append(CalculationLine("defenders isolated", fight.isolated, "5.4"))
    if site.weather == "Mud":
        out.append(CalculationLine("mud", fight.mud, "5.4"))
    return tuple(out)
