"""The one plain question before the code of a game that came as a plug-in is run."""

from __future__ import annotations

from typing import Literal

from ecs.untrusted_input import plain
from game.play.plugins import allow, plugin_problems
from game.play.plugins.found import PluginGame
from game.ui.widgets import Ui, escape


def code_question(ui: Ui, plugin: PluginGame) -> Literal["", "yes", "no"]:
    """Put it; the answer once there is one. No answer but yes runs anything."""
    with ui.modal("code", "This add-on runs code", 520) as dialog:
        ui.text(
            f"The game **{escape(plugin.name)}** is a program of somebody else's. It can do on this machine "
            "whatever you can do yourself: read, change and delete your files. Allow it only if you trust whoever "
            "gave it to you. You are asked again when any of its files has changed."
        )
        if plugin.addon is not None:
            by = ", ".join(map(plain, plugin.addon.authors))
            ui.text(f"It is in the add-on {escape(f'{plugin.addon.called}, by {by}')}.")
        ui.text(escape(plugin.place), "small", "muted")
        with ui.row(1, 1):
            no = ui.button("Not now", kind="primary")
            yes = ui.button("Let it run")
    return "yes" if yes else "no" if no or dialog.cancelled else ""


def let_in(plugin: PluginGame) -> tuple[str, ...]:
    """It may run from now on; a sentence for each thing that is in the way."""
    try:
        allow(plugin)
    except OSError as error:
        return (f"That it may run cannot be remembered: {error.strerror or error}.",)
    return plugin_problems()
