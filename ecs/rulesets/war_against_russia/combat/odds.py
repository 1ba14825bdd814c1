"""Chapter 9: the odds of an attack, its result and its price.  Pure figures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.known_facts import ResultEffects, SideEffect
from ecs.core.unit_names import signed
from ecs.core.view import CalculationLine, Refusal
from ecs.rulesets.war_against_russia.data.tables import FACES, SHELF, Effect, HexsideRow, tables
from ecs.systems.combat.odds import NO_COLUMN, OddsColumns, mixed

# -- What the two sides of an attack are worth (8, 9.1).  Pure figures, no world. ------------------------------------

INFANTRY, ARMOUR, CAVALRY = "infantry", "armour", "cavalry"
GERMAN, RUSSIAN = "GER", "SOV"


class Combatant(NamedTuple):
    """A combat unit as combat sees it.

    ``arm``: infantry, armour or cavalry; ``attack``, ``defence``: as printed; ``base``: the hex it attacks out of.
    ``across``: the hexsides between that hex and the target, frozen or not, by their rows.
    """

    id: str
    name: str
    attack: int
    defence: int
    arm: str = INFANTRY
    nation: str = GERMAN
    size: str = "corps"
    base: int = -1
    dispersed: bool = False
    supplied: bool = True
    across: frozenset[str] = frozenset()

    @property
    def cost(self) -> int:
        """Replacement factors: the measure of losses (13)."""
        return max(self.attack, self.defence)


Team = tuple[Combatant, ...]


class AttackConditions(NamedTuple):
    """What the target hex and the moment do to an attack by ``side``.

    ``weather``: that of the target hex; ``frozen``: rivers, lakes and swamps; ``place``: victory, major, town (a city
    of the rules), locality (a town of the rules) or ""; ``intrinsic``: factor of the city's militia; ``air``:
    air units of the attacker; ``prepared``: a result of BR is one, and not DE (9.3); ``seas``: those the
    attacker controls; ``lined``: fortified lines that every attacker comes across; ``surrounded``: the
    defenders have no way to retreat, ``hemmed``: none of one hex; ``standing``: ids of those told
    not to retreat (9.6).
    """

    side: Side
    foes: Team = ()
    terrain: str = "clear"
    place: str = ""
    fortress: bool = False
    intrinsic: int = 0
    turn: int = 1
    weather: str = "Good"
    frozen: bool = False
    air: int = 0
    prepared: bool = True
    seas: frozenset[str] = frozenset()
    lined: frozenset[str] = frozenset()
    surrounded: bool = False
    hemmed: bool = False
    standing: frozenset[str] = frozenset()


class SideStrength(NamedTuple):
    """One side's factors, line by line, and their sum.  ``exact``: with the fraction that was dropped."""

    lines: tuple[CalculationLine, ...]
    total: int
    exact: Fraction


# -- what lies between (8) --------------------------------------------------------------------------------


Crossing = tuple[str, HexsideRow]


def crossings(site: AttackConditions, troop: Combatant) -> list[Crossing]:
    """What it attacks across that is not frozen, by name."""
    if not troop.across:
        return []
    rows = tables().side.items()
    return [(name, row) for name, row in rows if name in troop.across and not (row.freezes and site.frozen)]


def divides(site: AttackConditions, row: HexsideRow) -> bool:
    """Does a hexside divide attack factors: an open lake, or the strait without its sea?"""
    return row.divisor > 1 and row.sea not in site.seas


def dividing(site: AttackConditions, troop: Combatant) -> Crossing | None:
    """Why its attack factor is divided."""
    return next((found for found in crossings(site, troop) if divides(site, found[1])), None)


def is_over_water(site: AttackConditions, troop: Combatant) -> bool:
    """Is there open water of any kind between it and the defenders?"""
    return any(row.hinders for _, row in crossings(site, troop))


def crossing_refusal(site: AttackConditions, troop: Combatant) -> Refusal | None:
    """Why this unit may not attack across what lies between; None if it may (8)."""
    found = dividing(site, troop)
    if troop.arm == INFANTRY or found is None:
        return None
    name, row = found
    if row.sea:
        return Refusal(name, f"Only infantry may attack across the {name} while the enemy controls its sea.", "8")
    return Refusal(name, f"Only infantry may attack across an unfrozen {name}.", "8")


def facing(site: AttackConditions, team: Team) -> AttackConditions:
    """The site as these attackers find it: is its fortified line flanked (8)?"""
    ways = [{name for name, row in crossings(site, troop) if row.plus} for troop in team]
    return site._replace(lined=frozenset(ways[0].intersection(*ways[1:]) if ways else ()))


# -- attack (9.1, 11) -------------------------------------------------------------------------------------


def attack_factor(site: AttackConditions, troop: Combatant) -> Fraction:
    """What one attacker counts: half across a lake, half without supply."""
    table, value = tables().attack, Fraction(troop.attack)
    found = dividing(site, troop)
    if found is not None:
        value /= found[1].divisor
    if not troop.supplied:
        value /= table.unsupplied_divisor
    return value


def attack_worth(site: AttackConditions, team: Iterable[Combatant]) -> SideStrength:
    """The attackers' factors, fractions dropped at the end."""
    lines, exact = [], Fraction(0)
    for troop in team:
        value = attack_factor(site, troop)
        lines.append(_attack_line(site, troop, value))
        exact += value
    total = exact // 1
    if exact != total:
        shown = sum(line.value for line in lines)
        lines.append(CalculationLine("fractions dropped", total - shown, "9.1", shown=f"−{mixed(exact - total)}"))
    return SideStrength(tuple(lines), total, exact)


def _attack_line(site: AttackConditions, troop: Combatant, value: Fraction) -> CalculationLine:
    found = dividing(site, troop)
    reasons = [(f"across {'the' if found[1].sea else 'a'} {found[0]}", "8")] if found is not None else []
    reasons += [] if troop.supplied else [("out of supply", "11")]
    text = ", ".join((troop.name, *(reason for reason, _ in reasons)))
    rule = reasons[0][1] if reasons else "9.1"
    return CalculationLine(text, value // 1, rule, mixed(value) if value.denominator > 1 else "")


# -- defence (8) ------------------------------------------------------------------------------------------


def bonuses(site: AttackConditions, troop: Combatant) -> tuple[CalculationLine, ...]:
    """What ground and place add to a defender, before a victory city doubles it."""
    if troop.arm != INFANTRY:
        return ()
    table, russian, ground = tables().defence, troop.nation == RUSSIAN, tables().ground(site.terrain)
    helped = ground.plus and (russian or not ground.soviet) and not (ground.freezes and site.frozen)
    lines = [row for name in site.lined if (row := tables().side[name]).from_turn <= site.turn]
    found = (
        ("mountains" if site.terrain == "mountain" else site.terrain, ground.plus, helped),
        ("fortified line", sum(row.plus for row in lines), russian and bool(lines)),
        ("fortress", table.fortress, russian and site.fortress),
        ("major city", table.major, site.place == "major"),
        ("city", table.town, site.place == "town"),
    )
    return tuple(CalculationLine(text, value, "8") for text, value, applies in found if applies)


def defence_factor(site: AttackConditions, troop: Combatant) -> int:
    """What one defender counts: its factor and all that is added, doubled in a victory city (8, 9.3).

    The site must be that of the attack (``facing``, as ``weigh`` makes it), for a fortified line counts.
    """
    value = troop.defence + sum(line.value for line in bonuses(site, troop))
    return value * tables().defence.victory_times if site.place == "victory" else value


def defence_worth(site: AttackConditions) -> SideStrength:
    """The defenders' factors, with those of the city's militia."""
    lines = [_defence_line(site, troop) for troop in site.foes]
    if site.intrinsic:
        lines.append(CalculationLine("city militia", site.intrinsic, "8"))
    total = sum(line.value for line in lines)
    return SideStrength(tuple(lines), total, Fraction(total))


def _defence_line(site: AttackConditions, troop: Combatant) -> CalculationLine:
    reasons = [f"{line.text} {signed(line.value)}" for line in bonuses(site, troop)]
    if site.place == "victory":
        reasons.append(f"victory city ×{tables().defence.victory_times}")
    text = f"{troop.name} {troop.defence}, {', '.join(reasons)}" if reasons else troop.name
    return CalculationLine(text, defence_factor(site, troop), "8" if reasons else "9.1")


BREAKTHROUGH, ELIMINATED, LOSS = "BR", "DE", "AE"


class AttackOdds(NamedTuple):
    """An attack worked out up to the die.

    ``ratio``: the column of the plain factors; ``column``: after shifts (-1 both: below the table, not allowed).
    """

    site: AttackConditions
    team: Team
    attack: SideStrength
    defence: SideStrength
    ratio: int
    column: int
    shifts: tuple[CalculationLine, ...]

    @property
    def title(self) -> str:
        """The column as the table names it."""
        return columns().title(self.column)

    @property
    def allowed(self) -> bool:
        """Are the odds on the table (9.1)?"""
        return self.column != NO_COLUMN

    def result(self, die: int) -> str:
        """The code that the table has for a die."""
        return lookup(self.column, die)

    def code(self, die: int) -> str:
        """The code a die brings after conversion (9.6): whether there is a way out depends on how far it leads."""
        raw, site = self.result(die), self.site
        closed = site.surrounded or (site.hemmed and effect_of(raw).retreat[1] == 1)
        return convert(raw, site, self.team, closed, bool(site.standing))


# -- columns (9.1) ----------------------------------------------------------------------------------------


@SHELF.remembered()
def columns() -> OddsColumns:
    """The columns of the combat results table."""
    return OddsColumns(tuple((a, d) for a, d in tables().crt.odds))


def lookup(column: int, die: int) -> str:
    """The cell of a column and a face of the die.

    :raises ValueError: below the table, where no die is thrown.
    """
    if column == NO_COLUMN:
        raise ValueError(f"no result at odds {columns().title(column)}")
    return tables().crt.cells[die - 1][column]


def effect_of(code: str) -> Effect:
    """What a result does."""
    return tables().result[code]


@SHELF.remembered(64)
def effects_of(code: str) -> ResultEffects:
    """What a result does to attackers and defenders."""
    effect = effect_of(code)
    return ResultEffects(
        code,
        SideEffect(pays=effect.attackers or effect.exchange, disrupted=effect.attackers),
        SideEffect(0, effect.eliminated, effect.exchange, effect.retreat, effect.dispersed),
        effect.breakthrough,
    )


def work_out_odds(site: AttackConditions, team: Team) -> AttackOdds:
    """Factors, column and shifts of an attack."""
    here = facing(site, team)
    attack, defence = attack_worth(here, team), defence_worth(here)
    lines = shifts(here, team)
    plain = columns().reached(attack.total, defence.total)
    column = columns().shifted(plain, sum(line.value for line in lines))
    return AttackOdds(here, team, attack, defence, plain, column, lines)


# -- shifts (8, 9.1, 4, 12) -------------------------------------------------------------------------------


def shifts(site: AttackConditions, team: Team) -> tuple[CalculationLine, ...]:
    """Every shift of the column that applies."""
    table = tables().shift
    german = any(foe.nation == GERMAN for foe in site.foes)
    all_wet = bool(team) and all(is_over_water(site, troop) for troop in team)
    wet = dict(found for troop in team for found in crossings(site, troop)) if all_wet else {}
    rows = [(name, row) for name, row in tables().side.items() if name in wet and not divides(site, row)]
    out = [_water_line(name, row, german) for name, row in rows if row.shift or row.shift_german]
    if mostly_dispersed(site.foes):
        out.append(CalculationLine("against Dispersed units", table.dispersed, "11"))
    if site.side is Side.SOVIET and site.weather == tables().weather.cold and not (german and site.place):
        out.append(CalculationLine(f"Soviets in {site.weather} weather", table.cold, "4"))
    flying = min(site.air, tables().air.an_attack)
    if flying:
        out.append(CalculationLine("air support", flying * table.air, "12"))
    return tuple(out)


def _water_line(name: str, row: HexsideRow, german: bool) -> CalculationLine:
    if german and row.shift_german:
        return CalculationLine(f"{name}, Germans behind it", row.shift_german, "8")
    return CalculationLine(f"across the {name}" if row.sea else name, row.shift, "8")


def mostly_dispersed(foes: Iterable[Combatant]) -> bool:
    """Is at least half of the defenders' printed strength Dispersed (9.1)?"""
    whole, tired = 0, 0
    for foe in foes:
        whole += foe.defence
        tired += foe.defence if foe.dispersed else 0
    return tired > 0 and 2 * tired >= whole


# -- conversions (9.3, 9.6) -------------------------------------------------------------------------------


def convert(code: str, site: AttackConditions, team: Team, surrounded: bool, stand: bool) -> str:
    """A result as it is carried out: one step by No Retreat, else for want of a way out, else by overrun; then BR is
    DE but in a prepared attack."""
    table = tables().convert
    if stand:
        code = table.stand.get(code, code)
    elif surrounded:
        code = table.surrounded.get(code, code)
    elif code in table.overrun and is_overrun(site, team):
        code = table.overrun[code]
    return ELIMINATED if code == BREAKTHROUGH and not site.prepared else code


def declined(site: AttackConditions, code: str) -> str:
    """What the defenders may take instead of a result on their ground; the same code if nothing (8)."""
    return tables().ground(site.terrain).declines.get(code, code) if site.foes else code


def is_overrun(site: AttackConditions, team: Team) -> bool:
    """Does armour ride down infantry and cavalry that have no armour, no ground and no weather to help them (9.6)?"""
    rules = tables().overrun
    if site.weather not in rules.weather.of(site.side) or not site.foes:
        return False
    if any(foe.arm == ARMOUR for foe in site.foes) or has_advantage(site, team):
        return False
    armour = sum(attack_factor(site, troop) for troop in team if troop.arm == ARMOUR)
    return armour > rules.times * sum(foe.defence for foe in site.foes)


def has_advantage(site: AttackConditions, team: Team) -> bool:
    """Does the terrain help the defenders in any way (8)?"""
    if site.intrinsic or site.place == "victory" or any(bonuses(site, foe) for foe in site.foes):
        return True
    if any(dividing(site, troop) is not None for troop in team):
        return True
    return bool(team) and all(is_over_water(site, troop) for troop in team)


# -- losses and exchanges (9.3, 9.5) ----------------------------------------------------------------------


def toll(site: AttackConditions) -> int:
    """The factors attackers lose by AE: as many as the defence has in all (9.3)."""
    return defence_worth(site).total


def payment(site: AttackConditions, troop: Combatant) -> int:
    """Twice the factors an attacker pays when it is lost: as it counted in the attack."""
    return 2 * attack_factor(site, troop) // 1


def payers(site: AttackConditions, team: Team) -> Team:
    """The attackers that may be lost to pay for an exchange (9.5)."""
    spared = tables().exchange.spared if site.side is Side.AXIS else []
    return tuple(troop for troop in team if troop.nation not in spared)


def exchange_cost(site: AttackConditions, picked: Iterable[str]) -> int:
    """Factors to be paid for these defenders in an X; for the last of them the city's militia comes in (9.5)."""
    names = set(picked)
    cost = sum(defence_factor(site, foe) for foe in site.foes if foe.id in names)
    return cost + site.intrinsic if all(foe.id in names for foe in site.foes) else cost


def can_pay(site: AttackConditions, team: Team, cost: int) -> bool:
    """Do the attackers that may be lost have this many factors?"""
    means = payers(site, team)
    return bool(means) and sum(payment(site, troop) for troop in means) >= 2 * cost


def price(site: AttackConditions, code: str) -> int | None:
    """Factors, rounded up, that buy all the defenders instead of a result; None if they cannot be bought (9.5)."""
    rate = tables().exchange.prices.get(code)
    return -(-toll(site) * rate[0] // rate[1]) if rate else None


def buyers(site: AttackConditions, team: Team) -> Team:
    """The Germans who may pay for an exchange by choice, if weather and enemy allow one (9.5)."""
    russians = all(foe.nation == RUSSIAN for foe in site.foes)
    if site.side is not Side.AXIS or not russians or site.weather not in tables().exchange.weather:
        return ()
    return tuple(troop for troop in team if troop.nation == GERMAN)


def offer(site: AttackConditions, team: Team, code: str) -> int | None:
    """The price at which the Germans may buy the defending units after the die; None if they may not (9.5)."""
    cost = price(site, code)
    means = buyers(site, team) if site.foes else ()
    if cost is None or not means or sum(payment(site, troop) for troop in means) < 2 * cost:
        return None
    return cost


def empties(site: AttackConditions, code: str, left: int) -> bool:
    """Does a result leave the hex open?  ``left``: defenders still there.  A city's militia stays but for a result
    that destroys them (8)."""
    return not left and (not site.intrinsic or code in tables().exchange.intrinsic_falls)


def dice() -> range:
    """The faces of the die."""
    return range(1, FACES + 1)
