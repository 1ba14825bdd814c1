"""How a game ended, or how it stands, on one page: verdict, map with the farthest front, curve, battles, bill, dice."""

from __future__ import annotations

from dataclasses import replace

import pygame
from pygame import Rect, Surface

from ecs import Side, View
from game.app.intents import Intent
from game.play.atlas.end_words import headline, sentences
from game.play.atlas.record import Atlas, Gathering, Turn
from game.play.atlas.text import costliest, verdict
from game.play.atlas.war_map import WarMap
from game.play.playback import axis_points
from game.play.session import Session
from game.play.story import Bill, bill
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources, foot_height
from game.screens.shared.title_map import Backdrop
from game.ui.atlas_pages.map_plate import MapPlate
from game.ui.interaction.ui_messages import Outbox
from game.ui.map_view.smooth_shapes import Vec
from game.ui.panels.score_tab import holders
from game.ui.widgets import Ui
from game.ui.widgets.seal import seal, seal_rect
from game.ui.widgets.style.theme import Colour, Theme, ink_on, mix

STEPS_A_FRAME = 8  # commands played again between two frames
DECISIVE, MOST_MONTHS = 3, 12
FOOT = 440  # of the room for the buttons in one row
PAD, GAP = 28, 8  # round the text, between the maps of turns
THUMB = (96, 120)  # pixels of the map of a turn, at 100 %
TALL = 900  # in a window so high those maps fill the page, in one row or two
BESIDE = 1.5  # hexes of map round the fronts and the battles, at least
SHARES = ((2.2, 0.6), (1.7, 0.55), (1.55, 0.5), (0.0, 0.42))
"""By how broad the window is for its height: the part of it that the map takes."""
PAPER, INK = (245, 238, 220), (36, 31, 23)  # of the map's legend: the map looks the same in every theme
SMALL = 1600  # a window less wide has the smallest map


class Findings:
    """What the page says about a game once it has been read.

    ``headline``, ``told``: in words; ``decisive``: the battles that cost most, in the order of their turns;
    ``farthest``: the turn at whose end the Axis held most ground, if it lost some of it and did not win.
    """

    def __init__(self, atlas: Atlas) -> None:
        self.headline, self.told = headline(atlas), " ".join(sentences(atlas))
        self.decisive, self.farthest = costliest(atlas.battles, DECISIVE), atlas.farthest


class Report(Scene):
    """The last screen of a game, or a look at how it stands."""

    def __init__(self, kit: SharedResources, session: Session) -> None:
        self.kit, self.session = kit, session
        self.backdrop = Backdrop(kit.pack, session.game, session.viewer)
        self._work: Gathering | None = self._begun()
        self.atlas = self._work.atlas
        self._found: Findings | None = None
        self._war = WarMap(session.game.board)
        self._map: tuple[tuple[int, int], Surface, MapPlate] | None = None
        self._thumbs: list[Surface] = []
        self._thumb_plate: MapPlate | None = None
        self._room = Rect(0, 0, 1, 1)
        self._scale, self._page = 1.0, 0

    @property
    def view(self) -> View:
        """The game as the player may see it; at the end, as it was."""
        return self.session.view

    def _begun(self) -> Gathering:
        game = self.session.game
        return Gathering(game, None if game.over else self.session.viewer, self.session.about.base)

    @property
    def counting(self) -> bool:
        """Is the game still being read?"""
        return self._work is not None

    @property
    def points(self) -> dict[int, int]:
        """Points of the Axis at the end of each turn read so far."""
        return {turn.number: turn.score for turn in self.atlas.turns}

    def on_leave(self) -> None:
        """Close the replayed copies, unless another screen lies over this one and reads on."""
        if self._work is not None and self not in self.app.scenes:
            self._work.close()

    def update(self, dt: float) -> None:
        """Replay the game a little at a time; then paint the map of one turn each frame."""
        del dt
        if self._work is not None:
            if not all(self._work.step() for _ in range(STEPS_A_FRAME)):
                self._work.close()
                self._work, self._found = None, Findings(self.atlas)
            self.redraw()
        elif self._thumbs_owed and self._page:  # as large as the page has room for
            self._paint_thumb()
            self.redraw()

    @property
    def _thumbs_owed(self) -> bool:
        return len(self._thumbs) < len(self._months)

    @property
    def _months(self) -> list[Turn]:
        return self.atlas.turns[-MOST_MONTHS:]

    def _paint_thumb(self) -> None:
        if self._thumb_plate is None:
            wide, high = (round(side * self._scale) for side in THUMB)
            if self._room.height >= TALL * self._scale:
                count, board, gap = len(self._months), self.session.game.board, round(GAP * self._scale)
                one, two = ((self._page // -(-count // rows) - gap, 2 * high // rows) for rows in (1, 2))
                first, second = (min(w, h * board.width // board.height) for w, h in (one, two))
                wide, high = two if second > first * 5 // 4 else one
            self._thumb_plate = MapPlate(self._war, (wide, high))
        turn = self._months[len(self._thumbs)]
        self._thumbs.append(self._thumb_plate.draw(_bare(turn), named=False))
        if not self._thumbs_owed:
            self._thumb_plate = None

    @property
    def animating(self) -> bool:
        """True until everything is counted and painted."""
        return self.counting or self._thumbs_owed

    def count_all(self) -> None:
        """Finish the count at once."""
        while self.counting:
            self.update(0)

    # -- the map ----------------------------------------------------------------------------------------------

    def draw(self, surface: Surface) -> None:
        """Draw the last position, dimmed, until the map of the war is ready."""
        theme, room = self.app.ui.theme, self._room
        if self._found is None or not self.atlas.turns:
            self.backdrop.draw(surface, theme, room)
        else:
            surface.fill(theme.panel2, room)
            picture, plate = self._painted(room.size, self._found)
            place = picture.get_rect(center=room.center)
            surface.blit(picture, place)
            for number, battle in enumerate(self._found.decisive, 1):
                x, y = plate.at(self.session.game.board.centre(battle.hex))
                _disc(surface, self.app.ui, number, (place.x + x, place.y + y))
        surface.fill(theme.panel, Rect(room.right, 0, surface.get_width() - room.right, surface.get_height()))
        surface.fill(theme.border, Rect(room.right, 0, 1, surface.get_height()))

    def _painted(self, size: tuple[int, int], found: Findings) -> tuple[Surface, MapPlate]:
        """The present front and the farthest or the first one, on a map that is cut only where nothing happened."""
        if self._map is None or self._map[0] != size:
            now = self.atlas.turns[-1]
            before = found.farthest.front if found.farthest else self.atlas.opening
            board = self.session.game.board
            battles: list[Vec] = [board.centre(battle.hex) for battle in found.decisive]
            lines, former = ([spot for line in front.lines for spot in line] for front in (now.front, before))
            edge, whole = round(BESIDE * board.layout.tile_w), Rect(0, 0, board.width, board.height)
            parts = ([*lines, *former, *battles], [*lines, *battles], battles)
            plate = MapPlate(self._war, size, [_round(spots, edge).clip(whole) for spots in parts if spots])
            self._map = size, plate.draw(_bare(now), before), plate
        return self._map[1:]

    # -- the page ---------------------------------------------------------------------------------------------

    def build(self, ui: Ui) -> None:
        """Map on the left, text on the right, buttons below and the seal in its corner."""
        broad = ui.size[0] / max(1, ui.size[1])
        share = SHARES[-1][1] if ui.size[0] < ui.px(SMALL) else next(part for least, part in SHARES if broad >= least)
        share = 0 if ui.size[0] < ui.px(760) else share
        board = self.session.game.board
        wide = min(round(ui.size[0] * share), ui.size[1] * board.width // board.height)  # no paper beside the map
        self._room, self._scale = Rect(0, 0, wide, ui.size[1]), ui.scale
        self._page = ui.size[0] - wide - ui.px(2 * PAD + GAP)
        corner, foot = seal_rect(ui), foot_height(ui)
        left = self._room.right
        bottom = min(corner.y - ui.px(16), max(ui.size[1] - foot, ui.size[1] // 2))
        with ui.panel("report", Rect(left, 0, ui.size[0] - left, bottom), pad=PAD, radius=0):
            self._verdict(ui)
            self._curve(ui)
            with ui.row(56, 44, gap=28):
                with ui.column():
                    self._battles(ui)
                with ui.column():
                    self._bill(ui)
                    self._dice(ui)
            self._strip(ui)
            if not self.session.game.over:
                self._objectives(ui)
        row = Rect(left, bottom, corner.x - left - ui.px(8), ui.size[1] - bottom)
        roomy = row.width >= ui.px(FOOT)
        with ui.panel("foot", row, pad=11, radius=0), ui.row(4, 3, 3, 4, gap=8) if roomy else ui.flow(gap=GAP):
            self._buttons(ui)
        more = "the war turn by turn"
        if seal(ui, corner, "Open the atlas", more, "Enter", name="atlas", intent="cursor_click"):
            self._open_atlas()
        self._legend(ui)

    def _open_atlas(self, page: int = 0) -> None:
        self.app.push(self.kit.doors.atlas(self.session, self._work or self.atlas, page))

    def _verdict(self, ui: Ui) -> None:
        view, result = self.view, self.view.result
        ends = f"{self._turn_name(0)} to {view.turn_name}" if self.atlas.turns else view.turn_name
        ui.label("   ".join((view.title, ends, verdict(result))), "small", "muted")
        found = self._found if result is not None else None
        ui.label(found.headline if found else verdict(result), "display" if ui.size[1] >= ui.px(900) else "title")
        if result is not None:
            why = result.text.removeprefix(f"{verdict(result)}: ")
            ui.label(found.told if found else why[:1].upper() + why[1:], "aside")
        else:
            ui.label(f"{view.turn_name} · {view.score_text}", "aside", "muted")

    def _turn_name(self, number: int) -> str:
        return self.atlas.turns[number].name

    def _curve(self, ui: Ui) -> None:
        """Points of the Axis over the turns, and the number that wins."""
        view, small = self.view, ui.text_of.line_height("small")
        known = {**self.points, view.turn: axis_points(view)}
        first = view.turn - len(self.atlas.turns) + 1 if self.atlas.turns else view.turn
        turns = [n for n in sorted(known) if n >= min(first, view.turn)]
        rect = ui.place(ui.px(300), max(ui.px(130), ui.size[1] * 18 // 100))
        gauge = view.tally.gauge
        goals = [mark.figure for mark in gauge.goals if mark.counts is Side.AXIS and not mark.fewer] if gauge else []
        top = max([1, *known.values(), *goals[:1]])
        plot = Rect(rect.x, rect.y + small, rect.width - ui.px(70), rect.height - 2 * small - ui.px(4))

        def height(value: int) -> int:
            return plot.bottom - plot.height * value // top

        spots = [(plot.x + plot.width * n // max(1, len(turns) - 1), height(known[t])) for n, t in enumerate(turns)]
        ink = self.table_colour(Side.AXIS)
        ui.note(_graph, plot, spots, height(goals[0]) if goals else -1, ink, ui.theme, ui.scale)
        if goals:
            ui.note_text(
                f"{goals[0]} wins", (plot.right + ui.px(6), height(goals[0]) - small // 2), "text", "small", True
            )
        shown = {0, len(turns) - 1, max(range(len(turns)), key=lambda n: known[turns[n]])}
        every = max(1, -(-len(turns) * ui.text_of.width("Aaaa", "small") // max(1, plot.width)))
        for n, turn in enumerate(turns):
            x, y = spots[n]
            if n in shown and known[turn] not in goals[:1]:  # which is told beside the line
                ui.note_text(str(known[turn]), (max(plot.x, x - ui.px(4)), y - small - ui.px(4)), "text", "small", True)
            if n % every == 0:
                ui.note_text(_month(view, turn), (max(plot.x, x - ui.px(8)), plot.bottom + ui.px(4)), "muted", "small")

    def table_colour(self, side: Side) -> Colour:
        """A side's colour in the pack."""
        red, green, blue = self.kit.pack.colour(side.value)[:3]
        return red, green, blue

    def _battles(self, ui: Ui) -> None:
        ui.heading("The decisive battles" if self.session.game.over else "The costliest battles")
        if self._work is not None:
            done = round(100 * self._work.share)
            ui.label(f"Reading the game … {done} %", "small", "muted")
        for number, battle in enumerate(self._found.decisive if self._found else (), 1):
            name = next((t.name for t in self.atlas.turns if t.number == battle.turn), "")
            place = self.atlas.place(battle.hex)
            with ui.column(gap=0):
                ui.label(f"{number}   {place[:1].upper()}{place[1:]}, {name}", "body", bold=True)
                odds = f" at {battle.odds}" if battle.odds else ""
                factors = "factor" if battle.killed == 1 else "factors"
                lost = f"the defender lost {battle.killed} {factors}, the attacker {battle.lost}"
                ui.label(f"{battle.side} attack{odds}: {lost}.", "small", "muted")

    def _bill(self, ui: Ui) -> None:
        ui.heading("Losses")
        found = losses(self.session)
        rows = (
            ("", "Axis", "Soviets"),
            ("Units lost", *(str(found[side].units) for side in Side)),
            ("Factors lost", *(str(found[side].factors) for side in Side)),
        )
        for number, row in enumerate(rows):
            line = ui.place(0, ui.text_of.line_height("body"))
            size, ink = ("body", "text") if number else ("small", "muted")
            ui.note_text(row[0], line.topleft, ink, size)
            for text, part in zip(row[1:], (0.72, 1.0), strict=True):
                x = line.x + round(line.width * part) - ui.text_of.width(text, size)
                ui.note_text(text, (x, line.y), ink, size)

    def _dice(self, ui: Ui) -> None:
        """How kind the dice were, as one bar with one figure."""
        ledger = self.session.luck() if self.counting else self.atlas.luck
        told = ledger.in_words()
        if told:
            ui.space(8)
            ui.heading("The luck of the dice")
            rect = ui.place(0, ui.px(14))
            share = ledger.fortune(Side.AXIS).unluckier
            ui.note(_scale, rect, share, self.table_colour(Side.SOVIET), self.table_colour(Side.AXIS), ui.theme)
            ui.label(told, "small")
        again = self.session.about.reloads
        if again:
            times = "time" if again == 1 else "times"
            ui.text(f"Reloaded after dice were rolled: **{again}** {times}.", "small")

    def _strip(self, ui: Ui) -> None:
        """A small map for each turn, which opens its page of the atlas."""
        if not self._thumbs:
            return
        ui.heading("Turn by turn")
        pages = 1 + bool(self.atlas.battles)
        skipped = len(self.atlas.turns) - len(self._months)
        with ui.flow(gap=GAP):
            for number, (turn, picture) in enumerate(zip(self._months, self._thumbs, strict=False)):
                rect = ui.place(picture.get_width(), picture.get_height(), fill=False)
                name = ui.name(f"turn {turn.number}")
                spot = ui.spot(name, "button", rect, text=turn.name, tooltip=turn.name)
                ui.note_picture(picture, rect.topleft)
                ui.ring(spot)
                if ui.used(name):
                    self._open_atlas(pages + skipped + number)

    def _objectives(self, ui: Ui) -> None:
        ui.heading("Objectives")
        out = Outbox()
        holders(ui, self.view, out)
        if out.link:
            self.handle(Intent("link", text=out.link))

    def _buttons(self, ui: Ui) -> None:
        """The buttons besides the atlas."""
        doors = self.kit.doors
        back = ui.button("Back to map", "Esc", name="back to the map")
        replay = ui.button("Replay", name="replay")
        save = ui.button("Save", self.app.key("save"), enabled=self.session.saves is not None, intent="save")
        title = ui.button("Quit to title", name="to title")
        if back:
            self.app.pop()
        elif replay:
            self.app.push(doors.replay(self.session))
        elif save:
            self.app.push(doors.saves(self.session))
        elif title:
            self.session.close()
            self.app.replace(doors.title())

    def _legend(self, ui: Ui) -> None:
        """The meaning of the two lines on the map."""
        if self._found is None or not self.atlas.turns or not self._room.width:
            return
        farthest, now = self._found.farthest, self.atlas.turns[-1]
        first = f"Farthest advance, {farthest.name}" if farthest else "The front at the start"
        rows = (first, f"The front in {now.name}")
        small, pad, sample = ui.text_of.line_height("small"), ui.px(10), ui.px(30)
        wide = max(ui.text_of.width(row, "small") for row in rows) + sample + 3 * pad
        box = Rect(pad, self._room.bottom - 2 * small - 3 * pad, wide, 2 * small + 2 * pad)
        ui.note_box(box, PAPER, INK, 4)
        for number, row in enumerate(rows):
            y = box.y + pad + number * small
            ui.note(_sample, Rect(box.x + pad, y, sample, small), number == 0)
            ui.note_text(row, (box.x + sample + 2 * pad, y), INK, "small")

    def handle(self, intent: Intent) -> bool:
        """Hex links go back to the map."""
        if intent.name == "cursor_click":
            self._open_atlas()
            return True
        if intent.name == "link" and intent.text.startswith("hex:"):
            self.app.pop()
            return self.app.top.handle(intent)
        return False


def losses(session: Session) -> dict[Side, Bill]:
    """Each side's losses; units that died face down are counted when the game is over."""
    told = session.story(whole=True).happenings
    return {side: bill(told, side) for side in sorted(Side)}


def _round(spots: list[Vec], edge: int) -> Rect:
    """The part of the board that holds these places, in its pixels, with an edge."""
    across, down = ([spot[axis] for spot in spots] for axis in (0, 1))
    left, top = round(min(across)), round(min(down))
    return Rect(left, top, round(max(across)) - left, round(max(down)) - top).inflate(2 * edge, 2 * edge)


def _bare(turn: Turn) -> Turn:
    """The turn without counters and arrows."""
    return replace(turn, stacks=(), thrusts=())


def _month(view: View, turn: int) -> str:
    track = view.turn_track
    return track[turn - 1][0].split(" ")[0][:3] if 1 <= turn <= len(track) else str(turn)


# -- painters ---------------------------------------------------------------------------------------------------


def _disc(surface: Surface, ui: Ui, number: int, at: tuple[int, int]) -> None:
    """A number on a dark disc with a pale rim."""
    radius = ui.px(14)
    pygame.draw.circle(surface, (251, 241, 220), at, radius + max(2, ui.px(2)))
    pygame.draw.circle(surface, (24, 21, 16), at, radius)
    word = ui.text_of.picture(str(number), "body", True, (251, 241, 220))
    surface.blit(word, word.get_rect(center=at))


def _graph(
    surface: Surface, plot: Rect, spots: list[tuple[int, int]], goal: int, line: Colour, theme: Theme, scale: float
) -> None:
    """A curve with its area filled, and a broken line for what wins."""
    muted, panel, dash = theme.muted, theme.panel, round(5 * scale)
    line = ink_on(panel, line, mix(line, theme.text, 0.6))
    if len(spots) > 1:
        area = [(spots[0][0], plot.bottom), *spots, (spots[-1][0], plot.bottom)]
        pygame.draw.polygon(surface, mix(panel, line, 0.25), area)
        pygame.draw.lines(surface, line, False, spots, round(3 * scale))
    for spot in spots:
        pygame.draw.circle(surface, line, spot, 4 * scale)
    pygame.draw.line(surface, muted, plot.bottomleft, plot.bottomright, max(1, round(scale)))
    for x in range(plot.x, plot.right, 2 * dash) if goal >= 0 else ():
        pygame.draw.line(surface, muted, (x, goal), (x + dash, goal), max(1, round(2 * scale)))


def _scale(surface: Surface, rect: Rect, share: float, low: Colour, high: Colour, theme: Theme) -> None:
    """A bar from one colour to the other, with a mark for the dice of this game."""
    text, panel = theme.text, theme.panel
    bar = rect.inflate(0, -rect.height // 3)
    for x in range(bar.width):
        part = x / max(1, bar.width - 1)
        colour = mix(low, panel, 2 * part) if part < 0.5 else mix(panel, high, 2 * part - 1)
        surface.fill(colour, Rect(bar.x + x, bar.y, 1, bar.height))
    surface.fill(text, Rect(bar.x + round(share * (bar.width - 4)), rect.y, 4, rect.height))


def _sample(surface: Surface, rect: Rect, broken: bool) -> None:
    """A piece of a line of the map."""
    if broken:
        for x in range(rect.x, rect.right, 12):
            pygame.draw.line(surface, INK, (x, rect.centery), (min(x + 7, rect.right), rect.centery), 2)
        return
    pygame.draw.line(surface, (110, 140, 175), (rect.x, rect.centery - 2), (rect.right, rect.centery - 2), 3)
    pygame.draw.line(surface, (200, 90, 60), (rect.x, rect.centery + 2), (rect.right, rect.centery + 2), 3)
