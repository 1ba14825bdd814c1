"""The house rules of a scenario, told before it is begun: each figure that is not as it is printed."""

from __future__ import annotations

from ecs import ChangedFigure, Scenario, changed_figures
from game.play.scenario_trial import RulesTrial
from game.play.scenarios import is_shipped
from game.ui.widgets import Ui, escape

MOST_SHOWN = 12  # changed figures; the command line lists all of them
STEPS = 6  # commands of a trial each frame


def trial_goes_on(trial: RulesTrial) -> bool:
    """Go on with a trial of house rules for a frame; is it over now?"""
    return not all(trial.step() for _ in range(STEPS))


def trial_of_rules(ui: Ui, trial: RulesTrial) -> None:
    """How far the trial of house rules is."""
    assert trial.path is not None
    ui.label(f"Trying out {escape(trial.path.name)} in a game played by lot", "small", "muted")
    ui.progress(trial.share, f"{100 * trial.share:.0f} %")


def changed_figures_of(ui: Ui, scenario: Scenario) -> None:
    """The figures a scenario changes, with those that are printed; nothing if it changes none.

    Our own scenarios fit theirs to small maps and short spans: they are named, and the command line lists them.
    """
    changed = changed_figures(scenario)
    if changed and is_shipped(scenario):
        names = dict.fromkeys(_subject(figure) for figure in changed)
        ui.text(f"Adjusted to its map and dates: {escape(', '.join(names))}.", "small", "muted")
        return
    if changed:
        ui.label("Changed figures", bold=True, tooltip="House rules of this scenario; all else is as printed.")
    for figure in changed[:MOST_SHOWN]:
        ui.text(escape(_line(figure)), "small")
    if len(changed) > MOST_SHOWN:
        ui.label(f"and {len(changed) - MOST_SHOWN} more: rasputitsa scenarios {scenario.id}", "small", "muted")


def _subject(figure: ChangedFigure) -> str:
    """What a figure is about: "supply", "first russian win"."""
    return figure.title.removeprefix("Table ").partition(",")[0].replace("_", " ")


def _line(figure: ChangedFigure) -> str:
    """A figure with the printed one; of a whole table of them only which it is."""
    table = isinstance(figure.new, list) and any(isinstance(row, list) for row in figure.new)
    return f"{figure.title}: changed" if table else str(figure)
