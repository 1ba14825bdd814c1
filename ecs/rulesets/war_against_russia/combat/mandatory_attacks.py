"""Chapter 9.1: what must be attacked, and which attacks may not be made.

The Soviet duty is a question of who attacks what.  It asks for the assignment of all units that can attack which
leaves out fewest of the UnDispersed Germans next to attackers; attackers that owe something go on attacking, others
may be called up or let go.  A stack is excused only if none attacks it without leaving out another.  Taking all
attacks back is always a way out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ecs.core.commands import Assign, Command, Unassign
from ecs.core.components import Assignment, Side
from ecs.core.remembered_answers import per_position
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.battlefield import site, troop
from ecs.rulesets.war_against_russia.combat.declaring import cannot_attack, cannot_target, overfull, too_weak
from ecs.rulesets.war_against_russia.combat.odds import attack_factor, defence_worth
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_dispersed, is_german, turn_side
from ecs.rulesets.war_against_russia.ground import terrain
from ecs.rulesets.war_against_russia.ground.control import fighters_at
from ecs.rulesets.war_against_russia.ground.terrain import is_rough
from ecs.systems.combat.declared_attacks import assigned_by_wave, waves_on
from ecs.systems.sentences import label, named
from ecs.systems.stacking import stacks

# -- Chapter 9.1: who attacks what, so that as little as possible is left out.  Exact, and pure figures: no world. ---
# Attackers stand at posts, what can be attacked are marks. Posts are gone through one after another, along the front;
# what has to be known of the marks on the way is only how far those stand that later posts can still reach. So all
# assignments are looked at, but like ones only once, and those that leave out too much are dropped at once.

Pick = tuple[str, int]
Chain = tuple["Choice", "Chain"] | None

IDLE = -1
LEFT_OUT, BEYOND = 10**6, 10**3
UNTOUCHED, TOUCHED = 0, 1


class Choice(NamedTuple):
    """What the units of a post may do together.  ``adds``: (mark, strength); ``picks``: (unit, mark or ``IDLE``)."""

    picks: tuple[Pick, ...]
    adds: tuple[tuple[int, int], ...]
    changes: int


class Post(NamedTuple):
    """A place with attackers.  ``near``: marks to attack if any unit attacks from here; ``beyond``: how many
    more there are of which nothing else is known."""

    choices: tuple[Choice, ...]
    near: tuple[int, ...]
    beyond: int = 0

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks that this post bears on."""
        return tuple(dict.fromkeys((*self.near, *(mark for choice in self.choices for mark, _ in choice.adds))))


class Found(NamedTuple):
    """The best assignment.  ``left_out``: marks next to attackers that no unit attacks; ``beyond``: see ``Post``."""

    left_out: int
    beyond: int
    picks: dict[str, int]


def best(posts: Sequence[Post], needs: Mapping[int, int], limit: int) -> Found | None:
    """The assignment that leaves out fewest marks, then touches least beyond, then changes least; None if none leaves
    out fewer than ``limit``.

    :param needs: the strength by which each mark may be attacked at all, by mark.
    """
    order = _sweep(posts)
    last = {mark: step for step, post in enumerate(order) for mark in post.marks}
    front: tuple[int, ...] = ()
    states: dict[tuple[int, ...], tuple[int, Chain]] = {(): (0, None)}
    for step, post in enumerate(order):
        front += tuple(mark for mark in post.marks if mark not in front)
        stay = tuple(n for n, mark in enumerate(front) if last[mark] > step)
        shut = tuple(n for n, mark in enumerate(front) if last[mark] == step)
        states = _step(states, post, front, needs, stay, shut, limit)
        front = tuple(front[n] for n in stay)
        if not states:
            return None
    ((price, chain),) = states.values()
    picks: dict[str, int] = {}
    while chain is not None:
        choice, chain = chain
        picks.update(choice.picks)
    return Found(price // LEFT_OUT, price % LEFT_OUT // BEYOND, picks)


def _step(
    states: Mapping[tuple[int, ...], tuple[int, Chain]],
    post: Post,
    front: Sequence[int],
    needs: Mapping[int, int],
    stay: Sequence[int],
    shut: Sequence[int],
    limit: int,
) -> dict[tuple[int, ...], tuple[int, Chain]]:
    """Every state after a post, at its least price.  Of each mark: untouched, touched, or 1 and the strength so far."""
    most = LEFT_OUT * limit
    full = [TOUCHED + needs[mark] for mark in front]
    place = {mark: n for n, mark in enumerate(front)}
    near = [place[mark] for mark in post.near]
    ways = [(choice, [(place[mark], more) for mark, more in choice.adds]) for choice in post.choices]
    out: dict[tuple[int, ...], tuple[int, Chain]] = {}
    for state, (price, chain) in states.items():
        wide = [*state, *[UNTOUCHED] * (len(front) - len(state))]
        for choice, adds in ways:
            values, cost = wide.copy(), price + choice.changes
            if adds:
                cost += BEYOND * post.beyond
                for n in near:
                    values[n] = values[n] or TOUCHED
                for n, more in adds:
                    values[n] = min(full[n], (values[n] or TOUCHED) + more)
            cost += LEFT_OUT * sum(values[n] == TOUCHED for n in shut)
            if cost >= most or any(TOUCHED < values[n] < full[n] for n in shut):
                continue
            key = tuple(values[n] for n in stay)
            known = out.get(key)
            if known is None or cost < known[0]:
                out[key] = cost, (choice, chain)
    return out


def _sweep(posts: Sequence[Post]) -> list[Post]:
    """An order of the posts that keeps few marks open at a time."""
    left, order, seen = list(posts), [], set[int]()
    uses: dict[int, int] = {}
    for post in posts:
        for mark in post.marks:
            uses[mark] = uses.get(mark, 0) + 1

    def widening(post: Post) -> tuple[int, int]:
        marks = post.marks
        opened = sum(mark not in seen for mark in marks)
        return opened - sum(uses[mark] == 1 for mark in marks), -sum(mark in seen for mark in marks)

    while left:
        post = min(left, key=widening)
        left.remove(post)
        order.append(post)
        seen.update(post.marks)
        for mark in post.marks:
            uses[mark] -= 1
    return order


def clusters(posts: Iterable[Post]) -> list[list[Post]]:
    """The posts in groups that share no mark."""
    groups: list[tuple[set[int], list[Post]]] = []
    for post in posts:
        marks, members = set(post.marks), [post]
        joined = [group for group in groups if not marks.isdisjoint(group[0])]
        for group in joined:
            marks |= group[0]
            members = [*group[1], *members]
            groups.remove(group)
        groups.append((marks, members))
    return [members for _, members in groups]


QUARTERS = 4
"""Attack factors are counted in quarters: half of a half is the least there is (8, 11)."""


class AttackObligation(NamedTuple):
    """What is owed.  ``left_out``: hexes next to attackers that no unit is to attack; ``owed``: those of them that can
    be attacked; ``orders``: a way to do it, in commands; ``who``: the same as (unit, hex)."""

    left_out: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    orders: tuple[Command, ...] = ()
    who: tuple[tuple[str, int], ...] = ()


@per_position
def may_end_plan(w: World) -> Refusal | None:
    """Why the plan phase cannot end yet."""
    return _owing(w)


def _owing(w: World) -> Refusal | None:
    for index, wave in assigned_by_wave(w):
        refusal = too_weak(w, index, wave)
        if refusal is not None:
            return refusal
    found = duty(w)
    if not found.owed:
        return None
    names = " and ".join(u.type.long_name for u in fighters_at(w, found.owed[0]) if is_german(u))
    words = f"{names} at {named(w, found.owed[0])}, next to Soviet attackers, must also be attacked. One way to do it: "
    return Refusal("must-be-attacked", f"{words}{_way(w, found.who)}.", "9.1", found.orders)


def _way(w: World, who: Iterable[tuple[str, int]]) -> str:
    teams: dict[int, list[str]] = {}
    for name, index in sorted(who, key=lambda pick: (pick[1] == IDLE, pick[1])):
        teams.setdefault(index, []).append(w.by_id[name].type.long_name)
    return "; ".join(
        f"{' and '.join(names)} {f'against {named(w, index)}' if index >= 0 else 'out of the attack'}"
        for index, names in teams.items()
    )


# -- the one map of what is owed ----------------------------------------------------------------------------


def must_be_met(w: World, index: int) -> bool:
    """Does an UnDispersed German stand there, so that Soviets who attack from beside must attack it?

    No attack is owed on units that Romania still covers (14).
    """
    germans = any(is_german(u) and not is_dispersed(u) for u in fighters_at(w, index, Side.AXIS))
    return germans and terrain.spared(w, index) is None


def owed(w: World) -> list[int]:
    """Hexes next to attacking Soviets with an UnDispersed German unit in them that no unit is to attack."""
    return list(duty(w).left_out)


def unanswered(w: World) -> list[int]:
    """Those of them that can be attacked, and so must be."""
    return list(duty(w).owed)


@per_position
def duty(w: World) -> AttackObligation:
    """What the declared attacks leave out, and how much of it could be attacked."""
    if turn_side(w) is not Side.SOVIET:
        return AttackObligation()
    left_out = sorted(
        {
            j
            for team in assigned_by_wave(w).values()
            for unit in team
            for j in w.board.neighbours[unit.hex]
            if must_be_met(w, j) and not waves_on(w, j)
        }
    )
    return _searched(Search(w), left_out) if left_out else AttackObligation()


def _searched(search: Search, left_out: Sequence[int]) -> AttackObligation:
    """Look for a better assignment, group by group, and wider where a group calls up others, until all is known."""
    able = [j for j in left_out if not search.is_hopeless(j)]
    marks = search.begin()
    while able:
        posts, wider = search.posts(marks), False
        for group in clusters(posts):
            limit = sum(any(j == mark for post in group for mark in post.near) for j in able)
            found = best(group, search.needs, limit) if limit else None
            if found is not None and not found.beyond:
                return search.told(found, left_out)
            wider |= found is not None
        if not wider:
            break
        marks = search.widen(marks)
    return AttackObligation(tuple(left_out))


# -- the position as posts and marks ------------------------------------------------------------------------


class Search:
    """Who could attack what.  A mark is a hex, or, by its complement, a second wave on it: two armour units of one hex
    attack into swamp or mountain only one after the other (6)."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.needs: dict[int, int] = {}
        self._targets: dict[str, dict[int, int]] = {}
        self._of_base: dict[int, list[Unit]] = {}
        self._near: dict[int, tuple[int, ...]] = {}
        self._hopeless: dict[int, bool] = {}
        self._owing = {
            u.hex
            for team in assigned_by_wave(w).values()
            for u in team
            if any(must_be_met(w, j) for j in self._round(u.hex))
        }
        self._constant = {j for base in self._owing for j in self._round(base) if self.is_hopeless(j)}

    def _round(self, base: int) -> tuple[int, ...]:
        """Hexes beside a base that must be attacked if any unit attacks out of it."""
        if base not in self._near:
            self._near[base] = tuple(j for j in self.w.board.neighbours[base] if must_be_met(self.w, j))
        return self._near[base]

    def _units(self, base: int) -> list[Unit]:
        """The units of a hex that can attack anything."""
        if base not in self._of_base:
            units = fighters_at(self.w, base, Side.SOVIET) if base in stacks(self.w) else []
            self._of_base[base] = [u for u in units if cannot_attack(self.w, u) is None]
        return self._of_base[base]

    def _strengths(self, unit: Unit) -> dict[int, int]:
        """What a unit could attack, with the strength it would bring."""
        if unit.id not in self._targets:
            w, found = self.w, {}
            for j in w.board.neighbours[unit.hex]:
                if cannot_target(w, unit, j) is None:
                    factor = attack_factor(site(w, j, Side.SOVIET, ()), troop(w, unit, j))
                    found[j] = int(QUARTERS * factor)
                    self._need(j)
            self._targets[unit.id] = found
        return self._targets[unit.id]

    def _need(self, index: int) -> None:
        if index not in self.needs:
            attack, defence = rules(self.w).crt.odds[0]
            total = defence_worth(site(self.w, index, Side.SOVIET, ())).total
            self.needs[index] = self.needs[~index] = QUARTERS * max(1, -(-total * attack // defence))

    def is_hopeless(self, index: int) -> bool:
        """Could not even all units round a hex together attack it?"""
        if index not in self._hopeless:
            self._need(index)
            near = [u for base in self.w.board.neighbours[index] for u in self._units(base)]
            self._hopeless[index] = sum(self._strengths(u).get(index, 0) for u in near) < self.needs[index]
        return self._hopeless[index]

    # -- how far the search looks -----------------------------------------------------------------------------

    def begin(self) -> frozenset[int]:
        """What the attackers with an obligation could attack."""
        return self._closed({j for base in self._owing for u in self._units(base) for j in self._reach(u)})

    def widen(self, marks: frozenset[int]) -> frozenset[int]:
        """All that those could attack, or would owe, who could attack these."""
        more = {j for base in self._bases(marks) for u in self._units(base) for j in self._reach(u)}
        more |= {j for base in self._bases(marks) for j in self._round(base)}
        return self._closed(marks | more)

    def _reach(self, unit: Unit) -> list[int]:
        return [j for j in self._strengths(unit) if not self.is_hopeless(j)]

    def _bases(self, marks: frozenset[int]) -> list[int]:
        near = sorted({base for j in marks for base in self.w.board.neighbours[j]})
        return [b for b in near if b in self._owing or any(j in marks for u in self._units(b) for j in self._reach(u))]

    def _closed(self, marks: Iterable[int]) -> frozenset[int]:
        """These, and what units beside them are to attack already."""
        found = frozenset(marks)
        while True:
            more = {
                u[Assignment].target for b in self._bases(found) for u in self._units(b) if u[Assignment].target >= 0
            }
            if more <= found:
                return found
            found |= more

    def posts(self, marks: frozenset[int]) -> list[Post]:
        """All posts from which one of these marks can be attacked."""
        return [self._post(base, marks) for base in self._bases(marks)]

    def _post(self, base: int, marks: frozenset[int]) -> Post:
        units, fixed = self._units(base), base in self._owing
        rows = [self._ways(unit, marks, fixed, len(units) > 1) for unit in units]
        known: dict[tuple[tuple[int, int], ...], Choice] = {}
        for row in product(*rows):
            choice = self._choice(row)
            if self._fits(row) and (choice.adds not in known or choice.changes < known[choice.adds].changes):
                known[choice.adds] = choice
        near = [j for j in self._round(base) if j not in self._constant]
        return Post(tuple(known.values()), tuple(j for j in near if j in marks), sum(j not in marks for j in near))

    def _ways(self, unit: Unit, marks: frozenset[int], fixed: bool, paired: bool) -> list[tuple[Unit, int]]:
        now = unit[Assignment].target
        ways = [(unit, j) for j in self._reach(unit) if j in marks]
        ways += [(unit, ~j) for _, j in list(ways) if paired and is_rough(self.w, j)]
        return ways if fixed and now >= 0 else [(unit, IDLE), *ways]

    def _choice(self, row: Sequence[tuple[Unit, int]]) -> Choice:
        adds: dict[int, int] = {}
        changes = 0
        for unit, mark in row:
            changes += hex_of(mark) != unit[Assignment].target
            if mark != IDLE:
                adds[mark] = adds.get(mark, 0) + self._strengths(unit)[hex_of(mark)]
        return Choice(tuple((u.id, mark) for u, mark in row), tuple(sorted(adds.items())), changes)

    def _fits(self, row: Sequence[tuple[Unit, int]]) -> bool:
        teams: dict[int, list[Unit]] = {}
        for unit, mark in row:
            teams.setdefault(mark, []).append(unit)
        return all(mark == IDLE or overfull(self.w, team, hex_of(mark)) is None for mark, team in teams.items())

    # -- the answer -------------------------------------------------------------------------------------------

    def told(self, found: Found, left_out: Sequence[int]) -> AttackObligation:
        """The better assignment: what it attacks of what is left out, in commands, and in words."""
        w, picks = self.w, found.picks
        owed = tuple(j for j in left_out if j in picks.values())
        now = {name: w.by_id[name][Assignment].target for name in picks}
        who = tuple((n, hex_of(mark)) for n, mark in sorted(picks.items()) if hex_of(mark) != now[n])
        hexes = {hex_of(mark) for mark in picks.values()} | set(now.values())
        out: list[Command] = []
        into: list[Command] = []
        for index in sorted(hexes - {IDLE}):
            before, after = self._teams(index, picks)
            if set(before) == set(after):
                continue
            anew = is_rough(w, index) or len(set(before.values())) > 1
            out += [Unassign(n) for n in before if anew or n not in after]
            into += [Assign(n, label(w, index), wave) for n, wave in _from_one(after) if anew or n not in before]
        return AttackObligation(tuple(left_out), owed, (*out, *into), who)

    def _teams(self, index: int, picks: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
        """Who is to attack a hex, and in which wave: now, and by these picks."""
        now = {u.id: key[1] for key, team in assigned_by_wave(self.w).items() if key[0] == index for u in team}
        then = {n: 1 if mark >= 0 else 2 for n, mark in sorted(picks.items()) if mark != IDLE and hex_of(mark) == index}
        return now, then


def hex_of(mark: int) -> int:
    """The hex of a mark; ``IDLE`` for none."""
    return mark if mark >= IDLE else ~mark


def _from_one(team: dict[str, int]) -> list[tuple[str, int]]:
    """Units and waves, the waves counted from one."""
    numbers = {wave: n for n, wave in enumerate(sorted(set(team.values())), 1)}
    return sorted(((name, numbers[wave]) for name, wave in team.items()), key=lambda pick: (pick[1], pick[0]))
