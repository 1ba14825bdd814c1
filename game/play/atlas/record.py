"""The contents of an atlas, gathered by replaying a game: turns, battles, losses, throws of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ecs import Game, Side, View
from ecs.core.events import Attacked, Fired
from ecs.core.view import Forecast, UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.atlas.luck import Ledger, throw_of, worth_to_attacker
from game.play.atlas.outlines import Marches, Thrust
from game.play.front import Front, front_of
from game.play.playback import Playback, axis_points
from game.play.story import Battle, Fold, Happening, Kind, Told, bill, captures, of, told_of
from game.saves.fallback_position import Base


@dataclass(frozen=True, slots=True)
class Stack:
    """The counters of one side in a hex.

    ``units``: those that can fight, or that are still face down; ``factors``: of attack, all together;
    ``armour``: there is some among them; ``cut_off``: none of them is in supply.
    """

    hex: int
    side: Side
    units: int
    factors: int
    armour: bool
    cut_off: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it ended.  ``control`` is by hex; ``won``: hexes that changed hands for good in it, by whom; ``taken``:
    names of places among them; ``dead``: units off the map, and ``factors`` they and steps lost had, by whose they
    were; ``points``: that count for either side; ``thrusts``: who went the same way against the enemy;
    ``front``: where it ran at the end, and who was cut off; ``score``: of the Axis, as the game counts it."""

    number: int
    name: str
    weather: str
    control: tuple[Side | None, ...]
    stacks: tuple[Stack, ...]
    won: dict[Side, tuple[int, ...]]
    taken: dict[Side, tuple[str, ...]]
    dead: dict[Side, int]
    factors: dict[Side, int]
    points: dict[Side, int]
    front: Front
    thrusts: tuple[Thrust, ...] = ()
    score: int = 0


@dataclass(slots=True)
class Atlas:
    """A game from its first turn to the present one.

    ``luck``: all throws that could be weighed; ``service``: battles a unit took part in, by its id; ``opening``: the
    front before the first turn, and ``before`` who held what then; ``first``: commands at the beginning that cannot be
    looked at, as they were given under older rules.
    """

    view: View
    seen_by: Side | None
    seed: int
    opening: Front
    first: int = 0
    before: tuple[Side | None, ...] = ()
    turns: list[Turn] = field(default_factory=list)
    battles: list[Battle] = field(default_factory=list)
    luck: Ledger = field(default_factory=Ledger)
    service: Counter[str] = field(default_factory=Counter)
    names: dict[str, tuple[str, Side]] = field(default_factory=dict)
    fallen: dict[str, int] = field(default_factory=dict)

    @property
    def farthest(self) -> Turn | None:
        """The turn at whose end the Axis held most ground; None if it was the last one, or if the Axis has won."""
        result = self.view.result
        most = max(self.turns, key=lambda turn: sum(holder is Side.AXIS for holder in turn.control))
        won = result is not None and result.winner is Side.AXIS
        return None if won or most is self.turns[-1] else most

    def place(self, index: int) -> str:
        """ "Minsk", "near Minsk"; the label of the hex on a map without names."""
        name, away = nearest_place(self.view.board, index)
        return (f"near {name}" if away else name) if name else self.view.board.hexes[index].label


def gather(game: Game, side: Side | None = None, base: Base | None = None) -> Atlas:
    """Everything an atlas says about a game.

    :param side: who looks; None for everything there was, which only a game that is over tells.
    :param base: where the game continues, if it was begun under older rules.
    :raises ValueError: if ``side`` is None and the game continues.
    """
    found = Gathering(game, side, base)
    try:
        while found.step():
            pass
        return found.atlas
    finally:
        found.close()


class Gathering:
    """Replays a game command by command, and notes what an atlas needs.

    ``share``: how much of it is done, from 0 to 1.  Parameters and errors are those of ``gather``.
    """

    def __init__(self, game: Game, side: Side | None = None, base: Base | None = None) -> None:
        if side is None and not game.over:
            raise ValueError("a game in progress can only be shown from one side")
        playback = Playback(game, base, back=False)
        self.game, self.side, self.playback = game, side, playback
        view = game.look(side or Side.AXIS)
        opening = front_of(playback.game, playback.game.look(side or Side.AXIS))
        self.atlas = Atlas(view, side, game.seed, opening, playback.first)
        for now in (playback.game, game):
            self._learn_names(now)
        names = self.atlas.names  # asked by itself: the gathering is to be gone as soon as nobody holds it
        self.fold = Fold(game.board, lambda unit: names[unit][1] if unit in names else None, side)
        self._turn = playback.game.turn
        self._control = self.atlas.before = self._held(playback.game)
        self._told: list[Told] = []
        self._forecasts: dict[int, Forecast | None] = {}
        self._whole = False

    @property
    def share(self) -> float:
        """How much of the game has been replayed."""
        first, last = self.playback.first, self.playback.last
        return (self.playback.at - first) / max(1, last - first)

    def step(self) -> bool:
        """Replay one command; False when all are replayed and the atlas is complete."""
        if self.playback.at >= self.playback.last:
            if not self._whole:
                self._whole = True
                self._end_turn()
                self.atlas.battles = [b for b in self.fold.battles.values() if b.weighed and b.dice]
            return False
        record = self.game.log[self.playback.at + 1]
        if record.turn != self._turn:
            self._end_turn()
            self._turn = record.turn
        told = list(told_of(self.fold, record))
        happenings = [one.happening for one in told if one.happening is not None]
        self._look_ahead(happenings)
        self.playback.forward()
        self._told += told
        for happening in happenings:
            self._take(happening)
        return True

    def close(self) -> None:
        """Close the copies of the game."""
        self.playback.close()

    def _learn_names(self, game: Game) -> None:
        """Note the counters now in play: some come and go before the end."""
        for view in self._views(game):
            for unit in view.units:
                self.atlas.names.setdefault(unit.id, (unit.name, unit.side))

    def _views(self, game: Game) -> tuple[View, ...]:
        return tuple(game.look(s) for s in Side) if self.side is None else (game.look(self.side),)

    # -- battles --------------------------------------------------------------------------------------

    def _look_ahead(self, happenings: Iterable[Happening]) -> None:
        """Before a battle begins, note what its die may bring."""
        for one in of(happenings, Kind.BATTLE):
            event, battle = one.event, self.fold.battles[one.battle]
            if battle.weighed:
                if any(u not in self.atlas.names for u in (*event.attackers, *event.support, *event.defenders)):
                    self._learn_names(self.playback.game)
                known = [u for u in (*event.attackers, *event.support) if u in self.atlas.names]
                self._forecasts[battle.number] = self._forecast_of(battle.side, battle.hex, known)
                self.atlas.service.update(u for u in (*event.attackers, *event.defenders) if u in self.atlas.names)

    def _forecast_of(self, side: Side, index: int, units: Sequence[str]) -> Forecast | None:
        try:
            return self.playback.game.forecast(side, index, units)
        except (ValueError, KeyError):
            return None

    def _take(self, one: Happening) -> None:
        """Weigh the dice, and note which units fell when."""
        if one.kind is Kind.DESTROYED:
            self.atlas.fallen[one.units[0]] = self._turn
        elif isinstance(one.event, Fired):
            self.atlas.luck.fire(one.event)
        elif isinstance(one.event, Attacked) and one.battle in self._forecasts and not one.event.bombardment:
            self._weigh(one.event, self.fold.battles[one.battle].side, self._forecasts[one.battle])

    def _weigh(self, event: Attacked, side: Side, forecast: Forecast | None) -> None:
        """The place of an attacker's die, where the forecast reads the die as the table was read."""
        face = event.faces[0] if len(event.faces) == 1 else 0
        faces = forecast.die if forecast is not None else ()
        if not 1 <= face <= len(faces) or faces[face - 1].code not in (event.result, event.plain):
            self.atlas.luck.unweighed += 1
            return
        worths = [worth_to_attacker(each) for each in faces]
        self.atlas.luck.throws.append((side, throw_of([(w, 1) for w in worths], worths[face - 1])))

    # -- turns ----------------------------------------------------------------------------------------

    def _held(self, game: Game) -> tuple[Side | None, ...]:
        return game.look(self.side or Side.AXIS).control

    def _end_turn(self) -> None:
        """Note how the turn ended, before the first command of the next."""
        game = self.playback.game
        views = self._views(game)
        view, control = views[0], views[0].control
        won = {s: tuple(i for i, now in enumerate(control) if now is s and self._control[i] is not s) for s in Side}
        happenings = [one.happening for one in self._told if one.happening is not None]
        fell = [(one.side, game.board.hexes[one.hex].name) for one in captures(happenings)]
        taken = {s: tuple(name for side, name in fell if side is s and name) for s in Side}
        lost = {s: bill(happenings, s) for s in Side}
        self.atlas.turns.append(
            Turn(
                self._turn,
                _turn_name(view, self._turn),
                _weather(view) if view.turn == self._turn else "",
                control,
                tuple(_stacks(self._counters(views))),
                won,
                taken,
                {s: lost[s].units for s in Side},
                {s: lost[s].factors for s in Side},
                {s: sum(line.points for line in view.score if line.counts_for is s) for s in Side},
                front_of(game, view),
                self._thrusts(views),
                axis_points(view),
            )
        )
        self._control, self._told = control, []

    def _thrusts(self, views: Sequence[View]) -> tuple[Thrust, ...]:
        """The advances in the turn that ends, each side's as it sees them where nothing is secret."""
        marches = Marches(views[0].board)
        for one in reversed(self._told):
            marches.before(one.seen)
        units = tuple(self._counters(views))
        return tuple(thrust for side in Side for thrust in marches.thrusts(side, units))

    def _counters(self, views: Sequence[View]) -> Iterator[UnitView]:
        """All counters on the map, each side's as it sees them where nothing is secret."""
        for view in views:
            for unit in view.units:
                if unit.hex >= 0 and (self.side is not None or unit.side is view.side):
                    yield unit


def _weather(view: View) -> str:
    """The weather of a turn: of each of its parts, where it has several."""
    skies = sorted(view.skies, key=lambda sky: sky.part)
    return "; ".join(f"{sky.title}: {sky.weather}" for sky in skies) or view.weather_text


def _turn_name(view: View, number: int) -> str:
    track = view.turn_track
    return track[number - 1][0] if 1 <= number <= len(track) else view.turn_name


def _stacks(units: Iterable[UnitView]) -> Iterator[Stack]:
    by_hex: dict[tuple[int, Side], list[UnitView]] = {}
    for unit in units:
        by_hex.setdefault((unit.hex, unit.side), []).append(unit)
    for (index, side), here in sorted(by_hex.items(), key=lambda item: (item[0][0], item[0][1].value)):
        fighters = [u for u in here if u.attack or u.defence or u.id.startswith("?")]
        factors = sum(u.attack for u in here)
        cut_off = bool(fighters) and not any(u.supplied for u in fighters)
        yield Stack(index, side, len(fighters), factors, any(u.armour for u in here), cut_off)
