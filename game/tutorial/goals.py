"""Has the player done what a step asks for, and how is it done for him?

A goal is a word, and after a colon what it is about: "next" (press the button), "looked" (the view was moved),
"picked:UNIT", "refused" (a click was answered with a reason), "at:UNIT@HEX", "undone:UNIT@HEX" (it stands there again),
"planned:HEX", "declared:HEX", "phase:ID", "after:ID" (the phase has been and gone), "fired", "answered:QUESTION",
"turn:N" (a person acts in it), "overlay:NAME", "tab:NAME".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ecs.events import Fired
from game.scenes.furniture import TABS

if TYPE_CHECKING:
    from game.scenes.table import TableScene

Camera = tuple[int, float, float]


@dataclass(slots=True)
class Since:
    """What has happened since a step began: the log was so long, the view was there, a refusal has been seen."""

    records: int
    camera: Camera
    refused: bool = False


def met(goal: str, scene: TableScene, since: Since) -> bool:
    """Is it done?"""
    name, _colon, about = goal.partition(":")
    return _MET[name](scene, since, about)


def meet(goal: str, scene: TableScene) -> None:
    """Do on the table what needs no command."""
    name, _colon, about = goal.partition(":")
    desk = scene.desk
    if name == "looked":
        scene.table.camera.zoom_by(1)
    elif name == "picked":
        desk.select((about,))
    elif name == "planned":
        desk.plans.open(_hex(scene, about))
    elif name == "undone":
        desk.undo()
    elif name == "overlay" and about not in desk.overlays:
        desk.toggle(about)
    elif name == "tab":
        scene.furniture.tab, scene.furniture.column_open = _tab(about), True


def known(goal: str) -> bool:
    """Is there such a goal?"""
    return goal.partition(":")[0] in _MET


def view_of(scene: TableScene) -> Camera:
    """Where the map is looked at."""
    camera = scene.table.camera
    return camera.level, camera.x, camera.y


def _hex(scene: TableScene, label: str) -> int:
    return scene.session.game.board.by_label[label]


def _tab(name: str) -> int:
    return [title.lower() for title in TABS].index(name)


def _looked(scene: TableScene, since: Since, about: str) -> bool:
    del about
    return view_of(scene) != since.camera


def _at(scene: TableScene, since: Since, about: str) -> bool:
    del since
    name, _at, label = about.partition("@")
    unit = scene.desk.view.unit(name)
    return unit is not None and unit.hex == _hex(scene, label)


def _planned(scene: TableScene, since: Since, about: str) -> bool:
    return scene.desk.plans.target == _hex(scene, about) or _declared(scene, since, about)


def _declared(scene: TableScene, since: Since, about: str) -> bool:
    del since
    return any(b.hex == _hex(scene, about) for b in scene.desk.view.battles)


def _phase(scene: TableScene, since: Since, about: str) -> bool:
    del since
    return scene.desk.view.phase.id == about


def _after(scene: TableScene, since: Since, about: str) -> bool:
    been = any(record.phase == about for record in scene.session.game.log[since.records :])
    return been and scene.desk.view.phase.id != about


def _fired(scene: TableScene, since: Since, about: str) -> bool:
    del about
    return any(isinstance(e, Fired) for r in scene.session.game.log[since.records :] for e in r.events)


def _answered(scene: TableScene, since: Since, about: str) -> bool:
    del since
    decision = scene.desk.view.decision
    return decision is None or decision.id != about


def _turn(scene: TableScene, since: Since, about: str) -> bool:
    del since
    return scene.desk.view.turn >= int(about) and scene.session.human_to_act


def _never(scene: TableScene, since: Since, about: str) -> bool:
    del scene, since, about
    return False


def _picked(scene: TableScene, since: Since, about: str) -> bool:
    del since
    return scene.desk.state.selection[:1] == (about,)


def _refused(scene: TableScene, since: Since, about: str) -> bool:
    del scene, about
    return since.refused


def _overlay(scene: TableScene, since: Since, about: str) -> bool:
    del since
    return about in scene.desk.overlays


def _open(scene: TableScene, since: Since, about: str) -> bool:
    del since
    return scene.furniture.tab == _tab(about) and scene.furniture.column_open


_MET: dict[str, Callable[[TableScene, Since, str], bool]] = {
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
