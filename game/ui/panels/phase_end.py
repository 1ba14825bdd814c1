"""The end of a phase: what the player should know before it, and phases that are ended for him."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from fractions import Fraction

from ecs import Board, Command
from ecs.core.commands import Allot, Assign, EndPhase, Enter
from game.app.settings import PASSED_MOST, Settings
from game.play.atlas.text import counted
from game.ui.descriptions import percent, place_at, place_in_brief, refusal_markup, say
from game.ui.interaction.click_commands import hex_of
from game.ui.interaction.controller import TableController
from game.ui.interaction.ui_messages import Outbox
from game.ui.widgets import Ui, escape

# -- What the player should know before the phase ends: obstacles, and warnings that can be switched off. ------------

FIGHT_ALL = "One by one. Questions wait for you; Esc stops."
GOOD_ODDS = Fraction(1, 2)
MOST = 6


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the panel. ``kind``: a confirmation of the settings; "" blocks the end of the phase."""

    kind: str
    text: str
    hexes: tuple[str, ...] = ()


def checks(desk: TableController, asks: Callable[[str], bool]) -> list[Check]:
    """What keeps the phase from ending; failing that, warnings."""
    refusal = desk.session.game.why_not(EndPhase(), desk.view.side)
    if refusal is not None:
        open_ = tuple(desk.view.board.hexes[b.hex].label for b in desk.view.battles if b.state == "declared")
        return [Check("", refusal_markup(refusal), open_[:MOST])]
    found = []
    for kind, look in (
        ("replacements_unspent", _unspent),
        ("attack_missed", _missed),
        ("out_of_supply", _starving),
        ("objective_left", _bare),
    ):
        if asks(kind) and (check := look(desk)) is not None:
            found.append(check)
    return found


def point_out(desk: TableController, first: Check) -> None:
    """Show the first thing forgotten, bringing it into view if necessary; a plan is closed."""
    if not desk.plans.fighting:
        desk.plans.close()
    if not first.kind:
        desk.out.sounds.append("refuse")
    if first.hexes:
        desk.here = desk.state.looked = desk.out.look_at = desk.view.board.by_label[first.hexes[0]]


def _unspent(desk: TableController) -> Check | None:
    """Units that can still be raised or brought in."""
    verbs = ("raise", "enter", "rebuild", "refit") if desk.terms.pool else ("raise", "enter")
    entering = {c.unit for c in desk.orders.all() if isinstance(c, Enter)} if desk.terms.pool else set()
    units = {c.unit for c in desk.orders.all() if c.verb in verbs and hasattr(c, "unit")}
    if not units:
        return None
    if entering:
        count = "A unit that has arrived is" if len(entering) == 1 else f"{len(entering)} units that have arrived are"
        more = f" {counted(len(units - entering), 'kind')} of lost unit could be raised." if units - entering else ""
        return Check("replacements_unspent", f"{count} not on the map yet.{more}")
    better = " or brought to full strength" if desk.terms.pool else ""
    return Check(
        "replacements_unspent", f"{counted(len(units), 'kind')} of unit could still be brought into play{better}."
    )


def _missed(desk: TableController) -> Check | None:
    """Targets left alone despite good odds; on the march, automatic victories not won."""
    if desk.position.on_the_march:
        spots = tuple(desk.view.board.hexes[i].label for i in sorted(desk.state.overruns))
        return Check("attack_missed", "Automatic victories can still be won.", spots[:MOST]) if spots else None
    labels = {hex_of(c) for c in desk.orders.all() if isinstance(c, Assign)}
    taken = {b.hex for b in desk.view.battles}
    good: list[tuple[Fraction, str]] = []
    for label in sorted(labels):
        index = desk.view.board.by_label[label]
        if index not in taken:
            team = tuple(sorted({c.unit for c in desk.orders.all() if isinstance(c, Assign) and c.hex == label}))
            ahead = desk.session.game.forecast(desk.view.side, index, team)
            if ahead.p_cleared >= GOOD_ODDS and not ahead.estimate and not ahead.refusal:
                good.append((ahead.p_cleared, label))
    good.sort(reverse=True)
    if not good:
        return None
    best, label = good[0]
    where = escape(place_at(desk.view.board, desk.view.board.by_label[label]))
    more = f"{len(good)} good attacks. The best has a" if len(good) > 1 else "a good attack:"
    text = f"You have not declared {more} {percent(best)} chance of success {where}."
    return Check("attack_missed", text, tuple(label for _, label in good[:MOST]))


def _starving(desk: TableController) -> Check | None:
    """Own units in hexes from which no supply can be traced."""
    view = desk.view
    if not any(c.verb == "move" for c in desk.orders.all()):
        return None
    game = desk.session.game
    fed = game.supply(view.side)
    own = [u for u in view.units if u.side is view.side and u.hex >= 0 and desk.terms.fights(u)]
    still = {u.id for u in own if u.supplied and "moved" not in u.badges} if desk.terms.tables else set()
    hungry = sorted({u.hex for u in own if u.hex not in fed and u.id not in still and not game.is_fed(u.id)})
    if not hungry:
        return None
    labels = tuple(view.board.hexes[i].label for i in hungry[:MOST])
    return Check("out_of_supply", "Some units are out of supply.", labels)


def _bare(desk: TableController) -> Check | None:
    """Own objectives without a unit, next to the enemy."""
    view = desk.view
    if not any(c.verb == "move" for c in desk.orders.all()):
        return None
    foes = {u.hex for u in view.units if u.side is not view.side and u.hex >= 0 and u.symbol != "factory"}
    own = {u.hex for u in view.units if u.side is view.side and u.hex >= 0 and u.symbol != "factory"}
    bare = [
        label
        for line in view.score
        if line.holder is view.side and len(line.hexes) == 1
        for label in line.hexes
        if (i := view.board.by_label[label]) not in own and foes.intersection(view.board.neighbours[i])
    ]
    if not bare:
        return None
    return Check("objective_left", "Empty objectives are next to the enemy.", tuple(bare[:MOST]))


REMEDY = "Declare these attacks"


def remedy_for(desk: TableController) -> tuple[Command, ...]:
    """The orders that remove the obstacle, if the rules know any."""
    allot = next((order for order in desk.orders.general if isinstance(order, Allot)), None)
    if allot is not None:
        return (allot,)
    refusal = desk.session.game.why_not(EndPhase(), desk.view.side)
    return refusal.remedy if refusal is not None else ()


def remedy_words(remedy: tuple[Command, ...]) -> str:
    """The label of the button that gives them."""
    return remedy[0].label if len(remedy) == 1 and isinstance(remedy[0], Allot) else REMEDY


def fight_words(battles: int) -> str:
    """The label of the button that fights the battles still owed."""
    return "Fight the battle" if battles == 1 else f"Fight all {battles} battles"


def fights_owed(desk: TableController) -> int:
    """How many battles must be fought before the phase can end; 0 if it can, or while they are being fought."""
    able = desk.orders.complete and not desk.orders.end and not desk.quick.going
    return len(desk.quick.fights()) if able else 0


def check_box(ui: Ui, out: Outbox, board: Board, found: list[Check], forget: Callable[[str], None]) -> None:
    """The warnings before a phase ends."""
    ui.heading("The phase cannot end yet" if _blocked(found) else "Before you end the phase")
    for check in found:
        names = [(escape(place_in_brief(board, board.by_label[label])), label) for label in check.hexes]
        links = ", ".join(f"[{name}](hex:{label})" for name, label in names)
        say(ui, out, f"{'[warn]' if check.kind else '[bad]'}•[/] {check.text} {links}", name=check.kind or "block")
        if check.kind and ui.checkbox("Do not warn me again", False, name=f"never {check.kind}"):
            forget(check.kind)


def check_foot(ui: Ui, found: list[Check], remedy: tuple[Command, ...]) -> str:
    """Its buttons; "back", "mend" (the remedy is wanted) or "" while none is pressed.

    The seal ends the phase anyway.  Enter presses the gold button, wherever the hex cursor is.
    """
    answer = ""
    if _blocked(found) and remedy:
        words, tip = remedy_words(remedy), "Your mandatory attacks are declared. You can change or undo them."
        if ui.button(words, "Enter", name="mend", kind="primary", tooltip=tip, intent="cursor_click"):
            answer = "mend"
    if ui.button("Go back", "Esc", name="go back"):
        answer = "back"
    return answer


def _blocked(found: list[Check]) -> bool:
    """Is something owed that no player can overrule?"""
    return any(not check.kind for check in found)


# -- Skipped phases: they are ended for the player as they begin, unless something in them should be seen. -----------

HEEDED = ("", "replacements_unspent", "attack_missed")
"""What keeps a phase from being passed over: something owed, units to be raised, a good attack."""


class PassedPhases:
    """The phases of this game that are skipped; kept in the player's settings by game and phase."""

    def __init__(self, desk: TableController, settings: Settings) -> None:
        self.desk, self.settings = desk, settings
        self._met: tuple[int, str] = (0, "")

    @property
    def key(self) -> str:
        """The key of the present phase in the settings."""
        return f"{self.desk.session.game.ruleset.id}:{self.desk.view.phase.id}"

    @property
    def chosen(self) -> MutableMapping[str, str]:
        """Titles of the skipped phases, by key."""
        return self.settings.passed

    @property
    def offer(self) -> str:
        """The title of the present phase, if it can be skipped from now on; else "", and so in practice."""
        desk = self.desk
        practice = desk.session.saves is None
        may = not practice and desk.session.human_to_act and desk.view.decision is None and self.key not in self.chosen
        return desk.view.phase.title if may and desk.orders.end and len(self.chosen) < PASSED_MOST else ""

    def take(self) -> None:
        """Skip the present phase from now on, this time included."""
        title = self.offer
        if title:
            side = self.desk.view.side
            self.chosen[self.key] = f"{title} ({self.desk.view.title}, {side})"
            self._met = (0, "")
            self.desk.tell(f"**{title}** will be skipped from now on. You can change this under Options, Questions.")

    def step(self) -> bool:
        """End a phase that has just begun, if it is skipped and holds nothing to see; return whether it was ended.

        One that the player comes back to by undo is left to him.
        """
        desk, view = self.desk, self.desk.view
        now = (view.turn, view.phase.id)
        if now == self._met or view.decision is not None or not desk.session.human_to_act:
            return False
        self._met = now
        if self.key not in self.chosen or not desk.orders.end or desk.session.saves is None:
            return False
        if checks(desk, lambda kind: kind in HEEDED):
            desk.tell(f"**{view.phase.title}** is not skipped: there is something to do.")
            return False
        title = view.phase.title
        ended = desk.end_phase()
        if ended:
            desk.tell(f"{title}: skipped.")
        return ended
