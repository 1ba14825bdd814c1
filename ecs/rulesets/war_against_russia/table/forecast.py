"""Chapter 9: the forecast of an attack: every result with its exact chance, on the map or typed in as figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ecs.core.components import Assignment, Side
from ecs.core.known_facts import DieFace, Note
from ecs.core.ruleset import AttackQuery
from ecs.core.unit_names import signed
from ecs.core.view import Forecast, Outcome, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import declaring, retreat_and_advance
from ecs.rulesets.war_against_russia.combat.battlefield import foes_at, site, team_of
from ecs.rulesets.war_against_russia.combat.odds import (
    ARMOUR,
    CAVALRY,
    GERMAN,
    INFANTRY,
    LOSS,
    RUSSIAN,
    AttackConditions,
    AttackOdds,
    Combatant,
    Team,
    can_pay,
    columns,
    convert,
    crossing_refusal,
    declined,
    dice,
    effect_of,
    effects_of,
    empties,
    exchange_cost,
    facing,
    offer,
    payers,
    payment,
    toll,
    work_out_odds,
)
from ecs.rulesets.war_against_russia.data.components import Breakthrough
from ecs.rulesets.war_against_russia.data.tables import GROUND, SHELF, WEATHERS, tables
from ecs.rulesets.war_against_russia.data.units import AIR_BOX, is_air
from ecs.rulesets.war_against_russia.ground.control import excess, full_for, is_defended
from ecs.systems.combat.odds import AttackEnd, likeliest_first
from ecs.systems.forecast import GivenFigures, OddsError, Worth, answer, forecast_of, refusal_text, told_faces
from ecs.systems.sentences import label, named
from ecs.systems.stacking import units_at

# -- Chapter 9: the forecast of an attack: every result with its exact chance, choices taken as in a real battle. -----

# -- Chapter 9: the end each face of the die brings.  Pure figures, no world. ----------------------------------------
# The free choices inside a result are taken like this: attackers lose what costs them least; in an exchange they take
# as many defenders as they can pay if that does not cost them more than it costs the enemy, else as few as they may,
# and Axis defenders, who choose who goes first, give up what costs least; defenders in mountains refuse an exchange;
# beaten defenders are driven out of the hex, by a way that ends some if there is one. Exchanges by choice after the
# die are not made.


class RetreatBlocks(NamedTuple):
    """Defenders, by id, that find no way when their stack is driven back: far, which ends them; near, where they stay
    (10.1)."""

    far: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


FREE = RetreatBlocks()


# -- who is lost (9.3, 9.5) -------------------------------------------------------------------------------


@SHELF.remembered(20000)
def cheapest(here: AttackConditions, pool: Team, cost: int) -> Team:
    """Those of a pool whose loss pays this many factors at the least cost; all of them if they have no more."""
    need = 2 * cost
    if sum(payment(here, troop) for troop in pool) <= need:
        return pool if cost else ()
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for i, troop in enumerate(pool):
        for paid, (lost, units, chosen) in sorted(best.items()):
            now = min(need, paid + payment(here, troop))
            found = lost + troop.cost, units + 1, (*chosen, i)
            if now > paid and (now not in best or found < best[now]):
                best[now] = found
    return tuple(pool[i] for i in best[need][2])


def exchanged(here: AttackConditions, team: Team) -> tuple[Team, Team] | None:
    """Who falls on either side in an exchange, defenders and attackers; None if not even one can be paid for.  A city's
    militia, alone, costs nothing."""
    if not here.foes:
        return (), ()
    ways: list[tuple[Team, Team]] = []
    for size in range(1, len(here.foes) + 1):
        for picked in combinations(here.foes, size):
            cost = exchange_cost(here, (foe.id for foe in picked))
            if can_pay(here, team, cost):
                ways.append((picked, cheapest(here, payers(here, team), cost)))
    if not ways:
        return None
    if here.side is Side.SOVIET:
        first = min((way[0][0] for way in ways if len(way[0]) == 1), key=lambda foe: foe.cost)
        ways = [way for way in ways if first in way[0]]
    most = max(ways, key=lambda way: (cost_of(way[0]), -cost_of(way[1])))
    fewest = min(ways, key=lambda way: (cost_of(way[1]), -cost_of(way[0])))
    return most if cost_of(most[0]) >= cost_of(most[1]) else fewest


def cost_of(team: Iterable[Combatant]) -> int:
    """What a team is worth in replacement factors (13)."""
    return sum(troop.cost for troop in team)


# -- how a face ends --------------------------------------------------------------------------------------


def end_of(odds: AttackOdds, die: int, terms: RetreatBlocks = FREE) -> AttackEnd:
    """What a face of the die leads to."""
    here, code = odds.site, final_code(odds, die)
    if effect_of(code).exchange:
        picked, paid = exchanged(here, odds.team) or ((), ())
        stay = [foe for foe in here.foes if foe not in picked]
        tired = [foe for foe in stay if foe.dispersed]
        return _end(code, empties(here, code, len(stay)), picked, (), tired, paid, ())
    lost: list[Combatant] = []
    gone: list[Combatant] = []
    stay, tired = [], []
    for foe in here.foes:
        effect = effect_of(code_for(odds, die, foe))
        far = effect.retreat[1] > 1
        if effect.eliminated or (far and foe.id in terms.far):
            lost.append(foe)
            continue
        driven = effect.retreat[1] > 0 and (far or foe.id not in terms.near)
        (gone if driven else stay).append(foe)
        if effect.dispersed or foe.dispersed:
            tired.append(foe)
    if not effect_of(code).attackers:
        return _end(code, empties(here, code, len(stay)), lost, gone, tired, (), ())
    paid = cheapest(here, odds.team, toll(here))
    hurt = [troop for troop in odds.team if troop not in paid]
    return _end(code, empties(here, code, len(stay)), lost, gone, tired, paid, hurt)


def final_code(odds: AttackOdds, die: int) -> str:
    """The code a die ends in: an exchange that cannot be paid is AE, one that is refused what it is refused for."""
    code = odds.code(die)
    if not effect_of(code).exchange:
        return code
    return declined(odds.site, code) if exchanged(odds.site, odds.team) is not None else LOSS


def code_for(odds: AttackOdds, die: int, foe: Combatant) -> str:
    """The result for one defender: one not ordered to stand takes it as if none were (9.6)."""
    here = odds.site
    if here.standing and foe.id not in here.standing:
        raw = odds.result(die)
        return convert(raw, here, odds.team, False, False) if not effect_of(raw).exchange else final_code(odds, die)
    return final_code(odds, die)


def _end(
    code: str,
    cleared: bool,
    lost: Collection[Combatant],
    gone: Collection[Combatant],
    tired: Collection[Combatant],
    paid: Collection[Combatant],
    hurt: Collection[Combatant],
) -> AttackEnd:
    return AttackEnd(
        code, cleared, len(lost), len(gone), len(tired), len(paid), len(hurt), cost_of(lost), cost_of(paid)
    )


NEAR, FAR = 1, retreat_and_advance.FARTHEST


# -- the forecast -----------------------------------------------------------------------------------------


@SHELF.remembered(20000)
def work_out(here: AttackConditions, team: Team, terms: RetreatBlocks = FREE) -> Forecast:
    """The forecast of an attack by a team on a site."""
    odds = work_out_odds(here, team)
    faces = tuple(dice()) if team and odds.allowed else ()
    told = tuple(_face(odds, die) for die in faces)
    ends = likeliest_first((end_of(odds, die, terms), Fraction(1, len(faces))) for die in faces)
    ours = Worth(odds.attack.lines, odds.attack.total, odds.column)
    return replace(
        forecast_of(team, here.foes, ours, Worth(odds.defence.lines, odds.defence.total), ends, _outcome),
        notes=_notes(odds),
        refusal=refusal_text(odds.team, _ruled_out(odds)),
        odds=odds.title,
        faces=told_faces(told),
        attack_total=Fraction(odds.attack.total),
        defence_total=Fraction(odds.defence.total),
        die=told,
        column=columns().odds(odds.column),
    )


def _ruled_out(odds: AttackOdds) -> Iterator[Refusal | None]:
    yield from (crossing_refusal(odds.site, troop) for troop in odds.team)
    if not odds.allowed:
        words = f"{odds.attack.total} against {odds.defence.total} is {odds.title}: no attack (9.1)."
        yield Refusal("below-table", words, "")


def _face(odds: AttackOdds, die: int) -> DieFace:
    """A result in figures.  One that circumstances have turned into another is not turned again where there is no way
    out."""
    here, raw, code = odds.site, odds.result(die), final_code(odds, die)
    trapped = convert(raw, here, odds.team, True, False) if raw == code else code
    price = offer(here, odds.team, odds.code(die))
    return DieFace(die, effects_of(code), raw, _meaning(odds, die), effects_of(trapped), price=price)


def _meaning(odds: AttackOdds, die: int) -> str:
    """What a result means, how it came about, and the price of the defenders instead."""
    here, raw, code = odds.site, odds.result(die), final_code(odds, die)
    words = [effect_of(code).text]
    if effect_of(raw).exchange and code == LOSS:
        words.append(f"converted from {raw}: the attackers cannot pay")
    elif raw != code:
        words.append(f"converted from {raw}")
    elif effect_of(code).exchange and not here.foes:
        words.append("the city militia costs nothing")
    cost = offer(here, odds.team, odds.code(die))
    if cost is not None:
        words.append(f"the Germans may pay {cost} factor{'s' if cost > 1 else ''} to destroy all defenders")
    return "; ".join(words)


def _notes(odds: AttackOdds) -> tuple[Note, ...]:
    here = odds.site
    out = [Note(f"{odds.attack.total} to {odds.defence.total}: {columns().title(odds.ratio)}", "9.1")]
    out += [Note(f"Column {signed(line.value)}: {line.text}", line.rule) for line in odds.shifts]
    if here.standing:
        names = [foe.name for foe in here.foes if foe.id in here.standing]
        out.append(
            Note(f"{'The defenders' if len(names) == len(here.foes) else ', '.join(names)} must not retreat", "9.6")
        )
    elif here.surrounded:
        out.append(Note("The defenders have no way to retreat", "9.6"))
    codes = {odds.code(die) for die in dice()} if odds.allowed and odds.team else set()
    swaps = {code for code in codes if effect_of(code).exchange}
    if swaps or any(effect_of(code).attackers for code in codes):
        out.append(Note("Assumes the attackers lose their cheapest units", "9.3"))
    if any(declined(here, code) != code for code in swaps):
        out.append(Note("Assumes defenders in mountains refuse an exchange", "8"))
    elif swaps and here.foes and exchanged(here, odds.team) is not None:
        words = "Assumes an exchange takes as many defenders as the attackers can pay for, "
        out.append(Note(f"{words}or as few as possible if that costs more than it destroys", "9.5"))
        if here.side is Side.SOVIET and len(here.foes) > 1:
            out.append(Note("The Axis chooses which defender goes first", "9.5"))
    if any(offer(here, odds.team, code) is not None for code in codes):
        out.append(Note("The chances do not count defenders bought after the die roll", "9.5"))
    return tuple(out)


def _outcome(end: AttackEnd, p: Fraction) -> Outcome:
    words = "hex open" if end.cleared else "hex held"
    theirs = f"defender loses {end.d_lost} ({end.d_factors} CF)"
    theirs += f", {end.left} driven back" if end.left else ""
    theirs += f", {end.d_tired} Dispersed" if end.d_tired else ""
    ours = f"attacker loses {end.a_lost} ({end.a_factors} CF)"
    ours += f", {end.a_tired} Dispersed" if end.a_tired else ""
    text = f"{end.code}: {words}; {theirs}; {ours}"
    counts = end.d_lost, end.d_tired, end.a_lost, end.a_tired
    return Outcome(p, end.cleared, *counts, text, end.d_factors, end.a_factors)


def forecast(w: World, asked: AttackQuery) -> Forecast:
    """An attack on a hex by units.

    Pressed by 1, it is as if the Germans who defend were ordered not to retreat; by 2, 3 ... as if the first of them
    were alone, the second ... (9.6).
    """
    side, index, press = asked.side, asked.hex, asked.press
    ground = [u for u in asked.units(w) if not is_air(u)]
    bases = tuple(asked.bases(ground))
    foes = foes_at(w, index, side) if bases else []
    closed = [retreat_and_advance.is_surrounded(w, index, bases, hexes) for hexes in (FAR, NEAR)]
    here = site(w, index, side, [*ground, *_flying(w, side, index, ground, asked.attackers)], asked.at, *closed)
    germans = [foe.id for foe in here.foes if foe.nation == GERMAN]
    if press and not here.surrounded and germans:
        here = here._replace(standing=frozenset(germans[press - 2 : press - 1] if press > 1 else germans))
    found = work_out(here, team_of(w, ground, index, asked.at), terms_of(w, here, foes, bases))
    exits = {j for u in foes for j in _ends(w, u, bases, FAR)}
    return answer(w, asked, found, ground, sorted(label(w, j) for j in exits), _refusals(w, asked, ground))


def _flying(w: World, side: Side, index: int, ground: Sequence[Unit], chosen: Sequence[str]) -> list[Unit]:
    """The ready aircraft chosen for this attack, or aimed at it (12); none flies for one after a breakthrough."""
    if w[Breakthrough].extra:
        return []
    waves = sorted({u[Assignment].wave for u in ground if u[Assignment].target == index})
    aimed = [u for wave in waves for u in declaring.air_of(w, index, wave)] if waves else declaring.support(w, index)
    ids = {*chosen, *(u.id for u in aimed)}
    return [u for u in w.units if u.id in ids and is_air(u) and u.place.box == AIR_BOX and u.type.side is side]


# -- ways back (10.1) -------------------------------------------------------------------------------------


def terms_of(w: World, here: AttackConditions, stack: Sequence[Unit], foes: Sequence[int]) -> RetreatBlocks:
    """Who of a stack finds no way, when the attacker sends one after another: far, so that most are lost; near, so that
    fewest stay.  Those who are not to retreat do not go."""
    if len(stack) < 2:
        return FREE
    units = [u for u in stack if u.id not in here.standing]
    far = [(u, _ends(w, u, foes, FAR)) for u in units]
    near = [(u, _ends(w, u, foes, NEAR)) for u in units]
    return RetreatBlocks(frozenset(_left_over(w, far, {}, True)), frozenset(_left_over(w, near, {}, False)))


def _ends(w: World, unit: Unit, foes: Sequence[int], hexes: int) -> list[int]:
    """Where a retreat of up to that many hexes may end."""
    full, found = full_for(w, unit), set()
    trails: list[tuple[int, ...]] = [(unit.hex,)]
    for _ in range(hexes):
        trails = [(*trail, j) for trail in trails for j in retreat_and_advance.exits(w, unit, trail, foes)]
        found |= {trail[-1] for trail in trails if trail[-1] not in full}
    return sorted(found)


def _left_over(
    w: World, queue: Sequence[tuple[Unit, list[int]]], placed: Mapping[int, tuple[Unit, ...]], most: bool
) -> tuple[str, ...]:
    """Those of a queue who find no way, after others have been placed; most or fewest, in factors."""
    if not queue:
        return ()
    (unit, ends), rest = queue[0], queue[1:]
    room = [j for j in ends if j not in placed or not excess(w, [*units_at(w, j), *placed[j], unit], j)]
    if not room:
        return (unit.id, *_left_over(w, rest, placed, most))
    ways = [_left_over(w, rest, {**placed, j: (*placed.get(j, ()), unit)}, most) for j in room]

    def worth(ids: tuple[str, ...]) -> int:
        return sum(w.by_id[name].type.cost for name in ids)

    return max(ways, key=worth) if most else min(ways, key=worth)


def _refusals(w: World, asked: AttackQuery, units: list[Unit]) -> Iterator[Refusal | None]:
    """Why these units may not make this attack."""
    index = asked.hex
    if not is_defended(w, index, asked.side):
        yield Refusal("nothing-there", f"There is nothing to attack at {named(w, index)}.", "")
    for unit in units:
        fit = declaring.unable if unit.entity in w[Breakthrough].loose else declaring.unfit
        yield fit(w, unit) or declaring.cannot_target(w, unit, index, asked.at.get(unit.id))
    yield from (declaring.overfull(w, group, index) for group in asked.bases(units).values())


# -- The odds of an attack typed in as figures, off the map. ---------------------------------------------------------

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 4a,4,2u (a armour, c cavalry, y an ally of the Germans, f Finnish, u out of "
               "supply, r across a river, l across a lake, k across the strait, n over no fortified line)"),
    ("defend", "defenders' factors, e.g. 2,1a (a armour, c cavalry, y an ally, f Finnish, d Dispersed); empty: a "
                "victory city's militia"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("turn", "turn 0 to 12 (default 1)"),
    ("weather", "Good, Mud, 'Hard Frost', Snow or Subarctic, in the hex attacked (default Good)"),
    ("terrain", "clear, swamp, hills or mountain (default clear)"),
    ("place", "none, victory, major, city or town (default none)"),
    ("fortress", "yes or no: the hex is a fortress (default no)"),
    ("line", "yes or no: attackers cross a fortified line (default no)"),
    ("intrinsic", "factor of a victory city's militia, 0 to 2 (default 0)"),
    ("river", "yes or no: all attackers are across a river (default no)"),
    ("lake", "yes or no: all attackers are across a lake (default no)"),
    ("strait", "none, held or open: all attackers are across the strait, whose sea they control or not (default none)"),
    ("air", "air units of the attacker, 0 to 3 (default 0)"),
    ("dispersed", "yes or no: all defenders are Dispersed (default no)"),
    ("surrounded", "yes or no: the defenders have no way to retreat (default no)"),
    ("stand", "yes or no: the defenders are ordered not to retreat (default no)"),
    ("prepared", "yes or no: it is a prepared attack (default yes)"),
)  # fmt: skip
PLACES = {"none": "", "victory": "victory", "major": "major", "city": "town", "town": "locality"}
STRAITS = ("none", "held", "open")
MARKS = "acyfurlknd"
ACROSS = {"r": "river", "l": "lake", "k": "strait", "s": "stalin_line"}
ALLY, FINN = "RUM", "FIN"


def odds(arguments: dict[str, str]) -> Forecast:
    """An attack from figures.

    :raises OddsError: for an unknown argument or a figure out of range.
    """
    given = GivenFigures(arguments, ODDS_ARGUMENTS)
    side = given.side()
    strait = given.choice("strait", *STRAITS)
    weather = given.choice("weather", *WEATHERS)
    marks = {mark for mark, name in (("r", "river"), ("l", "lake"), ("s", "line")) if given.yes(name)}
    marks |= {"k"} if strait != "none" else set()
    intrinsic = given.number("intrinsic", 0, 0, 2)
    team = tuple(_troop(word, f"A{n}", side, marks) for n, word in enumerate(given.units("attack"), 1))
    tired = {"d"} if given.yes("dispersed") else set()
    foes = tuple(_troop(word, f"D{n}", side.other, tired) for n, word in enumerate(given.units("defend"), 1))
    place = PLACES[given.choice("place", *PLACES)]
    if intrinsic and place != "victory":
        raise OddsError("intrinsic: only a victory city has a militia; add --place victory")
    if not team or not (foes or intrinsic):
        raise OddsError("attack and defend: at least one unit each, e.g. --attack 4a,4 --defend 2,1a")
    here = AttackConditions(
        side,
        foes,
        given.choice("terrain", *GROUND),
        place,
        given.yes("fortress"),
        intrinsic,
        given.number("turn", 1, 0, len(tables().turn) - 1),
        weather,
        weather in tables().weather.frozen,
        given.number("air", 0, 0, 3),
        given.yes("prepared", "yes"),
        frozenset(tables().sea.holds if strait == "held" else ()),
        surrounded=given.yes("surrounded"),
        standing=frozenset(foe.id for foe in foes if foe.nation in (GERMAN, RUSSIAN) and given.yes("stand")),
    )
    return work_out(facing(here, team), team)


def _troop(word: str, name: str, side: Side, given: set[str]) -> Combatant:
    number = word.rstrip(MARKS)
    marks = {*word[len(number) :], *given}
    if not number.isdigit() or len(number) > 2:
        raise OddsError(f"{word!r}: expected a factor such as 4 or 2, followed by letters of {MARKS}")
    if {"a", "c"} <= marks or {"y", "f"} <= marks:
        raise OddsError(f"{word!r}: use only one of a and c, and only one of y and f")
    if side is Side.SOVIET and marks & {"y", "f"}:
        raise OddsError(f"{word!r}: the Soviets have no allies")
    home = RUSSIAN if side is Side.SOVIET else GERMAN
    marks -= {"s"} if "n" in marks else set()
    return Combatant(
        name,
        word,
        int(number),
        int(number),
        ARMOUR if "a" in marks else CAVALRY if "c" in marks else INFANTRY,
        ALLY if "y" in marks else FINN if "f" in marks else home,
        dispersed="d" in marks,
        supplied="u" not in marks,
        across=frozenset(name for mark, name in ACROSS.items() if mark in marks),
    )
