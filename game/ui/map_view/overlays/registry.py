"""All map overlays a player can switch on, each declared once.

Keys, key list, legend, help, pictures and the soak all read this list. A new overlay is a painter and an entry at the
end: the keys that players have changed are kept by number.
"""

from __future__ import annotations

from ecs import Game
from ecs.core.view import View
from game.play.front import front_of
from game.ui.map_view.overlays import painters
from game.ui.map_view.overlays.advances import advances, paint_advances
from game.ui.map_view.overlays.declaration import Mark, Overlay
from game.ui.map_view.overlays.enemy_reach import danger, enemy_reach
from game.ui.map_view.overlays.front_lines import paint_cut_off, paint_front
from game.ui.map_view.overlays.supply_lines import paint_supply_lines, supply_lines

SUPPLY = Overlay(
    "supply",
    "1",
    "Supply",
    "The supply path of each of your stacks, thinner and paler with distance from the "
    "source. A red cross marks where supply ends; dots lead on to the unit.",
    (
        Mark("source", "Supply source"),
        Mark("supply_full", "Supply line", "supply"),
        Mark("supply_out", "Supply ends here", "cross"),
    ),
    ask=supply_lines,
    paint=paint_supply_lines,
    layer="under",
    rule="supply",
)
ZONES = Overlay(
    "zones",
    "2",
    "Zones of control",
    "Hexes in enemy zones of control, which stop or hinder you.",
    (Mark("enemy_zoc", "An enemy zone of control crosses this hexside"),),
    ask=lambda game, view: game.zones(view.side.other),
    paint=painters.paint_zones,
    rule="zones",
)
ENEMY_REACH = Overlay(
    "enemy_reach",
    "3",
    "Enemy reach",
    "How many enemy units could reach each hex in their next move. With hidden chits, "
    "the most any chit could bring. Blank while an enemy lies face down.",
    (Mark("enemy_reach", "Enemy units that can reach this hex"),),
    (
        Mark(
            "enemy_reach",
            "Most enemy units any hidden chit could bring here",
        ),
    ),
    ask=lambda game, view: enemy_reach(game, view.side),
    paint=painters.paint_enemy_reach,
    empty="Enemy reach is unknown: enemies lie face down, or the game ends first.",
)
MY_REACH = Overlay(
    "my_reach",
    "4",
    "Reach of all my units",
    "Where any of your units can go now.",
    empty="No unit can move this phase.",
)
CONTROL = Overlay(
    "control",
    "5",
    "Who holds each hex",
    "Which side holds each hex.",
    (Mark("held_axis", "Held by the Axis"), Mark("held_soviet", "Held by the Soviets")),
    paint=painters.paint_control,
    rule="control",
)
OBJECTIVES = Overlay(
    "objectives",
    "6",
    "Objectives",
    "Places that count for victory.",
    (Mark("objective", "Victory points, in the colour of the holder"),),
    paint=painters.paint_objectives,
    layer="over",
    rule="score",
)
NUMBERS = Overlay("numbers", "7", "Hex numbers", "The printed number of each hex.")
TERRAIN = Overlay("terrain", "8", "Terrain only", "The map without counters.")
MOVED = Overlay(
    "moved",
    "9",
    "Units done",
    "Units that are done.",
    (Mark("moved", "Done"),),
    paint=painters.paint_moved,
)
RANGES = Overlay(
    "ranges",
    "O",
    "Ranges of headquarters, depots, aircraft",
    "How far headquarters, depots and aircraft reach.",
)
GAUGES = Overlay(
    "gauges",
    "T",
    "Whose trains run where",
    "Whose trains run on each railway.",
    (Mark("gauge_axis", "Axis trains run here", "rail"), Mark("gauge_soviet", "Soviet trains run here", "rail")),
    ask=lambda _game, view: view.gauges,
    paint=painters.paint_gauges,
    empty="In this game all trains run on all railways.",
)

FRONT = Overlay(
    "front",
    "K",
    "Front line",
    "Where the two sides' ground meets: by troops, zones of control and supply, then by majority.",
    (Mark("held_axis", "The front", "front"),),
    ask=front_of,
    paint=paint_front,
    standing=True,
    rule="control",
)

DANGER = Overlay(
    "danger",
    "V",
    "My units in danger",
    "Your stacks that the enemy could attack at 2-1 or better, with the best odds he could get by printed factors.",
    (Mark("target", "Odds the enemy can bring to this stack"),),
    ask=lambda game, view: danger(game, view.side),
    paint=painters.paint_danger,
    layer="over",
    empty="The enemy cannot bring 2-1 against any of your stacks in the next move.",
)

CUT_OFF = Overlay(
    "pockets",
    "Shift+K",
    "Units cut off",
    "Units that would fail a supply check now, with their ground. Enemy units are shown only while none is hidden.",
    (Mark("cut_off_axis", "Axis units, cut off"), Mark("cut_off_soviet", "Soviet units, cut off")),
    ask=lambda game, view: front_of(game, view).cut_off,
    paint=paint_cut_off,
    standing=True,
    rule="supply",
)
ADVANCES = Overlay(
    "advances",
    "Y",
    "Advances this turn",
    "Your advances this turn and the enemy's last turn. Units that moved "
    "the same way share an arrow, wider for more factors.",
    (Mark("held_axis", "Axis advance", "arrow"), Mark("held_soviet", "Soviet advance", "arrow")),
    ask=advances,
    paint=paint_advances,
    empty="No unit has advanced this turn.",
)
OVERLAYS: tuple[Overlay, ...] = (
    SUPPLY,
    ZONES,
    ENEMY_REACH,
    MY_REACH,
    CONTROL,
    OBJECTIVES,
    NUMBERS,
    TERRAIN,
    MOVED,
    RANGES,
    GAUGES,
    FRONT,
    DANGER,
    CUT_OFF,
    ADVANCES,
)
"""In the order of their keys and of the legend."""


def overlay_ids() -> tuple[str, ...]:
    """The names of all overlays, in order."""
    return tuple(overlay.id for overlay in OVERLAYS)


def find_overlay(name: str) -> Overlay | None:
    """The overlay with this name, or None."""
    return next((overlay for overlay in OVERLAYS if overlay.id == name), None)


def key_action(overlay: Overlay) -> str:
    """The name of its key action, "overlay_1" for the first; players' settings hold these names."""
    return f"overlay_{OVERLAYS.index(overlay) + 1}"


def known_of(on: frozenset[str] | set[str], game: Game, view: View) -> dict[str, object]:
    """What the active overlays must know of the game, by their names."""
    return {o.id: o.ask(game, view) for o in OVERLAYS if o.ask is not None and o.id in on}
