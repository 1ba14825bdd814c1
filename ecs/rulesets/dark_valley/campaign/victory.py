"""Chapter 9: victory."""

from __future__ import annotations

from collections.abc import Iterator

from ecs.core.components import Flags, Ground, Side
from ecs.core.events import MilestoneReached
from ecs.core.known_facts import Gauge, GaugeMark, Tally
from ecs.core.remembered_answers import remembered
from ecs.core.view import Result, ScoreLine
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.campaign_tables import Victory
from ecs.rulesets.dark_valley.data.components import Milestones
from ecs.rulesets.dark_valley.data.options import cities_bid
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.ground.occupancy import cities, held
from ecs.systems.victory import Ending, VictoryRules, is_last_turn

CAMPAIGN, BARBAROSSA, BLAU, ZITADELLE, BAGRATION = 0, 1, 2, 3, 4
GATES_DRAW, GATES_WIN = 2, 3  # of the four aims of Bagration
RULES = {CAMPAIGN: "9.4", BARBAROSSA: "9.3", BLAU: "9.5", ZITADELLE: "9.6", BAGRATION: "9.7"}

RESULTS = {
    "axis-barbarossa": Result(Side.AXIS, "win", "Axis victory: the Axis holds the cities that decide the campaign."),
    "axis-bid": Result(Side.AXIS, "win", "Axis victory: the Axis holds the cities it needs."),
    "soviet-barbarossa": Result(Side.SOVIET, "win", "Soviet victory: the Red Army stops the Axis in the first winter."),
    "axis-blau": Result(Side.AXIS, "win", "Axis victory: the summer offensive of 1942 pays off."),
    "soviet-blau": Result(Side.SOVIET, "win", "Soviet victory: the Red Army throws the Axis back from the Volga."),
    "axis-kursk": Result(Side.AXIS, "win", "Axis victory: the Axis takes Kursk and holds it."),
    "axis-zitadelle": Result(Side.AXIS, "win", "Axis victory: the front has held for the winter."),
    "soviet-zitadelle": Result(Side.SOVIET, "win", "Soviet victory: the Ukraine is free beyond the Dnieper."),
    "soviet-bagration-4": Result(Side.SOVIET, "decisive", "Decisive Soviet victory: all four objectives have fallen."),
    "soviet-bagration": Result(Side.SOVIET, "win", "Soviet victory: Army Group Centre is destroyed."),
    "axis-bagration": Result(Side.AXIS, "win", "Axis victory: the front survives the summer."),
    "draw": Result(None, "draw", "Draw: neither side has what it came for."),
    "axis-conquest": Result(Side.AXIS, "decisive", "Decisive Axis victory: the Axis conquers the east."),
    "level+2": Result(Side.SOVIET, "decisive", "Decisive Soviet victory: Berlin falls early."),
    "level+1": Result(Side.SOVIET, "marginal", "Marginal Soviet victory: Berlin falls."),
    "level+0": Result(None, "draw", "The war ends in a draw."),
    "level-1": Result(Side.AXIS, "marginal", "Marginal Axis victory: Berlin holds out."),
    "level-2": Result(Side.AXIS, "decisive", "Decisive Axis victory: Berlin holds out with ground to spare."),
}


# -- counting --------------------------------------------------------------------------------------


def controls(w: World, side: Side, spot: str) -> bool:
    """Does a side control a place, given by name?  Neither controls a place the map lacks."""
    return any(w.ground[i].control is side for i in w.board.spots([spot]))


def scenario(w: World) -> int:
    """Whose victory conditions are in force: 0 the campaign, 1 to 4 the scenarios in order."""
    for flag in w[Flags].flags:
        if flag.startswith("victory:"):
            return int(flag.removeprefix("victory:"))
    return CAMPAIGN


@remembered(Ground)
def score(w: World) -> tuple[ScoreLine, ...]:
    """Every victory city and who holds it."""
    table = rules(w).victory
    named = (*table.bagration_cities, *table.bagration_either) if scenario(w) == BAGRATION else ()
    goals = w.board.spots(named)
    return tuple(_line(w, i, goals) for i in cities(w))


def _line(w: World, index: int, goals: tuple[int, ...]) -> ScoreLine:
    spot, holder = w.board.hexes[index], w.ground[index].control
    note = "objective" if index in goals else ""
    return ScoreLine(spot.name, spot.vp, (spot.label,), holder, holder, note)


def tally(w: World) -> Tally:
    """The line of the phase bar: the score, and what wins."""
    table, points = rules(w).victory, held(w, Side.AXIS)
    lead = f"Axis {points} {'city' if points == 1 else 'cities'}"
    match scenario(w):
        case 1:
            pair = w.board.spots((table.kiev, table.leningrad))
            more = ", or with Moscow and either Kiev or Leningrad" if pair else ""
            late = (f"at the end the Axis wins with {bid}",) if (bid := cities_bid(w)) else ()
            return _tally(w, lead, f"wins with {table.barbarossa_cities}", more, *late)
        case 2:
            soviets = f"Soviets win with {table.blau_lose} or fewer"
            return _tally(w, lead, f"wins with {table.blau_win}", ", or with Stalingrad and Grozny", soviets)
        case 3:
            soviets = f"Soviets win with {table.zitadelle_lose} or fewer"
            return _tally(w, lead, f"wins with {table.zitadelle_win}", ", or with Kursk in August", soviets)
        case 4:
            count = bagration_count(w)
            hold = f"Soviets hold {count} of Minsk, Lwow, Riga and Warsaw or Bucharest"
            return _tally(w, hold, f"win with {GATES_WIN}", f", draw with {GATES_DRAW}")
    return _tally(w, lead, f"wins with {table.campaign_cities}", "", _milestone_text(w))


def _tally(w: World, lead: str, goal: str, more: str, *rest: str) -> Tally:
    return Tally((lead, goal + more, *rest), goal, gauge(w), RULES[scenario(w)])


def gauge(w: World) -> Gauge:
    """Cities of either side, or gates of Bagration that are open, and how many it takes."""
    table, kind = rules(w).victory, scenario(w)
    if kind == BAGRATION:
        count, most = bagration_count(w), len(table.bagration_cities) + 1
        gates = GaugeMark(Side.SOVIET, Side.SOVIET, GATES_WIN, turn=w.turns)
        return Gauge(most, most - count, count, (gates,), lead=Side.SOVIET)
    most = sum(w.board.hexes[i].vp for i in cities(w))
    return Gauge(most, held(w, Side.AXIS), held(w, Side.SOVIET), tuple(_marks(w, table, kind)))


def _marks(w: World, table: Victory, kind: int) -> Iterator[GaugeMark]:
    """The Axis figures that end or decide a game scored by cities."""
    axis, soviet = Side.AXIS, Side.SOVIET
    if kind == CAMPAIGN:
        yield GaugeMark(axis, axis, table.campaign_cities)
        for turn, most in [pair for pair in table.milestones if w.clock.turn <= pair[0]][:1]:
            yield GaugeMark(soviet, axis, most, fewer=True, turn=turn)
    elif kind == BARBAROSSA:
        yield GaugeMark(axis, axis, table.barbarossa_cities)
        if bid := cities_bid(w):
            yield GaugeMark(axis, axis, bid, turn=w.turns)
    else:
        win, lose = (table.blau_win, table.blau_lose) if kind == BLAU else (table.zitadelle_win, table.zitadelle_lose)
        yield GaugeMark(axis, axis, win, turn=w.turns)
        yield GaugeMark(soviet, axis, lose, fewer=True, turn=w.turns)


def decisive(w: World) -> tuple[int, ...]:
    """The cities named in the line of the phase bar."""
    table, last = rules(w).victory, max(turn for turn, _ in rules(w).victory.milestones)
    named = (
        (table.berlin,) if w.clock.turn > last else (),
        (table.moscow, table.kiev, table.leningrad),
        (table.stalingrad, table.grozny),
        (table.kursk,),
        (*table.bagration_cities, *table.bagration_either),
    )[scenario(w)]
    return w.board.spots(named)


def capitals(w: World, side: Side) -> tuple[int, ...]:
    """The cities of a side that win the campaign for the enemy (9.4)."""
    table = rules(w).victory
    names = (table.berlin,) if side is Side.AXIS else (table.moscow, table.leningrad, table.stalingrad)
    return w.board.spots(names)


def _milestone_text(w: World) -> str:
    for turn, most in rules(w).victory.milestones:
        if w.clock.turn <= turn:
            return f"Soviet milestone: Axis at {most} or fewer after turn {turn}"
    return "Soviets must take Berlin"


def bagration_count(w: World) -> int:
    """How many of the four aims of Bagration the Soviets hold (9.7)."""
    table = rules(w).victory
    either = any(controls(w, Side.SOVIET, spot) for spot in table.bagration_either)
    return sum(controls(w, Side.SOVIET, spot) for spot in table.bagration_cities) + either


# -- the end of a turn -----------------------------------------------------------------------------


def _barbarossa(w: World, table: Victory) -> str:
    """The verdict of Barbarossa (9.3)."""
    flank = controls(w, Side.AXIS, table.kiev) or controls(w, Side.AXIS, table.leningrad)
    capital = controls(w, Side.AXIS, table.moscow) and flank
    if capital or held(w, Side.AXIS) >= table.barbarossa_cities:
        return "axis-barbarossa"
    if not is_last_turn(w):
        return ""
    return "axis-bid" if 0 < cities_bid(w) <= held(w, Side.AXIS) else "soviet-barbarossa"


def _blau(w: World, table: Victory) -> str:
    """The verdict of Fall Blau (9.5)."""
    points = held(w, Side.AXIS)
    if controls(w, Side.AXIS, table.stalingrad) and controls(w, Side.AXIS, table.grozny):
        return "axis-blau"
    if not is_last_turn(w):
        return ""
    return "axis-blau" if points >= table.blau_win else "soviet-blau" if points <= table.blau_lose else "draw"


def _zitadelle(w: World, table: Victory) -> str:
    """The verdict of Zitadelle (9.6)."""
    points = held(w, Side.AXIS)
    if w.clock.turn == table.zitadelle_turn and controls(w, Side.AXIS, table.kursk):
        return "axis-kursk"
    if not is_last_turn(w):
        return ""
    if points >= table.zitadelle_win:
        return "axis-zitadelle"
    return "soviet-zitadelle" if points <= table.zitadelle_lose else "draw"


def _bagration(w: World, table: Victory) -> str:
    """The verdict of Bagration (9.7)."""
    if not is_last_turn(w):
        return ""
    return ("axis-bagration", "axis-bagration", "draw", "soviet-bagration", "soviet-bagration-4")[bagration_count(w)]


def _pass_milestone(w: World) -> None:
    """A milestone the Soviets have missed counts against them (9.4)."""
    for turn, most in rules(w).victory.milestones if scenario(w) == CAMPAIGN else ():
        if turn == w.clock.turn and held(w, Side.AXIS) > most:
            w.mark(Milestones, w.table, missed=w[Milestones].missed + 1)
            w.emit(MilestoneReached(rule="9.4", side=Side.AXIS, cities=most))


def _campaign(w: World, table: Victory) -> str:
    """The verdict of the campaign (9.4)."""
    points = held(w, Side.AXIS)
    trio = [w.ground[i].control is Side.AXIS for i in capitals(w, Side.SOVIET)]
    if points >= table.campaign_cities or (trio and all(trio)):
        return "axis-conquest"
    berlin = controls(w, Side.SOVIET, table.berlin)
    if not berlin and not is_last_turn(w):
        return ""
    if berlin:
        base = max(0, 2 - max(0, w.clock.turn - table.campaign_last_early))
    else:
        base = -2 if points >= table.late_cities else -1
    level = max(-2, base - (w[Milestones].missed >= table.milestones_most))
    return f"level{level:+d}"


_JUDGES = {CAMPAIGN: _campaign, BARBAROSSA: _barbarossa, BLAU: _blau, ZITADELLE: _zitadelle, BAGRATION: _bagration}


def verdict(w: World) -> Ending | None:
    """The end of a turn: is the game over (9.3-9.7)?"""
    kind = scenario(w)
    word = _JUDGES[kind](w, rules(w).victory)
    return (word, RULES[kind]) if word else None


VICTORY = VictoryRules(RESULTS, verdict, _pass_milestone)
