"""What the window shows of this game: counters, boxes, facts, as one side may see them, and the printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from ecs.core.files.toml_files import ORIGINS
from ecs.core.known_facts import Fact, GroundEffect, KnownFacts, OddsColumn, RuleFigures, Sky, StackRoom
from ecs.core.origins import origin_sheets
from ecs.core.remembered_answers import remembered
from ecs.core.unit_names import signed
from ecs.core.view import Marker
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign import arrivals, replacements, victory
from ecs.rulesets.war_against_russia.combat.odds import GERMAN, INFANTRY, columns, effects_of
from ecs.rulesets.war_against_russia.data.components import Breakthrough, NoRetreat
from ecs.rulesets.war_against_russia.data.options import HANDICAP, OPTIONS
from ecs.rulesets.war_against_russia.data.tables import FACES, ROLL, SHELF, rules, tables
from ecs.rulesets.war_against_russia.data.units import (
    AIR_BOX,
    FLOWN,
    GONE,
    LIFT,
    classes,
    is_air,
    printed_values,
    turn_side,
)
from ecs.rulesets.war_against_russia.ground.control import DEAD, controls_sea, intrinsic_factor
from ecs.rulesets.war_against_russia.ground.movement import allowance_in
from ecs.systems.arrivals import due
from ecs.systems.sentences import named
from ecs.systems.views import Box, Display, Face, off_map

SKIES = {
    "Good": "Full movement, armour may overrun, the Germans may buy results.",
    "Mud": "German armies move two hexes, others three. No roads but the highway, one German air unit.",
    "Hard Frost": "Same as Good weather.",
    "Snow": "Rivers, lakes and swamps freeze. Axis infantry moves two "
    "hexes, other Axis units three; one German air unit.",
    "Subarctic": "Same as Snow. North-east of the weather line Soviet attacks gain "
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
            text = f"{here.name}’s militia (strength {factor}) defends it (8)"
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
    out += arrivals.facts(w, side)
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

# -- The printed tables of the game, as they are shown. --------------------------------------------------------------

Sheet = tuple[str, list[list[Any]]]


def all_tables() -> list[Sheet]:
    """Every table of the game, for `rasputitsa tables` and the rules page."""
    t = tables()
    heads = [columns().title(i) for i in range(len(t.crt.odds))]
    codes = sorted(t.result, key=list(t.result).index)
    return [
        ("Combat results (9.2)", [["Die", *heads], *([n, *row] for n, row in enumerate(t.crt.cells, 1))]),
        ("What the results mean (9.3)", [["Code", "Result"], *([code, t.result[code].text] for code in codes)]),
        ("Results that change (9.6)", [["Result", "Surrounded", "Armour overrun", "No Retreat"], *_conversions()]),
        ("Buying the defenders (9.5)", [["Result", "Price (times their factors)"], *_prices()]),
        ("Column shifts (9.1)", [["Reason", "Columns", "Rule"], *_shifts()]),
        ("Terrain (8)", [["Terrain", "Adds to each defender", "Whom it helps"], *_terrain()]),
        ("Attack factors (8, 11)", [["Attackers", "Divided by"], *_attack()]),
        ("Advance after combat (10.2)", [["Weather", "Axis armour", "Soviet armour", "Others"], *_advance()]),
        ("Turns (4)", [["Turn", "Month", "Weather"], *_turns()]),
        ("Weather (4)", [["Weather", "Effect"], *_weather()]),
        ("Stacking (6)", [["Limit", "Units"], *_stacking()]),
        ("Movement limits (4)", [["Weather", "Units", "Movement factors"], *_limits()]),
        ("Carried by rail and sea (7)", [["Side", "Rail", "Sea"], *_carried()]),
        ("Air units (12)", [["Turns", "German", "Soviet"], *_air()]),
        ("Replacement factors per turn (13)", [["Source", "Infantry", "Armour"], *_income()]),
        ("Victory (15)", [["Side", "Points", "From turn"], *_victory()]),
        ("Counters (2.2)", [["Unit", "Attack", "Defence", "Move", "Size", "Arm", "From"], *_counters()]),
        *origin_sheets(t, OPTIONS),
    ]


def _conversions() -> list[list[Any]]:
    table = tables().convert
    codes = [code for code in tables().result if code in {*table.surrounded, *table.overrun, *table.stand}]
    rows = (table.surrounded, table.overrun, table.stand)
    return [[code, *(row[code] if row.get(code, code) != code else "unchanged" for row in rows)] for code in codes]


def _prices() -> list[list[Any]]:
    return [[code, _part(a, b)] for code, (a, b) in tables().exchange.prices.items()]


def _part(a: int, b: int) -> str:
    return str(a // b) if a % b == 0 else f"{a}/{b}"


def _shifts() -> list[list[Any]]:
    shift, air, side = tables().shift, tables().air, tables().side
    return [
        ["All attackers across an unfrozen river", signed(side["river"].shift), "8"],
        ["The same, with a German unit behind it", signed(side["river"].shift_german), "8"],
        ["All attackers across the strait, if they control the sea there", signed(side["strait"].shift), "8"],
        ["Half or more of the defence factors Dispersed", signed(shift.dispersed), "9.1"],
        ["Soviet attack in Subarctic weather, except on Germans in a city or town", signed(shift.cold), "4"],
        [f"Air support (at most {air.an_attack} unit)", signed(shift.air), "12"],
    ]


def _terrain() -> list[list[Any]]:
    d, ground, line = tables().defence, tables().terrain, tables().side["stalin_line"]
    return [
        ["Hills", signed(ground['hills'].plus), "infantry"],
        ["Mountains", signed(ground['mountain'].plus), "infantry; all may turn an exchange into D"],
        ["Swamp, not frozen", signed(ground['swamp'].plus), "Soviet infantry"],
        [f"Fortified line, from turn {line.from_turn}", signed(line.plus),
         "Soviet infantry that no attacker flanks"],
        ["Fortress", signed(d.fortress), "Soviet infantry"],
        ["Major city", signed(d.major), "infantry"],
        ["City", signed(d.town), "infantry"],
        ["Town", "-", "nobody"],
        ["Victory city", f"×{d.victory_times}", "all, after bonuses"],
        ["Victory city never taken", f"{d.intrinsic} more", f"the city itself; {d.intrinsic_great} at Leningrad and"
         " Moscow"],
    ]  # fmt: skip


def _attack() -> list[list[Any]]:
    side = tables().side
    return [
        ["Across an unfrozen lake (infantry only)", side["lake"].divisor],
        ["Across the strait without control of its sea (infantry only)", side["strait"].divisor],
        ["Out of supply", tables().attack.unsupplied_divisor],
    ]


def _advance() -> list[list[Any]]:
    table = tables().advance
    rows = [[name, *(pair.of(side) for side in Side), table.others] for name, pair in table.armour.items()]
    return [*rows, ["Other weather", table.others, table.others, table.others]]


def _turns() -> list[list[Any]]:
    t = tables()
    rolled = f"die 1-{t.may.good} Good, {t.may.good + 1}-{FACES} Mud"
    rows = [[n, turn.name, rolled if turn.weather == ROLL else turn.weather] for n, turn in enumerate(t.turn)]
    return [[f"{rows[0][0]} (optional)", *rows[0][1:]], *rows[1:]]


def _weather() -> list[list[Any]]:
    w = tables().weather
    return [
        [", ".join(w.frozen), "rivers, lakes and swamps are frozen"],
        [w.cold, "north-east of the weather line; elsewhere Snow"],
        [", ".join(w.roads_closed), "no roads but the highway"],
        [", ".join(w.air_grounded), f"air units that fly: German {w.air_then.axis}, Soviet {w.air_then.soviet}"],
    ]


def _stacking() -> list[list[Any]]:
    s = tables().stacking
    return [
        ["Units in a hex", s.most],
        ["Of those, larger than a corps", s.armies],
        ["Armour in a mountain or unfrozen swamp hex, or attacking it from one hex", s.rough_armour],
    ]


def _limits() -> list[list[Any]]:
    m = tables().movement
    return [
        ["Mud", "German armies", m.mud_army],
        ["Mud", "all others", m.mud],
        ["Snow, Subarctic", "Axis infantry", m.snow_infantry],
        ["Snow, Subarctic", "other Axis units", m.snow],
    ]


def _carried() -> list[list[Any]]:
    t = tables()
    return [["Axis", t.rail.axis, t.sea.units], ["Soviet", t.rail.soviet, t.sea.units]]


def _air() -> list[list[Any]]:
    air, last = tables().air, len(tables().turn) - 1
    ends = sorted({min(last, turn) for side in Side for turn, _ in air.of(side)})
    starts = [1, *(turn + 1 for turn in ends)]
    return [[f"{a}-{b}", *(next(n for turn, n in air.of(side) if b <= turn) for side in Side)]
            for a, b in zip(starts, ends, strict=False)]  # fmt: skip


def _income() -> list[list[Any]]:
    a, s = tables().axis, tables().soviet
    return [
        [f"Axis, from turn {a.from_turn}", a.infantry, a.armour],
        [f"Leningrad, Moscow, from turn {s.from_turn}", s.infantry_great, "-"],
        ["Any other city that yields infantry", s.infantry_city, "-"],
        ["A tank factory", "-", s.armour_factory],
        ["Siberia", s.siberia, s.armour_siberia],
        [f"Siberia, extra from turn {s.armour_siberia_more_from}", "-", s.armour_siberia_more],
    ]


def _victory() -> list[list[Any]]:
    t = tables()
    return [["Axis", t.victory.axis, 1], ["Soviet", t.victory.soviet, t.first_russian_win]]


def _counters() -> list[list[Any]]:
    return [[c.name, c.attack, c.defence, c.move, c.size, c.arm, ORIGINS[c.origin]] for c in classes().values()]
