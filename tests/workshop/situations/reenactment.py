"""What comes of a situation on the map.  A game is brought to the attack, and the attack fought time and again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ecs import Command, Forecast, Game, MapError, SetupError, Side, TableError, View, parse
from ecs.core.commands import (
    Advance,
    Assign,
    Done,
    EndPhase,
    Fire,
    Resolve,
    Retreat,
    StandFast,
    TakeHit,
)
from ecs.core.view import UnitView
from game.play.scenarios import new_game
from tests.workshop.situations.attack_results import Yield, climbed, expected
from tests.workshop.situations.situation_file import SituationAttack, SituationError, load_situation

STEP_BY_STEP = {"only_answers": "asked"}
PATIENCE = 400  # commands from the first of a game to its attack, or from an attack to its end

# -- on the map -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """A game one command before the attack."""

    game: Game
    side: Side
    target: int
    attackers: tuple[UnitView, ...]
    defenders: tuple[UnitView, ...]
    forecast: Forecast
    ground: str

    @property
    def attack(self) -> int:
        """The attackers' printed factors."""
        return sum(unit.attack for unit in self.attackers)

    @property
    def defence(self) -> int:
        """The defenders' printed factors."""
        return sum(unit.defence for unit in self.defenders)

    @property
    def expected(self) -> Yield:
        """What the game's own forecast says."""
        return expected(self.forecast, Fraction(_worth(self.defenders)), Fraction(_worth(self.attackers)))


@contextmanager
def staged(attack: SituationAttack, ruleset: str, where: str) -> Iterator[Stage]:
    """The game as it stands when the attack has been declared and waits for its die.

    :param ruleset: the game the scenario must be of.
    :param where: what to name in a complaint.
    :raises SituationError: if it cannot be brought about.
    """
    try:
        game = new_game(attack.scenario, options={**STEP_BY_STEP, **attack.options})
    except (SetupError, TableError, MapError) as e:
        raise SituationError(f"{where}: {e}") from None
    try:
        if game.ruleset.id != ruleset:
            raise SituationError(f"{where}: scenario {attack.scenario} is of {game.ruleset.id}")
        yield _stage(game, attack, where)
    finally:
        game.close()


def _stage(game: Game, attack: SituationAttack, where: str) -> Stage:
    target = game.board.by_label.get(attack.target)
    if target is None:
        raise SituationError(f"{where}: there is no hex {attack.target} on the map of {attack.scenario}")
    units = {name: game.look(Side.AXIS).unit(name) for name in attack.attackers}
    sides = {unit.side for unit in units.values() if unit is not None}
    for name, unit in units.items():
        if unit is None or unit.hex < 0:
            raise SituationError(f"{where}: attackers: no unit {name!r} stands on the map")
    if len(sides) > 1:
        raise SituationError(f"{where}: attackers: they are of both sides")
    (side,) = sides
    _declare(game, attack, where)
    look = game.look(side)
    defenders = tuple(u for u in look.at(target) if u.side is not side and game.ruleset.glossary.fights(u))
    attackers = tuple(u for name in attack.attackers if (u := look.unit(name)) is not None)
    forecast = game.forecast(side, target, attack.attackers)
    if not _worth(defenders) or not _worth(attackers):
        raise SituationError(f"{where}: {attack.target}: one of the sides has no factors there")
    return Stage(game, side, target, attackers, defenders, forecast, _ground(look, target, attackers))


def _declare(game: Game, attack: SituationAttack, where: str) -> None:
    """Give the orders, end phases, assign the attackers: until the battle may be fought."""
    orders = [parse(text) for text in attack.orders]
    missing = [*attack.attackers]
    for _ in range(PATIENCE):
        if not missing and game.is_legal(Resolve(attack.target, 1)):
            return
        command: Command | None
        if orders:
            command = orders.pop(0) if game.is_legal(orders[0]) else None
        else:
            command = _assignment(game, attack, missing)
        if command is None and game.is_legal(EndPhase()):
            command = EndPhase()
        command = command or _duty(game, attack)
        if command is None or game.turn > game.scenario.start_turn:
            break
        game.apply(command)
    wanted = orders[0] if orders else Assign(missing[0], attack.target, 1) if missing else Resolve(attack.target, 1)
    raise SituationError(f"{where}: {wanted.text()!r} cannot be given: {game.why_not(wanted)}")


def _assignment(game: Game, attack: SituationAttack, missing: list[str]) -> Command | None:
    for name in missing:
        command = Assign(name, attack.target, 1)
        if game.is_legal(command):
            missing.remove(name)
            return command
    return None


def _duty(game: Game, attack: SituationAttack) -> Command | None:
    """Where others must attack too, the first attack elsewhere; where something must be decided, the first choice."""
    for command in game.legal():
        if not isinstance(command, Assign):
            continue
        if command.hex != attack.target and command.unit not in attack.attackers:
            return command
    return game.legal()[0] if game.moment[2] and game.legal() else None


def _ground(look: View, target: int, attackers: tuple[UnitView, ...]) -> str:
    board = look.board
    wet = [unit for unit in attackers if "river" in board.kinds(unit.hex, target)]
    place = board.hexes[target]
    words = [place.terrain, *([place.place] if place.place else []), *(sorted(place.traits & {"fortress"}))]
    across = "all across a river" if len(wet) == len(attackers) else "some across a river" if wet else ""
    return ", ".join([*words, *([across] if across else [])])


def _worth(units: tuple[UnitView, ...]) -> int:
    return sum(max(unit.attack, unit.defence) for unit in units)


# -- played -----------------------------------------------------------------------------------------------


def played(stage: Stage, seeds: range) -> Yield:
    """What came of the attack, played with the dice of these seeds, as shares of all games.

    :raises SituationError: if a battle does not come to its end.
    """
    every = [_fought(stage, seed) for seed in seeds]
    return Yield(**{name: sum((getattr(y, name) for y in every), Fraction(0)) / len(every) for name in Yield.__slots__})


def _fought(stage: Stage, seed: int) -> Yield:
    game = stage.game
    with game.what_if(seed):
        game.apply(Resolve(game.board.hexes[stage.target].label, 1))
        for _ in range(PATIENCE):
            if not game.moment[2]:
                return _yield(stage, game.look(stage.side))
            game.apply(answer(stage))
    raise SituationError(f"{game.scenario.id}, seed {seed}: the battle does not end")


def answer(stage: Stage) -> Command:
    """The answer to an open question that the forecasts take for granted.

    Nobody presses, breaks off or sends in reserves; defenders that may stand do, and no further than they must do they
    retreat; losses fall where they cost least; one attacker goes into an empty hex.
    """
    game, legal = stage.game, stage.game.legal()
    look = game.look(stage.side)
    label = game.board.hexes[stage.target].label
    fires = [command for command in legal if isinstance(command, Fire)]
    if fires:
        return min(fires, key=lambda command: command.press)
    if StandFast() in legal:
        return StandFast()
    here = look.at(stage.target)
    entries = [c for c in legal if isinstance(c, Advance) and c.hex == label]
    if entries and not any(unit.side is stage.side for unit in here):
        return entries[0]
    theirs = {unit.id for unit in here if unit.side is not stage.side}
    driven = [c for c in legal if isinstance(c, Retreat) and c.unit in theirs]
    if driven and game.to_act is stage.side:
        return driven[0]
    if Done() in legal:
        return Done()
    hits = [command for command in legal if isinstance(command, TakeHit)]
    if hits:
        return min(hits, key=lambda command: _price(look, command.unit))
    return legal[0]


def _price(look: View, name: str) -> tuple[int, int]:
    unit = look.unit(name)
    return (0, 0) if unit is None else (-unit.hits, max(unit.attack, unit.defence))


def _yield(stage: Stage, look: View) -> Yield:
    now: Mapping[str, UnitView] = {unit.id: unit for unit in look.units if unit.hex >= 0}
    left = [now[unit.id] for unit in stage.defenders if unit.id in now]
    held = any(unit.hex == stage.target for unit in left)
    theirs, ours = (_lost(team, now) for team in (stage.defenders, stage.attackers))
    touched = theirs > 0 or any(_tired(unit, now) for unit in stage.defenders)
    return Yield(
        taken=Fraction(not held and not any(u.side is not stage.side for u in look.at(stage.target))),
        destroyed=Fraction(not left),
        driven=Fraction(bool(left) and not held),
        shaken=Fraction(held and touched),
        steady=Fraction(held and not touched),
        hurt=Fraction(ours > 0 or any(_tired(unit, now) for unit in stage.attackers)),
        theirs=theirs,
        ours=ours,
    )


def _lost(team: tuple[UnitView, ...], now: Mapping[str, UnitView]) -> Fraction:
    """The share of a team's factors that is gone: units, and sides of units that are turned."""
    lost = 0
    for unit in team:
        after = now.get(unit.id)
        if after is None:
            lost += max(unit.attack, unit.defence)
        elif after.hits < unit.hits:
            lost += max(unit.attack, unit.defence) - max(after.attack, after.defence)
    return Fraction(lost, _worth(team))


def _tired(unit: UnitView, now: Mapping[str, UnitView]) -> bool:
    after = now.get(unit.id)
    return after is not None and after.disrupted and not unit.disrupted


def check_situation(path: Path) -> list[str]:
    """Everything wrong with a situation file; empty if its attacks can be made and its ladders climbed."""
    faults: list[str] = []
    try:
        found = load_situation(path)
    except SituationError as e:
        return [str(e)]
    for ruleset, attack in found.games.items():
        where = f"{path.name}, {ruleset}"
        try:
            climbed(ruleset, attack.ladder, where)
            with staged(attack, ruleset, where):
                pass
        except SituationError as e:
            faults.append(str(e))
    return faults
