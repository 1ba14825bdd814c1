"""What a set-up that is edited says besides its counters: ground, name, turns, numbers, rules of choice."""

from __future__ import annotations

from collections.abc import Mapping

from ecs import Option, Side, options_of
from game.screens.setup_editor.draft_desk import DraftDesk
from game.screens.setup_editor.map_hand import MapHand
from game.ui.widgets import Ui, escape

BRUSHES = ("Axis holds the ground", "Soviets hold the ground")
SIZES = ("One hex", "With its neighbours", "Two hexes round", "Three hexes round")
SIDES = (Side.AXIS, Side.SOVIET)
MOST_POINTS = 12
LONGEST_TITLE, LONGEST_BLURB = 120, 400


def ground_tab(ui: Ui, desk: DraftDesk, hand: MapHand) -> None:
    """The brush, how much ground the Axis holds, and the places that count."""
    ui.text("Click or drag over the map to paint who holds it; the hexes of both sides are marked.", "small", "muted")
    hand.side = SIDES[ui.radio("brush", BRUSHES, SIDES.index(hand.side))]
    hand.reach = ui.dropdown("size", SIZES, hand.reach)
    ui.label(f"The Axis holds {len(desk.held)} of {len(desk.view.board.hexes)} hexes.", "small", "muted")
    if desk.draft.held != desk.first.held and ui.button("As it was at first", name="unpainted", fill=False):
        desk.do(desk.draft.with_ground(desk.first.held))
    ui.separator()
    ui.label("Places that count", bold=True)
    for line in desk.view.score:
        ui.label(
            f"{line.name}: {line.points}, {f'{line.holder}-held' if line.holder else 'held by nobody'}",
            "small",
            "muted",
        )


class TermsTab:
    """Declares the tab of the scenario's words and numbers; remembers numbers that are half typed."""

    def __init__(self, desk: DraftDesk) -> None:
        self.desk = desk
        self.typed: dict[str, str] = {}
        self.place = ""

    def build(self, ui: Ui) -> None:
        """Title and description, turns, numbers, rules of choice."""
        desk, scenario = self.desk, self.desk.draft.scenario
        ui.label("Title", bold=True)
        title = ui.entry("title", scenario.title, hint="What it is called on the list", limit=LONGEST_TITLE)
        if title != scenario.title:
            desk.say(title=title)
        ui.label("What it is about", bold=True)
        blurb = ui.entry("blurb", scenario.blurb, hint="Two lines under its title", limit=LONGEST_BLURB)
        if blurb != scenario.blurb:
            desk.say(blurb=blurb)
        self._turns(ui)
        self._numbers(ui)
        self._points(ui)
        ui.separator()
        ui.label("Rules of choice", "large", bold=True)
        for option in options_of(desk.rules):
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
        titles = ["Weather of the first turn: by the rules", *(f"Weather of the first turn: {n}" for n in names[1:])]
        chosen = ui.dropdown("weather", titles, now)
        if chosen != now:
            desk.say(weather=names[chosen])

    def _turn(self, value: float) -> str:
        names, turn = self.desk.turn_names, round(value)
        return f"{turn}: {names[turn - 1]}" if 0 < turn <= len(names) else str(turn)

    # -- numbers --------------------------------------------------------------------------------------

    def _numbers(self, ui: Ui) -> None:
        """The numbers of a scenario that go by no hex; an empty line leaves one out."""
        numbers = [number for number in self.desk.rules.terms.numbers if not number.by_hex]
        if numbers:
            ui.separator()
            ui.label("Numbers of the scenario", "large", bold=True)
        rules = dict(self.desk.draft.scenario.rules)
        for number in numbers:
            key = number.victory if number.victory in rules else number.key
            said = self.typed.get(number.key, str(rules[key]) if key in rules else "")
            ui.label(f"{number.meaning[:1].upper()}{number.meaning[1:]} ({number.least} to {number.most})", "small")
            text = ui.entry(number.key, said, hint=f"left out: {number.usual}", limit=4)
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
        """What places are worth in this scenario, where it is not as the game says."""
        desk = self.desk
        if not desk.rules.terms.points:
            return
        points, board = dict(desk.draft.scenario.points), desk.view.board
        ui.separator()
        ui.label("Points of places", "large", bold=True)
        ui.label(desk.rules.terms.points, "small", "muted")
        for word, worth in points.items():
            with ui.scope(word):
                now = round(ui.slider(word, min(worth, MOST_POINTS), 0, MOST_POINTS, name="worth"))
                if now != worth and worth <= MOST_POINTS:
                    desk.say(points={**points, word: now})
                if ui.button("As the game says", name="as usual", fill=False):
                    desk.say(points={other: n for other, n in points.items() if other != word})
        self.place = ui.entry("place", self.place, hint="A place or hex that shall count", limit=60)
        entered = ui.submitted("place")
        if (ui.button("Let it count", name="add place", fill=False) or entered) and self.place:
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
