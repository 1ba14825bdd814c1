"""Chapter 18: movement by sea."""

from __future__ import annotations

from ecs.core.commands import Command, Sail
from ecs.core.components import Concealment, Disruption, Installation, Readiness, Side, Transport
from ecs.core.dice import roll
from ecs.core.events import Cause, Rolled
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Strength, strange
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.borders import bar
from ecs.rulesets.darkest_crusade.ground.control import sea_control, seas_of
from ecs.rulesets.darkest_crusade.ground.losses import eliminate
from ecs.systems.marches import end_move, go
from ecs.systems.sentences import label, up_to
from ecs.systems.stacking import on_map, side_at

OWNERS = {"A1": Side.AXIS, "B1": Side.SOVIET}


def cannot_sail(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not be shipped now."""
    name = unit.type.long_name
    if OWNERS.get(w.phase) is not unit.type.side or Installation in unit:
        return Refusal("no-sailing", "Each side may ship one unit a player-turn, in its own first phase.", "18")
    if w[Transport].sea:
        return Refusal("sailed", "You have already shipped a unit this player-turn.", "18")
    if unit.hex < 0 or not seas_of(w, unit.hex):
        return Refusal("no-coast", f"{name} is not on the coast.", "18")
    if unit[Disruption].disrupted or unit[Readiness].spent:
        return Refusal("not-ready", f"{name} is Disrupted or has already acted this player-turn.", "18")
    return None


def ports(w: World, unit: Unit) -> list[int]:
    """Friendly ports on the unit's seas that it may enter."""
    seas, side = seas_of(w, unit.hex), unit.type.side
    return [
        h.index
        for h in w.board.hexes
        if "port" in h.traits
        and h.index != unit.hex
        and w.ground[h.index].control is side
        and side_at(w, h.index) is not side.other
        and seas & seas_of(w, h.index)
        and bar(w, unit, h.index) is None
    ]


def sail_commands(w: World) -> list[Command]:
    """Every voyage open to the side to act."""
    side = OWNERS.get(w.phase)
    if side is None or w[Transport].sea:
        return []
    return [Sail(u.id, label(w, i)) for u in on_map(w, side) if cannot_sail(w, u) is None for i in ports(w, u)]


def danger(w: World, unit: Unit, port: int) -> int:
    """Faces of the die, 1..n, that sink the unit: those of the safest sea both hexes share."""
    table = rules(w).sea
    shared = sorted(seas_of(w, unit.hex) & seas_of(w, port))
    return min(table.friendly if sea_control(w, s) is unit.type.side else table.hostile for s in shared)


def sail(w: World, command: Sail) -> None:
    """Ship the unit: it is sunk, or arrives, and may move and attack later in the turn, unless an option forbids it."""
    unit, port = w.by_id[command.unit], w.board.by_label[command.hex]
    limit, face, start = danger(w, unit, port), roll(w), unit.hex
    w.mark(Transport, w.table, sea=1)
    if w.options["after_sailing"] == "rest":
        w.mark(Readiness, unit, spent=True)
    else:
        end_move(w, unit)
    secret = unit[Concealment].hidden
    w.emit(
        Rolled(
            where=(label(w, start), command.hex),
            rule="18",
            what="sea",
            faces=(face,),
            limit=limit,
            unit=unit.id,
            hex=command.hex,
            veil=f"A hidden unit sails: die {face}, sunk on {up_to(limit)}." if secret else "",
            owner=unit.type.side,
        )
    )
    if face <= limit:
        eliminate(w, unit, Cause.AT_SEA, "sunk at sea", "18")
        return
    w.mark(Strength, unit, strong=False)
    go(w, unit, (start, port), "sea", "18")


def judge_sail(w: World, command: Sail) -> Refusal | None:
    """Why a unit may not be shipped there."""
    refusal = strange(w, command.unit) or cannot_sail(w, w.by_id[command.unit])
    return refusal or Refusal("no-port", f"{command.hex} is not a friendly port on the same sea.", "18")


ORDERS = (Handler(Sail, sail, judge_sail),)
