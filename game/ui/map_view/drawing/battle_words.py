"""What a battle came to, in the few words that are written over its hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ecs.core.events import Attacked, CalledOff, Cleared, Destroyed, Event, Fired, Moved, StepLost

MOST_NAMES = 2
DASHES = ("-", "–", "—")  # how a table prints that nothing happens


def dice_words(event: Fired | Attacked) -> str:
    """What a throw brought: "2 hits", or the result as the table has it, a dash in words."""
    if isinstance(event, Attacked):
        return "no effect" if event.result in DASHES else event.result
    return "no hit" if not event.hits else f"{event.hits} {'hit' if event.hits == 1 else 'hits'}"


def outcome(events: Iterable[Event], name: Callable[[str], str]) -> tuple[str, str] | None:
    """The hex of a battle and what came of it; None if no die was thrown and nobody was destroyed.

    :param name: of a unit by its id; "" for one that may not be told.
    """
    place, result, dead, steps, back, hits = "", "", list[str](), 0, 0, False
    for event in events:
        if isinstance(event, Attacked | Fired):
            place, result = event.hex, dice_words(event)
            hits = isinstance(event, Fired)
        elif isinstance(event, Destroyed):
            place = place or event.hex
            dead.append(name(event.unit) or "a unit")
        elif isinstance(event, StepLost):
            steps += 1
        elif isinstance(event, Moved) and event.how == "retreat":
            back += 1
        elif isinstance(event, CalledOff | Cleared):
            place = place or event.hex
    if not place or not (result or dead):
        return None
    parts = [result] if result and not (hits and dead) else []
    if dead:
        more = f" and {len(dead) - MOST_NAMES} more" if len(dead) > MOST_NAMES else ""
        parts.append(f"{', '.join(dead[:MOST_NAMES])}{more} destroyed")
    if steps:
        parts.append("1 step lost" if steps == 1 else f"{steps} steps lost")
    if back:
        parts.append("1 falls back" if back == 1 else f"{back} fall back")
    return place, " · ".join(parts)
