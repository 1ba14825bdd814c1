"""Chapter 9.1: who attacks what, so that as little as possible is left out.  Exact, and pure figures: no world.

Attackers stand at posts, what can be attacked are marks.  Posts are gone through one after another, along the front;
what has to be known of the marks on the way is only how far those stand that later posts can still reach.  So all
assignments are looked at, but like ones only once, and those that leave out too much are dropped at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Pick = tuple[str, int]
Chain = tuple["Choice", "Chain"] | None

IDLE = -1
LEFT_OUT, BEYOND = 10**6, 10**3
UNTOUCHED, TOUCHED = 0, 1


class Choice(NamedTuple):
    """What those at a post may do together.  ``adds``: (mark, strength); ``picks``: (unit, mark or ``IDLE``)."""

    picks: tuple[Pick, ...]
    adds: tuple[tuple[int, int], ...]
    changes: int


class Post(NamedTuple):
    """A place with attackers.  ``near``: marks that must be attacked if anybody attacks from here; ``beyond``: how many
    more there are of which nothing else is known."""

    choices: tuple[Choice, ...]
    near: tuple[int, ...]
    beyond: int = 0

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks on which something depends on this post."""
        return tuple(dict.fromkeys((*self.near, *(mark for choice in self.choices for mark, _ in choice.adds))))


class Found(NamedTuple):
    """The best assignment.  ``left_out``: marks next to attackers that nobody attacks; ``beyond``: see ``Post``."""

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
    """An order of the posts in which few marks are open at a time."""
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
    """The posts in groups that have no mark in common."""
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
