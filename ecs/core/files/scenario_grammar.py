"""The grammar of scenario files: every key, what it may be and what it means.  docs/scenarios.md is made from it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ecs.untrusted_input import NO_LETTERS

MOST_COUNTERS = 2000
MOST_ZONES = 100
LONGEST_GAME = 200


def _text(most: int, least: int = 0) -> Meta:
    said = f"one line of {f'{least} to' if least else 'at most'} {most} characters"
    return Meta(pattern=rf"^[^{NO_LETTERS}]{{{least},{most}}}\Z", extra={"expected": said})


Line = Annotated[str, _text(200, 1)]
Name = Annotated[str, _text(60)]
Prose = Annotated[str, Meta(max_length=8000, extra={"expected": "text of at most 8000 characters"})]
ScenarioId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}\Z",
        extra={"expected": "an id of at most 80 characters: letters A-Z and a-z, digits, dots, dashes and underscores"},
    ),
]
CounterId = Annotated[
    str,
    Meta(
        pattern=rf"^[^\s:{NO_LETTERS}]{{1,40}}\Z", extra={"expected": "the id of a counter, without spaces or colons"}
    ),
]
Counter = Annotated[
    str,
    Meta(
        pattern=rf"^[^\s:{NO_LETTERS}]{{1,40}}:[A-Za-z0-9_]{{1,40}}\Z",
        extra={"expected": 'a counter as "id:class", each part 1 to 40 characters without spaces'},
    ),
]
"""A counter's id and its class.  The id stands in every command, and so in a line of a save."""
Lost = Annotated[int, Meta(ge=0, le=9)]
Worth = Annotated[int, Meta(ge=0, le=99)]
SideWord = Annotated[str, Meta(pattern=r"^(axis|soviet)\Z", extra={"expected": '"axis" or "soviet"'})]


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Counters that start together, in a hex or a box."""

    units: Annotated[list[Counter], Meta(description="The counters, each as `id:class`; each id may appear only once.")]
    hex: Annotated[
        Name, Meta(description='The hex they start in, by its label on the map or by its name: `hex = "Minsk"`.')
    ] = ""
    box: Annotated[Name, Meta(description="The box off the map they start in; see the boxes of each game.")] = ""
    zone: Annotated[
        Name, Meta(description="The set-up zone their owner may move them about in before the first turn.")
    ] = ""
    lost: Annotated[Lost, Meta(description="Steps they have already lost; at least one must be left.")] = 0
    dispersed: Annotated[bool, Meta(description="They start Dispersed, in a game with that state.")] = False
    at: Annotated[
        Name,
        Meta(description="Where they arrive, by label or name, while their side holds it; otherwise as the game says."),
    ] = ""


class ZoneEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A zone: ground with a name, for `ground`, and for counters that may be put elsewhere before the first turn."""

    name: Annotated[Name, Meta(description="The name that entries and `ground` use for it.")]
    title: Annotated[Line, Meta(description="The name that players see.")]
    regions: Annotated[
        list[str], Meta(description="Regions of the map it consists of; none: all ground of a side.")
    ] = []
    also: Annotated[list[str], Meta(description="More hexes, by label or name.")] = []
    front: Annotated[str, Meta(description="Only hexes near this region ...")] = ""
    depth: Annotated[int, Meta(description="... at most this many hexes away; 0: any distance.")] = 0
    rows: Annotated[
        tuple[int, int], Meta(description="Only these rows of the map, first and last, as they stand in labels.")
    ] = (0, 999)
    places: Annotated[bool, Meta(description="Only towns and cities.")] = False
    outside: Annotated[list[str], Meta(description="Regions that are not part of it.")] = []
    air: Annotated[int, Meta(description="Aircraft may also start up to this many hexes away ...")] = 0
    air_in: Annotated[list[str], Meta(description="... in these regions.")] = []
    most: Annotated[int, Meta(description="Most units in a hex; 0: the stacking limit.")] = 0
    cover: Annotated[str, Meta(description="A region of which ...")] = ""
    every: Annotated[int, Meta(description="... every N-th hex must hold a unit.")] = 1


class MoveEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Counters of the scenario that this one extends, or of the game's calendar of arrivals, which start elsewhere."""

    units: Annotated[list[CounterId], Meta(description="Ids of counters.")]
    hex: Annotated[Name, Meta(description="The hex they start in now, by label or name.")] = ""
    box: Annotated[Name, Meta(description="Or the box.")] = ""
    zone: Annotated[Name | None, Meta(description='Their set-up zone now; "" for none. Left out: as it was.')] = None
    at: Annotated[
        Name | None, Meta(description='Where they arrive now; "" for the usual place. Left out: as it was.')
    ] = None


class ReduceEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Counters of the scenario that this one extends, or of the game's calendar, which start with other losses."""

    units: Annotated[list[CounterId], Meta(description="Ids of counters.")]
    lost: Annotated[Lost, Meta(description="Steps they have lost; 0 brings them to full strength.")] = 1


class SideBriefing(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What one side reads before the first turn."""

    aim: Annotated[Prose, Meta(description="What it must do to win, and by when.")]
    ideas: Annotated[list[Line], Meta(max_length=3, description="Up to three things to try.")] = []


class Briefings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What each side reads before the first turn."""

    axis: Annotated[SideBriefing | None, Meta(description="What the Axis player reads.")] = None
    soviet: Annotated[SideBriefing | None, Meta(description="What the Soviet player reads.")] = None


class Additions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Counters beside those of the scenario that this one extends."""

    axis: Annotated[list[UnitEntry], Meta(description="Axis entries.")] = []
    soviet: Annotated[list[UnitEntry], Meta(description="Soviet entries.")] = []


class Edits(msgspec.Struct, frozen=True):
    """What a scenario says about the one it extends; nothing of this stands in one that is complete in itself."""

    extends: Annotated[
        ScenarioId,
        Meta(
            description="The id of the scenario this one extends: the game's own, yours, or an add-on's. Keys given "
            "here replace those of the other; everything else stays. That one may extend another."
        ),
    ] = ""
    add: Annotated[Additions, Meta(description="Counters that join: `[[add.axis]]`, `[[add.soviet]]`.")] = Additions()
    remove: Annotated[
        list[CounterId],
        Meta(description="Ids of counters that do not take part, including those in the game's calendar of arrivals."),
    ] = []
    move: Annotated[list[MoveEntry], Meta(description="Counters that start elsewhere: `[[move]]`.")] = []
    reduce: Annotated[list[ReduceEntry], Meta(description="Counters with other losses: `[[reduce]]`.")] = []


class ScenarioFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The shape of a scenario file, after what it extends."""

    id: Annotated[ScenarioId, Meta(description="The name of the file without `.toml`; no other scenario has it.")]
    ruleset: Annotated[str, Meta(description="The game whose rules it uses.")]
    title: Annotated[Line, Meta(description="Its title in the list.")]
    map: Annotated[
        Line, Meta(description="The map file, in your `maps` folder; if it is not there, one of the game's own.")
    ]
    turns: Annotated[
        int,
        Meta(ge=1, le=LONGEST_GAME, description="The number of its last turn, by the calendar of the game."),
    ]
    minutes: Annotated[int, Meta(ge=0, le=100_000, description="How long it takes, in minutes.")]
    blurb: Annotated[Prose, Meta(description="What it is about, in two lines.")]
    history: Annotated[Prose, Meta(description="What happened.")]
    axis: Annotated[list[UnitEntry], Meta(description="The Axis counters, entry by entry.")]
    soviet: Annotated[list[UnitEntry], Meta(description="The Soviet counters.")]
    briefing: Annotated[
        Briefings,
        Meta(description="What each side reads before the first turn: `[briefing.axis]`, `[briefing.soviet]`."),
    ] = Briefings()
    options: Annotated[
        dict[str, str],
        Meta(description="Optional rules this scenario changes. Players may change them again."),
    ] = {}
    unused_options: Annotated[
        list[str],
        Meta(
            description="Optional rules that mean nothing here: New game leaves them out, and nobody may change them."
        ),
    ] = []
    start_turn: Annotated[int, Meta(ge=1, le=LONGEST_GAME, description="The number of its first turn.")] = 1
    weather: Annotated[
        Name, Meta(description="The weather of its first turn; see each game for the choices. Left out: by the rules.")
    ] = ""
    ground: Annotated[
        str,
        Meta(
            description="What the Axis holds at the start: a zone of the scenario, or a region of the map."
            " All else is Soviet. Left out: as the map says."
        ),
    ] = ""
    zones: Annotated[list[ZoneEntry], Meta(description="Zones: `[[zones]]`.")] = []
    absent: Annotated[
        list[CounterId], Meta(description="Ids of counters that never come, though the game's calendar has them.")
    ] = []
    rules: Annotated[dict[str, int], Meta(description="Numbers of this scenario; see each game for the choices.")] = {}
    victory: Annotated[dict[str, int], Meta(description="Victory conditions; see each game for the choices.")] = {}
    points: Annotated[
        dict[Name, Worth],
        Meta(
            description="What places are worth, by name or label, where it is not as the game says: `Minsk = 2`;"
            " 0: nothing. In each game it means what its own points mean."
        ),
    ] = {}
    units: Annotated[
        dict[str, dict[str, Any]],
        Meta(description="Changed figures of counters, class by class: `[units.CLASS]`; see House rules."),
    ] = {}
    tables: Annotated[
        dict[str, Any],
        Meta(description="Changed figures of tables, table by table: `[tables.NAME]`; see House rules."),
    ] = {}
