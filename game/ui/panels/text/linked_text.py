"""Text in a panel whose links are followed."""

from __future__ import annotations

from typing import Protocol

from game.ui.widgets import Ui


class Follows(Protocol):
    """Where a link that was clicked is put down: "hex:G3", "rule:9.2"."""

    link: str


def say(ui: Ui, out: Follows, markup: str, size: str = "body", color: str = "text", name: str = "") -> None:
    """Wrapped, marked-up text; a link clicked in it goes to `out`."""
    target = ui.text(markup, size, color, name)
    if target:
        out.link = target
