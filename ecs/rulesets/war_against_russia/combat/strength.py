"""What the two sides of an attack are worth (8, 9.1).  Pure figures, no world."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.view import CalculationLine, Refusal
from ecs.rulesets.war_against_russia.data.tables import tables

INFANTRY, ARMOUR, CAVALRY = "infantry", "armour", "cavalry"
GERMAN, RUSSIAN = "GER", "SOV"


class Combatant(NamedTuple):
    """A combat unit as far as a fight goes.

    ``arm``: infantry, armour or cavalry; ``attack``, ``defence``: as printed; ``base``: the hex it attacks out of.
    What lies between that hex and the target, frozen or not: ``river``, ``lake``, ``strait``, and ``fortified``, a
    fortified line that faces it.
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
    river: bool = False
    lake: bool = False
    strait: bool = False
    fortified: bool = False

    @property
    def cost(self) -> int:
        """Replacement factors, the measure of what is lost (13)."""
        return max(self.attack, self.defence)


Team = tuple[Combatant, ...]


class AttackConditions(NamedTuple):
    """What the target hex and the moment do to an attack by ``side``.

    ``weather``: that of the target hex; ``frozen``: rivers, lakes and swamps; ``place``: victory, major, town (a city
    of the rules), locality (a town of the rules) or ""; ``intrinsic``: factor of the city's own people; ``air``:
    air units of the attacker; ``prepared``: a result of BR is one, and not DE (9.3); ``strait_held``: the attacker
    controls the sea of the strait; ``lined``: every attacker comes across a fortified line; ``surrounded``: the
    defenders have no way to retreat, ``hemmed``: none of one hex; ``stand``: they are not to retreat; ``firm``: ids of
    the Germans who alone are not to, where not all are.
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
    strait_held: bool = False
    lined: bool = False
    surrounded: bool = False
    hemmed: bool = False
    stand: bool = False
    firm: frozenset[str] = frozenset()


class SideStrength(NamedTuple):
    """One side's factors, line by line, and their sum.  ``exact``: with the fraction that was dropped."""

    lines: tuple[CalculationLine, ...]
    total: int
    exact: Fraction


# -- what lies between (8) --------------------------------------------------------------------------------


def crosses_lake(site: AttackConditions, troop: Combatant) -> bool:
    """Does it attack across an open lake, or the strait without its sea?"""
    return (troop.lake and not site.frozen) or (troop.strait and not site.strait_held)


def crosses_river(site: AttackConditions, troop: Combatant) -> bool:
    """Does it attack across an open river?"""
    return troop.river and not site.frozen


def is_over_water(site: AttackConditions, troop: Combatant) -> bool:
    """Is there open water of any kind between it and the defenders?"""
    return troop.strait or ((troop.river or troop.lake) and not site.frozen)


def crossing_refusal(site: AttackConditions, troop: Combatant) -> Refusal | None:
    """Why this unit may not attack across what lies between; None if it may (8)."""
    if troop.arm == INFANTRY or not crosses_lake(site, troop):
        return None
    if troop.strait:
        return Refusal("strait", "Only infantry attacks across the strait while the enemy has its sea.", "8")
    return Refusal("lake", "Only infantry attacks across a lake that is not frozen.", "8")


def facing(site: AttackConditions, team: Team) -> AttackConditions:
    """The site as these attackers find it: is its fortified line flanked (8)?"""
    return site._replace(lined=bool(team) and all(troop.fortified for troop in team))


def stands(site: AttackConditions, foe: Combatant) -> bool:
    """Is this defender not to retreat (9.6)?  Russians are told so all together, Germans one by one, allies never."""
    if not site.stand or foe.nation not in (GERMAN, RUSSIAN):
        return False
    return not site.firm or foe.id in site.firm


# -- attack (9.1, 11) -------------------------------------------------------------------------------------


def attack_factor(site: AttackConditions, troop: Combatant) -> Fraction:
    """What one attacker counts: half across a lake, half without supply."""
    table, value = tables().attack, Fraction(troop.attack)
    if crosses_lake(site, troop):
        value /= table.lake_divisor
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
        lines.append(CalculationLine("fractions dropped", total - shown, "9.1", shown=f"−{words_of(exact - total)}"))
    return SideStrength(tuple(lines), total, exact)


def _attack_line(site: AttackConditions, troop: Combatant, value: Fraction) -> CalculationLine:
    reasons = [("across the strait" if troop.strait else "across a lake", "8")] if crosses_lake(site, troop) else []
    reasons += [] if troop.supplied else [("out of supply", "11")]
    text = ", ".join((troop.name, *(reason for reason, _ in reasons)))
    rule = reasons[0][1] if reasons else "9.1"
    return CalculationLine(text, value // 1, rule, words_of(value) if value.denominator > 1 else "")


def words_of(value: Fraction) -> str:
    """Factors with their halves and quarters: "2½"."""
    part = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}.get(value % 1, "")
    whole = value // 1
    return f"{whole or ''}{part}" if part else str(whole)


# -- defence (8) ------------------------------------------------------------------------------------------


def bonuses(site: AttackConditions, troop: Combatant) -> tuple[CalculationLine, ...]:
    """What ground and place add to one defender, before a victory city doubles it."""
    if troop.arm != INFANTRY:
        return ()
    table, russian = tables().defence, troop.nation == RUSSIAN
    found = (
        ("hills", table.hills, site.terrain == "hills"),
        ("mountains", table.mountain, site.terrain == "mountain"),
        ("swamp", table.swamp, russian and site.terrain == "swamp" and not site.frozen),
        ("fortified line", table.fortified_line, russian and site.lined and site.turn >= table.fortified_from),
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
    """The defenders' factors, with those of the city's own people."""
    lines = [_defence_line(site, troop) for troop in site.foes]
    if site.intrinsic:
        lines.append(CalculationLine("the city itself", site.intrinsic, "8"))
    total = sum(line.value for line in lines)
    return SideStrength(tuple(lines), total, Fraction(total))


def _defence_line(site: AttackConditions, troop: Combatant) -> CalculationLine:
    reasons = [f"{line.text} {line.value:+d}" for line in bonuses(site, troop)]
    if site.place == "victory":
        reasons.append(f"victory city ×{tables().defence.victory_times}")
    text = f"{troop.name} {troop.defence}, {', '.join(reasons)}" if reasons else troop.name
    return CalculationLine(text, defence_factor(site, troop), "8" if reasons else "9.1")
