"""The first turn of a game: a briefing before it begins, an offer to skip phases, three hints."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from ecs import Side
from game.app.settings import PASSED_MOST, Settings
from game.ui.cards.placing import NEVER, beside, best_place, corners, in_the_way, lit
from game.ui.help.help_card import entries
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.widgets import Ui, escape, plain, sentence
from game.ui.widgets.seal import MARGIN, seal
from game.ui.widgets.style import drawing

# -- The words for a newcomer to a game, from its file beside the help: card, offers, hints. ------------------------


def words_of(game: str, kind: str, name: str) -> str:
    """A text from a game's file; "" if it has none.

    :param kind: "game" (``scale``, ``mood``, ``level``), "offers" or "hints" (a phase).
    """
    found = entries(f"first/{game}").get(kind, {}).get(name)
    return found.text if found is not None else ""


def hint_of(game: str, phase: str) -> tuple[str, str]:
    """The hint for a phase of the first turn, and its name in the settings: one for all phases it covers."""
    text = words_of(game, "hints", phase)
    table = entries(f"first/{game}").get("hints", {})
    first = next((name for name, entry in table.items() if entry.text == text), "") if text else ""
    return text, f"{game}:{first}" if first else ""


FORCES = {Side.AXIS: "Axis", Side.SOVIET: "Soviets"}
ORDERS = ("attack", "move", "march", "fight")
WIDE, NARROW = 470, 300  # of the card and of a hint, at 100 %
SCARCE = 300  # height of the map, at 100 %, below which a card needs the room of the log too
CARD, HINT = "firstcard", "firsthint"
RING = (255, 214, 64)
CARDS = ("panel:planner", "panel:stackfan", "panel:questionfoot", "panel:question", "panel:muster", "minimap")
"""What a hint does not cover."""


class FirstTurn:
    """What is shown over the table while a game is new, but not in a game that was resumed.

    :param keep: writes the settings.
    """

    def __init__(self, desk: TableController, table: BoardView, settings: Settings, keep: Callable[[], str]) -> None:
        self.desk, self.table, self.settings, self.keep = desk, table, settings, keep
        self.introducing = self._fresh = False
        self._declined: set[str] = set()
        self._asked: set[str] = set()

    def introduce(self) -> None:
        """The game begins: brief the viewing side."""
        self.introducing = self._fresh = True

    def take_over(self, other: FirstTurn) -> None:
        """Continue for another side, which has read nothing yet, where this side's guide stops."""
        self._fresh = other._fresh

    # -- what there is to say ------------------------------------------------------------------------

    def holds(self, fast: object) -> bool:
        """Must the computer wait until the player has seen the map and read his briefing?  Not if he hurries."""
        self.introducing = self.introducing and not fast
        return self.introducing and self.desk.session.machine_to_act and bool(self.desk.session.humans)

    @property
    def _first(self) -> bool:
        """Is this the first turn, and a human's to play?"""
        game, session = self.desk.session.game, self.desk.session
        return self._fresh and game.turn <= game.scenario.start_turn and session.human_to_act and not session.hands_over

    @property
    def key(self) -> str:
        """The key of the present phase in the settings."""
        return f"{self.desk.session.game.ruleset.id}:{self.desk.view.phase.id}"

    @property
    def offer(self) -> str:
        """The label of the button that ends this phase of the first turn; "" if it must be played."""
        desk = self.desk
        may = self._first and desk.view.decision is None and desk.orders.end and self.key not in self._declined
        return words_of(desk.session.game.ruleset.id, "offers", desk.view.phase.id) if may else ""

    def step(self) -> bool:
        """End a phase that the player skips in every new game; return whether one was ended."""
        desk = self.desk
        if not self.offer or self.key not in self.settings.offers_taken or self.key in self._asked:
            return False
        title = desk.view.phase.title
        self._declined.add(self.key)
        if desk.end_phase():
            desk.tell(f"{escape(title)}: skipped, as you chose. You can change this under Options, Questions.")
        return True

    @property
    def words(self) -> str:
        """The card and hint as a screen reader says them; "" without them."""
        told = " ".join(sentence(plain(text).strip("• ")) for text in self._briefing) if self.introducing else ""
        if offer := self.offer:
            told = f"{told} {self.desk.view.phase.title}. {offer}?".strip()
        return told or plain(self.hint[0])

    @property
    def _briefing(self) -> tuple[str, ...]:
        """A briefing as marked-up paragraphs: the heading, the situation, the aim, ideas."""
        game, side = self.desk.session.game, self.desk.view.side
        scenario, heading = game.scenario, f"{game.scenario.title}: you command the {FORCES[side]}"
        told = scenario.briefing.get(side)
        if told is None:
            return heading, escape(scenario.blurb)
        ideas = ("**Things to try**", *(f"•  {escape(idea)}" for idea in told.ideas)) if told.ideas else ()
        return heading, escape(scenario.blurb), f"**Your aim.** {escape(told.aim)}", *ideas

    @property
    def hint(self) -> tuple[str, str]:
        """The hint now beside the map, and its name; "" and "" for none, or once it has been followed."""
        may = self._first and self.settings.hints and self.desk.view.decision is None and not self._followed
        text, name = hint_of(self.desk.session.game.ruleset.id, self.desk.view.phase.id) if may else ("", "")
        return (text, name) if name not in self.settings.hints_seen else ("", "")

    @property
    def _followed(self) -> bool:
        """Has a unit been sent somewhere in this phase already?"""
        view = self.desk.view
        for record in reversed(self.desk.session.game.log):
            if (record.turn, record.phase) != (view.turn, view.phase.id):
                return False
            if record.side is view.side and record.command.partition(" ")[0] in ORDERS:
                return True
        return False

    # -- the card ------------------------------------------------------------------------------------

    def build(self, ui: Ui, area: Rect, floor: int) -> None:
        """Declare the card or the hint on the clear part of the map; with little room, as a row above the log."""
        if area.height < ui.px(SCARCE):
            area = Rect(area.x, area.y, area.width, floor - area.y)
        offer = self.offer
        if self.introducing or offer:
            self._card(ui, area, offer)
        elif self.hint[0]:
            self._hint(ui, area, *self.hint)

    def _card(self, ui: Ui, area: Rect, offer: str) -> None:
        wide = min(ui.px(WIDE), area.width - 2 * ui.px(10))
        high = min(ui.height_of(CARD, ui.px(170)) + 2 * ui.px(16), area.height - 2 * ui.px(8))
        box = Rect(area.right - wide - ui.px(MARGIN), area.bottom - high - ui.px(8), wide, high)
        scarce = self.introducing and area.height < ui.px(SCARCE + 100)
        ui.keep_in_sight(box)
        with ui.above():
            ui.note(drawing.draw_shadow, box, ui.theme.shadow, ui.px(10))
            with ui.panel(CARD, box, pad=16):
                if self.introducing:
                    heading, *text = self._briefing
                    ui.label(heading, "large", bold=True)
                    for paragraph in text:
                        ui.text(paragraph, "small" if scarce else "body")
                if offer:
                    self._offer(ui, brief=scarce)

    @property
    def _on_words(self) -> str:
        return "Let the enemy begin" if self.desk.session.machine_to_act else "To the map"

    @property
    def asks(self) -> bool:
        """Is the card open, with the seal as its button?"""
        return self.introducing or bool(self.offer)

    def seal(self, ui: Ui, place: Rect) -> None:
        """The seal while the card is open: skip the phase, or go on to the map."""
        offer, enter = self.offer, "cursor_click" if self.desk.state.cursor is None else ""
        text, name = (offer, "first offer") if offer else (self._on_words, "first on")
        with ui.scope("seal"):
            used = seal(ui, place, text, self.desk.view.phase.title, "Enter" if enter else "", name=name, intent=enter)
        if used:
            self.introducing, ui.unstable = False, True
        if used and offer:
            self._declined.add(self.key)
            self.desk.end_phase()

    def _offer(self, ui: Ui, brief: bool) -> None:
        """The button into the phase that the seal skips."""
        phase = self.desk.view.phase
        if self.key not in self.settings.offers_taken:
            self._asked.add(self.key)
        if not brief:
            ui.text(f"**{escape(phase.title)}.** {escape(phase.text)}", "small")
        with ui.flow():
            if ui.button("Play this phase", name="first decline", fill=False):
                self.introducing, ui.unstable = False, True
                self._declined.add(self.key)
            always = self.key in self.settings.offers_taken
            if ui.checkbox("Skip it in every new game", always, name="first always") != always:
                self._remember(not always)

    def _remember(self, on: bool) -> None:
        taken = [key for key in self.settings.offers_taken if key != self.key]
        self.settings.offers_taken = [*taken, self.key][-PASSED_MOST:] if on else taken
        self.keep()

    # -- hints ---------------------------------------------------------------------------------------

    def _spoken_of(self) -> int:
        """The hex a hint speaks of: where units march one of theirs, first where none is done, else one that can be
        attacked; -1 for none in sight, and once a counter has been picked or an attack is planned."""
        desk, clear = self.desk, self.table.camera.clear
        if desk.state.selection or desk.plans.target >= 0:
            return -1
        units = [unit for name in desk.can_act() if (unit := desk.view.unit(name)) is not None] if desk.able else []
        marching = any(kind.verb == "move" for kind in desk.orders.types)
        hexes = [unit.hex for unit in units] if marching or not desk.state.targets else sorted(desk.state.targets)
        seen = [index for index in hexes if clear.inflate(-80, -80).collidepoint(self.table.to_screen(index))]
        able, middle = {unit.id for unit in units}, clear.center
        fresh = [i for i in seen if all(u.id in able for u in desk.view.at(i) if u.side is desk.view.side)]
        return min(fresh or seen, key=lambda i: _apart(self.table.to_screen(i), middle), default=-1)

    def _hint(self, ui: Ui, area: Rect, text: str, name: str) -> None:
        """A few words beside the hex they are about, with a ring round it; nothing where they cannot all be read."""
        index = self._spoken_of()
        wide = min(ui.px(NARROW), area.width // 2 if area.width >= ui.px(400) else area.width * 3 // 4)
        high = ui.height_of(HINT, ui.px(90)) + 2 * ui.px(10)
        if high > area.height - 2 * ui.px(8):
            return
        room = area.inflate(-ui.px(12), -ui.px(12))
        cards = [(spot.rect, NEVER) for spot in ui.spots if spot.id.endswith(CARDS)]
        shunned = [*cards, *lit(self.table, self.desk.state)]
        box = best_place(corners(wide, high, room)[::-1], room, shunned)  # best beside the column
        if index >= 0:
            spot = self.table.to_screen(index)
            reach = round(self.table.board.layout.tile_w * self.table.camera.zoom * 0.62)
            about = Rect(0, 0, 2 * reach, 2 * reach)
            about.center = spot
            near = best_place(beside(wide, high, about, ui.px(26)), room, [(about, NEVER), *shunned])
            if not in_the_way(near, [(about, NEVER), *cards]):
                box = near
                ui.note(_pointer, area, spot, reach, box)
        ui.keep_in_sight(box)
        with ui.above():
            ui.note(drawing.draw_shadow, box, ui.theme.shadow, ui.px(8))
            with ui.panel(HINT, box, pad=10):
                ui.text(escape(text), "small")
                with ui.flow(gap=6):
                    if ui.button("Got it", name="hint seen", fill=False):
                        self._put_away(ui, name)
                    if ui.button("No more hints", name="hint none", fill=False):
                        self.settings.hints = False
                        self._put_away(ui, name)

    def _put_away(self, ui: Ui, name: str) -> None:
        self.settings.hints_seen = [*self.settings.hints_seen, name][-500:]
        self.keep()
        ui.unstable = True


def _apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _pointer(surface: pygame.Surface, area: Rect, at: tuple[int, int], reach: int, box: Rect) -> None:
    """A ring round the hex and a line from it to the words."""
    before = surface.get_clip()
    surface.set_clip(area.clip(before))
    near = (box.left if box.left > at[0] else box.right, min(max(at[1], box.top + 8), box.bottom - 8))
    start = (at[0] + (reach if near[0] > at[0] else -reach), at[1])
    for colour, wide in (((40, 30, 20), 6), (RING, 3)):
        pygame.draw.line(surface, colour, start, near, wide)
        pygame.draw.circle(surface, colour, at, reach + wide // 3, wide)
    surface.set_clip(before)
