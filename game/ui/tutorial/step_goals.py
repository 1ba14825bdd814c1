"""Whether the player has done what a step asks for, and how to do it for him.

A goal is a word, and after a colon what it is about: "next" (press the button), "looked" (the view was moved),
"picked:UNIT", "refused" (a click was answered with a reason), "at:UNIT@HEX", "undone:UNIT@HEX" (it stands there again),
"planned:HEX", "declared:HEX", "phase:ID", "after:ID" (the phase has been and gone), "fired", "answered:QUESTION",
"turn:N" (a person acts in it), "overlay:NAME", "tab:NAME".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ecs.core.events import Fired
from game.ui.interaction.controller import TableController
from game.ui.map_view import Camera
from game.ui.panels.open_panels import TABS, OpenPanels

ViewPoint = tuple[int, float, float]


@dataclass(frozen=True, slots=True)
class Watched:
    """What goals check: what is picked and played, the view, the open panels."""

    desk: TableController
    camera: Camera
    panels: OpenPanels


@dataclass(slots=True)
class StepProgress:
    """The state at the start of a step: the length of the log, the view, whether a refusal was seen."""

    records: int
    camera: ViewPoint
    refused: bool = False


def met(goal: str, table: Watched, since: StepProgress) -> bool:
    """Has the goal been reached?"""
    name, _colon, about = goal.partition(":")
    return _MET[name](table, since, about)


def meet(goal: str, table: Watched) -> None:
    """Do on the table what needs no command."""
    name, _colon, about = goal.partition(":")
    desk = table.desk
    if name == "looked":
        table.camera.zoom_by(1)
    elif name == "picked":
        desk.select((about,))
    elif name == "planned":
        desk.plans.open(_hex(table, about))
    elif name == "undone":
        desk.undo()
    elif name == "overlay" and about not in desk.overlays:
        desk.toggle(about)
    elif name == "tab":
        table.panels.turn_to(_tab(about))


def known(goal: str) -> bool:
    """Does this goal exist?"""
    return goal.partition(":")[0] in _MET


def view_of(camera: Camera) -> ViewPoint:
    """The part of the map in view."""
    return camera.level, camera.x, camera.y


def _hex(table: Watched, label: str) -> int:
    return table.desk.session.game.board.by_label[label]


def _tab(name: str) -> int:
    return [title.lower() for title in TABS].index(name)


def _looked(table: Watched, since: StepProgress, about: str) -> bool:
    del about
    return view_of(table.camera) != since.camera


def _at(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    name, _at, label = about.partition("@")
    unit = table.desk.view.unit(name)
    return unit is not None and unit.hex == _hex(table, label)


def _planned(table: Watched, since: StepProgress, about: str) -> bool:
    return table.desk.plans.target == _hex(table, about) or _declared(table, since, about)


def _declared(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    return any(b.hex == _hex(table, about) for b in table.desk.view.battles)


def _phase(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    return table.desk.view.phase.id == about


def _after(table: Watched, since: StepProgress, about: str) -> bool:
    been = any(record.phase == about for record in table.desk.session.game.log[since.records :])
    return been and table.desk.view.phase.id != about


def _fired(table: Watched, since: StepProgress, about: str) -> bool:
    del about
    return any(isinstance(e, Fired) for r in table.desk.session.game.log[since.records :] for e in r.events)


def _answered(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    decision = table.desk.view.decision
    return decision is None or decision.id != about


def _turn(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    return table.desk.view.turn >= int(about) and table.desk.session.human_to_act


def _never(table: Watched, since: StepProgress, about: str) -> bool:
    del table, since, about
    return False


def _picked(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    return table.desk.state.selection[:1] == (about,)


def _refused(table: Watched, since: StepProgress, about: str) -> bool:
    del table, about
    return since.refused


def _overlay(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    return about in table.desk.overlays


def _open(table: Watched, since: StepProgress, about: str) -> bool:
    del since
    return table.panels.tab == _tab(about) and table.panels.column_open


_MET: dict[str, Callable[[Watched, StepProgress, str], bool]] = {
    "next": _never,
    "looked": _looked,
    "picked": _picked,
    "refused": _refused,
    "at": _at,
    "undone": _at,
    "planned": _planned,
    "declared": _declared,
    "phase": _phase,
    "after": _after,
    "fired": _fired,
    "answered": _answered,
    "turn": _turn,
    "overlay": _overlay,
    "tab": _open,
}
