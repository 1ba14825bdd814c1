"""What the window shows of this game: counters, boxes, facts, ranges, as one side may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ecs.core.components import Assignment, Engagement, Marched, Readiness, Replacements, Side, Steps
from ecs.core.dice import shuffled
from ecs.core.files.toml_files import ORIGINS
from ecs.core.known_facts import Fact, GroundEffect, KnownFacts, RuleFigures, Sky, StackRoom
from ecs.core.origins import origin_sheets
from ecs.core.remembered_answers import MANY, remembered
from ecs.core.ruleset import System, as_it_is
from ecs.core.view import NOTHING_HIDDEN, ChitView, HiddenInformation, Marker, RangeArea
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.campaign import partisans, setup, victory
from ecs.rulesets.dark_valley.campaign.chit_cup import chooses, headquarters_of, panzers_inside
from ecs.rulesets.dark_valley.combat.bombardment import range_of
from ecs.rulesets.dark_valley.data.chits import (
    EITHER,
    LED_BY,
    NAMES,
    PANZERS,
    POWERS,
    chits_of,
    is_panzer,
    most_on_foot,
    side_of,
)
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay, Cup
from ecs.rulesets.dark_valley.data.options import HANDICAP, OPTIONS
from ecs.rulesets.dark_valley.data.tables import SHELF, Tables, arrivals, classes, rules, tables
from ecs.rulesets.dark_valley.data.units import (
    cf,
    current_class,
    full_steps,
    has,
    is_combat_unit,
    is_first_winter,
    kind,
    line,
    mf,
    steps_left,
    weather,
)
from ecs.rulesets.dark_valley.ground import railways, supply
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, OUT_OF_SUPPLY, state
from ecs.rulesets.dark_valley.ground.overstacking import crowded, is_crowded
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, PARTISANS, forts, within
from ecs.systems.arrivals import due
from ecs.systems.sentences import named
from ecs.systems.stacking import on_map
from ecs.systems.views import Box, Display, Face, comers, counted, disc, off_map

SKY = {"Fair": Sky.FAIR, "Mixed": Sky.WET, "Mud": Sky.MUD, "Snow": Sky.SNOW}


def printed(unit: Unit) -> str:
    """The numbers on the face-up side: CF and MF; bombardment strength in brackets; MF alone for headquarters."""
    card = kind(unit)
    if card.bombard:
        return f"({card.bombard})" if has(unit, "air") else f"({card.bombard})-{mf(unit)}"
    if has(unit, "depot"):
        return ""
    return f"{cf(unit)}-{mf(unit)}" if is_combat_unit(unit) else str(mf(unit))


def badges(w: World, unit: Unit) -> Mapping[str, object]:
    """State words, in drawing order, each with whether it is shown; none off the map."""
    if unit.hex < 0:
        return {}
    now = state(w, unit)
    return {
        "reduced": steps_left(unit) < full_steps(unit),
        "unsupplied": now == OUT_OF_SUPPLY,
        "isolated": now == ISOLATED,
        "attacking": unit[Assignment].target >= 0,
        "crowded": is_crowded(w, unit),
        "spent": unit[Readiness].spent,
        "moved": unit[Marched].moved or unit[Engagement].fought,
    }


def surroundings(w: World) -> tuple[object, ...]:
    """What a counter's appearance depends on besides its own marks."""
    return is_first_winter(w), *(tuple(crowded(w, side)) for side in Side)


def unseen(w: World, unit: Unit, side: Side) -> bool:
    """Is the counter not yet, or no longer, in play?"""
    return unit.place.box in ("mint", "gone", "merged")


def can_act(unit: Unit) -> bool:
    """May the counter act under the chit in play, having neither moved nor fought?"""
    return unit[Activation].active and not unit[Marched].moved and not unit[Engagement].fought


@remembered(Steps, most=MANY)
def face(w: World, unit: Unit) -> Face:
    """The face-up side of a counter."""
    card = kind(unit)
    return Face(
        symbol=card.symbol,
        size=card.size,
        style=card.style,
        attack=cf(unit),
        defence=cf(unit),
        hits=steps_left(unit),
        factors=printed(unit),
        traits=shown_traits(current_class(unit)),
        cost=card.full[0],
        movement=0 if has(unit, "air") or has(unit, "depot") else mf(unit),
        support=card.bombard,
        armour=has(unit, "panzer_tank"),
    )


@SHELF.remembered(128)
def shown_traits(name: str) -> frozenset[str]:
    """Traits of a class; ``zoc`` if it exerts a zone."""
    card = classes()[name]
    return frozenset([*card.traits, *(["zoc"] if card.zoc else [])])


def turn_name(w: World, turn: int) -> str:
    """The month."""
    lines = rules(w).turn
    return lines[min(turn, len(lines)) - 1].name


def weather_text(w: World) -> str:
    """What the weather does."""
    return weather(w).text


@remembered()
def turn_track(w: World) -> tuple[tuple[str, str], ...]:
    """(month, weather and what arrives) of every turn."""
    come = comers(w, ((e.turn, e.side, e.units) for e in arrivals().arrive), _class_names)
    lines = enumerate(rules(w).turn[: w.turns], 1)
    return tuple((row.name, f"{row.weather}; {come[turn]}" if turn in come else row.weather) for turn, row in lines)


def _class_names(units: Iterable[str]) -> list[str]:
    return [classes()[text.partition(":")[2]].name for text in units]


BOXES = (
    Box("Arrived, to be placed", ("arrived",)),
    Box("STAVKA reserve", ("reserve",), Side.SOVIET),
    Box("Eliminated", ("dead",)),
)


def boxes(w: World, side: Side) -> tuple[tuple[str, str], ...]:
    """(box, contents) for the panel."""
    return off_map(w, BOXES, lambda units: sorted(f"{kind(u).name} {printed(u)}" for u in units))


def facts(w: World, side: Side) -> tuple[Fact, ...]:
    """(subject, state) lines for the panel."""
    out = HANDICAP.facts(w)
    if w.phase == "build-axis":
        out.append(Fact("Infantry steps to spend", str(w[Replacements].infantry), means=True))
        out.append(Fact("Panzer steps to spend", str(w[Replacements].panzer), means=True))
        out.append(Fact("Allied steps to spend", str(w[Replacements].allies), means=True))
    if w.phase == partisans.PHASE:
        out.append(Fact("Partisans to place", str(w[ChitInPlay].quota), means=True))
    out.append(Fact("Soviet replacement factors", str(w[Replacements].factors), means=True, side=Side.SOVIET))
    for depot in railways.depots(w):
        where = named(w, depot.hex) if depot.hex >= 0 else "not on the map"
        out.append(Fact(depot.type.long_name, f"{where}{'' if railways.is_live(w, depot) else ', cut off'}"))
    return tuple(out)


def known(w: World, side: Side) -> KnownFacts:
    """The weather of every turn, the cities that decide, and the side's own among those that win the campaign (9.4)."""
    calendar = tuple(line.weather for line in rules(w).turn[: w.turns])
    return KnownFacts(
        calendar=calendar,
        decisive=victory.decisive(w),
        capitals=victory.capitals(w, side),
        winter=w.weather.name == "Snow",
        due=due(w),
        sky=SKY.get(w.weather.name),
        skies=tuple(map(SKY.get, calendar)),
        supply_paths=tuple((sky, supply.reach_in(w, side, k)) for k, sky in enumerate(SKY.values())),
        figures=rule_figures(),
    )


@SHELF.remembered()
def rule_figures() -> RuleFigures:
    """Stacking, what ground takes from attackers, and how far a depot gets (3.1, 5.3, 4.5)."""
    table = tables()
    hop = max(hexes for row in table.depots.advance for hexes in row)
    return RuleFigures(StackRoom(table.stacking.most, table.stacking.armies), ground=tuple(_ground()), depot_hop=hop)


def _ground() -> Iterator[GroundEffect]:
    for name, row in tables().terrain.items():
        where = "major" if name == "city" else name
        if row.tanks_lose:
            yield GroundEffect(where, "panzer_tank", attack=True, plus=-row.tanks_lose)
        if row.mech_halved:
            yield GroundEffect(where, "mech", attack=True, times=0.5)
    for name, side in tables().side.items():
        if side.halved:
            yield GroundEffect(name, attack=True, times=0.5)


def areas(w: World, side: Side) -> tuple[RangeArea, ...]:
    """Ranges of a side's headquarters, depots and air units."""
    table, out = rules(w).chits, []
    for unit in on_map(w, side):
        if has(unit, "hq"):
            reach = table.stavka if unit.id == "STAVKA" else table.headquarters
            hexes = tuple(sorted(within(w, unit.hex, reach)))
            out.append(
                RangeArea(
                    "headquarters", unit.id, unit.type.long_name, side, hexes, chits=chits_of(unit.id), reach=reach
                )
            )
        elif has(unit, "depot"):
            reach = supply.reach_of_supply(w, side)
            live = railways.is_live(w, unit)
            hexes = tuple(sorted(within(w, unit.hex, reach)))
            out.append(RangeArea("depot", unit.id, unit.type.long_name, side, hexes, railways.rail_line(w, unit), live))
        elif has(unit, "air"):
            hexes = disc(w, unit.hex, range_of(w, unit))
            out.append(RangeArea("air", unit.id, unit.type.long_name, side, hexes, (), not unit[Readiness].spent))
    return tuple(out)


def markers(w: World) -> tuple[Marker, ...]:
    """Works, forts and partisans on the map (8.12, 8.13)."""
    out = [Marker(i, "works", "Defensive Works: +1 in defence, Soviets only (8.13)") for i in DEFENSIVE_WORKS.hexes(w)]
    for index, size in forts(w).items():
        word = "Fort: the defender is doubled" if size == 2 else "Weak Fort: a retreat may be refused once"
        out.append(Marker(index, "fort" if size == 2 else "weak_fort", f"{word} (8.13)"))
    out += [Marker(i, "partisan", "Partisans: no Axis train or supply passes (8.12)") for i in PARTISANS.hexes(w)]
    out += [Marker(i, "torn", "Railway not repaired yet: no Soviet supply (4.1)") for i in railways.torn_rails(w)]
    if w.phase == partisans.PHASE:
        out += [Marker(i, "advised", "Staff advice: place partisans here (8.12)") for i in partisans.advice(w)]
    return tuple(sorted(out, key=lambda m: (m.hex, m.kind)))


def all_tables() -> list[tuple[str, list[list[Any]]]]:
    """Every table of the game, for `rasputitsa tables` and the rules page."""
    t = tables()
    out: list[tuple[str, list[list[Any]]]] = []
    for title, rows in (("Combat table A (5.6)", t.crt_a), ("Combat table B (5.7)", t.crt_b)):
        out.append((title, [["Die", *t.odds], *([n, *row] for n, row in enumerate(rows, 1))]))
    bombard = [[n, *row, "yes" if n <= t.bombard.done_up_to else "no"] for n, row in enumerate(t.bombard.table, 1)]
    out.append(("Bombardment (6.1)", [["Die", "1-1", "2-1", "4-1+", "Done?"], *bombard]))
    depots = [[n, *row] for n, row in enumerate(t.depots.advance, 1)]
    out.append(("Depot advance (4.5)", [["Die", "Fair", "Mixed", "Mud/Snow"], *depots]))
    ground = [
        [name.replace("_", " "), "/".join(map(str, row.cost)) if row.cost else "OT", _effect(row), row.bombard or "OT"]
        for name, row in t.terrain.items()
    ]
    out.append(("Terrain (3.6, 5.3, 6.2)", [["Ground", "MP", "Combat", "Bombardment"], *ground]))
    return [*out, *_schedules(t), *origin_sheets(t, OPTIONS)]


def _schedules(t: Tables) -> list[tuple[str, list[list[Any]]]]:
    """The calendar, the counters and who comes when, with where each row comes from."""
    calendar = [
        [n, line.name, line.weather, line.first, line.mc,
         " ".join(map(str, line.panzer)) or f"any {line.choose}{', 1 twice' * line.twice}",
         line.move, line.combat + line.counter, " ".join(line.soviet), line.deep, ORIGINS[line.origin]]
        for n, line in enumerate(t.turn, 1)
    ]  # fmt: skip
    head = [
        "Turn",
        "Month",
        "Weather",
        "First",
        "M/C",
        "Panzer",
        "Move",
        "Combat",
        "Headquarters",
        "Deep Battle",
        "From",
    ]
    factors = [
        [card.name, f"{card.full[0]}-{card.full[1]}", f"{card.reduced[0]}-{card.reduced[1]}" if card.reduced else "-",
         "yes" if card.zoc else "no", card.bombard or "-", ORIGINS[card.origin]]
        for card in classes().values()
    ]  # fmt: skip
    comers = [
        [line.turn, line.side, counted(_class_names(line.units)), ORIGINS[line.origin]] for line in arrivals().arrive
    ]
    return [
        ("Calendar (2.4)", [head, *calendar]),
        ("Counters (1.3)", [["Unit", "Full", "Reduced", "Zone", "Bombardment", "From"], *factors]),
        ("Arrivals (10.3, 10.4)", [["Turn", "Side", "Units", "From"], *comers]),
    ]


def _effect(row: Any) -> str:
    words = [
        ("one shift", row.shift),
        (f"+{row.plus}", row.plus),
        ("each tank unit -1", row.tanks_lose),
        ("mech halved", row.mech_halved),
        ("defender doubled", row.doubled),
        ("defender halved", row.halved),
    ]
    return ", ".join(word for word, on in words if on) or "no effect"


# -- Chapters 2.2, 2.4: what the table shows of the cup, and what is hidden in it. -----------------------------------

SECRET = "?"


def concealed(w: World, side: Side) -> HiddenInformation:
    """From the Soviets: the panzer chits the Axis chose in secret, until they are drawn (2.4).  Nothing lies face
    down (12.4)."""
    if side is Side.AXIS or not chooses(w):
        return NOTHING_HIDDEN
    return HiddenInformation(chits=tuple(panzers_inside(w)))


def guesses(w: World, side: Side) -> tuple[System, ...]:
    """All hidden chits might be of one panzer army, or of another: any of them that can still be in the cup."""
    if not concealed(w, side).chits:
        return (as_it_is,)
    drawn, most = (*w[Cup].gone, w[ChitInPlay].chit), 2 if line(w).twice else 1
    left = [c for c in PANZERS if drawn.count(c) < most]
    return tuple(partial(_suppose, chit=c) for c in left if headquarters_of(w, c) is not None) or (
        partial(_suppose, chit=PANZERS[0]),
    )


def _suppose(w: World, chit: str) -> None:
    """Replace every hidden chit with this one."""
    others = [c for c in w[Cup].inside if not is_panzer(c)]
    w.mark(Cup, w.table, inside=tuple(sorted([*others, *[chit] * len(panzers_inside(w))])))


def suppose(w: World, side: Side, lot: int) -> System:
    """Hidden chits are drawn by lot from those the Axis may have chosen: first different ones, then doubles (2.4)."""
    return partial(_redraw, lot=lot) if concealed(w, side).chits else as_it_is


def _redraw(w: World, lot: int) -> None:
    drawn = [c for c in (*w[Cup].gone, w[ChitInPlay].chit) if is_panzer(c)]
    ready = [c for c in PANZERS if headquarters_of(w, c) is not None] or list(PANZERS)
    different = max(0, line(w).choose - len(set(drawn)))
    fresh = shuffled([c for c in ready if c not in drawn], lot)[:different]
    doubles = shuffled([c for c in ready if drawn.count(c) + fresh.count(c) == 1], lot + 1)
    number = len(panzers_inside(w))
    chosen = [*fresh, *doubles, *ready * number][:number]
    w.mark(Cup, w.table, inside=tuple(sorted([*(c for c in w[Cup].inside if not is_panzer(c)), *chosen])))


# -- what the table shows ---------------------------------------------------------------------------------


def chits(w: World, side: Side) -> tuple[ChitView, ...]:
    """The chits of the turn as a side may know them: the Axis' secret choice is hidden until drawn."""
    hide = bool(concealed(w, side).chits)
    cup, chit_now, out = w[Cup], w[ChitInPlay].chit, []
    if chit_now:
        heads = [headquarters_of(w, chit) for chit in LED_BY.get(chit_now, (chit_now,))]
        out.append(replace(_show(w, chit_now, "now"), units=tuple(u.id for u in heads if u is not None)))
    out += [_show(w, c, "held") for c in cup.held]
    counts = Counter(SECRET if hide and is_panzer(chit) else chit for chit in cup.inside)
    out += [_show(w, c, "cup", n) for c, n in sorted(counts.items())]
    return tuple(out + [_show(w, c, "gone") for c in cup.gone])


def _show(w: World, chit: str, how: str, count: int = 1) -> ChitView:
    if chit == SECRET:
        return ChitView(
            SECRET, "Panzer army, chosen in secret", Side.AXIS, how, count, "One of the four panzer armies.", "2.4"
        )
    name, text = NAMES[chit]
    return ChitView(
        *(chit, name, side_of(chit), how, count, text, "2.3"),
        powers=POWERS[chit],
        either=chit == EITHER,
        on_foot=most_on_foot(w, chit),
    )


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
    chits=chits,
    markers=markers,
    known=known,
    told_numbers=setup.told_numbers,
)
