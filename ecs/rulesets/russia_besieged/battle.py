"""Chapters 10.2-10.9: how is a battle fought, from the die to the advance?"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.commands import Advance, Blitz, Command, Done, Resolve, Retreat, Spend, TakeHit
from ecs.components import Side
from ecs.dice import roll
from ecs.events import BattleBegan, Event, Rolled
from ecs.ruleset import Decision
from ecs.rulesets.russia_besieged import advance, declared, losses, marshals, retreat, rings
from ecs.rulesets.russia_besieged.capture import drive_out
from ecs.rulesets.russia_besieged.declared import battle_hexes
from ecs.rulesets.russia_besieged.lay import (
    CAPTIVE,
    army_at,
    eliminate,
    fights,
    impulse,
    letter,
    steps_left,
    surrender,
    turn_side,
)
from ecs.rulesets.russia_besieged.leaders import left_alone
from ecs.rulesets.russia_besieged.odds import (
    BLITZKRIEG,
    CRT,
    NO_COLUMN,
    Odds,
    Result,
    blitz_refusal,
    lookup,
    ratio_name,
    surrendered,
    toll,
)
from ecs.rulesets.russia_besieged.site import foes_at, odds_of, site, team_of
from ecs.rulesets.russia_besieged.strength import Team
from ecs.systems.naming import label, named
from ecs.systems.stacking import units_at
from ecs.view import DecisionView, Refusal
from ecs.world import Unit, World

COMPANY = ("AR", "FM")
PLACES = {"losses": "10.61", "retreat": "10.7", "advance": "10.8", "marshal": "14.2"}


# -- opening a battle (10.2) --------------------------------------------------------------------------------


def battle_commands(w: World) -> list[Command]:
    """The battles that can be fought now, on either table."""
    out: list[Command] = []
    for index in declared.assigned(w):
        if cannot_resolve(w, index) is None:
            out.append(Resolve(label(w, index), declared.WAVE))
            if cannot_blitz(w, index) is None:
                out.append(Blitz(label(w, index)))
    return out


def cannot_resolve(w: World, index: int) -> Refusal | None:
    """Why a battle cannot be fought now."""
    if not w.phase.startswith("fight"):
        return Refusal("no-combat", "Battles are fought in the combat segment, after all are declared.", "3.0")
    if w.clash.hex >= 0:
        return Refusal("fighting", "Another battle is not over yet.", "10.0")
    if not declared.assigned(w).get(index):
        return Refusal("no-attackers", f"Nobody is assigned to an attack on {named(w, index)}.", "10.1")
    if not battle_hexes(w, index):
        return Refusal("nothing-there", f"Nobody is left to fight at {named(w, index)}.", "10.1")
    return None


def cannot_blitz(w: World, index: int) -> Refusal | None:
    """Why a battle cannot be fought on the Blitzkrieg table."""
    refusal = cannot_resolve(w, index)
    if refusal is not None:
        return refusal
    units, hexes = declared.party(w, index), battle_hexes(w, index)
    return blitz_refusal(site(w, hexes, turn_side(w), units), team_of(w, units, hexes))


def may_end_fight(w: World) -> Refusal | None:
    """What still stands in the way of ending the combat segment."""
    for index in declared.assigned(w):
        if cannot_resolve(w, index) is None:
            return Refusal("unresolved", f"The attack on {named(w, index)} has still to be resolved.", "10.1")
    return None


def resolve(w: World, command: Resolve) -> None:
    """Fight a declared battle on the combat results table."""
    fight(w, w.board.by_label[command.hex], CRT)


def blitz(w: World, command: Blitz) -> None:
    """Fight a declared battle on the Blitzkrieg table."""
    fight(w, w.board.by_label[command.hex], BLITZKRIEG)


def fight(w: World, index: int, table: str) -> None:
    """Fight a declared battle; first the defenders say whether a Field Marshal of theirs helps, where it matters."""
    asked, marshal = marshals.chosen(w, index, table)
    if asked:
        marshals.ask(w, index, table)
    else:
        _fight(w, index, table, marshal)


def spend(w: World, command: Spend) -> None:
    """The defenders send a Field Marshal in."""
    _answered(w, w.by_id[command.unit])


def _answered(w: World, marshal: Unit | None) -> None:
    index, table = w.clash.hex, w.clash.code
    w.answered(marshals.QUESTION)
    w.reset(w.clash)
    _fight(w, index, table, marshal)


def _fight(w: World, index: int, table: str, marshal: Unit | None) -> None:
    """What takes part is spent, the die is thrown, the result applied."""
    side, hexes = turn_side(w), battle_hexes(w, index)
    units = declared.party(w, index)
    foes = [u for i in hexes for u in foes_at(w, i, side)]
    odds = odds_of(w, hexes, side, units, table, helped=marshal is not None)
    team, theirs = team_of(w, units, hexes), team_of(w, foes, ())
    _engage(w, index, hexes, units, foes)
    _announce(w, hexes, units, foes, odds)
    if marshal is not None:
        marshals.send(w, marshal, index)
    if odds.column == NO_COLUMN:
        inflict(w, table, lookup(table, NO_COLUMN, 0), team, theirs)
        return
    die = roll(w, odds.dice)
    result = odds.result(die)
    words = "".join(f", {line.text} {line.value:+d}" for line in odds.drms)
    read = f" (reads {odds.read(die)}{words})" if odds.drms else ""
    name = "on the Blitzkrieg table" if table == BLITZKRIEG else ""
    text = f"{odds.title}{' ' if name else ''}{name}, die {die}{read}: {result.title}, {result.effect.text}."
    w.mark(w.clash, die=die)
    w.emit(
        Rolled(
            text=text,
            where=(label(w, index),),
            rule="10.9" if table == BLITZKRIEG else "10.2",
            what="combat",
            faces=(die,),
        )
    )
    inflict(w, table, result, team, theirs)


def _engage(w: World, index: int, hexes: Sequence[int], units: Sequence[Unit], foes: Sequence[Unit]) -> None:
    """Write down who takes part; those that go along with a retreat stand behind the combat units."""
    side, fighting = turn_side(w), [u for u in units if fights(u)]
    bases = tuple(sorted({u.hex for u in fighting}))
    rings.note(w, hexes, side.other)
    rings.note(w, bases, side)
    for unit in units:
        word = letter(unit)
        if fights(unit) or word == "AR":
            w.mark(unit.duty, target=-1, fought=True)
        else:
            w.mark(unit.duty, target=unit.duty.target if word == "AIR" else -1, done=True)
    w.mark(w.impulse, struck=(*w.impulse.struck, *hexes))
    w.mark(
        w.clash,
        hex=index,
        attackers=tuple(u.entity for u in (*fighting, *_company(w, bases, side))),
        defenders=tuple(u.entity for u in (*foes, *_company(w, sorted({u.hex for u in foes}), side.other))),
        came_from=bases,
    )


def _company(w: World, hexes: Sequence[int], side: Side) -> list[Unit]:
    return [u for i in hexes for u in units_at(w, i) if letter(u) in COMPANY and u.type.side is side]


def _announce(w: World, hexes: Sequence[int], units: Sequence[Unit], foes: Sequence[Unit], odds: Odds) -> None:
    spots = " and ".join(named(w, i) for i in hexes)
    who = ", ".join(u.type.name for u in units), ", ".join(u.type.name for u in foes) or "partisans"
    figures = f"{odds.attack.total} to {odds.defence.total}, {ratio_name(odds.ratio)}"
    w.mark(w.clash, odds=odds.column, drm=odds.drm)
    w.emit(
        BattleBegan(
            text=f"Attack on {spots}: {who[0]} against {who[1]}, {figures}.",
            where=tuple(label(w, i) for i in (*hexes, *w.clash.came_from)),
            rule="10.2",
            hex=label(w, w.clash.hex),
            attackers=tuple(u.id for u in units),
            defenders=tuple(u.id for u in foes),
        )
    )


# -- results (10.6) -----------------------------------------------------------------------------------------


def inflict(w: World, table: str, result: Result, team: Team, theirs: Team) -> None:
    """Apply a result: who is lost at once, and who owes steps."""
    cell = f"{result.code}+{result.advance}" if result.advance else result.code
    ours, foes = losses.attackers(w), losses.defenders(w)
    cost = toll(result, sum(map(steps_left, ours)), sum(map(steps_left, foes)))
    w.mark(w.clash, code=f"{table} {cell}")
    for side_team, units, fate, attacking in (
        (team, ours, result.effect.attacker, True),
        (theirs, foes, result.effect.defender, False),
    ):
        if fate.all:
            wipe_out(w, units, surrendered(result, side_team, attacking), f"result {result.title}")
    w.mark(
        w.clash,
        attacker_owes=0 if result.effect.attacker.all else cost.attacker,
        defender_owes=0 if result.effect.defender.all else cost.defender,
    )
    fate = result.effect.defender
    if fate.all or (max(fate.retreat) and not result.effect.even):
        _scatter_partisans(w)
    settle(w)


def wipe_out(w: World, units: Sequence[Unit], captives: Sequence[str], why: str) -> None:
    """All these units are lost, some by surrender; leaders share the fate of their stack (10.68, 14.15, 14.2)."""
    stacks = sorted({(u.hex, u.type.side) for u in units})
    taken = {u.hex for u in units if u.id in captives}
    for unit in units:
        if unit.id in captives:
            surrender(w, unit, why)
        else:
            eliminate(w, unit, why, "10.6")
    for index, side in stacks:
        left_alone(w, index, side, index in taken)


def _scatter_partisans(w: World) -> None:
    """Any result that beats the defenders removes partisans (16.5)."""
    for index in declared.hexes_of(w, w.clash.hex):
        for unit in list(units_at(w, index)):
            if letter(unit) == "PT" and unit.type.side is not turn_side(w):
                drive_out(w, unit)


def settle(w: World) -> None:
    """Go on with the battle until somebody has a choice or it is over: losses, retreat, advance."""
    if losses.pending(w):
        return
    clash, effect = w.clash, losses.table_and_result(w)[1].effect
    if max(retreat.span(w)) and not clash.emptied:
        retreat.begin(w)
        w.mark(clash, emptied=True)
    if retreat.flee(w):
        return
    _clear_out(w)
    if effect.lock:
        _lock(w)
    if effect.advance and advance.advance_commands(w):
        w.ask("advance")
    else:
        finish(w)


def _clear_out(w: World) -> None:
    """Guns and leaders without a combat unit go their way: if one of their stack got away in the retreat, a Field
    Marshal does too and a Dictator stays; else they share its fate (10.7, 14.15, 14.2)."""
    clash, side = w.clash, turn_side(w)
    for involved, hexes, who, left in (
        (clash.defenders, declared.hexes_of(w, clash.hex), side.other, losses.defenders(w)),
        (clash.attackers, clash.came_from, side, losses.attackers(w)),
    ):
        team = [w.by_entity[e] for e in involved]
        lone = [u for u in team if letter(u) in COMPANY and u.hex >= 0 and army_at(w, u.hex) is not who]
        if not left and any(map(fights, team)):
            captured = any(u.place.box.startswith(CAPTIVE) for u in team)
            for index in sorted({*hexes, *(u.hex for u in lone)}):
                left_alone(w, index, who, captured)
        for unit in lone:
            if unit.hex >= 0:
                drive_out(w, unit)


def _lock(w: World) -> None:
    """The battle rages: in the First Impulse those left on either side fight again in the Second (10.6)."""
    ours, foes = losses.attackers(w), losses.defenders(w)
    if impulse(w) != 1 or not ours or not foes:
        return
    battle = (w.clash.hex, tuple(u.entity for u in ours))
    w.mark(w.impulse, locked=tuple(sorted((*w.impulse.locked, battle))))
    words = f"The battle at {named(w, w.clash.hex)} rages on into the Second Impulse."
    w.emit(Event(text=words, where=(label(w, w.clash.hex),), rule="10.6"))


def finish(w: World) -> None:
    """The battle is over."""
    w.reset(w.clash)


# -- answers ------------------------------------------------------------------------------------------------


def take_hit(w: World, command: TakeHit) -> None:
    """The owner has chosen who takes the next loss."""
    w.answered("losses")
    losses.lose(w, w.by_id[command.unit])
    settle(w)


def fall_back(w: World, command: Retreat) -> None:
    """The unit goes to the hex chosen."""
    w.answered("retreat")
    retreat.step(w, w.by_id[command.unit], w.board.by_label[command.hex])
    settle(w)


def go_forward(w: World, command: Advance) -> None:
    """An attacker advances; the question stays open while others can."""
    advance.advance(w, command)
    if not advance.advance_commands(w):
        w.answered("advance")
        finish(w)


def done(w: World, command: Done) -> None:
    """The unit stops, nobody else advances, or no Field Marshal is sent in."""
    (*_, question) = w.decisions.stack
    if question == marshals.QUESTION:
        _answered(w, None)
        return
    w.answered(question)
    if question == "retreat":
        retreat.halt(w)
        settle(w)
    else:
        finish(w)


# -- the questions, and judging -----------------------------------------------------------------------------


def _attacker(w: World) -> Side:
    return turn_side(w)


def _advances(w: World) -> list[Command]:
    return [*advance.advance_commands(w), Done()]


DECISIONS: dict[str, Decision] = {
    "losses": Decision("losses", losses.losing_side, losses.loss_commands, losses.loss_view),
    "retreat": Decision("retreat", retreat.beaten_side, retreat.retreat_commands, retreat.retreat_view),
    "advance": Decision("advance", _attacker, _advances, advance.advance_view),
    marshals.QUESTION: Decision(
        marshals.QUESTION, marshals.defender, marshals.spend_commands, marshals.marshal_view
    ),
}


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why a battle may not be fought."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "2.1")
    if command.wave != declared.WAVE:
        return Refusal("no-such-wave", "Each hex is attacked once in a segment: there is one wave only.", "10.1")
    return cannot_resolve(w, index)


def judge_blitz(w: World, command: Blitz) -> Refusal | None:
    """Why a battle may not be fought on the Blitzkrieg table."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "2.1")
    return cannot_blitz(w, index)


def judge_done(w: World, command: Done) -> Refusal | None:
    """Why there is nothing to close."""
    question: DecisionView | None = None
    if w.decisions.stack:
        question = DECISIONS[w.decisions.stack[-1]].view(w) if w.decisions.stack[-1] in DECISIONS else None
    if question is None:
        return Refusal("nothing-open", "There is no open decision to close.", "10.6")
    if Done() in DECISIONS[question.id].commands(w):
        return None
    return Refusal("must-choose", "This has to be decided before play goes on.", PLACES[question.id])
