"""Do two homes play a whole game by mail through one folder, whatever happens to their programs and letters?

Run: python -m tests.programs.game_by_mail [--scenario ID] [--dice each|turn] [--kills 20] [--seed 1]

Two processes with a home each run ``rasputitsa mail watch --level recruit``.  They are killed at random moments and
started again; in between, letters in the folder are replaced by old, foreign and torn ones.  At the end both must have
come to the same position.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import ROOT
from tests.kits.patience import NET, pause

HOMES = ("anna", "boris")


class Table:
    """Both homes, the folder they share, and what their programs said last."""

    def __init__(self, folder: Path, scenario: str, dice: str) -> None:
        self.folder, self.post = folder, folder / "post"
        self.run("anna", "new", "--scenario", scenario, "--folder", str(self.post), "--name", "Anna", "--dice", dice)
        self.run("boris", "join", "--folder", str(self.post), "--name", "Boris")

    def start(self, home: str, *words: str) -> subprocess.Popen[str]:
        """Start `rasputitsa mail` in a home."""
        place = {"RASPUTITSA_HOME": str(self.folder / home), "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(
            [sys.executable, "-m", "game", "mail", *words],
            env={**os.environ, **place},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, home: str, *words: str) -> str:
        """What one call says; it must succeed."""
        player = self.start(home, *words)
        out, error = player.communicate(timeout=NET)
        assert player.returncode == 0, error
        return out

    def watch(self, home: str) -> subprocess.Popen[str]:
        """A recruit plays on in a home."""
        return self.start(home, "watch", "--level", "recruit")


def disturb(post: Path, known: dict[str, bytes], foreign: bytes, lots: random.Random) -> None:
    """Put an old, a foreign or a torn letter in place of another, and remember those that are new."""
    for path in sorted(post.glob("*.letter")):
        data = path.read_bytes()
        if data.endswith(b"\n"):
            known.setdefault(path.name, data)
    if known:
        wrong = lots.choice([foreign, b"torn", *known.values()])
        (post / lots.choice(sorted(known))).write_bytes(wrong)


def main() -> None:
    """Play; leaves with a sentence if the two do not end alike."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="barbarossa-1941")
    parser.add_argument("--dice", choices=("each", "turn"), default="each")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(whole_game(Path(folder), args.scenario, args.dice, args.kills, random.Random(args.seed)))


def whole_game(folder: Path, scenario: str, dice: str, kills: int, lots: random.Random) -> str:
    """One game between two processes; how it ended, in a line."""
    foreign = next(Table(folder / "other", scenario, dice).post.glob("*-00001-*")).read_bytes()
    table, known, killed = Table(folder, scenario, dice), dict[str, bytes](), 0
    players = {home: table.watch(home) for home in HOMES}
    while any(player.poll() is None for player in players.values()):
        pause(lots.uniform(0.5, 6.0))
        home = lots.choice(HOMES)
        if killed < kills and players[home].poll() is None:
            disturb(table.post, known, foreign, lots)
            players[home].kill()
            players[home].communicate()
            players[home], killed = table.watch(home), killed + 1
    ends = {home: player.communicate()[0].strip().splitlines()[-1:] for home, player in players.items()}
    if len({str(end) for end in ends.values()}) != 1 or not all(ends.values()):
        raise SystemExit(f"they did not end alike: {ends}")
    return f"{killed} kills, {len(known)} letters seen: {ends['anna'][0]}"


if __name__ == "__main__":
    main()
