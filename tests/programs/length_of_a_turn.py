"""How long a computer's turn takes to watch: all it does in the first turn, played as the window plays it.

Run: python -m tests.programs.length_of_a_turn [scenario ...] [--drama off|brisk|full]

Told are the seconds the window needs to show it all, pauses between battles and moves among them, without the thinking
of the computer, which happens meanwhile; the commands given; the battles fought; the lines of the briefing after it.
"""

from __future__ import annotations

import argparse

from ecs import Side
from ecs.core.commands import EndPhase
from ecs.core.events import BattleBegan
from tests.kits.window import Seat, sit_down

GAMES = ("barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941")
QUIET = {Side.AXIS: "human", Side.SOVIET: "officer"}
FRAME, LONGEST, MOST = 0.05, 1800, 400  # seconds of a frame and of a turn, commands before it


def main() -> None:
    """Print a row a scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=GAMES)
    parser.add_argument("--drama", choices=("off", "brisk", "full"), default="brisk")
    args = parser.parse_args()
    print("| game | commands | battles | seconds to watch | lines of the briefing |\n|---|---|---|---|---|")
    for scenario in args.scenarios:
        seat = sit_down(QUIET, scenario=scenario, drama=args.drama)
        seconds, told, began = first_turn(seat)
        records = [record for record in seat.scene.session.game.log[began:] if record.side is Side.SOVIET]
        fights = sum(isinstance(event, BattleBegan) for record in records for event in record.events)
        print(f"| {scenario} | {len(records)} | {fights} | {seconds:.0f} | {told} |", flush=True)
        seat.scene.session.close()


def first_turn(seat: Seat) -> tuple[float, int, int]:
    """Seconds in which the computer plays in the first turn, lines of the briefings after each time, where it began."""
    session, desk, seconds, told = seat.scene.session, seat.scene.desk, 0.0, 0
    began, turn = len(session.game.log), session.game.turn
    for _ in range(MOST):
        if session.game.turn > turn:
            return seconds, told, began
        if session.machine_to_act:
            seconds += watched(seat)
            told += len(seat.scene.playback.briefing)
            continue
        legal = session.game.legal()
        desk.give(EndPhase() if EndPhase() in legal else legal[0])
        desk.out.events, desk.out.sounds, desk.out.messages = [], [], []
    raise AssertionError("the turn does not end")


def watched(seat: Seat) -> float:
    """Seconds until a person must act again; questions to him are left to the staff."""
    session, frames = seat.scene.session, 0
    while frames * FRAME < LONGEST:
        if session.human_to_act and seat.scene.desk.view.decision is None:
            return frames * FRAME
        if session.human_to_act:
            seat.scene.desk.staff.answer()
        seat.app.step((), FRAME)
        frames += 1
    return float(LONGEST)


if __name__ == "__main__":
    main()
