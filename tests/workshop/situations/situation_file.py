"""An attack that is told in every game, and where it stands.  Read from <id>.toml beside this module."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec

from ecs import RULESETS, CommandError, parse
from ecs.untrusted_input import UnreadableError, parse_toml, plain, read_ordinary

LIMIT = 200_000
ENDING = ".toml"
_RATIO = re.compile(r"(\d{1,6})-(\d{1,6})", re.ASCII)


class SituationError(ValueError):
    """A situation that cannot be used: names file, place and cause."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


class Ladder(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The same attack at other ratios, from figures alone.

    ``figures``: what stays the same; ``attack``: the attackers by ratio ("2-1").
    """

    figures: dict[str, str]
    attack: dict[str, str]


class SituationAttack(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The attack in one game.

    ``target``: the hex attacked; ``attackers``: who attacks it; ``orders``: commands given before, each as soon as it
    may be; ``options``: rules of choice.
    """

    scenario: str
    target: str
    attackers: list[str]
    ladder: Ladder
    orders: list[str] = []
    options: dict[str, str] = {}


class Situation(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The shape of a situation file: one attack, told once for every game, under the id of its ruleset."""

    id: str
    title: str
    history: str
    games: dict[str, SituationAttack]


# -- files ------------------------------------------------------------------------------------------------


def list_situations() -> list[Path]:
    """The situation files there are, by path."""
    return sorted(Path(__file__).parent.glob(f"*{ENDING}"))


def find_situation(name: str) -> Situation:
    """The situation with this id, or in this file, if the name ends as one.

    :raises SituationError: naming those there are, or what is wrong with it.
    """
    if name.endswith(ENDING):
        return load_situation(Path(name))
    paths = list_situations()
    for path in paths:
        if path.stem == name:
            return load_situation(path)
    raise SituationError(f"no situation {name!r}; choose from: {', '.join(p.stem for p in paths)}")


def load_situation(path: Path) -> Situation:
    """Read a situation file; whether its attacks can be made shows when they are staged.

    :raises SituationError: if it is malformed.
    """
    try:
        found = msgspec.convert(parse_toml(read_ordinary(path, LIMIT)), Situation)
    except (UnreadableError, msgspec.ValidationError) as e:
        raise SituationError(f"{path.name}: {e}") from None
    if found.id != path.stem:
        raise SituationError(f"{path.name}: id = {found.id[:80]!r}; expected the file's own name")
    for ruleset, attack in found.games.items():
        if ruleset not in RULESETS:
            raise SituationError(f"{path.name}: games: {RULESETS.absent(ruleset)}")
        _check(f"{path.name}, {ruleset}", attack)
    return found


def _check(where: str, attack: SituationAttack) -> None:
    if not attack.attackers:
        raise SituationError(f"{where}: attackers: nobody is named")
    for text in attack.orders:
        try:
            parse(text)
        except CommandError as e:
            raise SituationError(f"{where}: orders: {e}") from None
    for text in attack.ladder.attack:
        ratio(where, text)


def ratio(where: str, text: str) -> Fraction:
    """What a ratio such as "4-1" says.

    :raises SituationError: if it is none.
    """
    found = _RATIO.fullmatch(text)
    if found is None or not int(found[2]):
        raise SituationError(f"{where}: ladder: {text[:40]!r} is no ratio such as 4-1")
    return Fraction(int(found[1]), int(found[2]))
