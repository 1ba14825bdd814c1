"""What can be done besides playing on?  The menu of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui import Ui

if TYPE_CHECKING:
    from game.scenes.table import TableScene

LINES: tuple[tuple[str, str, str], ...] = (
    ("Play on", "back", "resume"),
    ("Save …", "save", "save"),
    ("Load …", "load", "load"),
    ("Options …", "settings", "settings"),
    ("Rules and help …", "", "help"),
    ("How it stands …", "statistics", "statistics"),
    ("Look back over the game …", "", "replay"),
    ("Leave for the title", "", "title"),
    ("Quit", "", "quit"),
)


PRACTICE = "This is practice: it is not saved."


def game_menu(ui: Ui, scene: TableScene) -> None:
    """Declare the menu and do what is chosen."""
    with ui.modal("menu", scene.desk.view.title, 380) as dialog:
        for text, key, what in LINES:
            shown = scene.app.key(key) if key else ""
            if ui.button(text, shown, name=what, kind="primary" if what == "resume" else "normal"):
                scene.menu_open = False
                leave_for(scene, what)
                return
    if dialog.cancelled:
        scene.menu_open = False


def leave_for(scene: TableScene, what: str) -> None:
    """Open another screen over the table, or leave it."""
    from game.scenes.options import Options
    from game.scenes.replay import Replay
    from game.scenes.report import Report
    from game.scenes.rules import Rules
    from game.scenes.savelist import SaveList

    app, kit = scene.app, scene.kit
    if what == "save" and scene.session.saves is None:
        app.ui.notice(PRACTICE)
    elif what == "save":
        app.push(SaveList(kit, scene.session))
    elif what == "load":
        app.push(SaveList(kit))
    elif what == "settings":
        app.push(Options(kit))
    elif what == "help":
        app.push(Rules(kit, scene.session.game.ruleset.id, scene.desk.view.phase.rule))
    elif what == "statistics":
        app.push(Report(kit, scene.session))
    elif what == "replay":
        app.push(Replay(kit, scene.session))
    elif what == "title":
        from game.scenes.title import Title

        scene.session.close()
        app.replace(Title(kit))
    elif what == "quit":
        app.ask_quit()
