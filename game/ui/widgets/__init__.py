"""The widget layer: everything in the window that is not the map.

A scene declares its widgets in `build(ui)`; a call both shows a widget and tells whether it was used:

    with ui.panel("orders", Rect(900, 40, 340, 400), title="Orders"):
        ui.text("**12th Army** may attack. [Rule 8.3](rule:8.3)")
        if ui.button("Attack", key="B", intent="battle_planner"):
            …
"""

from game.ui.widgets.lists import Item
from game.ui.widgets.popups import MenuItem, Notice, Ui
from game.ui.widgets.style.rich_text import escape, plain, sentence
from game.ui.widgets.style.theme import BUILT_IN, Theme, theme_from

__all__ = ["BUILT_IN", "Item", "MenuItem", "Notice", "Theme", "Ui", "escape", "plain", "sentence", "theme_from"]
