"""What a click on the map means: one function of what the player sees and clicks, without side effects.

The first line that fits holds.

| click on | while | means |
|---|---|---|
| an own or enemy counter | a question is answered by naming it (a hit to take) | act, or ask which |
| an own counter | none is picked, and in the set-up it can be lifted | act |
| an own counter | Shift is held | pick it too, or no more |
| an enemy hex | a question asks for an attack, and that one is planned | act: fight it |
| an enemy hex | a question asks for an attack, and none was picked by hand | propose: send whom the planner would |
| a hex | the retreat of the picked unit can end there | act: all its paces |
| a lit hex | one order leads there | act |
| a lit hex | several orders lead there, or an own counter lies there | ask which |
| an own counter | | pick it; again: the next below it |
| the last waypoint | the picked unit can march | march |
| the hex that is planned | the plan can be declared | declare |
| the hex that is planned | it is declared, and there is one way to fight it | act: fight it |
| an enemy hex | it can be attacked, or no unit is picked that could march | plan |
| another hex | a unit is picked, or a question is open | explain why not |
| anything else | | nothing |

The right button leaves the picked where they are: an enemy hex is planned with them, a lit hex acted on; all else means
nothing, which the mouse takes for one step back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ecs import Command, View
from ecs.core.commands import Assign, Resolve
from ecs.core.view import UnitView
from game.ui.interaction.click_commands import LegalOrders, in_hand


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a hex.  ``unit``: the counter under it, or ""; ``add``: with Shift; ``acts``: with the button that
    moves; ``right``: with the right button, for those who are picked."""

    hex: int
    unit: str = ""
    add: bool = False
    acts: bool = True
    right: bool = False


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """The attack planned on screen.

    ``hexes``: a click on which means it; ``ready``: it can be declared; ``fight``: what fights it as it is declared, if
    that is one order.
    """

    hexes: frozenset[int] = frozenset()
    ready: bool = False
    fight: Command | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What the player sees as he clicks.

    ``picked``: units, the first acts; ``spread``: the hex whose pile is fanned out; ``marching``: hexes are lit for a
    march; ``targets``: hexes lit for an attack; ``waypoint``: where the way of the picked unit ends, if it can march;
    ``gathering``: a question asks for an attack, ``target``: the one put together; ``mine``: it is for him to act.
    ``direct``: of the orders of a hex, those a click gives at once.  ``fights``: can a counter be attacked?
    """

    view: View
    orders: LegalOrders
    picked: tuple[str, ...]
    spread: int | None
    marching: bool
    targets: frozenset[int]
    waypoint: int
    plan: OpenPlan
    gathering: bool
    target: int
    mine: bool
    direct: Callable[[list[Command]], list[Command]]
    fights: Callable[[UnitView], bool]

    @property
    def first(self) -> str:
        """The unit that acts, or ""."""
        return self.picked[0] if self.picked else ""


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick these units."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """Give these commands as one order."""

    orders: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Open a menu of these choices; ``pick``: with picking this unit among them."""

    orders: tuple[Command, ...]
    pick: str = ""


@dataclass(frozen=True, slots=True)
class PlanAttack:
    """Plan the attack on this hex; ``team``: with those of them who can, "" for the planner's proposal."""

    hex: int
    team: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Propose:
    """Send the units the planner proposes to attack this hex."""

    hex: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare the planned attack."""


@dataclass(frozen=True, slots=True)
class March:
    """March the picked units on along their waypoints."""


@dataclass(frozen=True, slots=True)
class Explain:
    """Explain why nothing can be done at this hex."""

    hex: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """The click means nothing."""


Meaning = Pick | Act | Ask | PlanAttack | Propose | Declare | March | Explain | Nothing


def meaning(seen: Seen, click: Click) -> Meaning:
    """What a click means; see the table above."""
    if click.right:
        return _right(seen, click)
    unit = seen.view.unit(click.unit) if click.unit else None
    found = _of_counter(seen, click, unit) if unit is not None else None
    if found is None and click.acts:
        found = _gathered(seen, click.hex) or _retreat(seen, click.hex)
    return found or _lit(seen, click, unit) or _unlit(seen, click, unit)


def _is_own(seen: Seen, unit: UnitView | None) -> bool:
    return unit is not None and unit.side is seen.view.side


def _of_counter(seen: Seen, click: Click, unit: UnitView) -> Meaning | None:
    """A click on a counter itself, whatever is lit below it."""
    own = tuple(seen.orders.buttons(unit.id))
    asked = seen.view.decision is not None and not seen.orders.by_unit
    if own and (asked or (not seen.picked and all(c.verb == "lift" for c in own))):
        return Act(own) if len(own) == 1 else Ask(own)
    if click.add and _is_own(seen, unit):
        rest = tuple(name for name in seen.picked if name != unit.id)
        return Pick(rest if unit.id in seen.picked else (*seen.picked, unit.id))
    return None


def _gathered(seen: Seen, index: int) -> Meaning | None:
    """An attack that a question asks for: send the proposed units, then fight."""
    if not seen.gathering:
        return None
    fight = next((c for c in seen.orders.by_hex.get(index, ()) if isinstance(c, Resolve)), None)
    if fight is not None and seen.target == index:
        return Act((fight,))
    by_hand = seen.first not in ("", in_hand(seen.view, seen.orders))
    sent = any(b.hex == index and b.state == "declared" and b.attackers for b in seen.view.battles)
    ways = (c for by in seen.orders.by_unit.values() for c in by.get(index, ()))
    if by_hand or sent or not any(isinstance(c, Assign) for c in ways):
        return None
    return Propose(index)


def _retreat(seen: Seen, index: int) -> Meaning | None:
    end = seen.orders.retreats(seen.first).get(index) if seen.picked else None
    return Act(end.orders) if end is not None else None


def _lit(seen: Seen, click: Click, unit: UnitView | None) -> Meaning | None:
    """A hex to which orders lead."""
    if seen.picked and not click.acts:
        return None
    here = seen.orders.by_hex.get(click.hex, [])
    lit = tuple(seen.orders.hexes(seen.first).get(click.hex) or seen.direct(here))
    if lit and unit is not None and _is_own(seen, unit) and not here:
        return Ask(lit, unit.id)
    if not lit:
        return None
    return Act(lit) if len(lit) == 1 else Ask(lit)


def _unlit(seen: Seen, click: Click, unit: UnitView | None) -> Meaning:
    """A hex to which no order leads at once."""
    index = click.hex
    if unit is not None and _is_own(seen, unit):
        return Pick((_uncovered(seen, unit),))
    if (found := _confirmed(seen, index)) is not None:
        return found
    anybody = unit is not None and (not seen.picked or (not seen.marching and seen.orders.lead_to(index)))
    if index in seen.targets or (anybody and _may_plan(seen, index)):
        return PlanAttack(index)
    picked = seen.view.unit(seen.first) if seen.picked else None
    asked = seen.view.decision is not None and seen.mine
    return Explain(index) if asked or (picked is not None and picked.hex != index) else Nothing()


def _uncovered(seen: Seen, unit: UnitView) -> str:
    """The unit picked by a click on a counter: that one, or if it is picked the next below it.

    In a pile that is not fanned out, and of which none is picked, one that can act comes before one that cannot.
    """
    pile = [u for u in seen.view.at(unit.hex) if u.side is unit.side]
    if seen.first == unit.id:
        return pile[(pile.index(unit) + 1) % len(pile)].id
    if seen.spread is None and all(u.id not in seen.picked for u in pile):
        return next((u for u in (unit, *pile) if seen.orders.can_act(u.id)), unit).id
    return unit.id


def _confirmed(seen: Seen, index: int) -> Meaning | None:
    """A second click: on the last waypoint, or on the planned attack."""
    if seen.waypoint == index:
        return March()
    if index not in seen.plan.hexes:
        return None
    if seen.plan.ready:
        return Declare()
    return Act((seen.plan.fight,)) if seen.plan.fight is not None else None


def _may_plan(seen: Seen, index: int) -> bool:
    return any(seen.fights(unit) for unit in seen.view.at(index))


def _right(seen: Seen, click: Click) -> Meaning:
    """What the hex means for the picked units."""
    index = click.hex
    foes = any(unit.side is not seen.view.side for unit in seen.view.at(index))
    found = (_gathered(seen, index) or _confirmed(seen, index)) if foes else None
    if found is not None or not seen.picked:
        return found or Nothing()
    ways = seen.orders.hexes(seen.first).get(index)
    if foes and _may_plan(seen, index):
        team = [u for name in seen.picked if (u := seen.view.unit(name)) is not None and u.hex >= 0]
        if any(seen.view.board.distance(u.hex, index) == 1 for u in team):
            return PlanAttack(index, seen.picked)
        ways = [c for c in ways or () if isinstance(c, Assign)]
    return meaning(seen, replace(click, unit="", right=False)) if ways else Nothing()
