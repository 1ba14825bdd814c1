"""The choice of a game: which, by whom, under which optional rules."""

from __future__ import annotations

import secrets
from functools import partial

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
    check_scenario,
    load_scenario,
    options_of,
    ruleset_of,
)
from ecs.untrusted_input import plain
from game.app.intents import Intent
from game.mail.own_part import MailError
from game.opponents import GENERALS, LEVELS, USUAL_LEVEL
from game.opponents.rehearsal import NORMAL
from game.packs.addons.house_rules import under_house_rules
from game.packs.addons.library import origin
from game.packs.listing import list_packs
from game.play.scenario_trial import RulesTrial, rules_in_use
from game.play.scenarios import clashes, is_shipped, list_scenarios
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import HUMAN
from game.screens.by_mail import MailForm, await_friend
from game.screens.shared.base import Scene
from game.screens.shared.game_pictures import OPENING, GamePictures
from game.screens.shared.resources import SharedResources, foot_height
from game.screens.shared.start_choices import changed_figures_of, patience, trial_goes_on, trial_of_rules
from game.screens.shared.title_map import Backdrop
from game.ui.cards.first_turn import FORCES, words_of
from game.ui.cards.game_card import GameCard, game_card, opening_picture, words_height
from game.ui.help.help_card import Card, Meant
from game.ui.help.screen_help import option_card
from game.ui.widgets import Item, Ui, escape
from game.ui.widgets.layout import Column

LARGEST_SEED = 2**63 - 1
EARNEST = 60  # minutes of the shortest scenario that is no lesson
BODY = "new:body"
UNFOLDED = 500  # how far the screen scrolls to what has been unfolded
LISTED, TALL = {False: 5, True: 11}, 900  # scenarios in sight at once, and in a window so high at 100 %
LEAST, MOST, FOLD = 1080, 1500, 76  # the width of the screen; the height of what is folded away
SIDES = ("Play the Axis", "Play the Soviets", "Hotseat", "Watch", "By mail")
MACHINES = (2, 1, 0, 3)
"""For each of them which sides the computer plays: 1 the Axis, 2 the Soviets."""
HOTSEAT, BY_MAIL = 2, 4
LOCKED = (
    "Optional. It locks every save of this game, so nobody can read hidden orders or future dice. If each of "
    "you types half, neither opens the game alone. If you forget it, the game is lost."
)
GENERAL = GENERALS[NORMAL]


class NewGame(Scene):
    """The screen before a game."""

    def __init__(self, kit: SharedResources, chosen: str = "") -> None:
        self.kit = kit
        self.known, self.problems = _load_all()
        self.games = tuple(game for game in RULESETS if any(s.ruleset == game for s in self.known))
        self.game = self.row = 0
        self.players: dict[Side, str] = {Side.AXIS: HUMAN, Side.SOVIET: USUAL_LEVEL}
        self.chosen: dict[str, str] = {}
        self.seed = str(secrets.randbelow(1_000_000))
        self.lock = ""
        self.mail: MailForm | None = None  # what was filled in for a game by mail
        self.by_mail = False  # is one to be begun?
        self.refused = ""  # why no invitation was written
        self.folded = True  # rules of choice, seed and pictures are out of sight
        self.backdrop = Backdrop(kit.pack)
        self.pictures = GamePictures(kit.pack)
        self.openings = GamePictures(kit.pack, size=OPENING)
        self._roomy = False
        self._trial = RulesTrial(rules_in_use())
        self._point_out(chosen)

    def _point_out(self, chosen: str) -> None:
        """Choose the scenario of an id, if it can be played."""
        wanted = next((scenario for scenario in self.known if scenario.id == chosen), None)
        if wanted is not None:
            self.game = self.games.index(wanted.ruleset)
            self.row = self.scenarios.index(wanted)

    def on_enter(self) -> None:
        """Report scenarios that cannot be read."""
        for problem in self.problems:
            self.app.ui.notice(escape(problem), "warn")

    def on_pack(self) -> None:
        """Repaint the map behind with the pack in use."""
        self.backdrop.use(self.kit.pack)

    def on_content(self) -> None:
        """Read the scenarios again; one that has become unreadable stays as it was until its file is gone."""
        chosen, before = self.scenario, {scenario.path: scenario for scenario in self.known}
        self._trial = RulesTrial(rules_in_use())
        good, self.problems = _load_all()
        read = {scenario.path for scenario in good}
        self.known = [*good, *(old for path, old in before.items() if path not in read and path.is_file())]
        self.games = tuple(game for game in RULESETS if any(s.ruleset == game for s in self.known))
        same = [i for i, scenario in enumerate(self.scenarios) if chosen is not None and scenario.id == chosen.id]
        self.game, self.row = min(self.game, max(0, len(self.games) - 1)), (same or [0])[0]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the background of the title."""
        self.backdrop.draw(surface, self.app.ui.theme)

    @property
    def scenarios(self) -> list[Scenario]:
        """The scenarios of the chosen game, in order of date."""
        wanted = self.games[self.game] if self.games else ""
        return sorted((s for s in self.known if s.ruleset == wanted), key=lambda s: (s.start_turn, s.turns, s.id))

    @property
    def scenario(self) -> Scenario | None:
        """The scenario chosen."""
        scenarios = self.scenarios
        return scenarios[self.row] if 0 <= self.row < len(scenarios) else None

    def update(self, dt: float) -> None:
        """Paint a piece of a missing picture; when none is missing, try out the house rules of add-ons."""
        del dt
        first, owed = [self._first(game) for game in self.games], self._owed
        if self.pictures.paint(first) or (owed is not None and self.openings.paint([owed])):
            self.redraw()
        elif self._trial.going:
            self._try_out()

    def _try_out(self) -> None:
        """Continue the trial of house rules; report and leave out those that no game can be played by."""
        trial = self._trial
        if trial_goes_on(trial) and trial.faults:
            self.on_content()
            for fault in trial.faults:
                self.app.ui.notice(escape(fault), "warn")
        self.redraw()

    @property
    def animating(self) -> bool:
        """Are pictures still being painted, or house rules tried?"""
        missing = self._owed is not None or not all(self.pictures.knows(self._first(game)) for game in self.games)
        return missing or self._trial.going

    @property
    def _owed(self) -> Scenario | None:
        """The scenario whose opening is painted next, if there is room for its picture."""
        wanted = self.scenario if self._roomy else None
        return None if wanted is None or self.openings.knows(wanted) else wanted

    def build(self, ui: Ui) -> None:
        """The games, the scenario and its players, what is seldom changed; the button below."""
        margin = ui.px(20)
        wide = min(ui.size[0] - 2 * margin, max(ui.px(LEAST), min(ui.px(MOST), ui.size[1] * 7 // 5)))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        with ui.panel("new", Rect(rect.x, rect.y, rect.width, rect.height - foot), pad=14):
            if self.scenario is None:
                ui.text("[bad]No scenario can be played.[/] " + escape(" ".join(self.problems)))
            else:
                self._cards(ui, wide)
                self._choices(ui, self.scenario, wide >= ui.px(760), rect.bottom - foot - ui.px(FOLD))
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13), ui.row(1, 2):
            if ui.button("Back", "Esc"):
                self.app.pop()
                return
            words = "Write invitation" if self.by_mail else "Start game"
            if ui.button(words, "Enter", kind="primary", enabled=self.scenario is not None, intent="cursor_click"):
                self.start()
        if self.refused and ui.dialog("not invited", "No invitation was written", escape(self.refused)):
            self.refused = ""

    def _choices(self, ui: Ui, scenario: Scenario, wide: bool, low: int) -> None:
        """Players on the left, details on the right, if there is room; below it the folded part.

        :param low: where that begins at the lowest: what is left above it shows the opening.
        """
        self._roomy = False
        if wide:
            with ui.row(1, 1, gap=24):
                with ui.column():
                    self._right(ui)
                    if self.folded and isinstance(ui.layout, Column):
                        free = low - ui.layout.y - ui.scrolled.get(BODY, 0)
                        self._roomy = opening_picture(ui, free, partial(self.openings.get, scenario))
                with ui.column():
                    self._left(ui, scenario)
        else:
            self._right(ui)
            self._left(ui, scenario)
        ui.separator()
        words = "Optional rules, dice and graphics" if self.folded else "Hide optional rules, dice and graphics"
        if ui.button(words, name="fold", fill=False):
            self.folded = not self.folded
            ui.scrolled[BODY] = 0 if self.folded else ui.px(UNFOLDED)
            ui.unstable = True
            return
        if self.folded:
            return
        if wide:
            with ui.row(1, 1, gap=24):
                with ui.column():
                    self._rules(ui, scenario)
                with ui.column():
                    self._seed(ui)
                    self._pack(ui)
        else:
            self._seed(ui)
            self._pack(ui)
            self._rules(ui, scenario)

    def _cards(self, ui: Ui, wide: int) -> None:
        """A card for each game, side by side as far as there is room."""
        across = min(len(self.games), 4 if wide >= ui.px(760) else 2)
        cards = [self._card(game) for game in self.games]
        gap = ui.px(10)
        cell = (ui.layout.width_for(wide, True) - gap * (across - 1)) // across
        high = max(words_height(ui, card, cell) for card in cards)
        with ui.scope("game"), ui.row(*[1] * across, gap=10):
            for number, card in enumerate(cards):
                first = self._first(self.games[number])
                if game_card(ui, card, number == self.game, partial(self.pictures.get, first), high):
                    self.game, self.row, self.chosen = number, 0, {}
                    ui.unstable = True

    def _card(self, game: str) -> GameCard:
        minutes = [s.minutes for s in self.known if s.ruleset == game]
        least, most = how_long(min(minutes)), how_long(max(minutes))
        length = least if least == most else f"{least} to {most}"
        scale, mood, level = (words_of(game, "game", what) for what in ("scale", "mood", "level"))
        return GameCard(game, RULESETS[game].title, length, scale, mood, level)

    def _first(self, game: str) -> Scenario:
        """The scenario whose opening represents a game: its first full one."""
        known = (s for s in self.known if s.ruleset == game)
        return min(known, key=lambda s: (s.start_turn, s.minutes < EARNEST, s.id))

    def _left(self, ui: Ui, scenario: Scenario) -> None:
        """The scenario, and its description."""
        scenarios = self.scenarios
        if len(scenarios) > 1:
            items = [Item(s.title, f"{_length(s)} turns, {how_long(s.minutes)}") for s in scenarios]
            most = LISTED[ui.size[1] >= ui.px(TALL)]
            row = ui.listbox("scenarios", items, self.row, 36 * min(len(items), most))
            if row != self.row:
                self.row, self.chosen = row, {}
                return
        counters = sum(len(entry.units) for _side, entry in scenario.units)
        with ui.row(3, 1):
            ui.label(scenario.title, "large", bold=True)
            if ui.button("Edit set-up", name="edit set-up", fill=False):
                self.edit(scenario)
        ui.label(
            f"{_length(scenario)} turns · about {how_long(scenario.minutes)} · {counters} counters", "small", "muted"
        )
        addon = origin(scenario.path) or origin(scenario.map)
        if addon:
            ui.label(f"From the add-on {addon}", "small", "accent")
        ui.text(escape(scenario.blurb))
        people = [side for side in sorted(Side) if self._sits_here(side)]
        for side in people or sorted(Side):
            if told := scenario.briefing.get(side):
                ui.text(f"**{FORCES[side]}:** {escape(told.aim)}")
        changed_figures_of(ui, scenario)
        if self._trial.path is not None:
            trial_of_rules(ui, self._trial)

    def _seed(self, ui: Ui) -> None:
        """The seed; by mail both players make it."""
        if self.by_mail:
            return
        with ui.row(2, 3, 2):
            ui.label("Dice seed", tooltip="The same seed and the same orders give the same game.")
            self.seed = "".join(c for c in ui.entry("seed", self.seed, limit=19) if c.isdigit())
            if ui.button("Another", name="another seed"):
                self.seed = str(secrets.randbelow(1_000_000))

    def _right(self, ui: Ui) -> None:
        """The side you play, and how good the opponent is."""
        now = self._people()
        chosen = ui.tabs("side", SIDES, now)
        if chosen != now:
            self._seat(chosen)
            ui.unstable = True
        if self.by_mail and self.mail is not None:
            self.mail.build_seat(ui)
            return
        for side in sorted(Side):
            if self.players[side] != HUMAN:
                self._level(ui, side)
        if self._people() == HOTSEAT:
            with ui.row(1, 3):
                ui.label("Passphrase", bold=True)
                self.lock = ui.entry("lock", self.lock, hint="none", covered=True)
            ui.text(LOCKED, "small", "muted")

    def _people(self) -> int:
        """Who sits at the table, as a number of :data:`SIDES`."""
        if self.by_mail:
            return BY_MAIL
        machines = sum(bit for bit, side in zip((1, 2), sorted(Side), strict=True) if self.players[side] != HUMAN)
        return MACHINES.index(machines)

    def _seat(self, chosen: int) -> None:
        """People and computers change places; a computer keeps its level."""
        self.by_mail = chosen == BY_MAIL
        if self.by_mail:
            self.mail = self.mail or MailForm()
            return
        levels = [who for who in self.players.values() if who != HUMAN] or [USUAL_LEVEL]
        machines = [bool(MACHINES[chosen] & bit) for bit in (1, 2)]
        self.players = {
            side: levels[0] if machine else HUMAN for side, machine in zip(sorted(Side), machines, strict=True)
        }

    def _sits_here(self, side: Side) -> bool:
        """Is a side played by a person at this table?"""
        return side is self.mail.side if self.by_mail and self.mail is not None else self.players[side] == HUMAN

    def _level(self, ui: Ui, side: Side) -> None:
        words = [f"Computer: {level}" for level in LEVELS]
        who = list(LEVELS)
        with ui.row(1, 3):
            ui.label(str(side), bold=True)
            index = ui.dropdown(f"player {side.value}", words, who.index(self.players[side]))
        self.players[side] = who[index]
        ui.label(LEVELS[who[index]], "small", "muted")
        if who[index] == GENERAL and GENERAL not in [self.players[s] for s in sorted(Side) if s < side]:
            patience(ui, self.app.settings)

    def _seated(self) -> dict[Side, str]:
        """The players, generals with the time they get."""
        patient = GENERALS[self.app.settings.patience]
        return {side: patient if who == GENERAL else who for side, who in self.players.items()}

    def _pack(self, ui: Ui) -> None:
        packs = [pack for pack in list_packs("sprites") if not pack.problem]
        ids = [pack.id for pack in packs]
        now = ids.index(self.kit.pack.id) if self.kit.pack.id in ids else 0
        with ui.row(2, 5):
            ui.label("Pictures")
            chosen = ui.dropdown("pack", [pack.called for pack in packs], now)
        if ids and ids[chosen] != self.kit.pack.id:
            self.app.settings.sprite_pack = ids[chosen]
            self.kit.follow()
            self.kit.keep_settings()
            self.backdrop.use(self.kit.pack)
            self.pictures.use(self.kit.pack)
            self.openings.use(self.kit.pack)

    def _rules(self, ui: Ui, scenario: Scenario) -> None:
        ui.label("Optional rules", "large", bold=True)
        ui.text(escape(RULESETS[scenario.ruleset].credit), "small", "muted")
        for option in options_of(RULESETS[scenario.ruleset], scenario):
            with ui.scope(option.key), ui.about(f"option:{option.key}"):
                self._option(ui, option, scenario)
        if ui.button("Reset to rulebook", name="defaults", fill=False):
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
        """Say what an optional rule changes."""
        kind, _, key = meant.topic.partition(":")
        if kind == "option" and self.scenario is not None:
            return option_card(RULESETS[self.scenario.ruleset], key)
        return super().explain(meant)

    def handle(self, intent: Intent) -> bool:
        """Enter starts the game."""
        if intent.name == "cursor_click" and self.scenario is not None:
            self.start()
            return True
        return False

    def edit(self, scenario: Scenario) -> None:
        """Open the set-up of a scenario, to make a new one from it."""
        try:
            self.app.push(self.kit.doors.setup_editor(scenario))
        except (SetupError, TableError, MapError) as error:
            self.app.ui.notice(escape(plain(str(error))), "bad")

    def start(self) -> None:
        """Start the chosen game."""
        assert self.scenario is not None
        faults = [] if is_shipped(self.scenario) else check_scenario(self.scenario.path)
        if faults:
            more = f" ({len(faults) - 1} more faults; rasputitsa check lists them.)" if len(faults) > 1 else ""
            self.app.ui.notice(escape(faults[0] + more), "bad")
            return
        if self.by_mail and self.mail is not None:
            self._invite(self.mail, self.scenario)
            return
        seed = min(int(self.seed or 0), LARGEST_SEED)
        lock = self.lock if self._people() == HOTSEAT else ""
        try:
            session = begin(GameSetup(self.scenario, self._seated(), self.chosen, seed, lock), self.kit.saves)
        except (SetupError, TableError, MapError) as error:
            self.app.ui.notice(escape(plain(str(error))), "bad")
            return
        session.autosave()
        self.kit.keep_settings()
        self.kit.play("bell")
        self.app.replace(self.kit.doors.table(session, fresh=True))

    def _invite(self, form: MailForm, scenario: Scenario) -> None:
        """Write the invitation, and wait for the friend; if it cannot be written, the dialog says why."""
        try:
            home = form.invite(scenario, self.chosen)
        except (MailError, SetupError, TableError, MapError) as error:
            self.refused = plain(str(error))
            self.redraw()
            return
        await_friend(self.kit, home, form.passphrase)


def _length(scenario: Scenario) -> int:
    """The number of turns it lasts."""
    return scenario.turns - scenario.start_turn + 1


def how_long(minutes: int) -> str:
    """Roughly how long it takes, to the half hour from one hour up."""
    hours, half = divmod(round(minutes / 30), 2)
    return f"{hours}{'½' * half} h" if minutes >= 60 else f"{minutes} min"


def _load_all() -> tuple[list[Scenario], list[str]]:
    good, bad = [], clashes()
    for path in list_scenarios():
        try:
            scenario = under_house_rules(load_scenario(path))
            ruleset_of(scenario)
        except (SetupError, TableError) as error:
            bad.append(str(error))
            continue
        good.append(scenario)
    return good, bad
