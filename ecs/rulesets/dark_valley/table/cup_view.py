"""Chapters 2.2, 2.4: what the table shows of the cup, and what is hidden in it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ecs.core.components import Side
from ecs.core.dice import shuffled
from ecs.core.ruleset import System, as_it_is
from ecs.core.view import NOTHING_HIDDEN, ChitView, HiddenInformation
from ecs.core.world import World
from ecs.rulesets.dark_valley.campaign.chits.cup import chooses, headquarters_of, line, panzers_inside
from ecs.rulesets.dark_valley.data.activation import most_on_foot
from ecs.rulesets.dark_valley.data.chits import EITHER, LED_BY, NAMES, PANZERS, POWERS, is_panzer, side_of
from ecs.rulesets.dark_valley.data.components import ChitInPlay, Cup

SECRET = "?"


def concealed(w: World, side: Side) -> HiddenInformation:
    """From the Soviets: the panzer chits the Axis chose in secret, until they are drawn (2.4).  Nothing lies face
    down (12.4)."""
    if side is Side.AXIS or not chooses(w):
        return NOTHING_HIDDEN
    return HiddenInformation(chits=tuple(panzers_inside(w)))


def guesses(w: World, side: Side) -> tuple[System, ...]:
    """All hidden chits might be of one panzer army, or of another: any of them that can still be in the cup."""
    if not concealed(w, side).chits:
        return (as_it_is,)
    drawn, most = (*w[Cup].gone, w[ChitInPlay].chit), 2 if line(w).twice else 1
    left = [c for c in PANZERS if drawn.count(c) < most]
    return tuple(partial(_suppose, chit=c) for c in left if headquarters_of(w, c) is not None) or (
        partial(_suppose, chit=PANZERS[0]),
    )


def _suppose(w: World, chit: str) -> None:
    """Lay the same chit in the place of every hidden one."""
    others = [c for c in w[Cup].inside if not is_panzer(c)]
    w.mark(Cup, w.table, inside=tuple(sorted([*others, *[chit] * len(panzers_inside(w))])))


def suppose(w: World, side: Side, lot: int) -> System:
    """Hidden chits are drawn by lot from those the Axis may have chosen: first different ones, then doubles (2.4)."""
    return partial(_redraw, lot=lot) if concealed(w, side).chits else as_it_is


def _redraw(w: World, lot: int) -> None:
    drawn = [c for c in (*w[Cup].gone, w[ChitInPlay].chit) if is_panzer(c)]
    ready = [c for c in PANZERS if headquarters_of(w, c) is not None] or list(PANZERS)
    different = max(0, line(w).choose - len(set(drawn)))
    fresh = shuffled([c for c in ready if c not in drawn], lot)[:different]
    doubles = shuffled([c for c in ready if drawn.count(c) + fresh.count(c) == 1], lot + 1)
    number = len(panzers_inside(w))
    chosen = [*fresh, *doubles, *ready * number][:number]
    w.mark(Cup, w.table, inside=tuple(sorted([*(c for c in w[Cup].inside if not is_panzer(c)), *chosen])))


# -- what the table shows ---------------------------------------------------------------------------------


def view(w: World, side: Side) -> tuple[ChitView, ...]:
    """The chits of the turn as a side may know them: the Axis' secret choice is hidden until drawn."""
    hide = bool(concealed(w, side).chits)
    cup, chit_now, out = w[Cup], w[ChitInPlay].chit, []
    if chit_now:
        heads = [headquarters_of(w, chit) for chit in LED_BY.get(chit_now, (chit_now,))]
        out.append(replace(_show(w, chit_now, "now"), units=tuple(u.id for u in heads if u is not None)))
    out += [_show(w, c, "held") for c in cup.held]
    counts: dict[str, int] = {}
    for chit in cup.inside:
        shown = SECRET if hide and is_panzer(chit) else chit
        counts[shown] = counts.get(shown, 0) + 1
    out += [_show(w, c, "cup", n) for c, n in sorted(counts.items())]
    return tuple(out + [_show(w, c, "gone") for c in cup.gone])


def _show(w: World, chit: str, how: str, count: int = 1) -> ChitView:
    if chit == SECRET:
        return ChitView(SECRET, "Panzer army, chosen in secret", Side.AXIS, how, count, "One of the four.", "2.4")
    name, text = NAMES[chit]
    return ChitView(
        *(chit, name, side_of(chit), how, count, text, "2.3"),
        powers=POWERS[chit],
        either=chit == EITHER,
        on_foot=most_on_foot(w, chit),
    )
