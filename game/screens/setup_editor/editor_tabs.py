"""The counters of a set-up being edited: what is in hand, what can be done with it, and the tray."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ecs import Option, Side, options_of
from ecs.core.view import UnitView
from game.screens.setup_editor.draft_desk import DraftDesk, turn_of
from game.screens.setup_editor.map_editing import MapHand
from game.ui.descriptions import class_name
from game.ui.map_view import BoardView
from game.ui.panels.inspector import picture
from game.ui.widgets import Item, Ui, escape

FACE = 56
ROWS, REST = 300, 470  # of the tray: at least so high, and less than the window by so much, at 100 %
NO_ZONE = "No set-up zone"
HOW = (
    "Click a counter, then a hex; or drag it. Shift adds counters. Click again for the next in the "
    "stack, double-click to spread it. The tray below holds everything off the map."
)


class CountersTab:
    """Declares the tab; remembers the open tray and its search."""

    def __init__(self, desk: DraftDesk, table: BoardView) -> None:
        self.desk, self.table = desk, table
        self.side, self.wanted = 0, ""

    def build(self, ui: Ui) -> None:
        """What is in hand, then the tray."""
        if self.desk.picked:
            self._hand(ui)
        else:
            ui.text(HOW, "small", "muted")
        ui.separator()
        self._tray(ui)

    # -- in hand --------------------------------------------------------------------------------------

    def _hand(self, ui: Ui) -> None:
        desk = self.desk
        name = desk.picked[0]
        one, unit = desk.counter(name), desk.unit(name)
        if one is None:
            return
        if unit is not None:
            self._face(ui, unit)
        else:
            ui.label(f"{name}, {desk.rules.glossary.kind(one.kind)}", bold=True)
        if len(desk.picked) > 1:
            ui.label(f"and {len(desk.picked) - 1} more: {', '.join(desk.picked[1:])}", "small", "muted")
        ui.label(self._where(unit), "small", "muted")
        most = min(desk.steps_of(other) for other in desk.picked) - 1
        if most > 0:
            lost = round(ui.slider("Steps lost", min(one.lost, most), 0, most, name="lost"))
            if lost != one.lost:
                desk.mark(lost=lost)
        if desk.rules.terms.dispersed:
            dispersed = ui.checkbox("Dispersed", one.dispersed)
            if dispersed != one.dispersed:
                desk.mark(dispersed=dispersed)
        self._zones(ui, one.zone)
        self._boxes(ui, one.box)
        with ui.flow():
            if ui.button("Remove", "Del", fill=False, name="leave out", intent="leave_out"):
                desk.leave_out()
            if ui.button("Duplicate", fill=False, name="copy"):
                desk.copy()
            if ui.button("Put down", "Esc", fill=False, name="put down"):
                desk.picked = ()

    def _face(self, ui: Ui, unit: UnitView) -> None:
        """The counter with its name and figures."""
        terms = self.desk.rules.glossary
        size = ui.px(FACE)
        with ui.row(-FACE - 8, 1):
            rect = ui.place(size, size)
            picture(ui, self.table.counters, unit, (rect.x, rect.y), size)
            with ui.column(gap=2):
                ui.label(f"{unit.name}, {class_name(terms, unit)}", bold=True)
                ui.label(terms.figures(unit), "small", "muted")

    def _where(self, unit: UnitView | None) -> str:
        if unit is None:
            return "Not in this scenario: click a hex to deploy it."
        if unit.hex < 0:
            return f"Off the map: {self._box_words(unit.box)}. Click a hex to deploy it."
        return f"In {self.desk.view.board.hexes[unit.hex].label}. Click another hex to move it."

    def _box_words(self, box: str) -> str:
        turn = turn_of(box)
        if turn >= 0:
            names = dict(enumerate((name for name, _ in self.desk.view.turn_track), 1))
            return f"arrives on turn {turn}" + (f" ({names[turn]})" if turn in names else "")
        word, colon, rest = box.partition(":")
        known = {found.name: found.meaning for found in self.desk.rules.terms.boxes}
        return known.get(box) or f"{known.get(f'{word}{colon}', word)} {rest}".strip()

    def _zones(self, ui: Ui, zone: str) -> None:
        """The set-up zone, where the scenario has some."""
        zones = self.desk.draft.scenario.zones
        if not zones:
            return
        names = ["", *zones]
        now = names.index(zone) if zone in names else 0
        titles = [NO_ZONE, *(f"Set-up zone: {found.title}" for found in zones.values())]
        chosen = ui.dropdown("zone", titles, now, tooltip="Where its owner may move it before the first turn.")
        if chosen != now:
            self.desk.mark(zone=names[chosen])

    def _boxes(self, ui: Ui, box: str) -> None:
        """The box off the map, and the turn in which the counter comes."""
        desk = self.desk
        boxes = [found for found in desk.rules.terms.boxes if found.name == "turn:" or not found.name.endswith(":")]
        names = ["", *(found.name for found in boxes)]
        turn = turn_of(box)
        now = names.index("turn:" if turn >= 0 else box) if turn >= 0 or box in names else 0
        titles = ["On the map" if not box else "In another box", *(f"Box: {found.meaning}" for found in boxes)]
        chosen = ui.dropdown("box", titles, now, tooltip="Off the map, in a box.")
        first, last = desk.draft.scenario.start_turn, desk.draft.scenario.turns
        if chosen not in (now, 0):
            desk.box(f"turn:{min(first + 1, last)}" if names[chosen] == "turn:" else names[chosen])
        elif turn >= 0:
            wanted = round(ui.slider("Arrives on turn", turn, 1, max(turn, last), name="turn"))
            if wanted != turn:
                desk.box(f"turn:{wanted}")

    # -- the tray -------------------------------------------------------------------------------------

    def _tray(self, ui: Ui) -> None:
        """All counters of a side that are off the map; choosing one picks it up."""
        self.side = ui.tabs("tray side", ("Axis, off the map", "Soviets, off the map"), self.side)
        side = sorted(Side)[self.side]
        self.wanted = ui.entry("find", self.wanted, hint="Find a counter", limit=40)
        rows = [row for row in self._rows(side) if self.wanted.casefold() in f"{row[1]} {row[2]} {row[3]}".casefold()]
        names = [row[0] for row in rows]
        now = names.index(self.desk.picked[0]) if self.desk.picked and self.desk.picked[0] in names else -1
        items = [Item(text, right, below) for _, text, right, below in rows]
        chosen = ui.listbox(
            "tray", items, now, max(ROWS, ui.size[1] / ui.scale - REST), hint="All counters are on the map."
        )
        if chosen != now and 0 <= chosen < len(names):
            self.desk.picked = (names[chosen],)
            ui.unstable = True

    def _rows(self, side: Side) -> list[tuple[str, str, str, str]]:
        """Id, name, box and class of the counters of a tray: by box, then the absent ones."""
        terms = self.desk.rules.glossary
        units = sorted(self.desk.off_map(side), key=lambda u: (turn_of(u.box) < 0, turn_of(u.box), u.box, u.name))
        lying = [(u.id, u.name, _short_box(u.box), f"{class_name(terms, u)}  {u.factors}".strip()) for u in units]
        absent = sorted(self.desk.absent(side), key=lambda one: (one.kind, one.id))
        return [*lying, *((one.id, one.id, "left out", terms.kind(one.kind)) for one in absent)]


def _short_box(box: str) -> str:
    turn = turn_of(box)
    return f"turn {turn}" if turn >= 0 else box


def fault_list(ui: Ui, desk: DraftDesk, show: Callable[[str], None]) -> None:
    """The faults of the draft; one about a counter leads to it."""
    faults = desk.faults()
    if not faults:
        ui.text("[good]No faults.[/] The scenario is ready to play.")
    for number, fault in enumerate(faults):
        with ui.scope(f"fault{number}"), ui.row(4, 1) if fault.counter else ui.row(1):
            ui.text(f"[bad]•[/] {escape(fault.text)}", "small")
            if fault.counter and ui.button("Show", name="show"):
                show(fault.counter)
    if desk.late and ui.button("Bring the late counters in on the first turn", name="bring on"):
        desk.bring_on()


# -- What a set-up that is edited says besides its counters: ground, name, turns, numbers, rules of choice. ----------

BRUSHES = ("Make hexes Axis-held", "Make hexes Soviet-held")
SIZES = ("One hex", "And adjacent hexes", "Within two hexes", "Within three hexes")
SIDES = (Side.AXIS, Side.SOVIET)
MOST_POINTS = 12
LONGEST_TITLE, LONGEST_BLURB = 120, 400


def ground_tab(ui: Ui, desk: DraftDesk, hand: MapHand) -> None:
    """The brush, how much ground the Axis holds, and the places that count."""
    ui.text("Click or drag on the map to set who holds it. The map marks the hexes of both sides.", "small", "muted")
    hand.side = SIDES[ui.radio("brush", BRUSHES, SIDES.index(hand.side))]
    hand.reach = ui.dropdown("size", SIZES, hand.reach)
    ui.label(f"The Axis holds {len(desk.held)} of {len(desk.view.board.hexes)} hexes.", "small", "muted")
    if desk.draft.held != desk.first.held and ui.button("Reset", name="unpainted", fill=False):
        desk.do(desk.draft.with_ground(desk.first.held))
    ui.separator()
    ui.label("Places that count for victory", bold=True)
    for line in desk.view.score:
        ui.label(
            f"{line.name}: {line.points}, {f'{line.holder}-held' if line.holder else 'held by neither side'}",
            "small",
            "muted",
        )


class TermsTab:
    """Declares the tab of the scenario's texts and numbers; remembers numbers half typed."""

    def __init__(self, desk: DraftDesk) -> None:
        self.desk = desk
        self.typed: dict[str, str] = {}
        self.place = ""

    def build(self, ui: Ui) -> None:
        """Title and description, turns, numbers, optional rules."""
        desk, scenario = self.desk, self.desk.draft.scenario
        ui.label("Title", bold=True)
        title = ui.entry("title", scenario.title, hint="Title in the list", limit=LONGEST_TITLE)
        if title != scenario.title:
            desk.say(title=title)
        ui.label("Description", bold=True)
        blurb = ui.entry("blurb", scenario.blurb, hint="Two lines under its title", limit=LONGEST_BLURB)
        if blurb != scenario.blurb:
            desk.say(blurb=blurb)
        self._turns(ui)
        self._numbers(ui)
        self._points(ui)
        ui.separator()
        ui.label("Optional rules", "large", bold=True)
        for option in options_of(desk.rules, scenario):
            with ui.scope(option.key), ui.about(f"option:{option.key}"):
                self._option(ui, option)

    def _turns(self, ui: Ui) -> None:
        desk, scenario = self.desk, self.desk.draft.scenario
        calendar = desk.rules.terms.calendar
        most = max(scenario.turns, calendar)
        first = round(ui.slider("First turn", scenario.start_turn, 1, scenario.turns, shown=self._turn, name="first"))
        if first != scenario.start_turn:
            desk.say(start_turn=first)
        last = round(ui.slider("Last turn", scenario.turns, scenario.start_turn, most, shown=self._turn, name="last"))
        if last != scenario.turns:
            desk.say(turns=last)
        if not desk.rules.terms.weathers:
            return
        names = ("", *desk.rules.terms.weathers)
        now = names.index(scenario.weather) if scenario.weather in names else 0
        titles = ["First-turn weather: by the rules", *(f"First-turn weather: {n}" for n in names[1:])]
        chosen = ui.dropdown("weather", titles, now)
        if chosen != now:
            desk.say(weather=names[chosen])

    def _turn(self, value: float) -> str:
        names, turn = self.desk.turn_names, round(value)
        return f"{turn}: {names[turn - 1]}" if 0 < turn <= len(names) else str(turn)

    # -- numbers --------------------------------------------------------------------------------------

    def _numbers(self, ui: Ui) -> None:
        """Numbers of a scenario not tied to a hex; an empty line leaves one out."""
        numbers = [number for number in self.desk.rules.terms.numbers if not number.by_hex]
        if numbers:
            ui.separator()
            ui.label("Scenario numbers", "large", bold=True)
        rules = dict(self.desk.draft.scenario.rules)
        for number in numbers:
            key = number.victory if number.victory in rules else number.key
            said = self.typed.get(number.key, str(rules[key]) if key in rules else "")
            ui.label(f"{number.meaning[:1].upper()}{number.meaning[1:]} ({number.least} to {number.most})", "small")
            text = ui.entry(number.key, said, hint=f"if empty: {number.usual}", limit=4)
            text = text[:1].replace("-", "-" if number.least < 0 else "") + "".join(c for c in text[1:] if c.isdigit())
            if text != said:
                self.typed[number.key] = text
                self._set(rules, key, text)

    def _set(self, rules: Mapping[str, int], key: str, text: str) -> None:
        others = {name: value for name, value in rules.items() if name != key}
        if not text:
            self.desk.say(rules=others)
        elif text.lstrip("-").isdecimal():
            self.desk.say(rules={**others, key: int(text)})

    # -- points of places -----------------------------------------------------------------------------

    def _points(self, ui: Ui) -> None:
        """The value of places in this scenario, where it differs from the game's."""
        desk = self.desk
        if not desk.rules.terms.points:
            return
        points, board = dict(desk.draft.scenario.points), desk.view.board
        ui.separator()
        ui.label("Points for places", "large", bold=True)
        ui.label(desk.rules.terms.points, "small", "muted")
        for word, worth in points.items():
            with ui.scope(word):
                now = round(ui.slider(word, min(worth, MOST_POINTS), 0, MOST_POINTS, name="worth"))
                if now != worth and worth <= MOST_POINTS:
                    desk.say(points={**points, word: now})
                if ui.button("Reset to the game's value", name="as usual", fill=False):
                    desk.say(points={other: n for other, n in points.items() if other != word})
        self.place = ui.entry("place", self.place, hint="Add a place or hex", limit=60)
        entered = ui.submitted("place")
        if (ui.button("Add place", name="add place", fill=False) or entered) and self.place:
            found = board.find(self.place)
            if found:
                spot = board.hexes[found[0]]
                usual = {label: line.points for line in desk.view.score for label in line.hexes}
                desk.say(points={**points, spot.name or spot.label: usual.get(spot.label, 1)})
                self.place = ""
            else:
                desk.tell(f"No place or hex of this map begins with “{self.place}”.")

    # -- rules of choice ------------------------------------------------------------------------------

    def _option(self, ui: Ui, option: Option) -> None:
        options = self.desk.draft.scenario.options
        values = [value for value, _ in option.choices]
        now = values.index(options.get(option.key, option.default))
        ui.label(option.title, "small", bold=True, tooltip=escape(option.note))
        chosen = ui.dropdown(option.key, [text for _, text in option.choices], now)
        if chosen != now:
            others = {key: value for key, value in options.items() if key != option.key}
            said = {} if values[chosen] == option.default else {option.key: values[chosen]}
            self.desk.say(options=others | said)
