"""What the window shows of this game: counters, boxes, facts, as one side may see them."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import (
    Assignment,
    Disruption,
    Engagement,
    Garrison,
    Marched,
    Place,
    Readiness,
    Side,
    SupplyState,
    Transport,
)
from ecs.core.known_facts import Fact, GroundEffect, KnownFacts, OddsColumn, RuleFigures, Sky, StackRoom
from ecs.core.remembered_answers import remembered
from ecs.core.view import Marker
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign import replacements, siberian_reserve, victory
from ecs.rulesets.war_against_russia.combat.odds import GERMAN, INFANTRY, effects_of
from ecs.rulesets.war_against_russia.data.components import Breakthrough, NoRetreat
from ecs.rulesets.war_against_russia.data.options import HANDICAP
from ecs.rulesets.war_against_russia.data.tables import ROLL, SHELF, rules, tables
from ecs.rulesets.war_against_russia.data.units import AIR_BOX, FLOWN, GONE, LIFT, is_air, printed_values, turn_side
from ecs.rulesets.war_against_russia.ground.control import DEAD, controls_sea, intrinsic_factor
from ecs.rulesets.war_against_russia.ground.movement import allowance_in
from ecs.systems.arrivals import due
from ecs.systems.sentences import named
from ecs.systems.views import Box, Display, Face, off_map

SKIES = {
    "Good": "Full movement, armour may overrun, the Germans may buy results.",
    "Mud": "German armies move two hexes, others three. No roads but the highway, one German air unit.",
    "Hard Frost": "As Good weather.",
    "Snow": "Rivers, lakes and swamps freeze. Axis infantry moves two "
    "hexes, other Axis units three; one German air unit.",
    "Subarctic": "As Snow. North-east of the weather line Soviet attacks gain "
    "a column, except on cities and towns Germans hold.",
}
SKY = {"Good": Sky.FAIR, "Mud": Sky.MUD, "Hard Frost": Sky.FROST, "Snow": Sky.SNOW, "Subarctic": Sky.ARCTIC}
WINTER = ("Snow", "Subarctic")
NATIONS = {"GER": "German", "RUM": "Romanian", "HUN": "Hungarian", "ITA": "Italian", "FIN": "Finnish", "SOV": "Soviet"}


# -- counters -----------------------------------------------------------------------------------------------


def printed(unit: Unit) -> str:
    """Attack, defence and movement factors."""
    front = printed_values(unit)
    return "+1" if is_air(unit) else f"{front.attack}-{front.defence}-{front.move}"


def is_shown(unit: Unit) -> bool:
    """Do its marks matter: is it on the map, or flying?"""
    return unit.hex >= 0 or is_air(unit)


def badges(w: World, unit: Unit) -> Mapping[str, object]:
    """State words, in drawing order, each with whether it is shown."""
    if not is_shown(unit):
        return {}
    return {
        "dispersed": unit[Disruption].disrupted,
        "unsupplied": not unit[SupplyState].supplied,
        "attacking": unit[Assignment].target >= 0 and unit.place.box != LIFT,
        "broken_through": unit.entity in w[Breakthrough].loose,
        "spent": unit.place.box == FLOWN,
        "moved": unit[Marched].moved > 0 or unit[Engagement].fought or unit[Readiness].spent,
    }


def surroundings(w: World) -> tuple[int, ...]:
    """What a counter's appearance depends on besides its own marks."""
    return w[Breakthrough].loose


def unseen(w: World, unit: Unit, side: Side) -> bool:
    """Is the counter out of play?"""
    return unit.place.box == GONE


def can_act(unit: Unit) -> bool:
    """Is the counter in order, and has it neither moved nor fought?"""
    done = unit[Marched].moved or unit[Engagement].fought or unit[Readiness].spent
    return not done and not (is_shown(unit) and unit[Disruption].disrupted)


def face(w: World, unit: Unit) -> Face:
    """The face-up side of a counter."""
    kind, front = unit.type, printed_values(unit)
    return Face(
        symbol=front.symbol,
        size=front.size,
        style=front.style,
        attack=front.attack,
        defence=front.defence,
        hits=1,
        factors=printed(unit),
        traits=kind.traits,
        cost=front.cost,
        movement=0 if is_air(unit) else front.move,
        armour="armour" in kind,
        leading=kind.nation == GERMAN,
        apart=apart_from(kind.nation),
    )


@SHELF.remembered(32)
def apart_from(nation: str) -> frozenset[str]:
    """Nations that one may never stack with (6)."""
    shy = tables().stacking.apart
    return frozenset(shy) - {nation} if nation in shy else frozenset()


@remembered(Garrison)
def markers(w: World) -> tuple[Marker, ...]:
    """Victory cities whose militia still defends them."""
    found = []
    for here in w.board.hexes:
        factor = intrinsic_factor(w, here.index)
        if factor:
            text = f"{here.name}’s militia defends it with {factor} (8)"
            found.append(Marker(here.index, "people", text, factor))
    return tuple(found)


# -- the bar and the panels ---------------------------------------------------------------------------------


def turn_name(w: World, turn: int) -> str:
    """The month."""
    lines = rules(w).turn
    return lines[min(turn, len(lines) - 1)].name


def weather_text(w: World) -> str:
    """What the weather does."""
    return SKIES.get(w.weather.name, "")


def turn_track(w: World) -> tuple[tuple[str, str], ...]:
    """(month, what it brings) of every turn from June 1941."""
    come: dict[int, list[Unit]] = {}
    for unit, place in w.each(Place):
        word, _, number = place.box.partition(":")
        if word == "turn":
            come.setdefault(int(number), []).append(unit)
    out = []
    for turn, line in enumerate(rules(w).turn[1 : w.turns + 1], 1):
        weather = "Good or Mud, by die" if line.weather == ROLL else line.weather
        names = ", ".join(u.type.name for u in come.get(turn, []))
        out.append((line.name, f"{weather}; {names}" if names else weather))
    return tuple(out)


BOXES = (
    Box("To be placed", ("waiting",)),
    Box("Lost, can be rebuilt", (DEAD,)),
    Box("Siberian reserve", ("siberia",)),
    Box("Aircraft ready", (AIR_BOX,)),
    Box("Aircraft flown", (FLOWN,)),
    Box("Aircraft grounded this month", ("rest",)),
    Box("Aircraft on supply flights", (LIFT,)),
)


def boxes(w: World, side: Side) -> tuple[tuple[str, str], ...]:
    """(box, contents) for the panel."""
    return off_map(w, BOXES, lambda units: (f"{printed_values(u).name} {printed(u)}" for u in units))


def facts(w: World, side: Side) -> tuple[Fact, ...]:
    """(subject, state) lines for the panel."""
    out = [*replacements.purse_facts(w, turn_side(w)), *HANDICAP.facts(w)]
    if w.phase.startswith("initial"):
        out.append(Fact("Trains left", str(_trains_left(w)), means=True))
    out += [Fact(f"{sea} Sea", _sea_holder(w, sea)) for sea in ("Black",)]
    if w[NoRetreat].ordered:
        out.append(Fact("No Retreat!", "all Soviets stand fast", means=True))
    out += siberian_reserve.facts(w, side)
    ready = sum(u.type.side is turn_side(w) and place.box == AIR_BOX for u, place in w.each(Place))
    if ready:
        out.append(Fact("Aircraft ready", str(ready)))
    feeding = [(u.type.name, lift.target) for u, place, lift in w.each(Place, Assignment) if place.box == LIFT]
    out += [Fact(name, f"supplies {named(w, target)}") for name, target in feeding]
    return tuple(out)


def _trains_left(w: World) -> int:
    """Units that may still go by rail in an Initial Phase."""
    return rules(w).rail.of(turn_side(w)) - w[Transport].rail


def known(w: World, side: Side) -> KnownFacts:
    """A side's trains, the weather of the year, its cities that are worth most (15), and whether it snows."""
    lines = rules(w).turn[1 : w.turns + 1]
    return KnownFacts(
        trains=_trains_left(w) if w.phase == f"initial-{side.value}" else 0,
        calendar=tuple("" if line.weather == ROLL else line.weather for line in lines),
        capitals=victory.greatest(w, side),
        winter=w.weather.name in WINTER,
        due=due(w),
        sky=SKY.get(w.weather.name),
        skies=tuple(SKY.get(line.weather) for line in lines),
        figures=rule_figures(),
    )


@SHELF.remembered()
def rule_figures() -> RuleFigures:
    """Stacking, the combat table, what ground adds, and when the reserve comes without risk."""
    table = tables()
    room = StackRoom(table.stacking.most, table.stacking.armies, rough_armour=table.stacking.rough_armour)
    columns = tuple(_column(k) for k in range(len(table.crt.odds)))
    return RuleFigures(room, columns, ground=_ground(), safe_call=table.siberia.safe_from)


def _column(k: int) -> OddsColumn:
    """A column of the table (9.2), and what becomes of its results (9.6)."""
    chart, turned = tables().crt, tables().convert
    codes = [row[k] for row in chart.cells]
    ways: tuple[Mapping[str, str], ...] = ({}, turned.surrounded, turned.stand)
    faces = [tuple(effects_of(way.get(code, code)) for code in codes) for way in ways]
    attack, defence = chart.odds[k]
    return OddsColumn(attack / defence, *faces)


def _ground() -> tuple[GroundEffect, ...]:
    """What ground and places add to defenders (8), but for fortified lines, which count on one side alone."""
    table, russian, rows = tables().defence, Side.SOVIET, tables().terrain.items()
    return (
        *(
            GroundEffect(name, INFANTRY, russian if row.soviet else None, plus=row.plus, thaws=row.freezes)
            for name, row in rows
            if row.plus
        ),
        GroundEffect("fortress", INFANTRY, russian, plus=table.fortress),
        GroundEffect("major", INFANTRY, plus=table.major),
        GroundEffect("town", INFANTRY, plus=table.town),
        GroundEffect("victory", times=table.victory_times),
    )


def pace(w: World, unit: Unit, sky: Sky, turn: int) -> int:
    """Hexes a unit may go in some weather (4)."""
    return allowance_in(w, unit, next((name for name, found in SKY.items() if found is sky), ""))


def _sea_holder(w: World, sea: str) -> str:
    held = [str(one) for one in Side if controls_sea(w, sea, one)]
    return f"{held[0]} control" if held else "nobody’s"


DISPLAY = Display(
    face=face,
    badges=badges,
    can_act=can_act,
    unseen=unseen,
    surroundings=surroundings,
    turn_name=turn_name,
    turn_track=turn_track,
    weather_text=weather_text,
    boxes=boxes,
    facts=facts,
    markers=markers,
    known=known,
)
