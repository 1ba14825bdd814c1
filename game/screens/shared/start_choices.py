"""The question before a plug-in's code is run."""

from __future__ import annotations

import re
from typing import Literal, get_args

from ecs import ChangedFigure, Scenario, changed_figures
from ecs.untrusted_input import plain
from game.app.settings import Effort, Settings
from game.play.plugins import PluginGame, allow, plugin_problems
from game.play.scenario_trial import RulesTrial
from game.play.scenarios import is_shipped
from game.ui.widgets import Ui, escape


def code_question(ui: Ui, plugin: PluginGame) -> Literal["", "yes", "no"]:
    """Ask the question; the answer once there is one. Only yes runs anything."""
    with ui.modal("code", "This add-on runs code", 520) as dialog:
        ui.text(
            f"The game **{escape(plugin.name)}** was written by someone else. It "
            "can do anything you can on this computer: read, change and "
            "delete your files. Allow it only if you trust its source. You will be asked again when its files change."
        )
        if plugin.addon is not None:
            by = ", ".join(map(plain, plugin.addon.authors))
            ui.text(f"It is in the add-on {escape(f'{plugin.addon.called}, by {by}')}.")
        ui.text(escape(plugin.place), "small", "muted")
        with ui.row(1, 1):
            no = ui.button("Not now", kind="primary")
            yes = ui.button("Allow it to run")
    return "yes" if yes else "no" if no or dialog.cancelled else ""


def let_in(plugin: PluginGame) -> tuple[str, ...]:
    """Allow the code from now on; a sentence for each thing in the way."""
    try:
        allow(plugin)
    except OSError as error:
        return (f"The permission to run could not be saved: {error.strerror or error}.",)
    return plugin_problems()


# -- The house rules of a scenario, told before it is begun: each figure that is not as it is printed. ---------------

MOST_SHOWN = 12  # changed figures; the command line lists all of them
STEPS = 6  # commands of a trial each frame


def trial_goes_on(trial: RulesTrial) -> bool:
    """Continue a trial of house rules for a frame; return whether it is over."""
    return not all(trial.step() for _ in range(STEPS))


def trial_of_rules(ui: Ui, trial: RulesTrial) -> None:
    """The progress of a trial of house rules."""
    assert trial.path is not None
    ui.label(f"Testing {escape(trial.path.name)} in a random game", "small", "muted")
    ui.progress(trial.share, f"{100 * trial.share:.0f} %")


def changed_figures_of(ui: Ui, scenario: Scenario) -> None:
    """The figures a scenario changes, with the printed ones; nothing if it changes none.

    Our own scenarios fit theirs to small maps and short spans: they are named, and the command line lists them.
    """
    changed = changed_figures(scenario)
    if changed and is_shipped(scenario):
        names = dict.fromkeys(_subject(figure) for figure in changed)
        ui.text(f"Adjusted to its map and dates: {escape(', '.join(names))}.", "small", "muted")
        return
    if changed:
        ui.label("Changed figures", bold=True, tooltip="House rules of this scenario. Everything else is as printed.")
    for figure in changed[:MOST_SHOWN]:
        ui.text(escape(str(figure)), "small")
    if len(changed) > MOST_SHOWN:
        ui.label(f"and {len(changed) - MOST_SHOWN} more: rasputitsa scenarios {scenario.id}", "small", "muted")


def _subject(figure: ChangedFigure) -> str:
    """The subject of a figure: "supply", "Axis supply range"; without what a row of figures stands for."""
    return re.split(", | in ", figure.title)[0]


# -- The choice of how long computer generals think: on the screen before a game, and among the options. -------------

WORDS = {
    "quick": "Quick: a few seconds a turn",
    "normal": "Normal: about ten seconds",
    "patient": "Patient: half a minute",
}
NOTE = (
    "The limit counts rehearsals, not seconds, so the same seed gives the "
    "same game on every computer. A slow one takes longer."
)


def patience(ui: Ui, settings: Settings) -> None:
    """A list of three settings for the player's patience."""
    efforts: tuple[Effort, ...] = get_args(Effort)
    with ui.row(1, 2):
        ui.label("A general's thinking time", tooltip=NOTE)
        chosen = ui.dropdown("patience", [WORDS[effort] for effort in efforts], efforts.index(settings.patience))
    settings.patience = efforts[chosen]
