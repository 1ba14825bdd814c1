"""Playback: the computer's moves, shown one by one at the player's pace, and offered for review."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol

from ecs.core.events import Event, Moved
from game.app.settings import SPEEDS, nearest_speed
from game.play.briefing import BriefingLine, heard, lines_of, unread
from game.play.dispatches import Dispatch, dispatch_of
from game.play.session import Deed, Session
from game.play.story import Happening, Kind, happenings_of, of
from game.ui.interaction.controller import TableController
from game.ui.map_view.animation import Animation
from game.ui.panels.event_log import Log, operations_since

BUDGET = 0.03  # seconds of fast play between two frames
FOUGHT = (Kind.BATTLE, Kind.THROW)
SHOWN = (Kind.BATTLE, Kind.CITY, Kind.PLACE, Kind.POCKET)  # worth moving the map for


class Pauses(Protocol):
    """The player's settings for viewing times, in milliseconds, and for the patience with generals."""

    battle_pause_ms: int
    ai_pause_ms: int
    animation_speed: float

    @property
    def patience(self) -> str:
        """How long computer generals may think: "quick", "normal" or "patient"."""


class Stage(Protocol):
    """The place where the computer's actions are shown."""

    @property
    def animation(self) -> Animation:
        """The animation on the map."""

    def in_sight(self, event: Event) -> bool:
        """Can an event be seen without moving the map?"""


class Playback:
    """Lets the computer act once its last action has been seen.

    `fast`: "battle", "next" or "turn" while it plays on without being shown: to the end of this battle, to the next
    one, to the player's turn. `briefing`: what the player reads of it, and `briefing_at` the line looked at, or -1;
    it opens of itself if there is anything in it, and without when it was `asked` for;
    `dispatch`: the same as a page of news, if there is enough for one; where chits are drawn, once a month.
    `operations`: what it was after; `review`: all it did, as (markup, board index, where in the game's log it stands),
    and `review_at` the one looked at, or -1.

    :param show: carries out what the desk asks for: sounds, animation, a hex to look at.
    :param redraw: something has changed that shows.
    """

    def __init__(
        self,
        session: Session,
        desk: TableController,
        stage: Stage,
        log: Log,
        pauses: Pauses,
        show: Callable[[], None],
        redraw: Callable[[], None],
    ) -> None:
        self.session, self.desk, self.animation, self.log = session, desk, stage.animation, log
        self.pauses, self.show, self.redraw, self.in_sight = pauses, show, redraw, stage.in_sight
        self.paused = False
        self.fast = ""
        self.next_at = 0.0
        self.review: list[tuple[str, int, int]] = []
        self.review_at = -1
        self.briefing: tuple[BriefingLine, ...] = ()
        self.briefing_at = -1
        self.asked = False
        self.dispatch: Dispatch | None = None
        self._month = session.game.turn
        self.operations: tuple[str, ...] = ()
        self._told_at = 0
        self._announced = self._played = False
        self._since = 0
        self._patience = pauses.patience
        self.turn_of = session.viewer
        if any(record.side is not None for record in session.game.log):
            self._tell()

    def heed(self) -> None:
        """The settings may have changed: generals take the time the player gives them now.  One of a save that was
        taken up keeps his until then."""
        if self._patience != self.pauses.patience:
            self._patience = self.pauses.patience
            self.session.be_patient(self._patience)

    def advance(self, now: float) -> None:
        """Give one command of the computer player, once the last has been seen; several while playing fast."""
        if self.fast:
            self._race()
        elif not self.animation.running(now) and now >= self.next_at:
            if not self._announced:
                self._announced = True
                self.redraw()
            else:
                self.next_at = max(now, self.animation.end) + self._one_shown()

    def _one_shown(self) -> float:
        """Give one command and show it; seconds to wait after it."""
        deed = self.one()
        pause = self._pause_after(deed.events)
        self.desk.out.look_at = self._seen_at(deed.events)
        self.show()
        self._look_up()
        return pause

    def one(self) -> Deed:
        """Give one command of the computer player."""
        theirs = self.desk.view.phase.side not in self.session.humans
        if theirs and not self._played and self.desk.state.cursor is not None:
            self.desk.state.cursor, self.desk.state.by_keys = None, False  # a key brings it back
            self.desk.hover(None)
        self._played = self._played or theirs
        deed = self.session.think()
        self.desk.take_in(deed)
        return deed

    def _pause_after(self, events: tuple[Event, ...]) -> float:
        """Seconds to look at what happened; none for an unseen march."""
        speed = self.animation.speed or 1.0
        if of(self._told(events), *FOUGHT):
            return self.pauses.battle_pause_ms / 1000 / speed
        marched = any(isinstance(e, Moved) and self.in_sight(e) for e in events)
        return self.pauses.ai_pause_ms / 1000 / speed if marched else 0.02

    def _seen_at(self, events: tuple[Event, ...]) -> int:
        """The hex worth moving the map for, if the viewer may know of it: a battle, a place, a pocket."""
        shown = of(self._told(events), *SHOWN)
        return shown[-1].hex if shown else -1

    def _told(self, events: tuple[Event, ...]) -> list[Happening]:
        return happenings_of(self.desk.seen(events), self.desk.view)

    def change_speed(self, step: int) -> str:
        """Play faster (1) or slower (-1); the speed in words."""
        names = list(SPEEDS)
        name = names[min(max(nearest_speed(self.pauses.animation_speed) + step, 0), len(names) - 1)]
        self.pauses.animation_speed = self.animation.speed = SPEEDS[name]
        return name

    @property
    def _by_label(self) -> Mapping[str, int]:
        return self.session.game.board.by_label

    def _race(self) -> None:
        """Play on for a moment without showing it."""
        began = perf_counter()
        while self.session.machine_to_act and self.fast and perf_counter() - began < BUDGET:
            deed = self.one()
            if self.fast == "next" and of(self._told(deed.events), *FOUGHT):
                self._stop_at(deed)
            elif self.fast == "battle" and not self.desk.plans.fighting:
                self.fast = ""
        self.show()
        self._look_up()
        self.redraw()

    def _look_up(self) -> None:
        """Return to the player, if the other side is finished and no letter is awaited."""
        if self.session.awaited:
            self.fast, self._announced = "", False
        elif not self.session.machine_to_act:
            self.back_to_player()

    def hear(self) -> None:
        """In a game by mail, look for a letter: if one has come or gone, another may have to act."""
        if self.session.listen():
            self.heard()

    def heard(self) -> None:
        """A letter has come or gone."""
        self.desk.refresh()
        self.desk.tell_problem()
        if self._played:
            self._look_up()
        self.redraw()

    def _stop_at(self, deed: Deed) -> None:
        """Stop at the next battle: show it, and nothing of what was played on the way."""
        self.fast = ""
        self.desk.out.events, self.desk.out.sounds = self.desk.seen(deed.events), []
        self.desk.out.look_at = self._seen_at(deed.events)
        self.next_at += self._pause_after(deed.events)

    def back_to_player(self) -> None:
        """The computer's turn is over, or it must ask: show where, and offer a review of what it did."""
        self.fast, self._announced, self.next_at = "", False, 0.0
        asked = self.desk.view.decision
        self.desk.out.look_at = asked.hex if asked is not None else -1
        if not self._played:
            return
        self._played = False
        self._tell()
        self.dispatch = self.dispatch if asked is None else None
        fresh = [line for line in self.log.lines() if line.record >= self._since and line.hexes]
        self.review = [(line.markup, self._by_label[line.hexes[-1]], line.record) for line in fresh]
        if asked is None:
            self.desk.out.look_at = self._gravest()

    def seated(self) -> None:
        """Show the table to the player who took the seat, and what happened since he last had it.

        A side that only answers a question in between reads nothing, nor does the other when it continues.
        """
        self.desk.refresh()
        side = self.session.viewer
        if self.desk.view.decision is not None or side is self.turn_of:
            return
        self.turn_of, self.review = side, []
        self._tell()
        self.desk.out.look_at = self._gravest()

    @property
    def turn_begun(self) -> bool:
        """Did the viewer's turn begin with his own answer, so that he need not take the seat?"""
        mine = self.session.game.to_act is self.session.viewer and self.desk.view.decision is None
        return mine and self.session.viewer is not self.turn_of

    def recall(self) -> None:
        """Show again what happened since the viewer's last order, even if that is nothing."""
        self._tell()
        self.asked = True

    def _tell(self) -> None:
        game, viewer = self.session.game, self.session.viewer
        missed = unread(game, viewer)
        story = heard(game, viewer, missed.records)
        self.briefing, self._since = lines_of(game, viewer, story), missed.after + 1
        if self.desk.view.chits and game.turn > self._month:
            last = (r for r in game.log if r.turn == game.turn - 1 and r.side is not viewer)
            story = heard(game, viewer, last)
        page = dispatch_of(game, viewer, story)
        due = not self.desk.view.chits or game.turn > self._month
        self.dispatch = page if page.heavy and due else None
        self._month = game.turn
        self.operations = operations_since(self.session, self._since)
        self.review_at, self.briefing_at, self._told_at, self.asked = -1, -1, len(game.log), False

    @property
    def again_from(self) -> int:
        """The command from which the viewed part is replayed: the step, the line of the briefing, or all of it."""
        at, step = self.briefing_at, self.review_at
        record = self.briefing[at].record if 0 <= at < len(self.briefing) else -1
        record = self.review[step][2] if step >= 0 else record
        return max(0, (record if record >= 0 else self._since) - 1)

    def _gravest(self) -> int:
        """Where the map is when it is the player's turn: the hex of the first line that has one, else that of the
        headquarters by whose chit he acts."""
        grave = next((line.hex for line in self.briefing if line.hex >= 0), -1)
        leading = self.desk.position.leading
        led = next((unit.hex for unit in self.desk.view.units if unit.id in leading and unit.hex >= 0), -1)
        return grave if grave >= 0 else led

    def step_line(self, way: int) -> int | None:
        """Step between lines of the briefing that lead somewhere; the hex to look at, None if there is none.

        :param way: 1 down, -1 up.
        """
        if self.strip(warned=False) != "review" or self.review_at >= 0:
            return None
        leading = [number for number, line in enumerate(self.briefing) if line.hex >= 0]
        if not leading:
            return None
        if self.briefing_at in leading:
            at = min(max(leading.index(self.briefing_at) + way, 0), len(leading) - 1)
        else:
            at = 0 if way > 0 else len(leading) - 1
        self.briefing_at = leading[at]
        return self.briefing[self.briefing_at].hex

    def put_away(self) -> bool:
        """Close briefing and review; False if none is shown."""
        shown = self.strip(warned=False) == "review"
        self.review, self.briefing, self.dispatch, self.asked = [], (), None, False
        return shown

    def mark_read(self) -> None:
        """Mark everything up to now as seen by the player."""
        self.briefing, self.dispatch, self.asked = (), None, False

    def wake_in(self, now: float) -> float | None:
        """Seconds until the computer should play on; None if it is not its turn."""
        if self.paused or not self.session.machine_to_act:
            return None
        return max(0.0, self.next_at - now)

    def strip(self, warned: bool) -> str:
        """Which strip about the other side's turn is shown: "machine", "review" or "".  Dispatches wait while a battle
        is planned.

        :param warned: warnings before a phase ends are open.
        """
        session, view = self.session, self.desk.view
        if session.awaited:
            return "machine"
        if session.machine_to_act and (self.paused or view.phase.side not in session.humans):
            return "machine"
        fresh = self.review_at >= 0 or len(session.game.log) <= self._told_at
        told = bool(self.briefing or self.asked or self.review_at >= 0) and self.desk.plans.target < 0
        return "review" if fresh and told and session.human_to_act and view.decision is None and not warned else ""
