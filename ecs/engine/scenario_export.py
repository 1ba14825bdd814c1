"""A position exported as a scenario, and in words what a scenario file cannot say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec

from ecs.core.components import Clock, Dice, Disruption, MapMarker, Place, Side, Steps, Weather
from ecs.core.events import WeatherTurned
from ecs.core.files.scenario_grammar import UnitEntry, ZoneEntry
from ecs.core.files.scenario_source import located
from ecs.core.files.scenarios import load_scenario
from ecs.core.ruleset import Ruleset, Scenario, SetupError, chosen_options
from ecs.core.world import World
from ecs.systems.rulebook import rulebook

if TYPE_CHECKING:
    from ecs.engine.engine import Game

# -- A scenario as the keys of a file that extends another one: only what differs. -----------------------------------

Lines = Mapping[str, tuple[str, UnitEntry]]
"""Counter id -> its side, and an entry of it alone."""


def scenario_table(told: Scenario, before: Scenario) -> dict[str, Any]:
    """The keys of a file that says ``told`` by what differs from ``before``, in order."""
    table: dict[str, Any] = {
        "id": told.id,
        "extends": before.id,
        "title": told.title,
        "blurb": told.blurb,
        "minutes": told.minutes,
    }
    if dict(told.options) != dict(before.options):
        table["options"] = dict(told.options)
    listed, now = one_by_one(before.units), one_by_one(told.units)
    joining = {unit: line for unit, line in now.items() if unit not in listed}
    return table | _settings(before, told) | _edits(listed, now, joining)


def one_by_one(units: Iterable[tuple[str, UnitEntry]]) -> dict[str, tuple[str, UnitEntry]]:
    """The counters of an order of battle, one by one."""
    return {
        text.partition(":")[0]: (side, msgspec.structs.replace(entry, units=[text]))
        for side, entry in units
        for text in entry.units
    }


def _edits(listed: Lines, now: Lines, joining: Lines) -> dict[str, Any]:
    """``remove``, ``[[move]]``, ``[[reduce]]``, ``[[add]]``: what has become of the order of battle."""
    gone = [unit for unit in listed if unit not in now]
    moves: dict[tuple[str, str, str, str | None], list[str]] = {}
    losses: dict[int, list[str]] = {}
    joins = dict(joining)
    for unit, (_, was) in listed.items():
        if unit not in now:
            continue
        entry = now[unit][1]
        if (entry.units, entry.dispersed) != (was.units, was.dispersed):
            gone.append(unit)
            joins[unit] = now[unit]
            continue
        if (entry.hex, entry.box, entry.zone, entry.at) != (was.hex, was.box, was.zone, was.at):
            door = entry.at if entry.at != was.at else None
            moves.setdefault((entry.hex, entry.box, entry.zone, door), []).append(unit)
        if entry.lost != was.lost:
            losses.setdefault(entry.lost, []).append(unit)
    table: dict[str, Any] = {"remove": gone} if gone else {}
    if moves:
        table["move"] = [
            {"units": units, **_place(spot, box), "zone": zone, **({} if at is None else {"at": at})}
            for (spot, box, zone, at), units in sorted(moves.items(), key=lambda move: (*move[0][:3], move[0][3] or ""))
        ]
    if losses:
        table["reduce"] = [{"units": units, "lost": lost} for lost, units in sorted(losses.items())]
    for side in Side:
        entries = _together(entry for whose, entry in joins.values() if whose == side.value)
        if entries:
            table[f"add.{side.value}"] = entries
    return table


def _place(spot: str, box: str) -> dict[str, str]:
    return {"hex": spot} if spot else {"box": box}


def _together(entries: Iterable[UnitEntry]) -> list[dict[str, Any]]:
    """Entries that differ in nothing but their counters made one."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for entry in entries:
        key = (entry.hex, entry.box, entry.zone, entry.lost, entry.dispersed, entry.at)
        found.setdefault(key, []).extend(entry.units)
    return [
        {
            "units": units,
            **_place(spot, box),
            **({"zone": zone} if zone else {}),
            **({"lost": lost} if lost else {}),
            **({"dispersed": True} if dispersed else {}),
            **({"at": at} if at else {}),
        }
        for (spot, box, zone, lost, dispersed, at), units in sorted(found.items())
    ]


def _settings(before: Scenario, told: Scenario) -> dict[str, Any]:
    """The keys that are not as in the scenario that is extended."""
    found: dict[str, Any] = {"start_turn": told.start_turn}
    if told.weather != before.weather:
        found["weather"] = told.weather
    if told.turns != before.turns:
        found["turns"] = told.turns
    if told.map != before.map:
        found["map"] = told.map.name
    if dict(told.rules) != dict(before.rules):
        found["rules"] = dict(told.rules)
    if dict(told.points) != dict(before.points):
        found["points"] = dict(told.points)
    if told.ground != before.ground:
        found["ground"] = told.ground
    if told.figures != before.figures:
        found |= {key: dict(value) for key, value in told.figures.items()}
    if told.zones != before.zones:
        found["zones"] = [_zone(zone) for zone in told.zones.values()]
    return found


def _zone(zone: ZoneEntry) -> dict[str, Any]:
    blank, every = ZoneEntry(name="", title=""), msgspec.structs.asdict(zone)
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in every.items()
        if value != getattr(blank, key)
    }


# -- What a scenario cannot say of a position, in words: a kind of mark and what is left out with it. ----------------

SHARED: Mapping[str, str] = {
    "Place": "Where some counters are",
    "Steps": "Steps lost by counters off the map; they are back at full strength",
    "Disruption": "Which units are Disrupted or Dispersed",
    "Concealment": "Which counters are face down",
    "SupplyState": "The last supply check; supply is checked anew",
    "Marched": "Which units have moved this phase, and how far",
    "Assignment": "Declared attacks",
    "Engagement": "Which units have fought or landed this phase",
    "Readiness": "Which units are done",
    "Rebasing": "Which units have changed base this turn",
    "Ground": "Who holds certain hexes",
    "Garrison": "City garrisons, and what has arrived in them this turn",
    "Decisions": "A question still to be answered",
    "Weather": "The weather, which is determined again",
    "CounterInHand": "The counter in hand",
    "CombatPhase": "Which hexes have been attacked this phase",
    "Battle": "The battle being fought",
    "CombatRoll": "The die roll of the battle being fought",
    "LossesOwed": "Losses still owed in the battle being fought",
    "RetreatUnderway": "A retreat under way",
    "AdvanceUnderway": "An advance under way",
    "Replacements": "Replacements in hand",
    "Transport": "What has moved by rail or sea this phase",
    "Tallies": "Running counts for this turn or the whole game",
    "Flags": "Which once-only events have already happened",
    "Withdrawals": "Units that must still be withdrawn",
    "Verdict": "How the game was decided",
}


def words_for(kind: type, own: Mapping[str, str]) -> str:
    """The words for what a kind of mark leaves out; ``own``: the words of one game."""
    return own.get(kind.__name__) or SHARED.get(kind.__name__) or f"Marks of the kind {kind.__name__}"


HELD = "held"


@dataclass(frozen=True, slots=True)
class RetoldPosition:
    """``table``: the keys of a scenario file, in order; ``notes``: what it does not say, a sentence each.

    ``told``: the same as a record; ``before``: the scenario that it extends.
    """

    table: dict[str, Any]
    notes: tuple[str, ...]
    told: Scenario
    before: Scenario


def retold(game: Game, name: str) -> RetoldPosition:
    """The position of a game as a scenario that extends the one the game started from.

    It begins with the first phase of the present turn.  Neither dice nor anything that is hidden stands in it.

    :param name: the id of the scenario.
    :raises SetupError: if the game is over, if counters are hidden from a side, if the id is that of the game's own.
    """
    _refuse(game, name)
    w = game._w
    early = w.is_set_up or w.clock.turn < 1
    before = located(load_scenario(game.scenario.path), game.ruleset.terms, game.board)
    listed = one_by_one(before.units)
    now = _entries(game, listed)
    options = _options(game, early)
    rules = dict(rulebook(w).display.told_numbers(w)) or dict(before.rules)
    bare = replace(
        game.scenario,
        units=tuple(now[unit] for unit in listed if unit in now),
        start_turn=max(1, w.clock.turn),
        weather=before.weather if early else _weather(game),
        rules=rules,
    )
    zones, ground, trial = _ground(game, bare, options, early)
    there = made(trial, game.ruleset)
    trial.close()
    joining = {unit: line for unit, line in now.items() if unit not in listed and there.get(unit) != line}
    told = replace(
        bare,
        **_words(game, bare),
        id=name,
        units=(*bare.units, *joining.values()),
        zones={zone.name: zone for zone in zones},
        ground=ground,
        options=_changed(game, options),
    )
    laid = _laid_out(game, told, options)
    notes = (*_moment(game, laid), *_given_up(game, options), *_unsaid(game, laid))
    laid.close()
    return RetoldPosition(scenario_table(told, before), notes, told, before)


def _refuse(game: Game, name: str) -> None:
    hidden = [game.concealed(side) for side in Side]
    if any(found.units or found.boxes for found in hidden):
        raise SetupError(
            "this game hides counters from one side, and a scenario would show them. Export it once all are face up"
        )
    if game.over:
        raise SetupError("the game is over, so there is no turn for a scenario to start with")
    if name == game.scenario.id:
        raise SetupError(f"This game started from scenario {name}. Choose another file name.")


# -- counters ---------------------------------------------------------------------------------------------


def _entries(game: Game, listed: Lines) -> dict[str, tuple[str, UnitEntry]]:
    """Every counter of the game that a scenario can place, where it is; from a box unknown to scenarios it goes
    back into the one it began in.

    :param listed: the counters of the scenario the game started from.
    """
    keep, terms = game._w.is_set_up or game._w.clock.turn < 1, game.ruleset.terms
    due = {f"turn:{turn}" for turn in range(1, game.turn + 1)} if terms.overdue and not keep else ()
    found = {}
    for unit, (side, entry) in made(game._w, game.ruleset, zones=keep).items():
        box = terms.overdue if entry.box in due else entry.box
        if not entry.hex and not terms.has_box(box) and unit in listed:
            box = listed[unit][1].box
        door = listed[unit][1].at if unit in listed and not entry.hex else ""
        told = msgspec.structs.replace(entry, box=box, at=door)
        if told.hex or terms.has_box(told.box):
            found[unit] = side, told
    return found


def made(w: World, ruleset: Ruleset, zones: bool = False) -> dict[str, tuple[str, UnitEntry]]:
    """Every counter of a world as an entry of its own; ``zones``: with its set-up zone."""
    classes, found = ruleset.figures.classes(), {}
    for unit in (*w.units, *w.installations):
        steps = unit[Steps] if Steps in unit else Steps()
        kind = steps.grade or unit.type.kind
        entry = UnitEntry(
            units=[f"{unit.id}:{kind}"],
            hex=w.board.hexes[unit.hex].label if unit.hex >= 0 else "",
            box="" if unit.hex >= 0 else unit.place.box,
            zone=unit.type.set if zones else "",
            lost=steps.lost if 0 < steps.lost < classes[kind].steps else 0,
            dispersed=ruleset.terms.dispersed and unit[Disruption].disrupted,
        )
        found[unit.id] = unit.type.side.value, entry
    return found


# -- ground, turn, options --------------------------------------------------------------------------------


def _ground(game: Game, bare: Scenario, options: Mapping[str, str], early: bool) -> tuple[list[ZoneEntry], str, World]:
    """Zones and ground of the scenario, and a world laid out with them; zones of the set-up are needed in it alone."""
    zones = [*bare.zones.values()] if early else []
    held = [spot.label for spot in game.board.hexes if game._w.ground[spot.index].control is Side.AXIS]
    name = next(word for word in (HELD, *(f"{HELD}-{n}" for n in range(2, 200))) if word not in bare.zones)
    mine = ZoneEntry(name=name, title="Axis-held hexes", also=held)
    told = replace(bare, zones={zone.name: zone for zone in (*zones, mine)}, ground=name)
    if early:
        usual = _laid_out(game, replace(bare, zones=bare.zones), options)
        if [ground.control for ground in usual.ground] == [ground.control for ground in game._w.ground]:
            return zones, bare.ground, usual
        usual.close()
    return [*zones, mine], name, _laid_out(game, told, options)


def _options(game: Game, early: bool) -> dict[str, str]:
    """The options in force; those that concern the set-up alone do nothing once it is over."""
    return {**game.options, **({} if early else game.ruleset.terms.opening)}


def _changed(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    usual = chosen_options(game.ruleset, {})
    return {key: value for key, value in options.items() if value != usual[key]}


def _weather(game: Game) -> str:
    """The weather of the present turn; "" if it is not known yet, or is another in a later part of the turn."""
    w = game._w
    begun = min((mark.commands for mark in game.marks if mark.turn == w.clock.turn), default=len(game.log))
    turned = [event for record in game.log[begun:] for event in record.events if isinstance(event, WeatherTurned)]
    if not turned:
        name = w.weather.name if w.clock.turn == game.scenario.start_turn else ""
    else:
        name = turned[-1].weather if turned[-1].later in ("", turned[-1].weather) else ""
    return name if name in game.ruleset.terms.weathers else ""


def _words(game: Game, told: Scenario) -> dict[str, Any]:
    was, turn = game.scenario, rulebook(game._w).display.turn_name(game._w, game._w.clock.turn)
    left, all_turns = told.turns - told.start_turn + 1, was.turns - was.start_turn + 1
    return {
        "title": f"{was.title}: {turn}"[:200],
        "blurb": f"{was.title}: the position of a game on turn {told.start_turn} ({turn}).",
        "minutes": was.minutes * left // max(1, all_turns),
    }


# -- what is left out -------------------------------------------------------------------------------------


def _laid_out(game: Game, scenario: Scenario, options: Mapping[str, str]) -> World:
    """The scenario on a table of its own, before the first phase."""
    rules, sequence = game.ruleset, game.ruleset.sequence
    phases, w = tuple(phase.id for phase in sequence.phases), game._w
    made = World(
        game.board,
        w.rules,
        options,
        scenario.turns,
        phases,
        rules.kinds,
        set_up=sequence.set_up,
        rulebook=rules.rulebook,
        along=rules.remembers.along,
    )
    made.scenario = scenario
    rules.set_up(made, scenario)
    return made


def _moment(game: Game, laid: World) -> Iterator[str]:
    yield "The dice: each game of the scenario rolls its own."
    w, phases = game._w, game.ruleset.sequence.phases
    if w.is_set_up:
        return
    title, turn = phases[w.clock.phase].title, laid.clock.turn
    yield f"The phase: the game is in “{title}”; the scenario starts with the first phase of turn {turn}."
    coming = [phase for phase in phases[w.clock.phase :] if phase.when is not None and phase.when(w)]
    skipped = [phase.title for phase in coming if phase.when is not None and not phase.when(laid)]
    if skipped:
        yield f"Phases of this turn that a scenario leaves out of its first turn: {', '.join(skipped)}."


def _given_up(game: Game, options: Mapping[str, str]) -> Iterator[str]:
    for option in game.ruleset.options:
        was = game.options[option.key]
        if options[option.key] != was:
            yield f"The option {option.key} = “{was}”: it matters only at the start of a game."


def _unsaid(game: Game, laid: World) -> Iterator[str]:
    """A sentence for each kind of mark that is not on the new table as it is on the old one."""
    w = game._w
    far = [unit for unit in (*w.units, *w.installations) if unit.hex < 0]
    strays = [unit for unit in far if not game.ruleset.terms.has_box(unit.place.box)]
    if strays:
        named = ", ".join(sorted(f"{unit.id} ({unit.place.box})" for unit in strays))
        yield f"Counters in boxes that a scenario cannot start with: {named}."
    for kind in game.ruleset.kinds:
        if kind in (Clock, Dice) or (kind is Weather and _is_told(w, laid)):
            continue
        missing = _differing(kind, w, laid, frozenset(u.id for u in strays) if kind is Place else frozenset())
        if missing:
            what, number = words_for(kind, game.ruleset.terms.unsaid), _number(missing)
            yield f"{what}{number}."


def _is_told(w: World, laid: World) -> bool:
    """Does the scenario give the weather, and is nothing else known of it?"""
    said, now = laid.scenario.weather, w[Weather]
    return bool(said) and replace(now, name=said) == replace(laid[Weather], name=said)


def _differing(kind: type, w: World, laid: World, known: frozenset[str]) -> Counter[str]:
    """What differs in a kind of mark: "counter", "hex", "table", "marker" -> how many.

    :param known: counters already listed.
    """
    if issubclass(kind, MapMarker):
        lying = [_lying(kind, world) for world in (w, laid)]
        return Counter({"marker": number} if (number := (lying[0] - lying[1] + (lying[1] - lying[0])).total()) else {})
    ours, theirs = (_marks(kind, world) for world in (w, laid))
    return Counter(key[0] for key, row in ours.items() if key in theirs and row != theirs[key] and key[1] not in known)


def _lying(kind: type[MapMarker], w: World) -> Counter[tuple[Any, ...]]:
    read = _reader(kind)
    return Counter(read(mark) for _, mark in w.each_entity(kind) if mark.hex >= 0)


def _marks(kind: type[Any], w: World) -> dict[tuple[str, Any], tuple[Any, ...]]:
    """Whose mark -> its fields.  A counter's class is read where it was converted to one, not where it began as one."""
    read, hexes = _reader(kind), {entity: index for index, entity in enumerate(w.hexes)}
    found: dict[tuple[str, Any], tuple[Any, ...]] = {}
    for unit, mark in w.each(kind):
        row = (mark.lost, mark.grade or unit.type.kind) if isinstance(mark, Steps) else read(mark)
        found["counter", unit.id] = row
    for entity, mark in w.each_entity(kind):
        found[("hex", hexes[entity]) if entity in hexes else ("table", 0)] = read(mark)
    return found


def _reader(kind: type) -> Any:
    names: Sequence[str] = [f.name for f in fields(kind)]
    whole = attrgetter(*names)
    return whole if len(names) > 1 else lambda mark: (whole(mark),)


def _number(found: Counter[str]) -> str:
    plural = {"counter": "counters", "hex": "hexes", "marker": "markers"}
    told = [f"{found[word]} {many if found[word] > 1 else word}" for word, many in plural.items() if found[word]]
    return f" ({', '.join(told)})" if told else ""
