"""Which game shall be played, by whom, under which rules of choice."""

from __future__ import annotations

import secrets

import pygame
from pygame import Rect

from ecs import (
    RULESETS,
    MapError,
    Option,
    Scenario,
    SetupError,
    Side,
    TableError,
    changed_figures,
    check_scenario,
    load_scenario,
    options_of,
    ruleset_of,
)
from ecs.untrusted_input import plain
from game.app.intents import Intent
from game.opponents import GENERALS, LEVELS, USUAL_LEVEL
from game.opponents.rehearsal.budget import NORMAL
from game.packs.loader import list_packs
from game.play.scenarios import clashes, is_shipped, list_scenarios
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import HUMAN
from game.screens.shared.backdrop import Backdrop
from game.screens.shared.base import Scene
from game.screens.shared.patience import patience
from game.screens.shared.resources import SharedResources, foot_height
from game.ui.help.help_card import Card, Meant
from game.ui.help.screen_help import option_card
from game.ui.widgets import Item, Ui, escape

MOST_SHOWN = 12  # changed figures; the command line lists all of them
LARGEST_SEED = 2**63 - 1
GENERAL = GENERALS[NORMAL]


class NewGame(Scene):
    """The screen before a game."""

    def __init__(self, kit: SharedResources) -> None:
        self.kit = kit
        self.known, self.problems = _load_all()
        self.games = tuple(game for game in RULESETS if any(s.ruleset == game for s in self.known))
        self.game = self.row = 0
        self.players: dict[Side, str] = {Side.AXIS: HUMAN, Side.SOVIET: USUAL_LEVEL}
        self.chosen: dict[str, str] = {}
        self.seed = str(secrets.randbelow(1_000_000))
        self.backdrop = Backdrop(kit.pack)

    def on_enter(self) -> None:
        """Say which scenarios cannot be read."""
        for problem in self.problems:
            self.app.ui.notice(escape(problem), "warn")

    def draw(self, surface: pygame.Surface) -> None:
        """The same ground as the title."""
        self.backdrop.draw(surface, self.app.ui.theme)

    @property
    def scenarios(self) -> list[Scenario]:
        """The scenarios of the game chosen, in the order of the war."""
        wanted = self.games[self.game] if self.games else ""
        return sorted((s for s in self.known if s.ruleset == wanted), key=lambda s: (s.start_turn, s.turns, s.id))

    @property
    def scenario(self) -> Scenario | None:
        """The scenario chosen."""
        scenarios = self.scenarios
        return scenarios[self.row] if 0 <= self.row < len(scenarios) else None

    def build(self, ui: Ui) -> None:
        """Scenario left, players and rules right, the button below."""
        margin = ui.px(20)
        wide = min(ui.size[0] - 2 * margin, ui.px(1080))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        with ui.panel("new", Rect(rect.x, rect.y, rect.width, rect.height - foot), "New game", pad=18):
            if self.scenario is None:
                ui.text("[bad]No scenario can be played.[/] " + escape(" ".join(self.problems)))
            elif wide >= ui.px(760):
                with ui.row(1, 1, gap=24):
                    with ui.column():
                        self._left(ui, self.scenario)
                    with ui.column():
                        self._right(ui, self.scenario)
            else:
                self._left(ui, self.scenario)
                self._right(ui, self.scenario)
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13), ui.row(1, 2):
            if ui.button("Back", "Esc"):
                self.app.pop()
                return
            if ui.button(
                "Begin the game", "Enter", kind="primary", enabled=self.scenario is not None, intent="cursor_click"
            ):
                self.start()

    def _left(self, ui: Ui, scenario: Scenario) -> None:
        """The scenario, seed and pictures."""
        if len(self.games) > 1:
            game = ui.tabs("game", [RULESETS[name].title for name in self.games], self.game)
            if game != self.game:
                self.game, self.row, self.chosen = game, 0, {}
                return
        scenarios = self.scenarios
        if len(scenarios) > 1:
            items = [Item(s.title, f"{_length(s)} turns, {how_long(s.minutes)}") for s in scenarios]
            row = ui.listbox("scenarios", items, self.row, 36 * min(len(items), 8))
            if row != self.row:
                self.row, self.chosen = row, {}
                return
        rules = RULESETS[scenario.ruleset]
        counters = sum(len(entry.units) for _side, entry in scenario.units)
        ui.label(scenario.title, "title")
        ui.label(
            f"{rules.title} · {_length(scenario)} turns · about {scenario.minutes} minutes · {counters} counters",
            "small",
            "muted",
        )
        ui.text(escape(scenario.blurb))
        ui.text(escape(scenario.history), "small", "muted")
        ui.text(escape(rules.credit), "small", "muted")
        _house_rules(ui, scenario)
        ui.separator()
        with ui.row(2, 3, 2):
            ui.label("Seed of the dice", tooltip="The same seed and the same moves give the same game.")
            self.seed = "".join(c for c in ui.entry("seed", self.seed, limit=19) if c.isdigit())
            if ui.button("Another", name="another seed"):
                self.seed = str(secrets.randbelow(1_000_000))
        self._pack(ui)

    def _right(self, ui: Ui, scenario: Scenario) -> None:
        """Who plays, and by which rules."""
        ui.label("Who plays", "large", bold=True)
        for side in sorted(Side):
            self._player(ui, side)
        ui.separator()
        self._rules(ui, scenario)

    def _player(self, ui: Ui, side: Side) -> None:
        who = [HUMAN, *LEVELS]
        words = ["A person at this table", *(f"Computer: {level}" for level in LEVELS)]
        with ui.row(1, 3):
            ui.label(str(side), bold=True)
            index = ui.dropdown(f"player {side.value}", words, who.index(self.players[side]))
        self.players[side] = who[index]
        if who[index] != HUMAN:
            ui.label(LEVELS[who[index]], "small", "muted")
        if who[index] == GENERAL and GENERAL not in [self.players[s] for s in sorted(Side) if s < side]:
            patience(ui, self.app.settings)

    def _seated(self) -> dict[Side, str]:
        """Who plays, generals with the time they are given."""
        patient = GENERALS[self.app.settings.patience]
        return {side: patient if who == GENERAL else who for side, who in self.players.items()}

    def _pack(self, ui: Ui) -> None:
        packs = [pack for pack in list_packs("sprites") if not pack.problem]
        ids = [pack.id for pack in packs]
        now = ids.index(self.kit.pack.id) if self.kit.pack.id in ids else 0
        with ui.row(2, 5):
            ui.label("Pictures")
            chosen = ui.dropdown("pack", [f"{pack.title} {pack.version}" for pack in packs], now)
        if ids and ids[chosen] != self.kit.pack.id:
            self.app.settings.sprite_pack = ids[chosen]
            self.kit.follow()
            self.kit.keep_settings()
            self.backdrop.use(self.kit.pack)

    def _rules(self, ui: Ui, scenario: Scenario) -> None:
        ui.label("Rules of choice", "large", bold=True)
        for option in options_of(RULESETS[scenario.ruleset]):
            with ui.scope(option.key), ui.about(f"option:{option.key}"):
                self._option(ui, option, scenario)
        if ui.button("All as in the rulebook", name="defaults", fill=False):
            self.chosen = {}

    def _option(self, ui: Ui, option: Option, scenario: Scenario) -> None:
        """A switch for two choices, a list for more, with its rule number."""
        values = [value for value, _ in option.choices]
        now = self.chosen.get(option.key, scenario.options.get(option.key, option.default))
        ui.label(option.title + (f"  ({option.rule})" if option.rule else ""), bold=True, tooltip=escape(option.note))
        index = values.index(now)
        words = [text for _, text in option.choices]
        if len(values) <= 2:
            index = ui.radio(option.key, words, index)
        else:
            index = ui.dropdown(option.key, words, index)
        self.chosen[option.key] = values[index]
        if option.note:
            ui.label(option.note, "small", "muted")

    def explain(self, meant: Meant) -> Card | None:
        """A rule of choice tells what it changes."""
        kind, _, key = meant.topic.partition(":")
        if kind == "option" and self.scenario is not None:
            return option_card(RULESETS[self.scenario.ruleset], key)
        return super().explain(meant)

    def handle(self, intent: Intent) -> bool:
        """Enter begins."""
        if intent.name == "cursor_click" and self.scenario is not None:
            self.start()
            return True
        return False

    def start(self) -> None:
        """Begin the game as it is chosen."""
        assert self.scenario is not None
        faults = [] if is_shipped(self.scenario) else check_scenario(self.scenario.path)
        if faults:
            more = f" ({len(faults) - 1} more faults; rasputitsa check lists them.)" if len(faults) > 1 else ""
            self.app.ui.notice(escape(faults[0] + more), "bad")
            return
        seed = min(int(self.seed or 0), LARGEST_SEED)
        try:
            session = begin(GameSetup(self.scenario, self._seated(), self.chosen, seed), self.kit.saves)
        except (SetupError, TableError, MapError) as error:
            self.app.ui.notice(escape(plain(str(error))), "bad")
            return
        session.autosave()
        self.kit.keep_settings()
        self.kit.play("bell")
        self.app.replace(self.kit.doors.table(session))


def _house_rules(ui: Ui, scenario: Scenario) -> None:
    """The figures a scenario changes, with what is printed."""
    try:
        changed = changed_figures(scenario)
    except (SetupError, TableError, MapError) as error:
        ui.text("[bad]" + escape(plain(str(error))) + "[/]", "small")
        return
    if changed:
        ui.label("Changed figures", bold=True, tooltip="House rules of this scenario; all else is as printed.")
    for figure in changed[:MOST_SHOWN]:
        ui.text(escape(str(figure)), "small")
    if len(changed) > MOST_SHOWN:
        ui.label(f"and {len(changed) - MOST_SHOWN} more: rasputitsa scenarios {scenario.id}", "small", "muted")


def _length(scenario: Scenario) -> int:
    """How many turns it lasts."""
    return scenario.turns - scenario.start_turn + 1


def how_long(minutes: int) -> str:
    """How long it takes, roughly: to the half hour, if it is one or more."""
    hours, half = divmod(round(minutes / 30), 2)
    return f"{hours}{'½' * half} h" if minutes >= 60 else f"{minutes} min"


def _load_all() -> tuple[list[Scenario], list[str]]:
    good, bad = [], clashes()
    for path in list_scenarios():
        try:
            scenario = load_scenario(path)
            ruleset_of(scenario)
        except (SetupError, TableError) as error:
            bad.append(str(error))
            continue
        good.append(scenario)
    return good, bad
