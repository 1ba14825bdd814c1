"""A reason in two lines: what the operation is after, and what the single order is for."""

from __future__ import annotations

BREAK = "\n"


def headed(operation: str, reason: str) -> str:
    """The reason of an order, with what the operation is after before it if it is the first of one."""
    reason = reason[:1].upper() + reason[1:]
    return f"{operation}{BREAK}{reason}" if operation else reason


def purpose_of(reason: str) -> tuple[str, str]:
    """(what the operation is after, what the order is for); either may be ""."""
    operation, mark, purpose = reason.partition(BREAK)
    return (operation, purpose) if mark else ("", reason)
