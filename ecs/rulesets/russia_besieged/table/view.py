"""What the window shows of this game: counters, boxes, facts, ranges, as one side may see them, and printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ecs.core.commands import Regauge
from ecs.core.components import Assignment, Engagement, Flags, Marched, Readiness, Replacements, Side, Steps
from ecs.core.files.toml_files import ORIGINS, by_turn
from ecs.core.known_facts import Fact, KnownFacts, OddsColumn, RuleFigures, Sky, StackRoom
from ecs.core.origins import origin_sheets
from ecs.core.remembered_answers import MANY, remembered
from ecs.core.unit_names import signed, weather_words
from ecs.core.view import Marker, OverrunView, RangeArea, WeatherView
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign import conversions, setup
from ecs.rulesets.russia_besieged.campaign.income import PURSES, purse_word
from ecs.rulesets.russia_besieged.campaign.leaders import WAITING
from ecs.rulesets.russia_besieged.campaign.replacements import RAISED
from ecs.rulesets.russia_besieged.campaign.victory import key_places
from ecs.rulesets.russia_besieged.combat import air_bases, automatic_victories, declared_attacks
from ecs.rulesets.russia_besieged.combat.declared_attacks import attack_conditions, is_defended, odds_of, team_of
from ecs.rulesets.russia_besieged.combat.odds import FINNS, ratio_name, victory_refusal
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import impulse, turn_side, weathers
from ecs.rulesets.russia_besieged.data.combat_tables import Chart
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, JointAttacks, Partisan, Track
from ecs.rulesets.russia_besieged.data.options import HANDICAP, OPTIONS, is_on
from ecs.rulesets.russia_besieged.data.tables import SHELF, WEATHERS, rules, tables
from ecs.rulesets.russia_besieged.data.units import (
    arrivals,
    card,
    cf,
    classes,
    current_class,
    full_steps,
    is_combat_unit,
    is_gun,
    is_second_stage,
    kinds,
    letter,
    ma,
    mobility,
    parted,
    state,
    steps_left,
)
from ecs.rulesets.russia_besieged.ground import rail_conversion
from ecs.rulesets.russia_besieged.ground.air_drops import range_of
from ecs.rulesets.russia_besieged.ground.movement import is_locked
from ecs.rulesets.russia_besieged.ground.occupancy import partisans
from ecs.rulesets.russia_besieged.ground.removal import GONE, POOL
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES, GROUND, gauge, place
from ecs.systems import scorekeeping
from ecs.systems.arrivals import due
from ecs.systems.rail import rail_net
from ecs.systems.stacking import on_map
from ecs.systems.trains import room_left
from ecs.systems.views import Box, Display, Face, comers, disc, off_map

ORDINALS = {1: "First", 2: "Second"}
MAP_WORDS = {row: word for word, row in GROUND.items()}
"""By line of the terrain chart, what the map calls it."""
SKY = {"Clear": Sky.FAIR, "Lt Mud": Sky.WET, "Mud": Sky.MUD, "Snow": Sky.SNOW}
SKIES = {
    "Clear": "Full movement, four air groups per attack, Blitzkrieg attacks.",
    "Lt Mud": "Less movement, three air groups per attack, Blitzkrieg attacks.",
    "Mud": "Units move two hexes, then one. No Blitzkrieg, automatic victory or artillery, two air groups per attack.",
    "Snow": "Rivers and swamps freeze, northern ports close. No Blitzkrieg attacks, no aircraft.",
}
LATE = ("convert", "surrender", "check")
DEAD, CAPTIVE, BACK, EAST = "dead", "surrendered", "returns", "east"
TRAITS = {
    "AR": "art",
    "AIR": "air",
    "FM": "marshal",
    "DI": "dictator",
    "PT": "partisans",
    "BASE": "base",
    "M": "mountain",
    "AB": "airborne",
    "V": "militia",
    "W": "workers",
}
SYMBOLS = {"FM": "marshal", "DI": "dictator", "PT": "partisans", "BASE": "airbase"}
GERMANS = "GER"
NATIONS = {"GER": "German", "ROM": "Romanian", "HUN": "Hungarian", "FIN": "Finnish", "ITA": "Italian", "SOV": "Soviet"}


# -- counters -----------------------------------------------------------------------------------------------


def printed(unit: Unit) -> str:
    """The numbers on the face-up side: CF and MA; a leader's MA alone; the factors of an air group in brackets."""
    if is_combat_unit(unit) or is_gun(unit):
        return f"({cf(unit)})-{ma(unit)}" if is_gun(unit) else f"{cf(unit)}-{ma(unit)}"
    return {"FM": "±1", "DI": str(ma(unit)), "PT": "II" if is_second_stage(unit) else "I"}.get(letter(unit), "")


def badges(w: World, unit: Unit) -> Mapping[str, object]:
    """State words, in drawing order, each with whether it is shown; none off the map."""
    if unit.hex < 0:
        return {}
    now = state(unit)
    ordered, allotted = unit[Assignment].target >= 0 and not unit[Readiness].spent, declared_attacks.is_allotted(unit)
    return {
        "reduced": steps_left(unit) < full_steps(unit),
        "unsupplied": now == 1,
        "isolated": now > 1,
        "attacking": ordered and not allotted,
        "allotted": ordered and allotted,
        "locked": is_combat_unit(unit) and is_locked(w, unit),
        "victor": unit.entity in w[AutomaticVictory].units,
        "spent": unit[Readiness].spent and letter(unit) in ("AIR", "FM"),
        "moved": unit[Marched].moved or unit[Engagement].fought,
    }


def surroundings(w: World) -> tuple[object, ...]:
    """What a counter's appearance depends on besides its own marks."""
    return w.clock.turn, w[Flags].flags, w[JointAttacks].locked, w[AutomaticVictory].units


def unseen(w: World, unit: Unit, side: Side) -> bool:
    """Is the counter not yet, or no longer, in play?"""
    box = unit.place.box
    return box == GONE or (box == POOL and letter(unit) not in ("AIR", "PT", "BASE"))


def can_act(unit: Unit) -> bool:
    """Has the counter neither moved nor fought in this impulse?"""
    return not unit[Marched].moved and not unit[Engagement].fought


def face(w: World, unit: Unit) -> Face:
    """The face-up side of a counter."""
    return _face(w, unit, w.clock.turn)


@remembered(Steps, Partisan, Flags, most=MANY)
def _face(w: World, unit: Unit, turn: int) -> Face:
    front, sort, traits = card(unit), letter(unit), shown_traits(current_class(unit))
    worth = cf(unit) if is_combat_unit(unit) or is_gun(unit) else 0
    flies = calendar.air_factors(unit.type.side, turn) if sort == "AIR" else 0
    return Face(
        symbol=SYMBOLS.get(sort, front.symbol),
        size=front.size,
        style=front.style,
        attack=worth,
        defence=0 if is_gun(unit) else worth,
        hits=steps_left(unit),
        factors=f"({flies})" if sort == "AIR" else printed(unit),
        traits=traits,
        cost=tables().replace.cost.get(sort, 0),
        outlook=conversions.words(w, unit),
        movement=ma(unit) if is_combat_unit(unit) or is_gun(unit) or sort == "DI" else 0,
        support=worth if is_gun(unit) else flies,
        stage=1 + is_second_stage(unit) if sort == "PT" else 0,
        armour="armour" in traits,
        leading=unit.type.nation == GERMANS,
        northern=unit.type.nation == FINNS,
        apart=apart_from(unit.type.nation),
    )


@SHELF.remembered(32)
def apart_from(nation: str) -> frozenset[str]:
    """Nations that may never stack with one of the Axis (5.0)."""
    table = tables().stacking
    shy = {other for pair in table.apart if nation in pair for other in pair if other != nation}
    return frozenset(shy if nation in table.finns_with else {*shy, FINNS})


@SHELF.remembered(256)
def shown_traits(name: str) -> frozenset[str]:
    """Traits of a class: its own, and those of its kind."""
    front = classes()[name]
    sort = kinds()[front.kind]
    moves = {"mot": "mech", "cav": "cav"}
    more = [("zoc", sort.zoc), ("armour", sort.armour), (moves.get(sort.mobility, ""), sort.mobility in moves)]
    extra = [TRAITS[front.kind]] if front.kind in TRAITS else []
    return frozenset([*front.traits, *extra, *(word for word, on in more if on)])


# -- the bar and the panels ---------------------------------------------------------------------------------


def turn_name(w: World, turn: int) -> str:
    """The two months."""
    return calendar.turn_name(min(turn, len(rules(w).turns)))


def weather_text(w: World) -> str:
    """The pair of the turn, the impulse being played in words, and what its weather does."""
    first, second = map(weather_words, weathers(w))
    both = f"{first} in both impulses" if first == second else f"{first} in the First Impulse, {second} in the Second"
    return f"{both}. {ORDINALS[impulse(w)]} Impulse now. {SKIES[w.weather.name]}"


def skies(w: World) -> tuple[WeatherView, ...]:
    """The weather of each impulse, and which of them is being played."""
    word = w.phase.partition("-")[0]
    now = int(word[-1]) if word[-1].isdigit() else 0
    late = word in LATE or w.phase == "end"

    def one(number: int, name: str) -> WeatherView:
        state = "now" if number == now else "done" if late or number < now else "next"
        return WeatherView(
            f"{ORDINALS[number]} Impulse", weather_words(name), state, SKIES.get(name, ""), number, SKY.get(name)
        )

    return tuple(one(number, name) for number, name in enumerate(weathers(w), 1) if name)


@remembered()
def turn_track(w: World) -> tuple[tuple[str, str], ...]:
    """(months, what arrives) of every turn."""
    calendar = ((line.turn, line.side, line.units) for line in arrivals().arrive)
    come = comers(w, calendar, lambda texts: (classes()[name].name for _, name in parted(texts)))
    return tuple((turn_name(w, turn), come.get(turn, "")) for turn in range(1, w.turns + 1))


BOXES = (
    Box("To be placed", (WAITING, RAISED)),
    Box("Eliminated, can be rebuilt", (DEAD,)),
    Box("Surrendered", (CAPTIVE,)),
    Box("Coming back", (BACK,)),
    Box("Workers gone east", (EAST,)),
)


def boxes(w: World, side: Side) -> tuple[tuple[str, str], ...]:
    """(box, contents) for the panel."""
    return off_map(w, BOXES, lambda units: sorted(f"{card(u).name} {printed(u)}".strip() for u in units))


def facts(w: World, side: Side) -> tuple[Fact, ...]:
    """(subject, state) lines for the panel: replacements, trains, rail groups, aircraft, weather."""
    first, second = map(weather_words, weathers(w))
    out = [Fact("Weather by impulse", f"{first} in both" if first == second else f"{first}, then {second}")]
    out += HANDICAP.facts(w)
    if w.phase.startswith("arrive-"):
        out += _purses(w, Side(w.phase.partition("-")[2]))
        out += _airbases(w, Side(w.phase.partition("-")[2]))
    for one in Side:
        if w.phase == f"move1-{one.value}":
            out.append(Fact(f"{one} trains left", str(room_left(w, one)), means=True, side=one))
        if w.phase == f"convert-{one.value}":
            out.append(Fact(f"{one} rail groups left", str(rail_conversion.groups_left(w)), means=True, side=one))
        groups = [u for u in on_map(w, one) if letter(u) == "AIR"]
        ready = sum(1 for u in groups if not u[Readiness].spent)
        if groups:
            out.append(Fact(f"{one} air groups", f"{ready} of {len(groups)} ready"))
    bands = partisans(w)
    if bands:
        out.append(Fact("Partisans", f"{len(bands)} ({sum(map(is_second_stage, bands.values()))} in the second stage)"))
    return tuple(out)


def known(w: World, side: Side) -> KnownFacts:
    """Trains, rail groups, aircraft and supply paths of a side in figures, the home of its Dictator (22.1), the weather
    as far as one can tell."""
    return KnownFacts(
        trains=room_left(w, side) if w.phase == f"move1-{side.value}" else 0,
        group_hexes=calendar.rail_chain(weathers(w)),
        air_groups=calendar.air_most(side, w.weather.name, is_on(w, "snow_air")),
        capitals=(place(w, rules(w).dictators.homes.of(side)),),
        winter=w.weather.name == "Snow",
        key_places=key_places(w),
        due=due(w, ("turn", BACK)),
        sky=SKY.get(w.weather.name),
        likely=_likely(),
        supply_paths=_supply_paths(side, min(w.clock.turn + 1, len(tables().turns))),
        figures=rule_figures(w.clock.turn),
    )


@SHELF.remembered(4)
def rule_figures(turn: int) -> RuleFigures:
    """Stacking, odds, the first winter, ranges and airbases (5, 9, 10, 3.4, 11, 15)."""
    table = tables()
    stack, base, air = table.stacking, table.air.base, table.air
    first, last = table.first_winter
    return RuleFigures(
        StackRoom(stack.most, stack.armies, stack.city),
        tuple(OddsColumn(float(n) if n > 0 else -1 / n) for n in table.crt.odds),
        swift_odds=tuple(map(float, table.blitz_table.odds)),
        outright=table.victory_at_odds.odds,
        first_winter=(first, last),
        air_range=tuple((one, air.range.of(one)) for one in Side),
        drop_range=by_turn(table.drop.range, turn)[0],
        air_bases=(base.major, base.minor, base.marker, air.most_in_hex),
        going=tuple(
            (MAP_WORDS.get(name, name), row.foot, row.mot, row.rail_free) for name, row in table.terrain.items()
        ),
    )


def pace(w: World, unit: Unit, sky: Sky, turn: int) -> int:
    """Hexes a unit in supply may go in the First Impulse of a turn in some weather (3.4)."""
    way, name = mobility(unit), next((name for name, found in SKY.items() if found is sky), "Snow")
    if way not in ("mot", "cav", "foot"):
        return ma(unit)
    walker = calendar.MovingUnit(unit.type.side, way, ma(unit), finn=unit.type.nation == FINNS)
    return calendar.allowance(walker, name, 1, turn)


@SHELF.remembered(1)
def _likely() -> tuple[Sky, ...]:
    return tuple(SKY[name] for name in calendar.likely_weather())


@SHELF.remembered(64)
def _supply_paths(side: Side, turn: int) -> tuple[tuple[Sky, int], ...]:
    return tuple((sky, calendar.supply_length(side, turn, name)) for name, sky in SKY.items())


def _purses(w: World, side: Side) -> list[Fact]:
    purse = w[Replacements]
    if side is Side.SOVIET:
        return [Fact("Soviet replacement points", str(purse.factors), means=True, side=side)]
    out = [
        ("German replacement points", str(purse.infantry)),
        ("German points for panzers", str(min(purse.panzer, purse.infantry))),
    ]
    for nation, word in (("ROM", PURSES["ROM"]), ("HUN", PURSES["HUN"])):
        out.append((f"{NATIONS[nation]} replacement points", str(getattr(purse, word))))
    for nation in ("FIN", "ITA"):
        points = scorekeeping.count(w, purse_word(nation))
        out.append((f"{NATIONS[nation]} replacement points", str(points)))
    return [Fact(title, points, means=True) for title, points in out if points != "0" or title.startswith("German")]


def _airbases(w: World, side: Side) -> list[Fact]:
    spare = len(air_bases.spare_markers(w, side))
    if not spare or not air_bases.flies(w, side):
        return []
    return [Fact(f"{side} airbases available", str(spare), means=True, side=side)]


def areas(w: World, side: Side) -> tuple[RangeArea, ...]:
    """Ranges of a side's air groups (11.2), and railways that can be converted now (7.2)."""
    out = [*chains(w)] if w.phase == f"convert-{side.value}" else []
    reach = range_of(w, side)
    for unit in on_map(w, side):
        if letter(unit) == "AIR":
            hexes = disc(w, unit.hex, reach)
            out.append(RangeArea("air", unit.id, unit.type.long_name, side, hexes, (), not unit[Readiness].spent))
    return tuple(out)


def chains(w: World) -> tuple[RangeArea, ...]:
    """Every railway that could be converted now, drawn to its end; named by the hex that is clicked (7.2)."""
    out = []
    for end in [w.board.by_label[c.hex] for c in rail_conversion.regauge_commands(w) if isinstance(c, Regauge)]:
        line = rail_conversion.chain_to(w, end)
        used = rail_conversion.groups_for(w, len(line))
        groups = "1 rail group" if used == 1 else f"{used} rail groups"
        size = f"{len(line)} hex" + ("es" if len(line) > 1 else "")
        text = f"{groups} of {rail_conversion.groups_left(w)} left, {size}"
        start = rail_conversion.chains(w).before[line[0]]
        out.append(RangeArea("chain", w.board.hexes[end].label, text, turn_side(w), line, (start, *line)))
    return tuple(out)


def overrun(w: World, side: Side, index: int, units: tuple[str, ...]) -> OverrunView | None:
    """How near units are to an automatic victory, aircraft sent there included; None outside movement (9)."""
    if not w.phase.startswith("move") or side is not turn_side(w) or not is_defended(w, index, side):
        return None
    named_ = [u for name in units if (u := w.unit(name)) is not None and u.hex >= 0 and is_combat_unit(u)]
    flying = [u for u in declared_attacks.support(w, index) if letter(u) == "AIR"]
    team = [*named_, *flying]
    found = odds_of(w, (index,), side, team)
    legal = automatic_victories.cannot_overwhelm(w, index) is None
    refusal = None if legal else victory_refusal(attack_conditions(w, (index,), side, team), team_of(w, team, (index,)))
    if refusal is None and any(index in declared_attacks.hexes_of(w, locked) for locked, _ in w[JointAttacks].locked):
        refusal = automatic_victories.cannot_overwhelm(w, index)
    needed = found.defence.total * tables().victory_at_odds.odds
    ids = tuple(u.id for u in team)
    text = str(refusal) if refusal is not None else ""
    return OverrunView(w.board.hexes[index].label, ids, found.attack.total, found.defence.total, needed, text)


def markers(w: World) -> tuple[Marker, ...]:
    """Battles that rage on (10.6), with every hex that is fought for in them; fortresses (24.2)."""
    raging = {i for first, _ in w[JointAttacks].locked for i in declared_attacks.hexes_of(w, first)}
    out = [Marker(i, "locked", "Battle Rages: continues in the Second Impulse (10.6)") for i in raging]
    text = "Fortress: −1 for attackers, two units may stand fast (24.2)"
    out += [Marker(i, "fort", text) for i in FORTRESSES.hexes(w)]
    return tuple(sorted(out, key=lambda m: (m.hex, m.kind)))


@remembered(Track)
def gauges(w: World) -> tuple[Side | None, ...]:
    """For every hex with a railway, which side's trains run on it (7.2)."""
    return tuple(gauge(w, i) if row else None for i, row in enumerate(rail_net(w)))


DISPLAY = Display(
    face=face,
    badges=badges,
    can_act=can_act,
    unseen=unseen,
    surroundings=surroundings,
    turn_name=turn_name,
    turn_track=turn_track,
    weather_text=weather_text,
    skies=skies,
    boxes=boxes,
    facts=facts,
    markers=markers,
    gauges=gauges,
    known=known,
    told_numbers=setup.told_numbers,
)

# -- The printed tables of the game, as they are shown. --------------------------------------------------------------

Sheet = tuple[str, list[list[Any]]]


def all_tables() -> list[Sheet]:
    """Every table of the game, for `rasputitsa tables` and the rules page."""
    t = tables()
    months = [[n, code[:2], f"19{code[2:]}"] for n, code in enumerate(t.turns, 1)]
    modifiers = [[m.text, _signed(m.attacker), _signed(m.defender), m.rule] for m in t.modifier.values()]
    income = [[name, rp] for name, rp in t.replace.cities.items()]
    costs = [[kinds()[word].name, rp] for word, rp in t.replace.cost.items()]
    sudden = [[t.turns[turn - 1], cities] for turn, cities in t.victory.sudden]
    return [
        _chart("Combat results (10.2)", t.crt),
        _chart("Blitzkrieg attacks (10.9)", t.blitz_table),
        ("Die-roll modifiers (10.3)", [["Condition", "Attacker", "Defender", "Rule"], *modifiers]),
        ("Air groups in one attack (11.4)", [["Side", *WEATHERS], *_air()]),
        ("Weather rolls (17)", [["Season", "Die", "First", "Second"], *_weather()]),
        ("Soviet RP by city (19.2)", [["City", "RP"], *income]),
        ("RP per step (19.2)", [["Class", "RP"], *costs]),
        ("Sudden death (22.2)", [["Turn", "Major Cities the Axis needs"], *sudden]),
        ("Turns (1.2)", [["Turn", "Months", "Year"], *months]),
        ("Scenarios (23)", [["Scenario", "Turns", "Par", "From"], *_scenarios()]),
        ("Counters (1.3)", [["Unit", "Full", "Reduced", "Class", "From"], *_counters()]),
        ("Arrivals (25.4, 25.5)", [["Turn", "Side", "Units", "At", "From"], *_arrivals()]),
        *origin_sheets(t, OPTIONS),
    ]


def _signed(value: int) -> str:
    return signed(value) if value else "-"


def _chart(title: str, chart: Chart) -> Sheet:
    rows = [
        [str(low) if low == high else f"{low}-{high}", *cells]
        for (low, high), cells in zip(chart.rolls, chart.cells, strict=True)
    ]
    return title, [["Roll", *(ratio_name(n) for n in chart.odds)], *rows]


def _air() -> list[list[Any]]:
    most = tables().air.most
    return [["Axis", *most.axis], ["Soviet", *most.soviet]]


def _weather() -> list[list[Any]]:
    t = tables()
    out: list[list[Any]] = []
    for season, rows in t.weather.rolls.items():
        out += [[t.seasons[season], f"{low}-{high}" if low != high else low, *pair] for low, high, *pair in rows]
    return out


def _counters() -> list[list[Any]]:
    return [
        [card.name, f"{card.full[0]}-{card.full[1]}", "-".join(map(str, card.reduced)) if card.reduced else "-",
         kinds()[card.kind].name, ORIGINS[card.origin]]
        for card in classes().values()
    ]  # fmt: skip


def _scenarios() -> list[list[Any]]:
    return [
        [line.title, "-".join(map(str, line.turns)), " or ".join(map(str, line.par)) or "-", ORIGINS[line.origin]]
        for line in tables().scenarios
    ]


def _arrivals() -> list[list[Any]]:
    return [
        [line.turn, line.side, ", ".join(name for name, _ in parted(line.units)), line.at, ORIGINS[line.origin]]
        for line in arrivals().arrive
    ]
