"""Every screen there is, with all that can lie on it, for tests that go through all of them.

``SCREENS`` has each by a name, ``STATES`` what it may show besides; tests see to it that no screen and no dialog of the
program is missing (`screens_of_the_program`, `dialogs_of_the_program`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from ecs import Side, find_scenario
from game.app.application import App
from game.mail.clerk import MailGame
from game.mail.correspondence import invite
from game.play.plugins import PluginGame
from game.screens.addons import AddOns
from game.screens.atlas_view import AtlasView
from game.screens.by_mail import GameByMail, InvitationReceived
from game.screens.game_report import Report
from game.screens.new_game import BY_MAIL, NewGame
from game.screens.options import PAGES, Options
from game.screens.play.game_menu import HandOver
from game.screens.play.play_screen import TableScene
from game.screens.replay import Replay
from game.screens.rules import Rules
from game.screens.saved_games import SaveList
from game.screens.setup_editor.setup_screen import SetupEditor
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.screens.title import Title
from game.screens.tutorial import Tutorial
from game.system.paths import user_root
from game.ui.panels.open_panels import TABS, Finder
from tests import ROOT
from tests.kits.letters import SCENARIO
from tests.kits.window import Seat

DIALOG = re.compile(r'ui\.(?:modal|dialog)\(\s*"([^"]+)"')
FRAMES = 6  # in which a screen must have come to rest after the window has changed
PLUGIN = PluginGame("frontier", Path("frontier"), "frontier")


def _home() -> Path:
    """The own part of an invitation that was written just now."""
    mail = invite(SCENARIO, Side.AXIS, user_root() / "post", "Anna")
    mail.close()
    return mail.own.home


def _invitation() -> bytes:
    """An invitation that somebody else wrote."""
    mail = invite(SCENARIO, Side.AXIS, user_root() / "post", "Anna", root=user_root() / "anna")
    mail.close()
    return mail.letters[0].data


SCREENS: dict[str, Callable[[SharedResources, TableScene], Scene]] = {
    "title": lambda kit, table: Title(kit),
    "new game": lambda kit, table: NewGame(kit),
    "by mail": lambda kit, table: GameByMail(kit, _home()),
    "invitation": lambda kit, table: InvitationReceived(kit, _invitation(), user_root() / "post"),
    "load": lambda kit, table: SaveList(kit),
    "save": lambda kit, table: SaveList(kit, table.session),
    "options": lambda kit, table: Options(kit),
    "add-ons": lambda kit, table: AddOns(kit),
    "rules": lambda kit, table: Rules(kit, "darkest-crusade", "9.2"),
    "report": lambda kit, table: Report(kit, table.session),
    "atlas": lambda kit, table: AtlasView(kit, table.session),
    "replay": lambda kit, table: Replay(kit, table.session),
    "hand-over": lambda kit, table: HandOver(table.session, Side.SOVIET, table.seat),
    "set-up": lambda kit, table: kit.doors.setup_editor(find_scenario("barbarossa-1941")),
    "tutorial": lambda kit, table: Tutorial(kit),
    "table": lambda kit, table: TableScene(kit, table.session),
}

_States = tuple[tuple[str, Callable[[Any], object]], ...]


def _set(**values: object) -> Callable[[Any], object]:
    """Give a screen these values."""

    def give(thing: Any) -> None:
        for name, value in values.items():
            setattr(thing, name, value)

    return give


def _panels(**values: object) -> Callable[[Any], object]:
    return lambda table: _set(**values)(table.panels)


def _first_run(title: Any) -> None:
    title.app.settings.first_run = True


def _warned(table: Any) -> None:
    table.panels.menu_open, table.panels.finder = False, None
    table.end_phase()


def _lost(table: Any) -> None:
    table.session.homeless, table.session.saves.lost = True, lambda game: True


def _locked(game: Any) -> None:
    game.on_leave()
    _set(refused="This game by mail is locked.", locked=True)(game)


_UNBEGUN = MailGame(Path("0123456789abcdef"), "Waiting for your friend to accept.", SCENARIO, folder="/shared/war")
_SAVES: _States = tuple((name, _set(asking=name, refused="damaged")) for name in ("delete", "copy", "salvage"))
STATES: dict[type[Scene], _States] = {
    Title: (("code", _set(_code=[PLUGIN])), ("first run", _first_run)),
    NewGame: (
        ("unfolded", _set(folded=False)),
        ("another game", _set(game=1, row=0, chosen={})),
        ("by mail", lambda new: new._seat(BY_MAIL)),
        ("not invited", _set(refused="This game hides things from one side.")),
    ),
    GameByMail: (("locked", _locked),),
    InvitationReceived: (("refused", _set(refused="Letters cannot be put into /shared/war: No space left.")),),
    SaveList: (
        *_SAVES,
        ("overwrite", _set(asking="overwrite")),
        ("by mail", _set(asking="", unbegun=[_UNBEGUN], row=0)),
        ("delete mail", _set(asking="delete mail")),
        ("locked", _set(asking="", unbegun=[replace(_UNBEGUN, folder="", locked=True)])),
    ),
    Options: (
        *((f"page {n}", _set(page=n)) for n in range(len(PAGES))),
        ("conflict", _set(conflict=("end_phase", "Ctrl+Enter", []))),
    ),
    AddOns: (("code", _set(_asked=PLUGIN)),),
    SetupEditor: (
        *((f"tab {n}", _set(tab=n)) for n in range(4)),
        ("saving", lambda editor: editor.saving.ask()),
        ("leaving", lambda editor: (_set(open=False)(editor.saving), _set(leaving=True)(editor))),
    ),
    TableScene: (
        *((f"tab {n}", _panels(tab=n)) for n in range(len(TABS))),
        ("log", _panels(log_open=True)),
        ("shut", _panels(log_open=False, column_open=False)),
        ("menu", _panels(menu_open=True)),
        ("standing", _panels(menu_open=False, standing_open=True)),
        ("finder", _panels(standing_open=False, finder=Finder())),
        ("warned", _warned),
        ("lost folder", _lost),
    ),
}  # fmt: skip


def rooms(seat: Seat) -> Iterator[tuple[str, App]]:
    """Each screen in each of its states, then with the card of help and the question before leaving."""
    app = seat.app
    for name, make in SCREENS.items():
        first_run = app.settings.first_run
        scene = make(seat.scene.kit, seat.scene)
        app.push(scene)
        yield name, app
        for state, set_it in next((s for kind, s in STATES.items() if type(scene) is kind), ()):
            set_it(scene)
            app.dirty = True
            yield f"{name}: {state}", app
        app.settings.first_run = first_run
        app.help.ask()
        yield f"{name}: help", app
        app.help.close()
        app._leaving, app.dirty = "The game is kept.", True
        yield f"{name}: leaving", app
        app._leaving = ""
        scene.on_leave()
        app.scenes.remove(scene)


def come_to_rest(app: App) -> None:
    """Draw until the layout calls for nothing more."""
    for _ in range(FRAMES):
        app.step()
        if not (app.dirty or app.ui.unstable):
            break
    app.dirty = True
    app.step()
    assert not app.ui.unstable


def check_places(app: App) -> None:
    """Widgets are inside the window or can be scrolled to; panels do not lie on one another."""
    window = app.surface.get_rect()  # what the screen is laid out for: of a very small window more than shows
    for spot in app.ui.spots:
        assert spot.rect.width > 0 and spot.rect.right <= window.right + 1 and spot.rect.left >= -1, spot
        inside = window.contains(spot.rect) or spot.scroll or spot.clip.width == 0
        assert inside, spot
    panels = [spot for spot in app.ui.spots if spot.kind == "panel" and spot.layer == 0]
    fixed = [p for p in panels if not p.id.endswith(("machine", "review", "legend"))]
    for i, one in enumerate(fixed):
        for other in fixed[i + 1 :]:
            assert not one.rect.inflate(-2, -2).colliderect(other.rect.inflate(-2, -2)), (one.id, other.id)


def screens_of_the_program() -> set[type[Scene]]:
    """Every class of screen."""
    found = set()
    for path in sorted((ROOT / "game" / "screens").rglob("*.py")):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for kind in vars(module).values():
            if inspect.isclass(kind) and issubclass(kind, Scene) and kind.__module__ == module.__name__:
                found.add(kind)
    return found - {Scene}


def dialogs_of_the_program() -> set[str]:
    """Every dialog by its name."""
    return {name for path in sorted((ROOT / "game").rglob("*.py")) for name in DIALOG.findall(path.read_text("utf-8"))}
