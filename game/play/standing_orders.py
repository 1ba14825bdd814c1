"""Standing orders: questions a player has answered once for all, on losses, retreats and advances.

They are kept with the save, and answered by the same commands a click would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ecs import Command, Game, Side, View
from ecs.core.commands import Advance, Done, Retreat, TakeHit
from ecs.core.view import UnitView
from game.play.session import Session

# -- A retreat goes hex by hex.  The player is asked once, where it ends. --------------------------------------------

RETREAT = "retreat"
MOST_PACES = 4


@dataclass(frozen=True, slots=True)
class RetreatEnd:
    """A hex where a retreat can end: the orders that lead there, and whether the unit survives."""

    orders: tuple[Command, ...]
    survives: bool = True


def retreat_ends(game: Game, unit: str) -> dict[int, RetreatEnd]:
    """Every hex in which the retreat of a unit can end; none unless a retreat is due."""
    found: dict[int, RetreatEnd] = {}
    if game.to_act is not None and game.moment[2] == RETREAT:
        _retreat_on(game, game.to_act, unit, (), found)
    return found


def _retreat_on(game: Game, side: Side, unit: str, gone: tuple[Command, ...], found: dict[int, RetreatEnd]) -> None:
    for order in _paces(game, unit):
        with game.what_if() as table:
            table.apply(order)
            view, orders = table.look(side), (*gone, order)
            now = view.unit(unit)
            lives = now is not None and now.hex >= 0
            end = now.hex if now is not None and lives else game.board.by_label[order.hex]
            more = table.to_act is side and table.moment[2] == RETREAT and bool(_paces(table, unit))
            if more and len(orders) < MOST_PACES:
                _retreat_on(table, side, unit, orders, found)
                orders = (*orders, Done()) if Done() in table.legal() else ()
            if orders and (end not in found or (lives and not found[end].survives)):
                found[end] = RetreatEnd(orders, lives)


def _paces(game: Game, unit: str) -> list[Retreat]:
    return [order for order in game.legal() if isinstance(order, Retreat) and order.unit == unit]


# -- What can be ordered once for all. -------------------------------------------------------------------------------

LOSSES, RETREATS, ADVANCES = "losses", "retreats", "advances"
ASK, WEAKEST, AWAY, ALL, NONE = "ask", "weakest", "away", "all", "none"
STANDING: Mapping[str, Mapping[str, str]] = {
    LOSSES: {ASK: "Ask me", WEAKEST: "The weakest unit that survives the loss"},
    RETREATS: {ASK: "Ask me", AWAY: "Away from the enemy"},
    ADVANCES: {ASK: "Ask me", ALL: "Advance all", NONE: "No unit advances"},
}
"""What may be ordered of each question, and how that is called; the first asks every time."""
HIT_QUESTIONS = ("losses", "hits")
"""Questions that are about one's own losses, and not about whom the enemy loses."""


def ordered(session: Session, side: Side, question: str) -> str:
    """A side's standing order on a question."""
    return session.about.standing.get(f"{side.value}.{question}", ASK)


def order_once_for_all(session: Session, side: Side, question: str, order: str) -> None:
    """Set the standing order on a question; "ask" removes it."""
    session.about.standing.pop(f"{side.value}.{question}", None)
    if order != ASK:
        session.about.standing[f"{side.value}.{question}"] = order


@dataclass(frozen=True, slots=True)
class Answer:
    """The command a standing order gives, and what the player reads."""

    orders: tuple[Command, ...]
    told: str


def answer_of(session: Session) -> Answer | None:
    """A standing order's answer to the open question; None if there is none, and the player decides."""
    game, side = session.game, session.game.to_act
    asked = session.human_to_act and not session.hands_over and bool(game.moment[2])
    if side is None or not asked or not session.about.standing:
        return None
    view, legal = game.look(side), game.legal()
    hits = [c for c in legal if isinstance(c, TakeHit)]
    if hits and game.moment[2] in HIT_QUESTIONS and ordered(session, side, LOSSES) == WEAKEST:
        return _weakest(session, view, hits)
    if ordered(session, side, RETREATS) == AWAY and any(isinstance(c, Retreat) for c in legal):
        return _away(game, view, [c for c in legal if isinstance(c, Retreat)])
    advances = [c for c in legal if isinstance(c, Advance)]
    return _advance(view, advances, legal, ordered(session, side, ADVANCES)) if advances else None


def _weakest(session: Session, view: View, hits: Sequence[TakeHit]) -> Answer:
    def cost(hit: TakeHit) -> tuple[bool, int, str]:
        unit = view.unit(hit.unit)
        return session.destroys(hit), unit.attack + unit.defence if unit is not None else 0, hit.unit

    hit = min(hits, key=cost)
    return Answer((hit,), f"{_name(view, hit.unit)} takes the loss.")


def _away(game: Game, view: View, paces: Sequence[Retreat]) -> Answer | None:
    """The end farthest from the enemy, for the first unit of its own side."""
    unit = next((u for c in paces if (u := view.unit(c.unit)) is not None and u.side is view.side), None)
    ends = retreat_ends(game, unit.id) if unit is not None else {}
    if unit is None or not ends:
        return None
    foes = [u.hex for u in view.units if u.side is not view.side and u.hex >= 0]

    def safety(index: int) -> tuple[bool, int, int]:
        return ends[index].survives, min((view.board.distance(index, foe) for foe in foes), default=0), -index

    best = max(ends, key=safety)
    return Answer(ends[best].orders, f"{unit.name} retreats away from the enemy.")


def _advance(view: View, advances: Sequence[Advance], legal: Sequence[Command], order: str) -> Answer | None:
    """Advance all into the hex that was won, one after the other, or none."""
    if order == NONE:
        return Answer((Done(),), "no unit advances.") if Done() in legal else None
    asked = view.decision
    here = [c for c in advances if asked is not None and view.board.by_label[c.hex] == asked.hex]
    if order != ALL:
        return None
    if here:
        return Answer((here[0],), f"{_name(view, here[0].unit)} advances.")
    return Answer((Done(),), "no other unit advances.") if Done() in legal else None


def _name(view: View, name: str) -> str:
    unit: UnitView | None = view.unit(name)
    return unit.name if unit is not None else name
