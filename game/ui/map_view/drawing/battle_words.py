"""What a battle came to, in the few words that are written over its hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ecs.core.events import Attacked, CalledOff, Cleared, Destroyed, Event, Fired, Moved, StepLost

MOST_NAMES = 2
DASHES = ("-", "–", "—")  # how a table prints that nothing happens


def dice_words(event: Fired | Attacked) -> str:
    """What a throw brought: "2 hits", or the result as the table has it, a dash in words."""
    if isinstance(event, Attacked):
        return "no effect" if event.result in DASHES else event.result
    return _hits(event.hits)


def _hits(count: int) -> str:
    return "no hit" if not count else "1 hit" if count == 1 else f"{count} hits"


def _fire(shots: Sequence[Fired]) -> str:
    """The hits of all shots together; where both sides fired, of each that scored."""
    scored = Counter(dict.fromkeys(dict.fromkeys(shot.side for shot in shots), 0))
    for shot in shots:
        scored[shot.side] += shot.hits
    if len(scored) < 2 or not any(scored.values()):
        return _hits(sum(scored.values()))
    return ", ".join(f"{side} {_hits(count)}" for side, count in scored.items() if count)


def outcome(events: Iterable[Event], name: Callable[[str], str]) -> tuple[str, str] | None:
    """The hex of a battle and what came of it; None if no die was thrown and nobody was destroyed.

    :param name: of a unit by its id; "" for one that may not be told.
    """
    place, result, dead, steps, back, cleared = "", "", list[str](), 0, 0, False
    shots: list[Fired] = []
    for event in events:
        if isinstance(event, Fired):
            place, shots = event.hex, [*shots, event]
            result = _fire(shots)
        elif isinstance(event, Attacked):
            place, result = event.hex, dice_words(event)
        elif isinstance(event, Destroyed):
            place = place or event.hex
            dead.append(name(event.unit) or "a unit")
        elif isinstance(event, StepLost):
            steps += 1
        elif isinstance(event, Moved) and event.how == "retreat":
            back += 1
        elif isinstance(event, CalledOff | Cleared):
            place, cleared = place or event.hex, cleared or isinstance(event, Cleared)
    if not place or not (result or dead):
        return None
    parts = [result] if result and not (shots and dead) else []
    if dead:
        more = f" and {len(dead) - MOST_NAMES} more" if len(dead) > MOST_NAMES else ""
        parts.append(f"{', '.join(dead[:MOST_NAMES])}{more} destroyed")
    if steps:
        parts.append("1 step lost" if steps == 1 else f"{steps} steps lost")
    if back:
        parts.append("1 falls back" if back == 1 else f"{back} fall back")
    if cleared and not dead and not back:
        parts.append("hex cleared")
    return place, " · ".join(parts)
