"""Chapters 9 to 12: the odds of an attack, its die and its result.  Pure figures, no world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from ecs.core.components import Side
from ecs.core.unit_names import weather_words
from ecs.core.view import CalculationLine, Refusal
from ecs.rulesets.russia_besieged.combat.strength import (
    OUT_OF_SUPPLY,
    AttackConditions,
    Combatant,
    DefendedHex,
    SideStrength,
    Team,
    attack_worth,
    defence_worth,
)
from ecs.rulesets.russia_besieged.data.calendar import is_first_winter
from ecs.rulesets.russia_besieged.data.combat_tables import Chart, Effect, SideResult
from ecs.rulesets.russia_besieged.data.tables import BELOW, SHELF, split_cell, tables
from ecs.systems.combat.odds import NO_COLUMN, OddsColumns

T = TypeVar("T")
CRT, BLITZKRIEG = "crt", "blitzkrieg"
MOUNTAIN_TROOPS, FINNS = "M", "FIN"


class TableResult(NamedTuple):
    """A cell of a table: its code, hexes of Blitzkrieg advance, and what it does."""

    code: str
    advance: int
    effect: Effect

    @property
    def title(self) -> str:
        """The result as the table prints it."""
        return f"{self.code} Adv {self.advance}" if self.advance else self.code


class DieFace(NamedTuple):
    """One face of the die: as thrown, as read, and its result."""

    die: int
    read: int
    result: TableResult


class AttackOdds(NamedTuple):
    """An attack worked out up to the die.

    ``ratio``: n for n-1, -n for 1-n; ``column``: of the table (-1: below it, the attackers surrender); ``drm``: sum.
    """

    attack: SideStrength
    defence: SideStrength
    ratio: int
    table: str
    column: int
    drms: tuple[CalculationLine, ...]
    drm: int

    @property
    def dice(self) -> int:
        """Faces of the die."""
        return tables().combat.faces

    @property
    def title(self) -> str:
        """The column as the table names it."""
        return columns(self.table).title(self.column)

    def read(self, die: int) -> int:
        """The adjusted roll of a thrown die, within the table."""
        return adjusted(self.table, die + self.drm)

    def result(self, die: int) -> TableResult:
        """The result of a thrown die."""
        return lookup(self.table, self.column, self.read(die))

    def faces(self) -> tuple[DieFace, ...]:
        """Every face of the die with its result."""
        return tuple(DieFace(die, self.read(die), self.result(die)) for die in range(1, self.dice + 1))


# -- ratio, column, cell (10.2) ---------------------------------------------------------------------------


def ratio(attack: int, defence: int) -> int:
    """Odds in the defender's favour: n for n-1, -n for 1-n; 0 if one side has nothing to compare."""
    if attack <= 0 or defence <= 0:
        return 0
    return attack // defence if attack >= defence else -defence // attack


def ratio_name(found: int) -> str:
    """Odds in figures: "3-1", "1-2"."""
    return f"{found}-1" if found > 0 else f"1-{-found}" if found else "none"


def chart(table: str) -> Chart:
    """The table with this name."""
    return tables().blitz_table if table == BLITZKRIEG else tables().crt


@SHELF.remembered(2)
def columns(table: str) -> OddsColumns:
    """The columns of the table with this name."""
    return OddsColumns(tuple(_pair(head) for head in chart(table).odds))


def _pair(found: int) -> tuple[int, int]:
    return (found, 1) if found >= 0 else (1, -found)


def column_of(table: str, found: int) -> int:
    """The column odds are read in: the last whose head they reach; -1 below the table."""
    return columns(table).reached(*_pair(found))


def adjusted(table: str, roll: int) -> int:
    """A roll after its modifiers, clamped to the table."""
    rows = chart(table)
    return max(rows.lowest, min(rows.highest, roll))


@SHELF.remembered(1024)
def lookup(table: str, column: int, roll: int) -> TableResult:
    """The result of an adjusted roll; below the table the attackers surrender whatever the die."""
    effects = tables().result
    if column == NO_COLUMN:
        return TableResult(BELOW, 0, effects[BELOW])
    rows, read = chart(table), adjusted(table, roll)
    row = next(i for i, (low, high) in enumerate(rows.rolls) if low <= read <= high)
    code, advance = split_cell(rows.cells[row][column])
    return TableResult(code, advance, effects[code])


def work_out_odds(site: AttackConditions, team: Team, table: str = CRT) -> AttackOdds:
    """Factors, odds, column and modifiers of an attack on one of the tables."""
    attack, defence = attack_worth(site, team), defence_worth(site)
    found = ratio(attack.total, defence.total)
    drms = modifiers(site, team)
    return AttackOdds(attack, defence, found, table, column_of(table, found), drms, sum(line.value for line in drms))


# -- die-roll modifiers (10.3, 10.5, 10.37, 14.2) -----------------------------------------------------------


def modifiers(site: AttackConditions, team: Team) -> tuple[CalculationLine, ...]:
    """Every modifier that applies; against several hexes each is the worst of them for the attacker (10.1)."""
    out: list[CalculationLine] = []
    ours, theirs = site.marshals
    out += _named("marshal", attacker=ours)
    out += _named("marshal", defender=theirs)
    if site.targets:
        out += _armour(site, team)
        mountains = [row.mountaineers for row in site.ground]
        climbers = any(t.kind == MOUNTAIN_TROOPS for t in team)
        out += _named("mountaineers", attacker=climbers and all(mountains))
        out += _named("mountaineers", defender=any(map(_held_by_mountaineers, site.targets)))
        for name in _crossed_by_all(site, team):
            out += _named(name, defender=True)
        out += _ground(site)
        out += _named("fortress", defender=any(target.fortress for target in site.targets))
    return (*out, *_winter(site, team))


def _named(name: str, attacker: bool = False, defender: bool = False) -> list[CalculationLine]:
    """The lines of a modifier that either side has."""
    row = tables().modifier[name]
    values = [row.attacker] * attacker + [row.defender] * defender
    return [CalculationLine(row.text, value, row.rule) for value in values if value]


def _armour(site: AttackConditions, team: Team) -> list[CalculationLine]:
    """Armour of one side where the other has none; without supply it only denies (10.5)."""
    if site.weather in tables().combat.armour_not_weather:
        return []
    worst = min(_armour_against(target, team) for target in site.targets)
    return [*_named("armour", attacker=worst > 0), *_named("enemy_armour", defender=worst < 0)]


def _armour_against(target: DefendedHex, team: Team) -> int:
    """Which side has the better armour in one hex: 1 the attacker, -1 the defender, 0 neither."""
    if not tables().terrain[target.ground].armour:
        return 0
    ours, theirs = [t for t in team if t.armour], [t for t in target.foes if t.armour]
    if ours and not theirs:
        return int(any(t.supply != OUT_OF_SUPPLY for t in ours))
    if theirs and not ours:
        return -int(any(t.supply != OUT_OF_SUPPLY for t in theirs))
    return 0


def _held_by_mountaineers(target: DefendedHex) -> bool:
    return tables().terrain[target.ground].mountaineers and any(t.kind == MOUNTAIN_TROOPS for t in target.foes)


def _crossed_by_all(site: AttackConditions, team: Team) -> list[str]:
    """The modifiers of hexsides, if every defending hex is behind an open one from every attacker (10.3)."""
    rows = {name: row for name, row in tables().side.items() if row.modifier and site.weather not in row.frozen}
    ways = [{n: name for n, name in sorted(t.across) if name in rows} for t in team]
    if not ways or any(len(found) < len(site.targets) for found in ways):
        return []
    return sorted({rows[name].modifier for found in ways for name in found.values()})


def _ground(site: AttackConditions) -> list[CalculationLine]:
    """The worst terrain of the hexes attacked."""
    rows = [tables().modifier[row.modifier] for row in site.ground if row.modifier]
    worst = min(rows, key=lambda row: row.defender, default=None)
    return [CalculationLine(worst.text, worst.defender, worst.rule)] if worst else []


def _winter(site: AttackConditions, team: Team) -> list[CalculationLine]:
    """Soviets attack well, others but Finns badly in the first winter (5.3; option 24.6)."""
    if not site.first_winter or not is_first_winter(site.turn, site.weather):
        return []
    if site.side is Side.SOVIET:
        return _named("winter_soviet", attacker=all(t.nation != FINNS for t in site.foes))
    return _named("winter_axis", attacker=any(t.nation != FINNS for t in team))


# -- Blitzkrieg attack and automatic victory (10.9, 9) -------------------------------------------------------


def blitz_refusal(site: AttackConditions, team: Team) -> Refusal | None:
    """Why an attack may not be made on the Blitzkrieg table; None if it may."""
    rules = tables().blitz
    first, last = rules.turns(site.side)
    if not first <= site.turn <= last:
        return Refusal("blitz-turn", f"This side may make Blitzkrieg attacks only on turns {first} to {last}.", "10.9")
    armour = [t for t in team if t.armour and t.nation == rules.nations.of(site.side)]
    if len(armour) < rules.armour:
        return Refusal("blitz-armour", "A Blitzkrieg attack needs an armour unit that is not an ally's.", "10.9")
    if any(t.supply for t in armour):
        return Refusal("blitz-supply", "Armour without combat supply cannot make a Blitzkrieg attack.", "10.9")
    if site.weather not in rules.weather:
        return Refusal("blitz-weather", f"No Blitzkrieg attacks in {weather_words(site.weather)}.", "10.9")
    if not all(row.blitz for row in site.ground):
        return Refusal("blitz-ground", "No Blitzkrieg attacks on a Major City, swamp or mountain.", "10.9")
    found = ratio(attack_worth(site, team).total, defence_worth(site).total)
    if column_of(BLITZKRIEG, found) == NO_COLUMN:
        least = ratio_name(tables().blitz_table.odds[0])
        return Refusal(
            "blitz-odds", f"A Blitzkrieg attack needs odds of {least}; these are {ratio_name(found)}.", "10.9"
        )
    return None


def is_automatic_victory(attack: int, defence: int) -> bool:
    """Do raw factors reach the odds of an automatic victory (9.1)?  An empty defence is none."""
    return ratio(attack, defence) >= tables().victory_at_odds.odds


def victory_refusal(site: AttackConditions, team: Team) -> Refusal | None:
    """Why these units cannot overrun the hex in passing; None if they can (9)."""
    rules = tables().victory_at_odds
    if site.weather not in rules.weather:
        return Refusal("av-weather", f"No automatic victories in {weather_words(site.weather)}.", "9.3")
    if not all(row.victory for row in site.ground):
        return Refusal("av-ground", "No automatic victory against a Major City or a mountain hex.", "9.3")
    for name in sorted({name for t in team for _, name in t.across}):
        if not tables().side[name].victory:
            return Refusal("av-strait", f"No automatic victory across the {name}.", "9.3")
    if any(t.kind in rules.never or t.landed for t in team):
        return Refusal(
            "av-unit", "Artillery, militia and units that just landed cannot take part in an automatic victory.", "9.3"
        )
    if any(t.supply for t in team):
        return Refusal("av-supply", "Units without combat supply cannot take part in an automatic victory.", "9.3")
    attack, defence = attack_worth(site, team).total, defence_worth(site).total
    if not is_automatic_victory(attack, defence):
        return Refusal("av-odds", f"{attack} against {defence} is less than {rules.odds}-1.", "9.1")
    return None


# -- results (10.6) ---------------------------------------------------------------------------------------


class ResultCost(NamedTuple):
    """Steps either side loses, and hexes its survivors must go: fewest and most."""

    attacker: int
    defender: int
    attacker_retreat: tuple[int, int]
    defender_retreat: tuple[int, int]


def result_cost(result: TableResult, attackers: int, defenders: int) -> ResultCost:
    """What a result costs a side with this many steps (10.6, 10.61).

    A side that loses all its steps does not retreat.
    """
    effect = result.effect
    limit = min(attackers, defenders) if effect.even else attackers + defenders
    ours = _steps(effect.attacker, attackers, limit)
    theirs = _steps(effect.defender, defenders, limit)
    return ResultCost(
        ours,
        theirs,
        effect.attacker.retreat if ours < attackers else (0, 0),
        effect.defender.retreat if theirs < defenders else (0, 0),
    )


def _steps(fate: SideResult, steps: int, limit: int) -> int:
    return steps if fate.all else min(fate.lost, steps, limit)


class LossTraits(NamedTuple):
    """What decides which attacker takes the first step loss."""

    armour: bool
    nation: str
    cf: int


def first_losers(units: Sequence[T], table: str, result: TableResult, trait: Callable[[T], LossTraits]) -> list[T]:
    """Who may lose the attackers' first step: armour in a Blitzkrieg attack; in an even exchange a unit of the nation
    with most factors (10.61)."""
    traits = [trait(unit) for unit in units]
    pool = list(range(len(units)))
    if table == BLITZKRIEG:
        pool = [i for i in pool if traits[i].armour] or pool
    if result.effect.attacker.lost and result.effect.defender.lost:
        shares: dict[str, int] = {}
        for each in traits:
            shares[each.nation] = shares.get(each.nation, 0) + each.cf
        most = max(shares.values(), default=0)
        pool = [i for i in pool if shares[traits[i].nation] == most] or pool
    return [units[i] for i in pool]


def traits_of(troop: Combatant) -> LossTraits:
    """What decides whether a combatant may take the first step loss."""
    return LossTraits(troop.armour, troop.nation, troop.cf)


def advance_of(result: TableResult, table: str) -> tuple[int, int]:
    """Hexes armour, and other attackers, may advance once the hex is empty (10.8, 10.9)."""
    if not result.effect.advance:
        return 0, 0
    if table == BLITZKRIEG and result.advance:
        return result.advance, tables().blitz.others
    return tables().combat.advance, tables().combat.advance


def surrendered(result: TableResult, team: Sequence[Combatant], attacking: bool) -> tuple[str, ...]:
    """Ids of the units a result sends to the Surrendered box rather than the Eliminated box (10.68)."""
    fate = result.effect.attacker if attacking else result.effect.defender
    return tuple(t.id for t in team if fate.captured or (fate.all and fate.surrender and t.surrounded))
