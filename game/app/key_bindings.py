"""Key bindings: actions with default keys, presets, the player's changes, and conflicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.ui.map_view.overlays.registry import OVERLAYS, key_action
from game.ui.widgets.key_names import CODES, MODIFIERS

HELD = frozenset({"hide_counters"})  # last as long as the key is down


@dataclass(frozen=True, slots=True)
class Action:
    """Something a key can do. `where`: "map", "cursor" (only in hex-cursor mode) or "any"."""

    name: str
    label: str
    group: str
    keys: tuple[str, ...]
    where: str = "map"
    repeats: bool = False
    shift: bool = False  # Shift with the same key is the stronger form, not another action


def _pan(side: str) -> Action:
    return Action(
        f"pan_{side.lower()}",
        f"Move the map view {side.lower()} (Shift: fast)",
        "Map",
        (side,),
        repeats=True,
        shift=True,
    )


def _cursor(digit: int, letter: str, where: str) -> Action:
    return Action(
        f"cursor_{digit}",
        f"Hex cursor {where} (Shift: next different hex)",
        "Hex cursor",
        (f"Num {digit}", *([letter] if letter else ())),
        "cursor",
        repeats=True,
        shift=True,
    )


ACTIONS: tuple[Action, ...] = (
    Action("next_unit", "Next unit that can act", "Units", ("N",), repeats=True),
    Action("previous_unit", "Previous unit that can act", "Units", ("P",), repeats=True),
    Action("guard", "Guard: skip this unit", "Units", ("G",)),
    Action("whole_stack", "Pick the whole stack, or just one unit again", "Units", ("Ctrl+G",)),
    Action("whole_army", "Pick all units of the same headquarters", "Units", ("Ctrl+Shift+G",)),
    Action("waypoint", "Add or remove a waypoint at the pointer or cursor", "Units", ("Shift+Enter",)),
    Action("march", "Continue along the waypoints", "Units", ("Shift+M",)),
    Action("flash", "Flash my units that can still act", "Units", ("F",)),
    Action("leave_out", "Set-up: leave the counter out", "Units", ("Delete",), "any"),
    Action("battle_planner", "Battle planner", "Battle", ("B",)),
    Action("attack_now", "Attack as planned", "Battle", ("Shift+B",)),
    Action("add_attacker", "Add the unit under the pointer as attacker", "Battle", ("Ctrl+A",)),
    Action("add_defender", "Add the unit under the pointer as defender", "Battle", ("Ctrl+D",)),
    Action("undo", "Undo", "Turn", ("U", "Ctrl+Z"), "any", repeats=True),
    Action("repeat", "Repeat last turn's orders of this phase", "Turn", ("Shift+R",), "any"),
    Action("redo", "Redo", "Turn", ("R", "Ctrl+Y"), "any", repeats=True),
    Action("end_phase", "End the phase", "Turn", ("Ctrl+Enter",), "any"),
    Action("briefing", "Dispatches: what the other side did", "Turn", ("J",), "any"),
    Action("staff", "Staff advice", "Turn", ("H",), "any"),
    Action("staff_accept", "Follow the staff's advice", "Turn", ("Shift+H",), "any"),
    Action("staff_all", "Follow all staff advice for this phase", "Turn", ("Ctrl+H",), "any"),
    Action("skip", "Skip the animation, or play on to the next battle", "Turn", ("Space",), "any"),
    Action("skip_to_me", "Skip to my turn", "Turn", ("Shift+Space",), "any"),
    Action("faster", "Play faster", "Turn", (".",), "any"),
    Action("slower", "Play slower", "Turn", (",",), "any"),
    Action("back", "Back one step, or open the menu", "Turn", ("Esc",), "any"),
    Action("orders_menu", "Menu of the hex under the pointer or cursor", "Look", ("Shift+F10",), "any"),
    Action("inspect", "Inspect", "Look", ("I",), "any"),
    Action("help", "Help for what is under the pointer", "Look", ("F1",), "any"),
    Action("find", "Find a hex, city or unit", "Look", ("/", "Ctrl+F"), "any"),
    Action("log", "Log", "Look", ("L",), "any"),
    Action("statistics", "Statistics", "Look", ("Alt+S",), "any"),
    Action("minimap", "Small map", "Look", ("M",), "any"),
    Action("hide_counters", "Hide all counters while held", "Look", ("`",), "any"),
    Action("flip_column", "Side column left or right", "Look", ("F4",), "any"),
    *(Action(key_action(overlay), overlay.action, "Overlays", (overlay.key,), "any") for overlay in OVERLAYS),
    Action("zoom_in", "Zoom in", "Map", ("+", "=", "Num Plus"), "any", repeats=True),
    Action("zoom_out", "Zoom out", "Map", ("-", "Num Minus"), "any", repeats=True),
    Action("zoom_reset", "Zoom 100 %", "Map", ("0",), "any"),
    Action("zoom_fit", "Whole map", "Map", ("Home",), "any"),
    _pan("Left"),
    _pan("Right"),
    _pan("Up"),
    _pan("Down"),
    Action("cursor_mode", "Hex cursor on or off", "Hex cursor", ("C",)),
    Action("cursor_leave", "Hex cursor off (or Esc)", "Hex cursor", ("Num 5",), "cursor"),
    Action("cursor_click", "Click at the hex cursor", "Hex cursor", ("Enter", "Num Enter"), "any"),
    _cursor(7, "Q", "up left"),
    _cursor(8, "", "up"),
    _cursor(9, "E", "up right"),
    _cursor(4, "A", "left"),
    _cursor(6, "D", "right"),
    _cursor(1, "Z", "down left"),
    _cursor(2, "", "down"),
    _cursor(3, "C", "down right"),
    Action("save", "Save", "Game", ("Ctrl+S",), "any"),
    Action("load", "Load", "Game", ("Ctrl+O",), "any"),
    Action("quick_save", "Quick save", "Game", ("F5",), "any"),
    Action("quick_load", "Quick load", "Game", ("F9",), "any"),
    Action("settings", "Options", "Game", ("F10",), "any"),
    Action("fullscreen", "Full screen on or off", "Game", ("F11", "Alt+Enter"), "any"),
    Action("larger", "Larger text and buttons", "Game", ("Ctrl++", "Ctrl+=", "Ctrl+Num Plus"), "any"),
    Action("smaller", "Smaller text and buttons", "Game", ("Ctrl+-", "Ctrl+Num Minus"), "any"),
    Action("mute", "Sound on or off", "Game", ("Ctrl+M",), "any"),
    Action("step_back", "Tutorial: previous step", "Game", ("Backspace",), "any"),
    Action("step_again", "Tutorial: restart this step", "Game", ("Shift+Backspace",), "any"),
)
BY_NAME: Mapping[str, Action] = {action.name: action for action in ACTIONS}


@dataclass(frozen=True, slots=True)
class Preset:
    """A style of controls: what the mouse does, and keys that differ from the default."""

    title: str
    about: str
    move_button: int = 1  # 1: left click on a lit hex moves; 3: right click does
    drag_moves: bool = True
    wheel: str = "zoom"  # or "scroll": then Ctrl+wheel zooms
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


PRESETS: Mapping[str, Preset] = {
    "classic": Preset("Classic", "Left click selects and moves, right click does the obvious thing, the wheel zooms."),
    "grigsby": Preset(
        "Grigsby",
        "Left click selects, right click moves; W A S D move the map.",
        move_button=3,
        keys={"pan_left": ("Left", "A"), "pan_right": ("Right", "D"), "pan_up": ("Up", "W"), "pan_down": ("Down", "S")},
    ),
    "vassal": Preset("VASSAL", "Drag counters. The wheel scrolls; with Ctrl it zooms.", move_button=0, wheel="scroll"),
}


def parse_chord(text: str) -> tuple[str, ...]:
    """Modifiers in fixed order, then the key; raises ValueError if it names no key."""
    head, key = (text[:-1].rstrip("+"), "+") if text.endswith("+") else ("", "")
    parts = (head.split("+") if head else []) if key else text.split("+")
    key = key or parts.pop()
    known = {name.lower(): name for name in (*CODES, *MODIFIERS)}
    mods = [known.get(part.strip().lower(), "?") for part in parts]
    key = known.get(key.strip().lower(), key.strip().upper())
    if (
        key in MODIFIERS
        or not (key in CODES or (len(key) == 1 and key.isprintable()))
        or any(mod not in MODIFIERS for mod in mods)
    ):
        raise ValueError(f"{text!r} is not a key. Try something like Ctrl+Enter, Shift+F5 or N")
    return (*(name for name in MODIFIERS if name in mods), key)


def tidy(text: str) -> str:
    """A chord in its canonical spelling; raises ValueError if it names no key."""
    return "+".join(parse_chord(text))


class KeyMap:
    """Keys to actions: the defaults, changed by a preset, changed by the player."""

    def __init__(
        self, preset: str = "classic", changes: Mapping[str, Sequence[str]] | None = None, wheel: str = ""
    ) -> None:
        self.preset = preset if preset in PRESETS else "classic"
        self.own_wheel = wheel
        self.changes: dict[str, tuple[str, ...]] = {}
        self.problems: list[str] = []
        for name, keys in sorted((changes or {}).items()):
            self._take_change(name, keys)
        self._index()

    def _take_change(self, name: str, keys: Sequence[str]) -> None:
        if name not in BY_NAME:
            self.problems.append(f"keys: no action is named {name[:40]!r}")
            return
        try:
            self.changes[name] = tuple(tidy(key) for key in keys[:4])
        except ValueError as error:
            self.problems.append(f"keys: {name}: {error}")

    def _index(self) -> None:
        self._found: dict[tuple[str, str], str] = {}
        for action in ACTIONS:
            for key in self.keys(action.name):
                self._found.setdefault((key, action.where), action.name)

    @property
    def style(self) -> Preset:
        """What the mouse does."""
        return PRESETS[self.preset]

    @property
    def wheel(self) -> str:
        """What the wheel and two fingers do: "zoom" or "scroll" (then with Ctrl they zoom)."""
        return self.own_wheel or self.style.wheel

    def keys(self, name: str) -> tuple[str, ...]:
        """All keys of an action, the first being the one shown."""
        if name in self.changes:
            return self.changes[name]
        return PRESETS[self.preset].keys.get(name, BY_NAME[name].keys)

    def text(self, name: str) -> str:
        """The key to show on a button, or "" if the action has none."""
        keys = self.keys(name)
        return keys[0] if keys else ""

    def meaning(self, names: Iterable[str], cursor: bool = False) -> tuple[str, Action | None]:
        """The first name of a key press that has an action, and that action; "" and None if none has."""
        found = ((name, action) for name in names if (action := self.action(name, cursor)) is not None)
        return next(found, ("", None))

    def action(self, pressed: str, cursor: bool = False) -> Action | None:
        """What a chord does; hex-cursor keys come first in cursor mode, Num digits always move the cursor."""
        tries = ("cursor", "map", "any") if cursor or pressed.split("+")[-1].startswith("Num ") else ("map", "any")
        for where in tries:
            name = self._found.get((pressed, where))
            if name is not None:
                return BY_NAME[name]
        if pressed.startswith("Shift+"):
            plain = self.action(pressed.removeprefix("Shift+"), cursor)
            return plain if plain is not None and plain.shift else None
        return None

    def conflicts(self, name: str, key: str) -> list[Action]:
        """Other actions that have this key. Hex-cursor keys may repeat the others: they come first in that mode."""
        wanted, here = tidy(key), BY_NAME[name].where == "cursor"
        return [
            other
            for other in ACTIONS
            if other.name != name and (other.where == "cursor") == here and wanted in self.keys(other.name)
        ]

    def bind(self, name: str, keys: Sequence[str], take: bool = False) -> list[Action]:
        """Give an action these keys; returns the conflicts. With `take` the others lose the key."""
        wanted = tuple(tidy(key) for key in keys)
        met = [other for key in wanted for other in self.conflicts(name, key)]
        if met and not take:
            return met
        for other in met:
            self.changes[other.name] = tuple(key for key in self.keys(other.name) if key not in wanted)
        self.changes[name] = wanted
        self._index()
        return met

    def reset(self, name: str = "") -> None:
        """Back to the preset's keys, for one action or all."""
        if name:
            self.changes.pop(name, None)
        else:
            self.changes.clear()
        self._index()

    def search(self, words: str) -> list[Action]:
        """Actions whose label, group or key contains every word; all of them for no words."""
        wanted = words.lower().split()
        return [
            action
            for action in ACTIONS
            if all(
                word in f"{action.label} {action.group} {' '.join(self.keys(action.name))}".lower() for word in wanted
            )
        ]
