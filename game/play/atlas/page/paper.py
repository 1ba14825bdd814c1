"""A page of HTML that needs nothing from anywhere: its frame and its tables, with everything escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = (
    "body{font:17px/1.55 Georgia,serif;max-width:50em;margin:2em auto;padding:0 1em;color:#222;background:#fbf9f4}"
    "svg{width:100%;height:auto;background:#fff;border:1px solid #ddd;font-family:sans-serif}h3{margin-bottom:.2em}"
    "table{border-collapse:collapse;margin:.6em 0}"
    "td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child{text-align:left}.fault{color:#a00}"
    ".words td,.words th{text-align:left;vertical-align:top}.quiet{color:#666}aside{border-left:4px solid #b9a77c;"
    "padding:.1em 1em;margin:1em 0;color:#444}section{break-inside:avoid}"
    "@media(prefers-color-scheme:dark){body{color:#e6e1d6;background:#1d1f21}td,th{border-color:#444}"
    ".quiet,aside{color:#aaa}.fault{color:#ff9c8f}a{color:#9ec5e8}}"
    "@media print{body{font-size:11pt;max-width:none;margin:0;background:#fff;color:#000}nav{display:none}"
    "svg{max-height:22cm}}"
)


def page(title: str, body: Iterable[str]) -> str:
    """A whole page.  ``body``: pieces of HTML."""
    told = escape(title)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" '
        f'content="light dark"><title>{told}</title><style>{STYLE}</style>'
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n<h1>{told}</h1>\n'
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def table(heading: Sequence[str], rows: Iterable[Sequence[str]], words: bool = False) -> str:
    """A table of words and figures.  ``words``: it is read, not added up, so all of it stands to the left."""
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in heading)
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    look = ' class="words"' if words else ""
    return f"<table{look}><tr>{top}</tr>{lines}</table>"
