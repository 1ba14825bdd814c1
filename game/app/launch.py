"""Starting the program with a window: `run` to play, `screenshot` for a picture without a display."""

from __future__ import annotations

import argparse
import io
import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pygame

import ecs
from ecs import RULESETS, Game, Scenario, Side, chosen_options
from game.app.application import App
from game.app.settings import Settings
from game.app.settings import load as load_settings
from game.mail.letters import ENDING as LETTER
from game.mail.letters import read_letter_file
from game.opponents import USUAL_LEVEL
from game.packs.listing import list_packs
from game.packs.loader import PackError, load_sprite_pack
from game.play.briefing import heard, unread
from game.play.dispatches import dispatch_of
from game.play.scenarios import find_scenario
from game.play.session import GameSetup, Session, begin, reopening
from game.saves.file_format import StoppedError
from game.saves.loading import read_save
from game.saves.storage.save_folder import HUMAN, SaveError, Saves
from game.screens.all_screens import all_resources, screen
from game.screens.by_mail import Mailbag
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import opened
from game.screens.shared.base import Scene
from game.screens.shared.live_reloading import Live
from game.screens.shared.resources import SharedResources
from game.screens.shared.screen_reader import Reader, speaker
from game.system import memory
from game.system.output_files import write_output
from game.system.paths import CacheFolder
from game.system.windows import left_in_order
from game.ui.atlas_pages.board_picture import BoardLook, board_picture, seated
from game.ui.map_view.overlays.registry import overlay_ids as overlay_ids
from game.ui.map_view.terrain.ground_colours import keep_grounds
from game.ui.panels.open_panels import TABS
from game.ui.tutorial.script import the_script
from game.ui.widgets import BUILT_IN, escape

# -- The passphrase of a locked save, as given on the command line, by the environment or in answer to a question. ---

VARIABLE = "RASPUTITSA_PASSPHRASE"


def passphrase_of(args: argparse.Namespace) -> str:
    """The passphrase, given either way; "" if there is none."""
    given: str | None = getattr(args, "passphrase", None)
    if given == "-":
        return _asked()
    return given if given is not None else os.environ.get(VARIABLE, "")


def _asked() -> str:
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass("Passphrase: ")
    return sys.stdin.readline().rstrip("\r\n")


def run(args: argparse.Namespace, scenario: Scenario | None = None) -> int:
    """Open the window on the title, or with --scenario, --load or --resume on the table; 0 when it is closed.

    :param scenario: the one asked for, if it has been read.
    :raises SetupError, SaveError, LetterError: for faults of the command line; nothing has been opened then.
    :raises TableError, MapError: if the files of a scenario are damaged.
    :raises OSError: if the spoken text cannot be written.
    """
    ecs.keep_boards(CacheFolder("maps", ".board"))
    keep_grounds(CacheFolder("grounds", ".ground"))
    settings, problem = load_settings()
    saves, session, path, words = Saves(keep=settings.autosave_keep), None, None, ""
    warnings: tuple[str, ...] = ()
    if args.scenario is not None:
        scenario = scenario or find_scenario(args.scenario)
        chosen_options(RULESETS[scenario.ruleset], dict(args.option))
        words, app = passphrase_of(args), _window(settings)
        session, warnings = asked(args, scenario, saves, words)
    else:
        path = save_named(args, saves)
        words = _words_for(path, args)
        app = _window(settings)
        if path is not None and path.suffix != LETTER:
            session, warnings = _reopened(app, path, saves, words, args.resume)
    kit = all_resources(app, saves)
    if args.speak is not None:
        kit.app.after_frame = Reader(app, speaker(args.speak)).look
    fresh = args.scenario is not None
    kit.app.push(kit.doors.table(session, fresh=fresh) if session is not None else kit.doors.title())
    if path is not None and path.suffix == LETTER:
        Mailbag(kit).take(str(path), words)
    if fresh or args.first_frame:
        kit.app.guarded_step((), 0.0)
    if args.first_frame:
        print("first frame", flush=True)
        kit.app.running = False
    memory.take_up(aside=True)
    if session is not None and fresh:
        session.autosave()  # after the first picture: until something is played, the seed is the whole game
    return _play(kit, (problem, *warnings, *kit.problems))


def _words_for(path: Path | None, args: argparse.Namespace) -> str:
    """The passphrase for a file, if one is opened; what cannot be read at all is refused before the window opens."""
    if path is None:
        return ""
    words = passphrase_of(args)
    if path.suffix == LETTER:
        read_letter_file(path)
    else:
        read_save(path, words)
    return words


def _reopened(app: App, path: Path, saves: Saves, words: str, newest: bool) -> tuple[Session | None, tuple[str, ...]]:
    """The game of a save; None if the player did not want to wait, as the title then says."""
    try:
        return opened(app, path, reopening(path, saves, words, newest=newest))
    except StoppedError as stopped:
        return None, (str(stopped),)


def learn() -> int:
    """Open the window on the tutorial; 0 when it is closed.

    :raises TutorialError, SetupError: if there is none; nothing has been opened then.
    """
    script = the_script()
    settings, problem = load_settings()
    kit = all_resources(_window(settings), Saves(keep=settings.autosave_keep))
    kit.app.push(screen("Tutorial", kit, script))
    return _play(kit, (problem, *kit.problems))


def _window(settings: Settings) -> App:
    """The window, with its title set at once."""
    app = App(settings)
    app.splash()
    return app


def _play(kit: SharedResources, told: tuple[str, ...]) -> int:
    """Run until the player leaves; then close everything in order, the window last.

    Windows that shuts down ends a program as soon as it has no window.
    """
    app = kit.app
    for text in (kit.saves.problem(), *told):
        if text:
            app.ui.notice(escape(text), "warn")
    app.lookout, app.take_file = Live(kit).look, Mailbag(kit).take

    def leave() -> None:
        for scene in app.scenes:
            if isinstance(scene, TableScene):
                scene.session.close()
        kit.keep_settings()

    with left_in_order(leave):
        app.run()
    leave()
    kit.audio.close()
    app.window.close()
    return 0


def asked(
    args: argparse.Namespace, scenario: Scenario, saves: Saves, passphrase: str = ""
) -> tuple[Session, tuple[str, ...]]:
    """A new game of the scenario named on the command line."""
    wanted = {Side.AXIS: args.axis, Side.SOVIET: args.soviet}
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    return begin(GameSetup(scenario, players_of(wanted), dict(args.option), seed, passphrase), saves), ()


def save_named(args: argparse.Namespace, saves: Saves) -> Path | None:
    """The save named on the command line; None if it names none.

    :raises SaveError: if there is nothing to go on with.
    """
    if not args.resume:
        named: Path | None = args.load
        return named
    last = saves.last_played()
    if last is None:
        held = any(game.held for game in saves.games())
        there = "the game to resume is open in another window" if held else "there is no game to resume"
        raise SaveError(saves.folder, 0, there)
    return last.path


def players_of(wanted: dict[Side, str | None]) -> dict[Side, str]:
    """The players: those named, else a human, and as a human's opponent the usual level."""
    found = {side: who for side, who in wanted.items() if who is not None}
    if not found:
        return {Side.AXIS: HUMAN, Side.SOVIET: USUAL_LEVEL}
    for side in sorted(Side):
        found.setdefault(side, USUAL_LEVEL if found.get(side.other) == HUMAN else HUMAN)
    return found


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """What a picture shows besides the position.

    ``overlay``: a map overlay to switch on; ``scene``: "table", "whole" (all of the map and its margins), "title",
    "planner" (the attack on ``at``, else the best one), "news" (the dispatches), "report" or "setup" (the set-up editor
    with the position); ``at``: the hex in the middle (-1: the front); ``select``: a counter to pick; ``tab``: of the
    column;
    ``side``: who looks on (None: the side to act); ``board_only``: the map with its counters, and nothing round it.
    """

    overlay: str = ""
    scene: str = "table"
    at: int = -1
    select: str = ""
    tab: str = ""
    side: Side | None = None
    board_only: bool = False


def picture_settings(pack: str, theme: str) -> Settings:
    """The settings for a picture, with a pack's pictures and a theme's colours.

    :raises PackError: if the pack cannot be used.
    :raises ValueError: if there is no such theme.
    """
    if theme not in BUILT_IN:
        raise ValueError(f"no theme {theme[:40]!r}; choose from: {', '.join(BUILT_IN)}")
    try:
        load_sprite_pack(pack)
    except PackError as error:
        there = ", ".join(info.id for info in list_packs("sprites") if not info.problem)
        raise PackError(error.file, f"{error.cause}; usable packs: {there}", error.key) from None
    return msgspec.structs.replace(_undisturbed(), sprite_pack=pack, theme=theme)


def _undisturbed() -> Settings:
    """The settings for a picture, with nothing over the table that was not called up."""
    return Settings(first_run=False, dispatches=False, drama="off")


def screenshot(
    game: Game,
    out: Path,
    size: tuple[int, int] = (1920, 1080),
    look: PictureOptions | None = None,
    settings: Settings | None = None,
) -> int:
    """Draw a position as the window shows it and write it as a picture; 0.

    :raises OutputError: if the file cannot be written.
    """
    look = look or PictureOptions()
    side = look.side or game.to_act or Side.AXIS
    settings = settings or _undisturbed()
    if look.board_only:
        return _board_alone(game, side, out, size, look, settings)
    app = App(settings, headless=True, size=size)
    kit = all_resources(app, silent=True)
    session = seated(game, side)
    waits = session.machine_to_act
    table = TableScene(kit, session, eager=True)
    table.playback.paused = waits
    scene = _scene(look.scene, kit, session, table)
    app.push(scene)
    if look.overlay:
        table.desk.overlays.add(look.overlay)
        table.desk.light()
    app.step()
    _point(scene, table, look)
    for _ in range(4):
        if look.tab:
            table.panels.tab = [name.lower() for name in TABS].index(look.tab)
        app.dirty = True
        app.step((), 0.1)
    while look.scene == "report" and scene.animating:
        app.step((), 0.1)
    _keep_picture(app.surface, out)
    return 0


def _point(scene: Any, table: TableScene, look: PictureOptions) -> None:
    """Open the plan, picks and scroll position that the picture should show."""
    if look.scene == "planner":
        open_plan(table, look.at)
    if look.scene == "news":
        game, side = table.session.game, table.session.viewer or Side.AXIS
        page = dispatch_of(game, side, heard(game, side, unread(game, side).records))
        if page.stories:  # else there is no page
            table.news.open(page, 0)
    if look.scene == "whole":
        table.table.camera.fit()
    if look.scene == "setup":
        scene.point_at(look.select, look.at)
    if look.select:
        table.desk.select((look.select,))
    if look.at >= 0:
        table.go_to(look.at)


def _board_alone(
    game: Game, side: Side, out: Path, size: tuple[int, int], look: PictureOptions, settings: Settings
) -> int:
    shown = BoardLook(look.overlay, look.select, look.at)
    _keep_picture(board_picture(game, side, load_sprite_pack(settings.sprite_pack), size, shown), out)
    return 0


def first_frame(scenario: str) -> int:
    """Open the table of a new game without a display, draw one frame and leave; 0.  The bench times it."""
    app = App(Settings(first_run=False), headless=True, size=(1920, 1080))
    kit = all_resources(app, silent=True)
    session = begin(GameSetup(find_scenario(scenario), dict.fromkeys(Side, HUMAN), {}, 0), None)
    app.push(TableScene(kit, session))
    app.step()
    pygame.display.quit()
    return 0


def tutorial_picture(out: Path, size: tuple[int, int], step: int, settings: Settings | None = None) -> int:
    """Draw a step of the tutorial as it begins and write it as a picture; 0.

    :raises OutputError: if the file cannot be written.
    """
    app = App(settings or Settings(first_run=False, tutorial_done=True), headless=True, size=size)
    scene = screen("Tutorial", all_resources(app, silent=True), eager=True)
    app.push(scene)
    app.step()
    scene.go_to_step(step)
    for _ in range(4):
        app.dirty = True
        app.step((), 0.1)
    _keep_picture(app.surface, out)
    return 0


def _keep_picture(surface: pygame.Surface, out: Path) -> None:
    """Write what the window shows to a file, and close it."""
    drawn = io.BytesIO()
    pygame.image.save(surface, drawn, out.suffix)
    pygame.display.quit()
    write_output(out, drawn.getvalue())


def _scene(name: str, kit: SharedResources, session: Session, table: TableScene) -> Scene:
    if name == "title":
        return kit.doors.title()
    if name == "report":
        report = screen("Report", kit, session)
        report.app = kit.app
        report.count_all()
        counted: Scene = report
        return counted
    if name == "setup":
        return kit.doors.setup_editor(session.game.scenario, session)
    return table


def open_plan(table: TableScene, at: int) -> None:
    """Open the planner on a hex, or, with -1, on the target with the best chance."""
    desk = table.desk
    best, chosen = -1.0, -1
    for index in [at] if at >= 0 else sorted(desk.state.targets):
        desk.plans.open(index)
        chance = float(desk.plans.forecast.p_cleared)
        if chance > best and not desk.plans.forecast.refusal:
            best, chosen = chance, index
    if chosen >= 0:
        desk.plans.open(chosen)
        table.go_to(chosen)
    else:
        desk.plans.close()
