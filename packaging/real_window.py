"""Opens a bundle's window on the desktop of this machine: python packaging/real_window.py BUNDLE DIR

For Windows and macOS, where nobody clicks for us: begins a game, waits until it is drawn and saved, presses two keys,
takes a picture of the screen, asks the game to close (SIGTERM; on Windows Ctrl+Break) and expects it saved and gone
with exit code 0.  DIR then holds screen.png and said.txt, the words of the screens; a person must look at both.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from build import program_name
from clicks import Astray, wait_for

PLAY = ("play", "--scenario", "barbarossa-1941", "--axis", "human", "--soviet", "recruit", "--seed", "1")
SHELL = ("powershell", "-NoProfile", "-Command")
PRESS = "Add-Type -AssemblyName System.Windows.Forms; [System.Windows.Forms.SendKeys]::SendWait('{}')"
GRAB = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    "$all = [System.Windows.Forms.Screen]::PrimaryScreen.Bounds; "
    "$seen = New-Object System.Drawing.Bitmap $all.Width, $all.Height; "
    "[System.Drawing.Graphics]::FromImage($seen).CopyFromScreen(0, 0, 0, 0, $seen.Size); $seen.Save('screen.png')"
)
SCRIPT = 'tell application "System Events" to key code 36'
KEYS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "win32": ((*SHELL, PRESS.format("{ENTER}")), (*SHELL, PRESS.format("^{ENTER}"))),
    "darwin": (("osascript", "-e", SCRIPT), ("osascript", "-e", f"{SCRIPT} using control down")),
    "linux": (("xdotool", "key", "Return"), ("xdotool", "key", "ctrl+Return")),
}
"""Enter closes the opening card; with Ctrl it ends a phase, which is noted in the recovery file."""
PICTURE: Mapping[str, tuple[str, ...]] = {
    "win32": (*SHELL, GRAB),
    "darwin": ("screencapture", "-x", "screen.png"),
    "linux": ("import", "-window", "root", "screen.png"),
}


def helped(words: tuple[str, ...], folder: Path) -> str:
    """Have a program of the system do something; why it did not, "" if it did."""
    try:
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, errors="replace", timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as failure:
        return str(failure)
    return done.stderr.strip()[-300:] or f"exit code {done.returncode}" if done.returncode else ""


def seen(program: Path, folder: Path, home: Path) -> None:
    """Open the window, play, look, and close it.

    :raises Astray: if it does not open, or does not end as it should.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SDL_VIDEO")}
    # a group of its own: Ctrl+Break reaches a group
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    game = subprocess.Popen(
        [str(program), *PLAY, "--speak", str(folder / "said.txt")], text=True, errors="replace",
        env={**kept, "RASPUTITSA_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}, creationflags=group,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        wait_for("the first autosave", lambda: any(home.rglob("*.save")), game)
        print("  a game was begun and drawn")
        refused = [why for words in KEYS[sys.platform] if (why := helped(words, folder))]
        wait_for("a second look", lambda: bool((folder / "said.txt").read_text(encoding="utf-8").strip()), game)
        pressed = "noted a command" if any(home.rglob("*.journal")) else "did nothing"
        print(f"  the keys could not be pressed: {refused[0]}" if refused else f"  the keys {pressed}")
        why = helped(PICTURE[sys.platform], folder)
        print(f"  no picture of the screen: {why}" if why else f"  the screen: {folder / 'screen.png'}")
        game.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))
        wait_for("the end", lambda: game.poll() == 0, game)
        if not any(home.rglob("*.left")):
            raise Astray("the game was not saved when it was asked to close")
        print("  asked to close, saved, exit code 0")
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(timeout=10)


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Opens a bundle's window on this desktop.")
    parser.add_argument("bundle", metavar="BUNDLE", type=Path, help="the folder, e.g. dist/rasputitsa")
    parser.add_argument("folder", metavar="DIR", type=Path, help="where to keep what was seen")
    args = parser.parse_args()
    folder = args.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="rasputitsa-window-", ignore_cleanup_errors=True) as home:
        try:
            seen(args.bundle.absolute() / program_name(), folder, Path(home))
        except (Astray, OSError, subprocess.SubprocessError) as failure:
            print(f"real_window: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
