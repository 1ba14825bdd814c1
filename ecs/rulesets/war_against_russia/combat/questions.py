"""The questions a battle asks, who answers them, and why an answer is refused."""

from __future__ import annotations

from ecs.core.commands import (
    Done,
    StandFast,
)
from ecs.core.components import Side
from ecs.core.ruleset import Decision
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import advance, breakthrough, losses, no_retreat, retreat
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.systems.combat.battles import cannot_close


def _defender(w: World) -> Side:
    return turn_side(w).other


DECISIONS: dict[str, Decision] = {
    no_retreat.QUESTION: Decision(no_retreat.QUESTION, _defender, no_retreat.commands, no_retreat.view),
    "buy": Decision("buy", turn_side, losses.buy_commands, losses.buy_view),
    "decline": Decision("decline", _defender, losses.decline_commands, losses.decline_view),
    "pick": Decision("pick", turn_side, losses.pick_commands, losses.pick_view),
    "cede": Decision("cede", _defender, losses.cede_commands, losses.cede_view),
    "losses": Decision("losses", turn_side, losses.loss_commands, losses.loss_view),
    "retreat": Decision("retreat", turn_side, retreat.CHOICE.commands, retreat.CHOICE.view),
    "advance": Decision("advance", turn_side, advance.CHOICE.choices, advance.CHOICE.view),
    breakthrough.QUESTION: Decision(breakthrough.QUESTION, turn_side, breakthrough.commands, breakthrough.view),
}


def judge_stand(w: World, command: StandFast) -> Refusal | None:
    """Why nobody can be told to stand now."""
    if w.decisions.stack[-1:] in (("stand",), ("decline",)):
        return None
    return Refusal("no-stand-now", "Germans are told to stand when they are attacked, before the die.", "9.6")


def judge_done(w: World, command: Done) -> Refusal | None:
    """Why there is nothing to close."""
    return cannot_close(w, DECISIONS, "9")
