"""The sheets beside the map: turn track, boxes off the map, chits, combat results tables."""

from __future__ import annotations

from collections.abc import Iterator

from ecs.core.view import ChitView
from game.ui.map_view.margins.margin_facts import MarginContents, PoolBox, PoolKind, ResultsTable, TurnBox
from game.ui.map_view.margins.sheet_painting import Area, Cell, Chit, Face, Icon, Lettering, Plan, Sketch, wide_of
from game.ui.map_view.view_state import sky_name
from game.ui.widgets import escape

COUNTER, CHIT = 34, 36
MOST_ROWS = 2
"""Rows of counters of one box; the others are only counted."""
LETTERS, LEAST_LETTERS, MOST_PARTS = 11, 9.5, 3
"""Of a table of results: a wide one is printed in two or three parts rather than in smaller letters."""
TITLES = {"now": "In play", "held": "In hand", "cup": "In the cup", "gone": "Gone"}


def parts_of(contents: MarginContents) -> Iterator[tuple[str, object]]:
    """The sheets, in the order in which they are laid: kind and contents."""
    if contents.turns:
        yield "turns", (contents.turn, contents.turns)
    for number, table in enumerate(contents.results):
        yield f"results:{number}", table
    if contents.chits:
        yield "chits", contents.chits
    for side in dict.fromkeys(box.side for box in contents.pools):
        yield f"pools:{side.value}", tuple(box for box in contents.pools if box.side is side)


def laid(kind: str, contents: MarginContents, wide: float, scale: float) -> Plan:
    """A sheet laid out."""
    sketch = Sketch(wide, scale)
    sheet, _, which = kind.partition(":")
    if sheet == "turns":
        turn_track(sketch, contents.turns)
    elif sheet == "results":
        results(sketch, contents.results[int(which)])
    elif sheet == "chits":
        chit_sheet(sketch, contents.chits)
    else:
        pools(sketch, tuple(box for box in contents.pools if box.side.value == which))
    return sketch.done()


# -- turns ----------------------------------------------------------------------------------------------


def short_name(name: str) -> str:
    """A month as on a turn track: "Sep/Oct 41"."""
    months, _, year = name.rpartition(" ")
    if not months or not year.isdecimal():
        return name
    return "/".join(month[:3] for month in months.split("/")) + f" {year[-2:]}"


def turn_track(sketch: Sketch, turns: tuple[TurnBox, ...]) -> None:
    """A box for each turn: its months, its weather, and the number of arrivals."""
    now = next((box for box in turns if box.when == "now"), None)
    sketch.heading("Turn track", f"turn {now.turn} of {turns[-1].turn}" if now is not None else "")
    size = sketch.px(11)
    widest = max(max(wide_of(short_name(box.name), size, True), _arrivals(sketch, box)) for box in turns) + sketch.px(8)
    columns = max(1, min(len(turns), int(sketch.inner // max(widest, sketch.px(46)))))
    wide, high = sketch.inner / columns, sketch.px(38)
    for number, box in enumerate(turns):
        down, across = divmod(number, columns)
        _turn(sketch, box, sketch.pad + across * wide, sketch.y + down * high, wide, high)
    if now is not None:
        down, across = divmod(turns.index(now), columns)
        frame = (sketch.pad + across * wide, sketch.y + down * high, wide, high)
        sketch.items.append(Area(frame, "", "now"))
    sketch.y += high * -(-len(turns) // columns)


def _arrivals(sketch: Sketch, box: TurnBox) -> float:
    """Pixels of the lower line of a turn: the weather and the number of arrivals."""
    words = (wide_of(f"+{len(ids)}", sketch.px(11), True) + sketch.px(3) for _, ids in box.due)
    return sketch.px(15) + sum(words)


def _turn(sketch: Sketch, box: TurnBox, x: float, y: float, wide: float, high: float) -> None:
    sky = sky_name(box.weather) if box.weather else ""
    ground = "past" if box.when == "past" else "lit" if box.when == "now" else f"weather:{sky}"
    ink = "muted" if box.when == "past" else "ink"
    line, gap = sketch.px(17), sketch.px(3)
    sketch.items.append(Area((x, y, wide, high), ground, "line"))
    title = (x + gap, y + sketch.px(1), wide - 2 * gap, line)
    sketch.items.append(Lettering(title, short_name(box.name), sketch.px(11), ink, box.when != "past", "centre"))
    low, icon = y + line, sketch.px(16)
    if sky:
        sketch.items.append(Icon((x + gap, low + sketch.px(1), icon, icon), f"icons/weather_{sky}", ink))
    elif box.when == "next":
        sketch.items.append(Lettering((x + gap, low, icon, icon), "?", sketch.px(11), "muted", False, "centre"))
    right = x + wide - gap
    for side, ids in reversed(box.due):
        text = f"+{len(ids)}"
        room = wide_of(text, sketch.px(11), True)
        right -= room
        sketch.items.append(Lettering((right, low, room, icon), text, sketch.px(11), side.value, True))
        right -= sketch.px(3)
    weather = escape(box.weather) if box.weather else "weather by die" if box.when == "next" else ""
    come = ", ".join(f"{side}: {len(ids)} arrive" if len(ids) > 1 else f"{side}: 1 arrives" for side, ids in box.due)
    lines = [part for part in (weather, come) if part]
    tip = f"**{box.turn}. {escape(box.name)}**" + "".join(f"\n{part}" for part in lines)
    sketch.cells.append(Cell((x, y, wide, high), f"turn:{box.turn}", tip))


# -- boxes off the map ------------------------------------------------------------------------------------


def pools(sketch: Sketch, boxes: tuple[PoolBox, ...]) -> None:
    """Every box of a side with its counters, like ones together under their number."""
    sketch.heading(f"{boxes[0].side} off the map", str(sum(box.count for box in boxes)))
    for box in boxes:
        _pool(sketch, box)
    sketch.y -= sketch.px(8)


def _pool(sketch: Sketch, box: PoolBox) -> None:
    high, size = sketch.px(18), sketch.px(COUNTER)
    count = str(box.count)
    room = wide_of(count, sketch.px(12), True)
    flag = sketch.px(8)
    sketch.items.append(Area((sketch.pad, sketch.y + sketch.px(5), flag, flag), f"flag:{box.side.value}", "ink"))
    title = (sketch.pad + flag + sketch.px(5), sketch.y, sketch.inner - flag - room - sketch.px(10), high)
    sketch.items.append(Lettering(title, box.title, sketch.px(12), bold=True))
    sketch.items.append(
        Lettering((sketch.wide - sketch.pad - room, sketch.y, room, high), count, sketch.px(12), bold=True)
    )
    tip = f"**{escape(box.title)}** ({box.side}): {box.count}"
    top = sketch.y
    sketch.y += high + sketch.px(5)
    step = size + sketch.px(9)
    columns = max(1, int((sketch.inner + sketch.px(9)) // step))
    shown = box.kinds if len(box.kinds) <= columns * MOST_ROWS else box.kinds[: columns * MOST_ROWS - 1]
    cells = [Cell((sketch.pad, top, sketch.inner, high), f"pool:{box.side.value}:{box.box}", tip)]
    for number, kind in enumerate(shown):
        down, across = divmod(number, columns)
        cells.append(_kind(sketch, kind, sketch.pad + across * step, sketch.y + down * (size + sketch.px(9)), size))
    rest = sum(len(kind.ids) for kind in box.kinds[len(shown) :])
    if rest:
        down, across = divmod(len(shown), columns)
        at = (sketch.pad + across * step, sketch.y + down * (size + sketch.px(9)), size, size)
        sketch.items.append(Lettering(at, f"+{rest}", sketch.px(13), "muted", True, "centre"))
        cells.append(Cell(at, cells[0].topic, tip))
    sketch.cells += cells
    sketch.y += -(-(len(shown) + bool(rest)) // columns) * (size + sketch.px(9)) + sketch.px(3)


def _kind(sketch: Sketch, kind: PoolKind, x: float, y: float, size: float) -> Cell:
    sketch.items.append(Face((x, y, size, size), kind.look))
    if len(kind.ids) > 1:
        _count(sketch, str(len(kind.ids)), x, y)
    names = ", ".join(kind.ids)
    return Cell((x, y, size, size), f"unit:{kind.ids[0]}", escape(names))


def _count(sketch: Sketch, text: str, left: float, top: float) -> None:
    """A number on a small plate over the upper left corner, as on a pile on the map."""
    wide, high = wide_of(text, sketch.px(11), True) + sketch.px(6), sketch.px(14)
    box = (left - sketch.px(5), top - sketch.px(5), wide, high)
    sketch.items.append(Area(box, "ink"))
    sketch.items.append(Lettering(box, text, sketch.px(11), "paper", True, "centre"))


# -- chits ------------------------------------------------------------------------------------------------


def chit_sheet(sketch: Sketch, chits: tuple[ChitView, ...]) -> None:
    """The chits by where they are."""
    sketch.heading("Chits", f"{sum(chit.count for chit in chits if chit.state == 'cup')} in the cup")
    for state, title in TITLES.items():
        row = [chit for chit in chits if chit.state == state]
        if row:
            _chits(sketch, state, title, row)


def _chits(sketch: Sketch, state: str, title: str, row: list[ChitView]) -> None:
    high, size = sketch.px(16), sketch.px(CHIT)
    count = sum(chit.count for chit in row)
    words = title if state == "now" else f"{title}: {count}"
    sketch.items.append(Lettering((sketch.pad, sketch.y, sketch.inner, high), words, sketch.px(12), bold=True))
    sketch.y += high + sketch.px(3)
    step = size + sketch.px(8)
    columns = max(1, int((sketch.inner + sketch.px(8)) // step))
    for number, chit in enumerate(row):
        down, across = divmod(number, columns)
        x, y = sketch.pad + across * step, sketch.y + down * (size + sketch.px(6))
        sketch.items.append(Chit((x, y, size, size), chit.id, chit.side, state == "gone"))
        if chit.count > 1:
            _count(sketch, str(chit.count), x, y)
        times = f" ×{chit.count}" if chit.count > 1 else ""
        tip = f"**{escape(chit.name)}**{times}\n{escape(chit.text)}"
        sketch.cells.append(Cell((x, y, size, size), f"chit:{chit.id}", tip))
    sketch.y += -(-len(row) // columns) * (size + sketch.px(6)) + sketch.px(3)


# -- tables of results ------------------------------------------------------------------------------------


def results(sketch: Sketch, table: ResultsTable) -> None:
    """A combat results table, in two parts if it is wide, with the columns in play lit."""
    top = sketch.y
    sketch.heading(table.title)
    columns = list(range(table.lead, len(table.head)))
    share, size = _divided(sketch, table)
    for begin in range(0, len(columns), share):
        if begin:
            sketch.y += sketch.px(5)
        cells = [*range(table.lead), *columns[begin : begin + share]]
        _block(sketch, table, cells, sketch.inner / (share + table.lead), size)
    lit = ", ".join(table.head[cell] for cell in table.lit)
    tip = f"**{escape(table.title)}**" + (f"\nin play: {escape(lit)}" if lit else "")
    sketch.cells.append(Cell((sketch.pad, top, sketch.inner, sketch.y - top), "results", tip))


def _divided(sketch: Sketch, table: ResultsTable) -> tuple[int, float]:
    """How many columns stand side by side, and the size of letters."""
    columns, words = len(table.head) - table.lead, {word for row in (table.head, *table.rows) for word in row}
    for parts in range(1, MOST_PARTS + 1):
        share = max(1, -(-columns // parts))
        wide = sketch.inner / (share + table.lead)
        size = min(_fitting(word, wide, sketch.px(LETTERS)) for word in words)
        if size >= sketch.px(LEAST_LETTERS):
            break
    return share, size


def _block(sketch: Sketch, table: ResultsTable, cells: list[int], wide: float, size: float) -> None:
    high, rows = sketch.px(17), (table.head, *table.rows)
    for down, row in enumerate(rows):
        for place, cell in enumerate(cells):
            box = (sketch.pad + place * wide, sketch.y + down * high, wide, high)
            named = not down or cell < table.lead
            ground = "lit" if cell in table.lit else "past" if named else ""
            sketch.items.append(Area(box, ground, "cell"))
            lit = cell in table.lit
            sketch.items.append(Lettering(box, row[cell], size, "ink", named or lit, "centre"))
    for place, cell in enumerate(cells):
        if cell in table.lit:
            frame = (sketch.pad + place * wide, sketch.y, wide, high * len(rows))
            sketch.items.append(Area(frame, "", "now"))
    sketch.y += high * len(rows)


def _fitting(text: str, wide: float, size: float) -> float:
    """A size of letters in which a cell holds its word."""
    need = wide_of(text, size, True)
    return size if need <= wide - 2 else size * (wide - 2) / need
