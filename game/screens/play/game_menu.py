"""The menu of the table: what can be done besides playing on."""

from __future__ import annotations

from collections.abc import Callable

from game.play.session import Session
from game.screens.shared_resources import SharedResources
from game.ui.widgets import Ui

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


def game_menu(ui: Ui, title: str, key: Callable[[str], str]) -> str | None:
    """Declare the menu; what was chosen, "resume" if it was left, None while it stays open."""
    with ui.modal("menu", title, 380) as dialog:
        for text, action, what in LINES:
            shown = key(action) if action else ""
            if ui.button(text, shown, name=what, kind="primary" if what == "resume" else "normal"):
                return what
    return "resume" if dialog.cancelled else None


def leave_for(kit: SharedResources, session: Session, rule: str, what: str) -> None:
    """Open another screen over the table, or leave it; `rule` is where the rules are opened."""
    from game.screens.game_report import Report
    from game.screens.options import Options
    from game.screens.replay import Replay
    from game.screens.rules import Rules
    from game.screens.saved_games import SaveList

    app = kit.app
    if what == "save" and session.saves is None:
        app.ui.notice(PRACTICE)
    elif what == "save":
        app.push(SaveList(kit, session))
    elif what == "load":
        app.push(SaveList(kit))
    elif what == "settings":
        app.push(Options(kit))
    elif what == "help":
        app.push(Rules(kit, session.game.ruleset.id, rule))
    elif what == "statistics":
        app.push(Report(kit, session))
    elif what == "replay":
        app.push(Replay(kit, session))
    elif what == "title":
        from game.screens.title import Title

        session.close()
        app.replace(Title(kit))
    elif what == "quit":
        app.ask_quit()
