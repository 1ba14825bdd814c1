"""The steps of the tutorial and their words, read from maps/tutorials/<id>.toml."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from ecs import CommandError, parse
from ecs.untrusted_input import UnreadableError, parse_toml, read_ordinary
from game.app.key_bindings import BY_NAME, KeyMap
from game.system.paths import data_root

LIMIT = 200_000
CURSOR = ("cursor_7", "cursor_9", "cursor_4", "cursor_6", "cursor_1", "cursor_3")
MOVES = {1: "click", 3: "right-click", 0: "drag it to"}  # by the mouse button that moves
_NAME = re.compile(r"\{(\w+)\}")


class TutorialError(ValueError):
    """A script that cannot be used: names file, step and cause."""


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One thing to learn.

    ``text``, ``keys``: what the box says, to all players and to those without a mouse; ``{undo}`` stands for the key of
    an action.  ``goal``: what leads to the next step (see goals.py); with ``stay`` only the button does, for there
    is something to look at.  ``hexes``, ``units``: ringed on the map.  ``spots``: ends of names of widgets; the first
    one there is, is ringed.  ``phases``: where the goal can be met (none: everywhere).  ``orders``: the commands that
    meet it.  ``rule``: where the rulebook says more.
    """

    id: str
    title: str
    text: str
    goal: str = "next"
    keys: str = ""
    rule: str = ""
    stay: bool = False
    hexes: list[str] = []
    units: list[str] = []
    spots: list[str] = []
    phases: list[str] = []
    orders: list[str] = []


class Script(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The tutorial: a scenario, the seed of its dice, who plays the other side, and the steps."""

    scenario: str
    seed: int
    computer: str
    middle: str
    step: list[Step]


def the_script() -> Script:
    """The tutorial of the game.

    :raises TutorialError: if it cannot be read.
    """
    paths = sorted((data_root() / "maps" / "tutorials").glob("*.toml"))
    if not paths:
        raise TutorialError("no tutorial is installed")
    return load_script(paths[0])


def load_script(path: Path) -> Script:
    """Read a tutorial.

    :raises TutorialError: if it is malformed.
    """
    try:
        found = msgspec.convert(parse_toml(read_ordinary(path, LIMIT)), Script)
    except (UnreadableError, msgspec.ValidationError) as e:
        raise TutorialError(f"{path.name}: {e}") from None
    if not found.step:
        raise TutorialError(f"{path.name}: there is no step")
    for step in found.step:
        _check(f"{path.name}, step {step.id}", step)
    return found


def _check(where: str, step: Step) -> None:
    for name in names(step):
        if name not in BY_NAME and name not in ("move", "wheel", "cursor"):
            raise TutorialError(f"{where}: no action is named {name[:40]!r}")
    for text in step.orders:
        try:
            parse(text)
        except CommandError as e:
            raise TutorialError(f"{where}: orders: {e}") from None


def names(step: Step) -> list[str]:
    """The names in braces in the words of a step."""
    return _NAME.findall(f"{step.text} {step.keys}")


def told(text: str, keymap: KeyMap) -> str:
    """The words of a step with the player's own keys and mouse."""
    style = keymap.style
    words = {
        "move": MOVES[style.move_button],
        "wheel": "the wheel" if keymap.wheel == "zoom" else "Ctrl and the wheel",
        "cursor": " ".join(_letter(keymap, name) for name in CURSOR),
    }
    return _NAME.sub(lambda found: words.get(found[1]) or f"**{keymap.text(found[1]) or '(no key)'}**", text)


def _letter(keymap: KeyMap, name: str) -> str:
    """A key of the hex cursor: a letter if it has one, else the first."""
    keys = keymap.keys(name)
    return next((f"**{key}**" for key in keys if len(key) == 1), f"**{keymap.text(name)}**")
