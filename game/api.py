"""Rasputitsa for programs and notebooks: ``import rasputitsa as r``.

>>> game = new("barbarossa-1941", seed=1)
>>> game
<barbarossa-1941, seed 1: turn 1 (June 1941), Axis to act, Axis reinforcements>
>>> [command.text() for command in game.legal()][:3]
['end', 'fortify 11.A', 'fortify 16.A(G)']
>>> for event in game.apply("fortify 11.A"):
...     print(event.text)
German 11th Army fortifies Iasi K2.

Everything here asks or does what the window and the command line ask and do, and re-makes nothing of it.  What goes
wrong is an :class:`ApiError`, which tells a reason, a sentence and a rule.  See docs/api.md."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from os import PathLike, environ, fspath
from pathlib import Path
from tempfile import TemporaryDirectory

from ecs import (
    RULESETS,
    Command,
    CommandError,
    Forecast,
    IllegalCommand,
    MapError,
    Refusal,
    Result,
    SetupError,
    Side,
    TableError,
    View,
    load_scenario,
    start,
    told,
)
from ecs import Game as Referee
from ecs import parse as parse_command
from ecs.core.commands import verbs
from ecs.core.events import Event
from ecs.core.view import ReachStep
from ecs.engine.position_text import Line, read_line, write_line
from ecs.engine.serialization import SerializationError
from ecs.untrusted_input import likely, meant, plain
from game.opponents import LEVELS, PLAYERS
from game.play.autoplay import LIMIT, MatchFault, make_players, play_on
from game.play.scenarios import find_scenario, list_scenarios
from game.saves.file_format import SaveError
from game.saves.loading import load_game
from game.saves.saving import Particulars, encode_game
from game.saves.storage.save_writing import write_save
from game.simulation.series import FinishedGame, SeriesGame, play_series
from game.system.output_files import OutputError, check_output

# -- What goes wrong, as one family: each error has a reason for programs, a sentence for people, and a rule. --------


class ApiError(Exception):
    """A request that cannot be met.  ``reason``: an id for programs; ``text``: a sentence; ``rule``: of the rules
    page, or ""."""

    def __init__(self, reason: str, text: str, rule: str = "") -> None:
        super().__init__(f"{text} ({rule})" if rule else text)
        self.reason, self.text, self.rule = reason, text, rule


class NameUnknown(ApiError):
    """An unknown scenario, option, side, hex, unit, level, overlay or pack; the sentence says which ones exist."""


class CommandRefused(ApiError):
    """A command that is not legal, or a text that is no command."""


class UndoRefused(ApiError):
    """Nothing can be undone: a die has been rolled, or another barrier is in the way."""


class AttackRefused(ApiError):
    """The attack to forecast may not be made; ``forecast`` has its figures all the same."""

    def __init__(self, text: str, rule: str, forecast: Forecast) -> None:
        super().__init__("no-attack", text, rule)
        self.forecast = forecast


class FileRefused(ApiError):
    """A file that cannot be read or written."""


class MatchStopped(ApiError):
    """A game between computer players did not reach its end."""


def allowed(forecast: Forecast) -> Forecast:
    """The forecast, if the attack may be made.

    :raises AttackRefused: if the attack may not be made.
    """
    if not forecast.refusal:
        return forecast
    sentence, _, rule = forecast.refusal.rpartition(" (")
    if not sentence or not rule.endswith(")"):
        raise AttackRefused(forecast.refusal, "", forecast)
    raise AttackRefused(sentence, rule[:-1], forecast)


def known_level(level: str) -> str:
    """The level of a computer player, checked.

    :raises NameUnknown: naming those there are.
    """
    one_of("level", level, PLAYERS)
    return level


def one_of(kind: str, word: object, known: Sequence[str]) -> None:
    """Raise an error unless the word is among those known.

    :raises NameUnknown: naming those there are.
    """
    if word not in known:
        raise NameUnknown(kind, plain(f"no {kind} {str(word)[:40]!r}; choose from: {', '.join(known)}"))


class Commands(tuple[Command, ...]):
    """Commands in order; membership works with a command or its text.

    >>> "fortify 18.A" in r.new("barbarossa-1941").legal()
    True
    """

    __slots__ = ()

    def __contains__(self, command: object) -> bool:
        if isinstance(command, str):
            return any(known.text() == command for known in self)
        return super().__contains__(command)


# -- A game in a program's hand: what may be done in it, what is seen of it, and what has happened. ------------------


class Game:
    """A game: what can be done in it, what can be seen of it, and what has happened.

    :func:`new` and :func:`load` make one.  Commands are given as :class:`Command` or as their text, sides as
    :class:`Side` or as "axis" and "soviet", hexes by label or by the name of a place.
    """

    def __init__(self, referee: Referee, about: Particulars | None = None) -> None:
        self._game, self._about = referee, about or Particulars()
        self._close = weakref.finalize(self, referee.close)

    def __repr__(self) -> str:
        """Scenario, seed, turn, side and phase in a line."""
        game = self._game
        head = f"<{game.scenario.id}, seed {game.seed}: turn {game.turn}"
        if game.over:
            return f"{head}, over: {game.result.text if game.result else 'no result'}>"
        view = game.look(game.to_act or Side.AXIS)
        asked = f", {view.decision.prompt}" if view.decision is not None else ""
        return f"{head} ({view.turn_name}), {game.to_act} to act, {view.phase.title}{asked}>"

    def _repr_png_(self) -> bytes | None:
        """The board, for a notebook; nothing if each side has something to hide."""
        return self.board_png() if self._game.open_to is not None else None

    # -- where it stands ------------------------------------------------------------------------------

    @property
    def scenario(self) -> str:
        """The id of the scenario."""
        return self._game.scenario.id

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._game.seed

    @property
    def options(self) -> Mapping[str, str]:
        """The optional rules in force."""
        return dict(self._game.options)

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._game.turn

    @property
    def phase(self) -> str:
        """The id of the phase."""
        return self._game.moment[1]

    @property
    def to_act(self) -> Side | None:
        """The side that gives the next command; None when the game is over."""
        return self._game.to_act

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._game.over

    @property
    def result(self) -> Result | None:
        """How it ended: winner, level, text; None while it continues."""
        return self._game.result

    @property
    def digest(self) -> str:
        """16 hex digits, equal for equal positions on every machine."""
        return self._game.digest()

    # -- doing ----------------------------------------------------------------------------------------

    @property
    def commands(self) -> Commands:
        """Every command given so far, in order."""
        return Commands(parse_command(record.command) for record in self._game.log[1:])

    def legal(self, verb: str = "", unit: str = "") -> Commands:
        """Every command that may be given now, in order; only those of one verb or one unit, if asked.

        >>> [command.text() for command in r.new("barbarossa-1941").legal(unit="18.A")]
        ['fortify 18.A', 'sail 18.A B7', 'sail 18.A D3']

        :raises NameUnknown: for a verb or unit that there is not.
        """
        if verb not in ("", *verbs()):
            raise NameUnknown("verb", plain(f"no verb {verb[:40]!r}{meant(verb, verbs())}"))
        found = self._game.legal()
        if unit:
            self._owner(unit)
        return Commands(c for c in found if verb in ("", c.verb) and unit in ("", getattr(c, "unit", "")))

    def apply(self, command: Command | str) -> tuple[Event, ...]:
        """Give a command; return what came of it, with everything that follows without a further choice.

        :raises CommandRefused: if it is not legal; nothing has changed then.

        >>> r.new("barbarossa-1941").apply("move 4.PzGr E4")
        Traceback (most recent call last):
        ...
        game.api.CommandRefused: Units move only in movement phases. (5)
        """
        wanted = _command(command)
        try:
            return self._game.apply(wanted)
        except IllegalCommand as e:
            raise CommandRefused(e.refusal.reason, e.refusal.text, e.refusal.rule) from None

    def why_not(self, command: Command | str) -> Refusal | None:
        """Why a command may not be given: reason, text, rule; None if it may.

        >>> r.new("barbarossa-1941").why_not("move 4.PzGr E4").reason
        'no-movement'

        :raises CommandRefused: for a text that is no command.
        """
        return self._game.why_not(_command(command))

    def undo(self) -> Command:
        """Undo the last command and return it.

        :raises UndoRefused: behind a die, a reveal or a change of sides.
        """
        taken = self._game.undo()
        if taken is None:
            raise UndoRefused("barrier", self._game.undo_reason)
        return taken

    def play(
        self, *, axis: str = "officer", soviet: str = "officer", commands: int = LIMIT, turn: int = 0
    ) -> Result | None:
        """Let computer players play on; return how the game ended, None if it continues.

        :param commands: at most that many.
        :param turn: stop as this turn begins.
        :raises NameUnknown: for an unknown level.
        :raises MatchStopped: if a player's command is refused, or the game does not end.

        >>> game = r.new("barbarossa-1941", seed=1)
        >>> game.play(axis="recruit", soviet="random", turn=2)
        >>> game.turn
        2
        """
        players = make_players({Side.AXIS: known_level(axis), Side.SOVIET: known_level(soviet)}, self._game.seed)
        try:
            if not turn:
                play_on(self._game, players, commands)
            while turn and commands > 0 and not self.over and self.turn < turn:
                play_on(self._game, players, 1)
                commands -= 1
        except MatchFault as e:
            raise MatchStopped("match", str(e)) from None
        return self.result

    @contextmanager
    def what_if(self, seed: int = 0) -> Iterator[Game]:
        """Try things on this very game with other dice; everything is put back afterwards.

        >>> game = r.new("barbarossa-1941", seed=1)
        >>> with game.what_if() as tried:
        ...     _ = tried.apply("end")
        ...     tried.phase == game.phase
        True
        >>> game.phase
        'A1'
        """
        with self._game.what_if(seed):
            yield self

    def copy(self) -> Game:
        """A twin with the same position and log, to be played on separately."""
        return Game(self._game.fork(), self._about)

    __copy__ = copy

    def __deepcopy__(self, _: object) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """The same position of the same scenario under the same optional rules, however it came about."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.scenario, self.options, self.digest) == (other.scenario, other.options, other.digest)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return from_bytes, (self.to_bytes(),)

    def position(self) -> str:
        """The position as one line of text, for :func:`from_position`; it tells what is hidden too.

        >>> game = r.new("barbarossa-1941", seed=1)
        >>> _ = game.apply("fortify 11.A")
        >>> r.from_position(game.position()) == game
        True
        """
        with closing(start(self._game.scenario, self._game.options, self._game.seed)) as fresh:
            return write_line(self._game, fresh)

    def to_bytes(self) -> bytes:
        """The game as the bytes of a save, for :func:`from_bytes`."""
        try:
            return encode_game(self._game, self._about)
        except SaveError as e:
            raise FileRefused("save", str(e)) from None

    def _release(self) -> Referee:
        """The game itself; the caller closes it."""
        self._close.detach()
        return self._game

    def close(self) -> None:
        """Free its memory now; otherwise that happens when nothing refers to the game any more."""
        self._close()

    # -- seeing ---------------------------------------------------------------------------------------

    def view(self, side: Side | str | None = None) -> View:
        """What a side may see: units, control, score, phases, and what it may do; None: the side to act.

        >>> view = r.new("barbarossa-1941").view("soviet")
        >>> view.turn_name, view.weather, view.unit("4.PzGr").factors
        ('June 1941', 'Good', '4')
        """
        return self._game.view(self._side(side))

    def forecast(
        self,
        target: str,
        *units: str,
        side: Side | str | None = None,
        rounds: int = 0,
        at: Mapping[str, str] | None = None,
    ) -> Forecast:
        """An attack worked out exactly, as far as the attackers' side knows the defenders.

        :param target: the hex attacked.
        :param units: ids of the attackers.
        :param side: whose attack it is; None: that of the first unit.
        :param rounds: 0 for the number that the present phase allows.
        :param at: hexes from which units would attack, where they do not stand there yet.
        :raises AttackRefused: if it may not be made like this; its ``forecast`` has the figures all the same.
        :raises NameUnknown: for a hex or unit that is not in this game.

        >>> game = r.new("barbarossa-1941", seed=1)
        >>> game.forecast("Riga", "4.PzGr")
        Traceback (most recent call last):
        ...
        game.api.AttackRefused: Riga D5 is not next to 4th Panzer Group. (9.2)
        """
        sides = [self._owner(unit) for unit in (*units, *(at or {}))]
        attacks = self._side(side if side is not None or not units else sides[0])
        places = {unit: self._hex(place) for unit, place in (at or {}).items()}
        return allowed(self._game.forecast(attacks, self._hex(target), units, rounds=rounds, at=places or None))

    def reach(self, unit: str) -> dict[str, ReachStep]:
        """Where a unit of the side to act could move now: label of the hex -> step; empty if it cannot.

        :raises NameUnknown: for a unit that is not in this game.
        """
        labels = self._game.board.hexes
        self._owner(unit)
        return {labels[index].label: step for index, step in self._game.reach(unit).items()}

    def supply(self, side: Side | str | None = None) -> frozenset[str]:
        """Labels of the hexes from which a side can trace supply now."""
        return frozenset(self._game.board.hexes[index].label for index in self._game.supply(self._side(side)))

    def log(self, side: Side | str | None = None) -> list[str]:
        """What has happened, line by line, as a side may read it; None: as both may, or everything once it is over.

        >>> r.new("barbarossa-1941").log("axis")[0]
        'June 1941 — Weather'
        """
        if side is not None:
            return [line for _, line in self._game.reading(self._side(side))]
        events = [event for record in self._game.log for event in record.events]
        if self.over:
            return [event.text for event in events if event.text]
        both = [(told(event, Side.AXIS), told(event, Side.SOVIET)) for event in events]
        return [one for one, other in both if one and one == other]

    def board_png(
        self,
        side: Side | str | None = None,
        *,
        size: tuple[int, int] = (1200, 1000),
        at: str = "",
        overlay: str = "",
        select: str = "",
        pack: str = "standard",
    ) -> bytes:
        """The board with its counters as a PNG.

        :param side: whose view it is; None: what both may know.
        :param size: 1 to 8000 pixels at most; the whole map fills one of them, the surroundings of ``at`` both.
        :param at: a place or hex to show as large as it is printed; "" for the whole map.
        :param overlay: a map overlay, as "supply"; ``select``: a counter to pick; ``pack``: a sprite pack.
        :raises NameUnknown: for a hex, overlay, counter, pack or size that there is not, or if a side has to be named.
        """
        from game.ui.atlas_pages.board_picture import board_png

        shown = self._side(side) if side is not None else self._game.open_to
        if shown is None:
            raise NameUnknown("side", "each side has hidden units: choose a view, axis or soviet")
        if select and (it := self._game.look(shown)).unit(select) is None:
            raise NameUnknown("unit", f"no unit {select[:60]!r} in this game{likely(select, (u.id for u in it.units))}")
        try:
            return board_png(self._game, shown, size, pack, (overlay, select, self._hex(at) if at else -1))
        except ValueError as e:
            raise NameUnknown("picture", str(e)) from None

    def save(self, path: str | PathLike[str], *, players: Mapping[str, str] | None = None) -> Path:
        """Write the game as a save, for the window, `rasputitsa replay` and :func:`load`; return the path.

        :param players: side -> "human" or a level, for the window; a person on both sides unless said.
        :raises FileRefused: if it cannot be written; an older file of that name is untouched then.
        """
        out = Path(path)
        seats = {self._side(side): who for side, who in (players or {}).items()} or self._about.players
        now = datetime.now().strftime("%Y-%m-%d %H:%M:%S")
        about = replace(self._about, name=self._about.name or out.stem, date=now, players=seats)
        try:
            return write_save(check_output(out), self._game, about)
        except (SaveError, OutputError) as e:
            raise FileRefused("save", str(e)) from None

    def _owner(self, unit: str) -> Side:
        known = {seen.id: seen.side for who in Side for seen in self._game.look(who).units if seen.id[0] != "?"}
        if unit not in known:
            raise NameUnknown("unit", plain(f"no unit {unit[:60]!r} in this game{likely(unit, known)}"))
        return known[unit]

    def _side(self, side: Side | str | None) -> Side:
        if side is None:
            return self._game.to_act or Side.AXIS
        one_of("side", str(side).lower(), [known.value for known in Side])
        return Side(str(side).lower())

    def _hex(self, place: str) -> int:
        found = self._game.board.find(place)
        if not found:
            raise NameUnknown("hex", f"no place {place[:60]!r} on this map{likely(place, self._game.board.by_name)}")
        return found[0]


def parse(text: str) -> Command:
    """The command a text stands for.

    :raises CommandRefused: naming the word that is wrong.

    >>> r.parse("move 4.PzGr E4").unit
    '4.PzGr'
    """
    return _command(text)


def _command(command: Command | str) -> Command:
    try:
        return command if isinstance(command, Command) else parse_command(command)
    except CommandError as e:
        raise CommandRefused("no-command", str(e)) from None


__all__ = [
    "LEVELS",
    "ApiError",
    "AttackRefused",
    "Command",
    "CommandRefused",
    "Commands",
    "Event",
    "FileRefused",
    "FinishedGame",
    "Forecast",
    "Game",
    "MatchStopped",
    "NameUnknown",
    "Refusal",
    "Result",
    "ScenarioInfo",
    "Side",
    "UndoRefused",
    "View",
    "from_bytes",
    "from_position",
    "load",
    "new",
    "odds",
    "parse",
    "scenarios",
    "simulate",
]

environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # a picture is no occasion for a greeting

_MISFIT = (SetupError, TableError, MapError)


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario.  ``options``: where its optional rules differ from those of its game."""

    id: str
    title: str
    ruleset: str
    turns: int
    minutes: int
    blurb: str
    path: Path
    options: Mapping[str, str]


def scenarios() -> list[ScenarioInfo]:
    """The game's own scenarios and those in your folder; damaged files are left out.

    >>> [s.id for s in scenarios() if s.ruleset == "darkest-crusade"]
    ['barbarossa-1941', 'tutorial-kiev-1941']
    """
    found = []
    for path in list_scenarios():
        try:
            s = load_scenario(path)
        except _MISFIT:
            continue
        turns = s.turns - s.start_turn + 1
        found.append(ScenarioInfo(s.id, s.title, s.ruleset, turns, s.minutes, s.blurb, s.path, dict(s.options)))
    return found


def new(scenario: str | PathLike[str], *, seed: int = 0, options: Mapping[str, str] | None = None) -> Game:
    """A new game.

    :param scenario: an id, as :func:`scenarios` names it, or the path of a scenario file (it ends in ``.toml``).
    :param options: optional rules, as ``{"secret_setup": "on"}``.
    :raises NameUnknown: for an unknown scenario, option or value.
    :raises FileRefused: for a scenario file that cannot be used.

    >>> new("kursk")
    Traceback (most recent call last):
    ...
    game.api.NameUnknown: no scenario 'kursk'; choose from: ...
    """
    own = fspath(scenario).endswith(".toml")
    if not isinstance(seed, int):
        raise NameUnknown("seed", plain(f"a seed is a whole number, not {seed!r:.40}"))
    try:
        found = load_scenario(Path(scenario)) if own else find_scenario(fspath(scenario))
        return Game(start(found, options, seed))
    except _MISFIT as e:
        raise (FileRefused("scenario", str(e)) if own else NameUnknown("scenario", str(e))) from None
    except OSError as e:
        raise FileRefused("scenario", plain(f"{fspath(scenario)}: {e.strerror or e}")) from None


def load(path: str | PathLike[str], *, passphrase: str = "") -> Game:
    """The game in a save, as it was left.

    :raises FileRefused: naming file, line and cause.
    """
    try:
        loaded = load_game(Path(path), passphrase=passphrase)
    except SaveError as e:
        raise FileRefused("save", str(e)) from None
    return Game(loaded.game, loaded.particulars())


def from_position(text: str) -> Game:
    """The game that continues from a position in text; its log begins there.

    :raises NameUnknown: if there is no such scenario or option.
    :raises FileRefused: for a text that is no position, or one that no game could lead to.
    """

    def begin(line: Line) -> Referee:
        return new(line.scenario, seed=line.seed, options=line.options)._release()

    try:
        return Game(read_line(text, begin))
    except SerializationError as e:
        raise FileRefused("position", plain(str(e))) from None


def from_bytes(data: bytes, *, passphrase: str = "") -> Game:
    """The game in the bytes of a save.

    :raises FileRefused: naming line and cause.
    """
    with TemporaryDirectory() as room:
        path = Path(room) / "game.save"
        path.write_bytes(data)
        return load(path, passphrase=passphrase)


def odds(ruleset: str, **figures: str | int) -> Forecast:
    """A battle worked out from figures alone; `rasputitsa odds RULESET` lists the names of the figures.

    >>> odds("darkest-crusade", attack="4,3", defend="0-1", terrain="forest").p_cleared
    Fraction(1, 1)

    :raises NameUnknown: for an unknown ruleset or figure.
    :raises AttackRefused: for figures that make no battle.
    """
    found = RULESETS.get(ruleset)
    if found is None:
        raise NameUnknown("ruleset", RULESETS.absent(ruleset))
    known = [name for name, _ in found.combat.odds_arguments]
    for name in figures:
        one_of("figure", name, known)
    try:
        forecast: Forecast = found.combat.odds({name: str(value) for name, value in figures.items()})
    except ValueError as e:
        raise NameUnknown("figure", str(e)) from None
    return allowed(forecast)


def simulate(
    scenario: str,
    *,
    games: int = 10,
    seed: int = 0,
    axis: str = "officer",
    soviet: str = "officer",
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    told: bool = False,
) -> list[FinishedGame]:
    """Whole games of the computer with itself, with seeds ``seed``, ``seed + 1``, and so on.

    ``row()`` of a game is a flat dict, so ``pandas.DataFrame(game.row() for game in ...)`` is a table of them.

    :param jobs: processes; with more than one, call it under ``if __name__ == "__main__":`` in a script.
    :param told: ``course`` of each game tells points and losses by turn, when places fell, and luck.
    :raises NameUnknown: for an unknown scenario, option, value or level.
    :raises MatchStopped: if a game does not come to its end.

    >>> [game.result.winner for game in simulate("tutorial-kiev-1941", games=1, axis="random", soviet="random")]
    ['soviet']
    """
    levels = {Side.AXIS: known_level(axis), Side.SOVIET: known_level(soviet)}
    new(scenario, options=options).close()
    orders = [SeriesGame(scenario, seed + n, dict(options or {}), levels, told=told) for n in range(games)]
    found = []
    for played in play_series(orders, jobs):
        if isinstance(played, str):
            raise MatchStopped("match", played)
        found.append(played)
    return found
