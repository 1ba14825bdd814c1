"""What the window shows of this game: counters, battles, boxes and facts, as one side may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ecs.core.commands import CallReserve
from ecs.core.components import (
    Assignment,
    Battle,
    Concealment,
    Disruption,
    Engagement,
    Installation,
    Marched,
    Place,
    Readiness,
    Side,
    SupplyState,
)
from ecs.core.dice import shuffled
from ecs.core.files.toml_files import ORIGINS
from ecs.core.known_facts import Fact, KnownFacts, RuleFigures, Sky
from ecs.core.origins import origin_sheets
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.ruleset import System, as_it_is
from ecs.core.view import NOTHING_HIDDEN, BattleView, HiddenInformation
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.campaign.replacements import candidates, works
from ecs.rulesets.darkest_crusade.campaign.siberian_reserve import risk, waiting
from ecs.rulesets.darkest_crusade.combat.battle import rounds_now
from ecs.rulesets.darkest_crusade.combat.declaring import wrong_troops
from ecs.rulesets.darkest_crusade.data.components import Factory, FireRounds, ReplacementPool, SiberianReserve, Strength
from ecs.rulesets.darkest_crusade.data.options import HANDICAP, OPTIONS
from ecs.rulesets.darkest_crusade.data.tables import HexsideRow, TerrainRow, classes, rules, tables
from ecs.rulesets.darkest_crusade.ground.control import SEAS, lost_oil, sea_control
from ecs.rulesets.darkest_crusade.ground.losses import factors, is_fortified, leave_map
from ecs.rulesets.darkest_crusade.ground.movement import BLITZ_PHASES
from ecs.rulesets.darkest_crusade.ground.terrain import told_numbers
from ecs.rulesets.darkest_crusade.table.sentences import WEATHER
from ecs.systems.combat.declared_attacks import assigned_by_wave
from ecs.systems.sentences import label, named, up_to
from ecs.systems.stacking import in_box, on_map, units_at
from ecs.systems.views import Display, Face


def hidden_from(w: World, unit: Unit, side: Side) -> bool:
    """Is the unit's identity hidden from this side (20)?"""
    return unit[Concealment].hidden and unit.type.side is not side


BY_DIE = {"roll": "Good or Mud, by die", "after": "Snow after Good, Good after Mud"}
"""Weathers of the calendar that a die decides, in words."""
SKY = {"Good": Sky.FAIR, "Mud": Sky.MUD, "Snow": Sky.SNOW}
OFF_THE_MAP = frozenset({"pool", "dead"})
"""Boxes in which a unit that was hidden to the last may lie, and from which one may come back hidden."""


def concealed(w: World, side: Side) -> HiddenInformation:
    """What lies face down, and while anything does, which of the others left the map, which would give it away."""
    units = frozenset(u.id for u in w.units if u.hex >= 0 and hidden_from(w, u, side))
    return HiddenInformation(units, OFF_THE_MAP) if units else NOTHING_HIDDEN


def ever_conceals(w: World) -> bool:
    """May anything lie face down in this game (20)?"""
    return w.options["secret_setup"] == "on"


@per_position
def _keeps_quiet(w: World, side: Side) -> bool:
    """Are the enemy's boxes closed to this side?"""
    return bool(concealed(w, side))


def guesses(w: World, side: Side) -> tuple[System, ...]:
    """Nothing is supposed about face-down units: there are too many ways."""
    return () if concealed(w, side) else (as_it_is,)


def suppose(w: World, side: Side, lot: int) -> System:
    """Enemy counters of which nothing is known are dealt by lot to the hexes in which some lie face down (20)."""
    return partial(_deal, side=side, lot=lot) if concealed(w, side) else as_it_is


def _deal(w: World, side: Side, lot: int) -> None:
    """Lay unknown counters face down where some lie, dummies among them, in good order; the others wait in the pool."""
    hidden = [w.by_id[name] for name in sorted(concealed(w, side).units)]
    spots = sorted(u.hex for u in hidden)
    dummies = [u for u in hidden if "dummy" in u.type]
    away = [u for u in w.units if u.place.box in OFF_THE_MAP and u.type.side is not side and "dummy" not in u.type]
    order = shuffled(sorted([*(u for u in hidden if u not in dummies), *away], key=lambda u: u.id), lot)
    laid = len(spots) - len(dummies)
    for unit in order[laid:]:
        leave_map(w, unit, "pool")
    for unit, index in zip(shuffled([*dummies, *order[:laid]], lot), spots, strict=True):
        leave_map(w, unit, "")
        w.mark(Place, unit, hex=index)
        w.mark(Concealment, unit, hidden=True)


def printed(unit: Unit) -> str:
    """The numbers on the face-up side: one factor, or two (2.1)."""
    attack_factor, _, hits = factors(unit)
    return str(attack_factor) if attack_factor == hits else f"{attack_factor}-{hits}"


def badges(w: World, unit: Unit) -> Mapping[str, object]:
    """State words, in drawing order, each with whether it is shown."""
    factory = unit[Factory].state if Factory in unit else ""
    return {
        "disrupted": unit[Disruption].disrupted,
        "unsupplied": not unit[SupplyState].supplied,
        "fortified": is_fortified(unit),
        "emplaced": unit[Strength].strong and not is_fortified(unit),
        "attacking": unit[Assignment].target >= 0,
        "noattack": unit[Marched].by_bonus,
        "moved": unit[Marched].moved == 1 or unit[Engagement].fought or unit[Readiness].spent,
        "hidden": unit[Concealment].hidden,
        "packed": factory == "packed",
        "transit": factory == "transit",
    }


def surroundings(w: World) -> int:
    """What a counter's appearance depends on besides its own marks: nothing, while none lies face down."""
    return w.position if w.hidden_units() else 0


def unseen(w: World, unit: Unit, side: Side) -> bool:
    """Must the side not know of the counter?"""
    if "dummy" in unit.type and unit.hex < 0:
        return True
    return unit.type.side is not side and unit.place.box in OFF_THE_MAP and _keeps_quiet(w, side)


def can_act(unit: Unit) -> bool:
    """Is the counter in order, with its march and attack still to come?"""
    return unit.ready and not unit[Readiness].spent and not unit[Marched].moved and unit[Assignment].target < 0


def face(w: World, unit: Unit) -> Face:
    """The face-up side of a counter."""
    kind, (attack, defence, hits) = unit.type, factors(unit)
    return Face(
        symbol=kind.symbol,
        size=kind.size,
        style=kind.style,
        attack=attack,
        defence=defence,
        hits=hits,
        factors="" if Installation in unit else printed(unit),
        traits=kind.traits,
        cost=kind.cost,
        armour="panzer" in kind,
    )


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """Declared attacks and the one being fought."""
    out = []
    if w[Battle].underway:
        out.append(
            BattleView(
                w[Battle].hex,
                w[FireRounds].wave,
                tuple(w.by_entity[e].id for e in w[Battle].attackers),
                _names(w, w[Battle].hex, side),
                "fighting",
                w[FireRounds].round,
                w[FireRounds].rounds,
            )
        )
    rounds = rounds_now(w)
    for (target, wave), units in assigned_by_wave(w).items():
        unknown = tuple(sorted(f"?{label(w, u.hex)}" for u in units if hidden_from(w, u, side)))
        names = tuple(u.id for u in units if not hidden_from(w, u, side)) + unknown
        out.append(BattleView(target, wave, names, _names(w, target, side), "declared", 0, rounds))
    return tuple(out)


def _names(w: World, index: int, side: Side) -> tuple[str, ...]:
    """The units in a hex as a side knows them, the unknown ones last."""
    stack = units_at(w, index)
    known = tuple(u.id for u in stack if not hidden_from(w, u, side))
    return known + ("?",) * (len(stack) - len(known))


def turn_name(w: World, turn: int) -> str:
    """The month."""
    lines = rules(w).turn
    return lines[min(turn, len(lines)) - 1].name


def weather_text(w: World) -> str:
    """What the weather does."""
    return WEATHER.get(w.weather.name, "")


def turn_track(w: World) -> tuple[tuple[str, str], ...]:
    """(month, what it brings) of every turn."""
    out = []
    for line in rules(w).turn[: w.turns]:
        arrive = f"; reinforcements: {', '.join(line.arrive)}" if line.arrive else ""
        out.append((line.name, BY_DIE.get(line.weather, line.weather) + arrive))
    return tuple(out)


def boxes(w: World, side: Side) -> tuple[tuple[str, str], ...]:
    """(box, contents) for the panel."""
    out, quiet = [], _keeps_quiet(w, side)
    for box, title in (("coming", "Axis reinforcements to come"), ("dead", "Eliminated for good")):
        told = [u for u in in_box(w, box) if not quiet or u.type.side is side]
        out.append((title, ", ".join(u.type.name for u in told) or "none"))
    pool = Counter(unit.type.kind for unit in in_box(w, "pool"))
    words = ", ".join(f"{pool[u.type.kind]} × {printed(u)} {u.type.symbol}" for u in candidates(w))
    out.append(("Soviet replacement pool", _off_the_map(w) if quiet else words or "empty"))
    out.append(("Siberian reserve", ", ".join(u.type.name for u in in_box(w, "siberia")) or "committed"))
    return tuple(out)


def _off_the_map(w: World) -> str:
    """How many Soviet counters have left the map: as much as a side may know while others lie face down."""
    gone = [u for box in sorted(OFF_THE_MAP) for u in in_box(w, box) if u.type.side is Side.SOVIET]
    count = sum("dummy" not in u.type for u in gone)
    return f"{count} off the map (details once no unit is face down)" if count else "empty"


WORKS = {
    "running": "working",
    "packed": "packed to go east",
    "transit": "on its way east",
    "offmap": "working beyond the Urals",
    "lost": "lost",
}
"""What the panel says of a tank factory, by its state; where it is on the map, with the place after it."""


def facts(w: World, side: Side) -> tuple[Fact, ...]:
    """(subject, state) lines for the panel."""
    seas = {sea: "Sea of Azov" if sea == "Azov" else f"{sea} Sea" for sea in SEAS}
    out = [Fact(name, f"{sea_control(w, sea) or 'no'} control") for sea, name in seas.items()]
    out += HANDICAP.facts(w)
    out.append(Fact("Soviet tank factors", str(w[ReplacementPool].tank_points), means=True))
    if w.phase == "B1":
        out.append(Fact("Soviet infantry factors", str(w[ReplacementPool].infantry_points), means=True))
        if not w[SiberianReserve].called and risk(w):
            out.append(
                Fact("Siberian gamble now", f"a roll of {up_to(risk(w))} loses the war", means=True, risk=CallReserve)
            )
        elif waiting(w):
            out.append(Fact("Waiting to enter", ", ".join(u.type.name for u in waiting(w)), means=True))
    for factory in w.installations:
        state = works(factory).state
        place = f" at {named(w, factory.hex)}" if factory.hex >= 0 else ""
        out.append(Fact(factory.type.long_name, f"{WORKS[state]}{place}"))
    for s in Side:
        if lost_oil(w, s):
            out.append(
                Fact(f"{s} oil", "lost, so panzers move one hex" if s is Side.AXIS else "lost, so tanks move one hex")
            )
    return tuple(out)


def known(w: World, side: Side) -> KnownFacts:
    """The places that win or decide the game for the enemy (21), and whether it snows."""
    table = rules(w).victory
    spots = table.smashing if side is Side.AXIS else table.key_cities
    return KnownFacts(
        calendar=tuple("" if line.weather in BY_DIE else line.weather for line in rules(w).turn[: w.turns]),
        capitals=w.board.spots(spots),
        winter=w.weather.name == "Snow",
        due=_due(w, w.clock.turn),
        sky=SKY.get(w.weather.name),
        skies=tuple(SKY.get(line.weather) for line in rules(w).turn[: w.turns]),
        attackers=_second_attackers(w, side),
        figures=RuleFigures(safe_call=rules(w).siberia.safe_turn),
    )


def _second_attackers(w: World, side: Side) -> frozenset[str] | None:
    """Own units that may attack after the second march of a turn (6.3); None in any other phase."""
    if w.phase not in BLITZ_PHASES:
        return None
    fight = w.phase.replace("move", "attack")
    return frozenset(unit.id for unit in on_map(w, side) if wrong_troops(w, unit, fight) is None)


@remembered(Place)
def _due(w: World, now: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The Axis reinforcements of the turns to come (3)."""
    found = []
    for turn, line in enumerate(rules(w).turn[: w.turns], 1):
        units = (w.unit(name) for name in line.arrive)
        names = tuple(unit.id for unit in units if unit is not None and unit.place.box == "coming")
        if names and turn > now:
            found.append((turn, names))
    return tuple(found)


def _rows(first: str, shape: type[Struct], rows: Mapping[str, object]) -> list[list[Any]]:
    """A chart of rows of one shape, with its head."""
    names = shape.__struct_fields__
    return [[first, *names], *([name, *(getattr(row, field) for field in names)] for name, row in rows.items())]


def all_tables() -> list[tuple[str, list[list[Any]]]]:
    """Every table in force as (title, rows)."""
    t = tables()
    crt: list[list[Any]] = [["A", "B", *range(1, 26)]]
    crt += [[i + 1, 6 - i, *row] for i, row in enumerate(t.hits)]
    units: list[list[Any]] = [["class", "attack", "defence", "hits", "strong", "recovery", "from"]]
    for name, c in classes().items():
        figures = [c.attack, max(c.attack, c.defence), c.hits, "-".join(map(str, c.strong or ())), c.recovery]
        units.append([name, *figures, ORIGINS[c.origin]])
    turns: list[list[Any]] = [["turn", "month", "weather", "from", "arrive"]]
    turns += [[i, m.name, m.weather, ORIGINS[m.origin], " ".join(m.arrive)] for i, m in enumerate(t.turn, 1)]
    named_parts = [
        ("Movement (6.1)", t.movement),
        ("Hexside capacity (8)", t.capacity),
        ("Places (13)", t.place),
        ("Sustaining places (15.3)", t.sustain),
        ("Weather shifts (14)", t.weather),
        ("Sea (18)", t.sea),
        ("Production (16)", t.production),
        ("Siberian reserve (17)", t.siberia),
        ("Victory (21)", t.victory),
        ("Lotsa Dice (9.1)", t.lotsa_dice),
    ]
    out = [
        ("Combat table (9.1)", crt),
        ("Units (2.2)", units),
        ("Turns (3)", turns),
        ("Ground (7, 8, 12)", _rows("ground", TerrainRow, t.terrain)),
        ("Hexsides (4, 12, 15)", _rows("hexside", HexsideRow, t.side)),
    ]
    for title, part in named_parts:
        out.append((title, [[name, getattr(part, name)] for name in part.__struct_fields__]))
    return [*out, *origin_sheets(t, OPTIONS)]


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
    known=known,
    told_numbers=told_numbers,
)
