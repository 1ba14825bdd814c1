"""Limits on what a map's XML may say.  Counted element by element, given up at the first too many.

Size in bytes is a poor measure: a short file can hold very many elements or points, each of which costs time and memory
later. Map and tilesets share one count.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from ecs.untrusted_input import read_ordinary

MAX_ELEMENTS = 60_000
MAX_DEPTH = 16
MAX_ATTRIBUTES = 40
MAX_ALL_POINTS = 60_000
MAX_WORD = 40
MAX_NAME = 80


class CostlyError(ValueError):
    """Something there is too much of; the message is the cause, `where` the layer and object it was found in."""

    def __init__(self, where: str, cause: str) -> None:
        super().__init__(cause)
        self.where = where


class XmlTally:
    """How many elements and points a map and its tilesets have said so far."""

    def __init__(self) -> None:
        self.elements = self.points = 0


class _Counted(ElementTree.TreeBuilder):
    """Builds the tree of a file as long as it is affordable."""

    def __init__(self, tally: XmlTally) -> None:
        super().__init__()
        self.tally = tally
        self.depth = 0
        self.layer = self.object = ""

    def start(self, tag: str, attrs: dict[Any, Any], /) -> Element:
        self.tally.elements += 1
        self.depth += 1
        if tag in ("layer", "objectgroup"):
            self.layer, self.object = layer_words(attrs), ""
        elif tag == "object":
            self.object = object_words(attrs)
        if self.tally.elements > MAX_ELEMENTS:
            self._give_up(f"the map and its tilesets have more than {MAX_ELEMENTS} elements in all")
        if self.depth > MAX_DEPTH:
            self._give_up(f"its elements lie more than {MAX_DEPTH} deep in one another")
        if len(attrs) > MAX_ATTRIBUTES:
            self._give_up(f"<{tag[:MAX_WORD]}> has more than {MAX_ATTRIBUTES} attributes")
        if "points" in attrs:
            self.tally.points += attrs["points"].count(",")
            if self.tally.points > MAX_ALL_POINTS:
                self._give_up(f"the lines and areas of the map have more than {MAX_ALL_POINTS} points in all")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self.depth -= 1
        return super().end(tag)

    def _give_up(self, cause: str) -> None:
        raise CostlyError(self.layer + self.object, cause)


def layer_words(attributes: dict[str, str]) -> str:
    """How a fault names a layer."""
    return f"layer '{attributes.get('name', '')[:MAX_NAME]}'"


def object_words(attributes: dict[str, str]) -> str:
    """How a fault names an object, after its layer."""
    name = attributes.get("name", "")[:MAX_NAME]
    return f", object {attributes.get('id', '?')[:12]}" + (f" '{name}'" if name else "")


def read_tree(path: Path, limit: int, tally: XmlTally) -> Element:
    """The XML of an ordinary file of at most `limit` bytes.

    :raises UnreadableError: if it cannot be read. Raises UnicodeDecodeError, ValueError or ParseError if it is not XML
        such as maps need, CostlyError if it says too much.
    """
    text = read_ordinary(path, limit).decode("utf-8-sig")
    if "<!" in text.replace("<!--", ""):
        raise ValueError("document types, entities and raw sections (<!...) are not accepted")
    # Parsing text, not bytes, makes the reader ignore an encoding declared to get round the test above.
    return ElementTree.fromstring(text, ElementTree.XMLParser(target=_Counted(tally)))
