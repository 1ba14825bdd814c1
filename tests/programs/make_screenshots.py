"""The pictures of the docs, drawn again: the same game, seed and moment each time, with today's window.

Run: python -m tests.programs.make_screenshots [NAME ...]; where pngquant is installed the files are a third as large.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from ecs import Game, Side, start
from ecs.core.commands import EndPhase
from game.app.launch import PictureOptions, screenshot, tutorial_picture
from game.play.autoplay import make_players, play_on
from game.play.scenarios import find_scenario
from tests import ROOT
from tests.kits.window import HUMANS, sit_down

FOLDER = ROOT / "docs" / "screenshots"
SIZE, SMALL = (1600, 1000), (1152, 648)
MARGINS = (0, 110, 1256, 740)
LESSONS = {"tutorial-phase": 3, "tutorial-zones": 10, "tutorial-odds": 12, "tutorial-advance": 18}
Moment = Callable[[Game], bool]


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: which game, the moment it has come to, and what is shown of it.

    ``at``: a place in the middle; else the front.  ``small``: of a smaller window, in fewer colours;
    ``part``: no more than this rectangle of the usual one, in fewer colours as well.
    """

    scenario: str
    when: Moment
    look: PictureOptions = field(default_factory=PictureOptions)
    at: str = ""
    seed: int = 4
    small: bool = False
    part: tuple[int, int, int, int] | None = None

    @property
    def plain(self) -> bool:
        """Is it to be a small file?"""
        return self.small or self.part is not None


def phase(turn: int, name: str) -> Moment:
    """A phase of a turn, or of the first turn after it that has the phase."""
    return lambda game: game.turn >= turn and game.moment[1] == name


def question(name: str, turn: int = 1) -> Moment:
    """The first time something is asked."""
    return lambda game: game.turn >= turn and game.moment[2] == name


def told(word: str, turn: int = 1) -> Moment:
    """The first time the log says a word."""
    return lambda game: game.turn >= turn and any(word in e.text for e in game.log[-1].events)


def chit(turn: int, word: str) -> Moment:
    """The first march under a chit."""

    def come(game: Game) -> bool:
        drawn = next((c.id for c in game.look(Side.AXIS).chits if c.state == "now"), "")
        return game.turn >= turn and game.moment[1] == "move-axis" and word in drawn

    return come


PLANNER, AXIS = PictureOptions(scene="planner"), Side.AXIS
DC, TDV, RB, WAR = "barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-10", "war-barbarossa-1941"
TYPHOON, CRIMEA = "tdv-typhoon-1941", "war-crimea-1942"
DRAWN = "typhoon-draw"
SHOTS: Mapping[str, Shot] = {
    "title": Shot(DC, lambda game: True, PictureOptions(scene="title")),
    "opening": Shot(DC, phase(1, "A2a-attack")),
    "planner": Shot(DC, phase(1, "A2a0-attack"), PLANNER, at="Kaunas"),
    "supply": Shot(DC, phase(4, "A2a-move"), PictureOptions(overlay="supply")),
    "winter": Shot(DC, phase(7, "B2a-move"), at="Moscow"),
    "victory": Shot(DC, lambda game: game.over, PictureOptions(scene="report", side=AXIS)),
    "news": Shot(DC, phase(2, "A2a-move"), PictureOptions(scene="news", side=AXIS)),
    "tdv-opening": Shot(TDV, phase(1, "fight-axis"), PictureOptions(tab="planner")),
    "tdv-chit": Shot(TDV, chit(1, "PZ"), PictureOptions(tab="cup")),
    "tdv-bombardment": Shot(TDV, phase(1, "fight-axis"), PLANNER),
    "tdv-depots": Shot(TDV, phase(2, "depots-axis"), PictureOptions(overlay="ranges")),
    "tdv-mud": Shot(TDV, phase(5, "move-axis"), at="Smolensk"),
    "typhoon-supply": Shot(TYPHOON, phase(6, "move-axis"), PictureOptions(overlay="supply"), seed=7),
    "typhoon-news": Shot(TYPHOON, phase(5, "build-axis"), PictureOptions(scene="news", side=AXIS), seed=7),
    "typhoon-end": Shot(TYPHOON, lambda game: game.over, PictureOptions(scene="report", side=AXIS), seed=7),
    "rb-opening": Shot(RB, phase(1, "move1-axis")),
    "rb-automatic-victory": Shot("rb-barbarossa-7", phase(1, "move1-axis"), PLANNER, at="1524"),
    "rb-air-allocation": Shot(RB, phase(1, "plan1-axis"), PLANNER),
    "rb-surrender": Shot(RB, told("surrender", 2), PictureOptions(side=AXIS)),
    "rb-winter-1941": Shot(RB, phase(5, "move1-soviet"), at="Moscow"),
    "war-opening": Shot(WAR, phase(1, "plan1-axis")),
    "war-planner": Shot(WAR, phase(1, "plan2-axis"), PLANNER),
    "war-breakthrough": Shot(WAR, question("breakthrough")),
    "war-exchange": Shot(WAR, question("buy")),
    "margins-war": Shot(WAR, phase(3, "plan2-axis"), PictureOptions(scene="whole"), part=MARGINS),
    "setup-editor": Shot(WAR, phase(1, "plan1-axis"), PictureOptions(scene="setup", select="3.PzGr"), small=True),
    "war-winter": Shot(WAR, phase(8, "move-soviet"), at="Moscow", seed=5),
    "crimea-planner": Shot(CRIMEA, phase(8, "plan1-axis"), PLANNER),
    "crimea-end": Shot(CRIMEA, lambda game: game.over, PictureOptions(scene="report", side=AXIS)),
}


def draw_a_chit(out: Path) -> None:
    """The moment in which the Axis begins with a panzer army."""
    seat = sit_down(HUMANS, SIZE, seed=4, scenario=TYPHOON, column=False, drama="full")
    session, seat.scene.table.eager = seat.scene.session, True
    while session.game.moment[1] != "first-axis":
        session.do(EndPhase() if session.game.is_legal(EndPhase()) else session.game.legal()[0])
    seat.scene.desk.refresh()
    seat.scene.drain()
    seat.pilot.wait(1, 10)
    seat.pilot.press("4th Panzer Army")
    seat.pilot.wait(2, 20)
    seat.pilot.screenshot(out)


def draw(name: str) -> None:
    """Draw one picture again."""
    out = FOLDER / f"{name}.png"
    if name == DRAWN:
        draw_a_chit(out)
        return
    if name in LESSONS:
        tutorial_picture(out, SIZE, LESSONS[name])
        return
    shot = SHOTS[name]
    game = start(find_scenario(shot.scenario), {}, shot.seed)
    players = make_players(dict.fromkeys(Side, "officer"), shot.seed)
    while not shot.when(game) and not game.over:
        play_on(game, players, 1)
    assert shot.when(game), f"{name}: the game never comes to its moment"
    look = shot.look
    if shot.at:
        look = replace(look, at=game.board.find(shot.at)[0])
    screenshot(game, out, SMALL if shot.small else SIZE, look)
    if shot.part is not None:
        pygame.image.save(pygame.image.load(out).subsurface(shot.part), out)
    game.close()


def main() -> None:
    """Draw those that are named, or all."""
    for name in sys.argv[1:] or [*SHOTS, *LESSONS, DRAWN]:
        draw(name)
        if shutil.which("pngquant"):
            out = str(FOLDER / f"{name}.png")
            few = name in SHOTS and SHOTS[name].plain
            colours = ("--nofs", "--output", out, "20") if few else ("--output", out, "256")
            subprocess.run(["pngquant", "--force", "--strip", *colours, out], check=True)
        print(name, flush=True)


if __name__ == "__main__":
    main()
