"""A game for learning programs: what a side sees as arrays of numbers, and commands given word by word.

Only numpy is needed.  :mod:`game.learning_env` makes a PettingZoo environment of it; docs/learning.md has the layout.

**Actions.** An action is a word, and words make a command: its verb, then what it names, as ``move``,
``18.A``, ``E4``.  The words of a scenario are one list, the same for both sides and from the first turn to the last:
the verbs in order, the hexes in the order of the map, the counters in set-up order with what else the rules name, and
the numbers from 0 to :data:`NUMBERS` - 1.  Where only one word can follow, it is added for you.

**Hidden information.** Everything comes from the view of one side: enemy counters that lie face down have no row among
the units, and only count among the hexes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ecs import Command, Game, Side, View
from ecs.core.commands import verbs
from ecs.core.known_facts import Sky
from ecs.core.view import UnitView
from game.opponents import Player, Seat
from game.play.autoplay import make_players

NUMBERS = 64
LONGEST = 4
"""Words of a command at most, its verb among them."""
HEX_FIGURES = (
    "axis_control", "soviet_control", "points", "axis_units", "soviet_units", "axis_attack", "axis_defence",
    "soviet_attack", "soviet_defence", "face_down", "battle", "asked",
)  # fmt: skip
"""What it says of each hex, in order: 0 or 1, counters, or factors."""
UNIT_FIGURES = (
    "known", "axis", "on_map", "column", "row", "attack", "defence", "hits", "movement", "disrupted", "supplied",
    "can_act", "assigned", "cost",
)  # fmt: skip
"""What it says of each counter, in order: 0 or 1, figures, or its place as a share of the map's width or height."""
SKIES = tuple(Sky)

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


class Wording:
    """The words of a scenario, by number, and the commands they make.

    :ivar words: all of them; ``kinds``: name of a kind -> the numbers of its words.
    """

    def __init__(self, game: Game) -> None:
        parts = {
            "verbs": verbs(),
            "hexes": tuple(h.label for h in game.board.hexes),
            "names": game.words(),
            "numbers": tuple(str(n) for n in range(NUMBERS)),
        }
        self.words: tuple[str, ...] = sum(parts.values(), ())
        self.kinds: dict[str, range] = {}
        first = 0
        for kind, words in parts.items():
            self.kinds[kind] = range(first, first + len(words))
            first += len(words)
        self._hexes, self._numbers = game.board.by_label, self.kinds["numbers"][0]
        self._verbs = {word: n for n, word in enumerate(parts["verbs"])}
        self._names = {word: n for n, word in enumerate(parts["names"], self.kinds["names"][0])}

    def __len__(self) -> int:
        return len(self.words)

    def said(self, command: Command) -> tuple[int, ...]:
        """A command as the numbers of its words, verb first.

        :raises KeyError: for a name or a number that is not in the list.
        """
        return tuple(self.word(command, at) for at in range(len(command.words) + 1))

    def word(self, command: Command, at: int) -> int:
        """The number of one word of a command: 0 is its verb.

        :raises KeyError: for a name or a number that is not in the list.
        """
        if not at:
            return self._verbs[command.verb]
        field, number = command.words[at - 1]
        value = getattr(command, field)
        if number:
            if not 0 <= value < NUMBERS:
                raise KeyError(f"{command.text()}: no word for {value}")
            return self._numbers + int(value)
        if field in ("hex", "other") or value not in self._names:
            return self.kinds["hexes"][self._hexes[value]]
        return self._names[value]


class WordGame:
    """A game played word by word.

    :param most: commands after which it is broken off without a result.

    :ivar spoken: the numbers of the words said so far of the command that is being given.
    """

    def __init__(self, game: Game, most: int = 20_000) -> None:
        self.game, self.most = game, most
        self.wording = Wording(game)
        self.spoken: tuple[int, ...] = ()
        self._next: dict[int, list[Command]] | None = None
        self._players: dict[str, Mapping[Side, Player]] = {}
        self._given = 0

    @property
    def to_act(self) -> Side | None:
        """The side that says the next word; None when the game has ended or was broken off."""
        return None if self.broken_off else self.game.to_act

    @property
    def broken_off(self) -> bool:
        """Have there been too many commands?"""
        return self._given >= self.most and not self.game.over

    def mask(self, side: Side) -> Mask:
        """1 for each word that a side may say next; all 0 while the other side acts.  Shape: (words,)."""
        mask = np.zeros(len(self.wording), np.int8)
        if side is self.to_act:
            mask[list(self._following())] = 1
        return mask

    def say(self, word: int) -> Command | None:
        """Say a word, and those that must follow; return the command once it is complete and given.

        :raises ValueError: for a word that cannot follow; nothing has changed then.
        """
        left = self._following().get(word) if self.to_act is not None else None
        if left is None:
            known = self.wording.words[word] if 0 <= word < len(self.wording) else word
            raise ValueError(f"{known!r} cannot be said here")
        self.spoken = (*self.spoken, word)
        while len(left) > 1:
            following = self._by_next_word(left)
            if len(following) > 1:
                self._next = following
                return None
            ((word, left),) = following.items()
            self.spoken = (*self.spoken, word)
        self.give(left[0])
        return left[0]

    def give(self, command: Command) -> None:
        """Give a complete command at once; words said of another are forgotten.

        :raises ecs.IllegalCommand: if it is not legal.
        """
        self.game.apply(command)
        self._given += 1
        self.spoken, self._next = (), None

    def advised(self, level: str) -> Command:
        """What a computer player of this level would do for the side to act.

        :raises ValueError: for an unknown level, or when no side is to act.
        """
        side = self.to_act
        if side is None:
            raise ValueError("no side can act now")
        if level not in self._players:
            self._players[level] = make_players(dict.fromkeys(Side, level), self.game.seed)
        command, _ = self._players[level][side].choose(Seat(self.game, side))
        return command

    def _following(self) -> dict[int, list[Command]]:
        """The words that can come next, each with the commands it leaves; found on demand."""
        if self._next is None:
            self._next = self._by_next_word(self.game.legal())
        return self._next

    def _by_next_word(self, commands: Iterable[Command]) -> dict[int, list[Command]]:
        at, word, found = len(self.spoken), self.wording.word, defaultdict[int, list[Command]](list)
        for command in commands:
            found[word(command, at)].append(command)
        return dict(found)

    # -- what a side sees -----------------------------------------------------------------------------

    @cached_property
    def _moments(self) -> tuple[dict[str, int], dict[str, int]]:
        sequence = self.game.ruleset.sequence
        phases = {phase.id: n for n, phase in enumerate(sequence.phases)}
        return phases, {name: n for n, name in enumerate(sequence.decisions)}

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: n for n, name in enumerate(self.game.words())}

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array of :meth:`seen`."""
        phases, decisions = self._moments
        return {
            "hexes": (len(self.game.board.hexes), len(HEX_FIGURES)),
            "units": (len(self._rows), len(UNIT_FIGURES)),
            "table": (6 + len(SKIES) + len(phases) + len(decisions),),
            "spoken": (LONGEST,),
        }

    def seen(self, side: Side) -> dict[str, Floats]:
        """Everything a side may see, as arrays of 32-bit floats, none below 0.

        ``hexes``: a row a hex, with :data:`HEX_FIGURES`.  ``units``: a row a counter, with :data:`UNIT_FIGURES`; all 0
        where the side knows nothing of it.  ``table``: whether the side is the Axis, whether it is to act, the turn as
        a share of all, what either side has of the score as a share of all, how many hits the open question is about;
        then one 1 for the weather, one for the phase, and one for the question that is open, if any.  ``spoken``: the
        words said so far by the side, their numbers + 1.
        """
        view = self.game.look(side)
        spoken = np.zeros(LONGEST, np.float32)
        if side is self.to_act:
            spoken[: len(self.spoken)] = np.array(self.spoken, np.float32) + 1
        return {
            "hexes": self._hexes(view),
            "units": self._units(view),
            "table": self._table(view),
            "spoken": spoken,
        }

    def share(self, side: Side) -> float:
        """The score for a side, from -1 to 1; 0 where the game keeps none."""
        gauge = self.game.look(side).tally.gauge
        if gauge is None or not gauge.most:
            return 0.0
        return (gauge.of(side) - gauge.of(side.other)) / gauge.most

    def _hexes(self, view: View) -> Floats:
        seen = np.zeros(self.shapes["hexes"], np.float32)
        control = view.control
        seen[:, 0] = [holder is Side.AXIS for holder in control]
        seen[:, 1] = [holder is Side.SOVIET for holder in control]
        for line in view.score:
            for label in line.hexes:
                seen[view.board.by_label[label], 2] = line.points
        for unit in view.units:
            if unit.hex < 0:
                continue
            row, second = seen[unit.hex], unit.side is Side.SOVIET
            row[3 + second] += 1
            if unit.id.startswith("?"):
                row[9] += 1
            else:
                row[5 + 2 * second] += max(unit.attack, 0)
                row[6 + 2 * second] += max(unit.defence, 0)
        for battle in view.battles:
            seen[battle.hex, 10] = 1
        if view.decision is not None and view.decision.hex >= 0:
            seen[view.decision.hex, 11] = 1
        return seen

    def _units(self, view: View) -> Floats:
        seen = np.zeros(self.shapes["units"], np.float32)
        for unit in view.units:
            row = self._rows.get(unit.id)
            if row is not None:
                seen[row] = self._figures(unit, view)
        return seen

    @staticmethod
    def _figures(unit: UnitView, view: View) -> tuple[float, ...]:
        board = view.board
        column, row = (
            (board.layout.centre(board.hexes[unit.hex].col, board.hexes[unit.hex].row)) if unit.hex >= 0 else (0, 0)
        )
        return (
            1, unit.side is Side.AXIS, unit.hex >= 0, column / board.width, row / board.height, max(unit.attack, 0),
            max(unit.defence, 0), max(unit.hits, 0), unit.movement, unit.disrupted, unit.supplied, unit.can_act,
            unit.target >= 0, max(unit.cost, 0),
        )  # fmt: skip

    def _table(self, view: View) -> Floats:
        phases, decisions = self._moments
        seen = np.zeros(self.shapes["table"], np.float32)
        gauge, asked = view.tally.gauge, view.decision
        seen[:3] = view.side is Side.AXIS, view.side is self.to_act, view.turn / view.turns
        if gauge is not None and gauge.most:
            seen[3:5] = max(gauge.axis, 0) / gauge.most, max(gauge.soviet, 0) / gauge.most
        if view.known.sky is not None:
            seen[6 + SKIES.index(view.known.sky)] = 1
        at = 6 + len(SKIES)
        seen[at + phases[view.phase.id]] = 1
        if asked is not None:
            seen[5] = max(asked.count, 0)
            seen[at + len(phases) + decisions[asked.id]] = 1
        return seen
