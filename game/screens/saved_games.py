"""The list of saved games with their saves, for loading one or naming a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pygame
from pygame import Rect

from ecs import SetupError
from game.app.intents import Intent
from game.mail.clerk import MailGame, mail_games
from game.mail.own_part import MailError, remove_part
from game.opponents import Hurry
from game.packs.picture_store import Store
from game.play.scenarios import find_scenario
from game.play.session import Opened, Session, reopening
from game.saves.compatibility_notes import mail_among, players_told
from game.saves.file_format import StoppedError
from game.saves.storage import thumbnail
from game.saves.storage.save_folder import GameInfo, Header, OpenElsewhereError, SaveError, SaveInfo
from game.screens.shared.base import Scene, ScreenStack
from game.screens.shared.resources import SharedResources, foot_height
from game.system.slices import Progress, Steps, Tell, done
from game.ui.cards.first_turn import FORCES
from game.ui.map_view import Minimap
from game.ui.widgets import Item, Ui, escape

LOOK = (64, 44)  # pixels a picture of a game takes at most, at 100 %
LOCKING = (
    "Every save of this game, earlier ones too, then opens only with this passphrase. "
    "There is no other way in: if you forget it, the game is lost."
)
LOOK_AGAIN = 2.0  # seconds between two looks for other saves and letters
BUILDS = 2  # a list knows how long it has become when it was built again


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list: a game, or one of its saves below it."""

    game: GameInfo
    info: SaveInfo
    below: bool = False

    @property
    def whole(self) -> bool:
        """Does it stand for the whole game, with all its automatic saves?"""
        return not self.below and bool(self.game.found.stands)


class SaveList(Scene):
    """Loads a game; with a session, saves it.

    :param unfinished: show only games that can be gone on with.
    """

    def __init__(self, kit: SharedResources, session: Session | None = None, unfinished: bool = False) -> None:
        self.kit, self.session, self.unfinished = kit, session, unfinished
        self.games: list[GameInfo] = []
        self.row, self.words = 0, ""
        self.name = session.about.name if session is not None else ""
        self.asking = ""
        self.passphrase = ""
        self.lock = session.about.passphrase if session is not None else ""
        self.refused = ""
        self.mail: dict[str, MailGame] = {}  # games by mail by their ids
        self.unbegun: list[MailGame] = []  # those of them that stand at no table yet
        self._open: dict[str, list[SaveInfo]] = {}  # games whose earlier turns are shown, and these
        self._pictures: Store[tuple[Path | None, tuple[int, int]]] = Store()
        self._reveal = 0  # builds until the chosen row is brought into view
        self._seen: list[int] = []  # when the folders of saves and letters changed last
        self._look_at = 0.0

    def on_enter(self) -> None:
        """Read the folder again."""
        self._read()

    def on_focus(self, focused: bool) -> None:
        """Read the folders again: letters may have come while the window was behind another."""
        if focused:
            self._read_again()

    def wake_in(self) -> float:
        """When to look again whether the folders have changed."""
        return max(0.0, self._look_at - self.app.ui.now)

    def _read_again(self) -> None:
        """Read the folders; what was chosen stays chosen, and nothing is read below an open question."""
        if self.asking:
            return
        chosen = self._keys()[self.row : self.row + 1]
        self._read()
        keys = self._keys()
        self.row = keys.index(chosen[0]) if chosen and chosen[0] in keys else self.row
        self.redraw()

    def _keys(self) -> list[tuple[str, Path | None]]:
        """What each row stands for, whatever its place in the list."""
        shown = [(row.game.id, row.info.path if row.below else None) for row in self.shown()]
        return [*((game.id, None) for game in self.waiting()), *shown]

    def _changed(self) -> list[int]:
        """When the folders of saves and letters changed last."""
        folders = [self.kit.saves.folder, *(Path(game.folder) for game in self.mail.values() if game.folder)]
        return [folder.stat().st_mtime_ns if folder.is_dir() else 0 for folder in folders]

    def _read(self) -> None:
        found = self.kit.saves.games()
        self.games = [game for game in found if game.unfinished or not self.unfinished]
        self.mail = {game.id: game for game in mail_games()}
        begun = {mail_among(game.last.header.players) for game in found if game.last.header is not None}
        self.unbegun = [] if self.session else [game for id, game in self.mail.items() if id not in begun][::-1]
        self._open = {game.id: game.earlier() for game in self.games if game.id in self._open}
        self._pictures.clear()
        self._seen, self._look_at = self._changed(), self.app.ui.now + LOOK_AGAIN

    def shown(self) -> list[Row]:
        """Games that match the search, and their saves."""
        wanted, rows = self.words.casefold(), []
        for game in self.games:
            if any(wanted in f"{info.name} {_about(info.header)}".casefold() for info in (game.last, *game.own)):
                own = [info for info in game.own if info != game.last]
                rows.append(Row(game, game.last))
                rows += [Row(game, info, below=True) for info in (*own, *self._open.get(game.id, ()))]
        return rows

    def waiting(self) -> list[MailGame]:
        """Games by mail that have not begun and match what is typed: the first rows of the list."""
        wanted = self.words.casefold()
        return [game for game in self.unbegun if wanted in f"{_title(game)} {game.friend} by mail".casefold()]

    def update(self, dt: float) -> None:
        """Look for changes; bring a game whose turns were unfolded into view, once the list has grown."""
        del dt
        if self.app.ui.now >= self._look_at:
            self._look_at = self.app.ui.now + LOOK_AGAIN
            if self._changed() != self._seen:
                self._read_again()
        region = next((r for r in self.app.ui.regions if r.id.endswith("/saves/saves")), None)
        if self._reveal:
            self._reveal -= 1
            if not self._reveal and region is not None:
                row_high = (region.most + region.rect.height) // max(1, len(self.waiting()) + len(self.shown()))
                self.app.ui.scroll_to(region, self.row * row_high)
            self.redraw()

    @property
    def animating(self) -> bool:
        """True until the list has scrolled."""
        return bool(self._reveal)

    def build(self, ui: Ui) -> None:
        """List at the top, actions below."""
        margin = ui.px(20)
        wide = min(ui.size[0] - 2 * margin, ui.px(860))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        ui.notice_area = Rect(0, 0, ui.size[0], rect.bottom - foot)  # never over the buttons
        title = "Save game" if self.session else "Unfinished games" if self.unfinished else "Load game"
        with ui.panel("saves", Rect(rect.x, rect.y, rect.width, rect.height - foot), title, pad=18):
            if self.session:
                self._name(ui)
            else:
                self.words = ui.entry("search", self.words, hint="Search")
            waiting, shown = self.waiting(), self.shown()
            first = len(waiting)
            self.row = min(self.row, first + len(shown) - 1)
            high = max(110, (rect.height - foot) / ui.scale - (255 if self.session else 205))
            items = [self._mail_item(ui, game) for game in waiting] + [self._item(ui, row) for row in shown]
            row = ui.listbox("saves", items, self.row, high, hint="No saved games yet.")
            if row != self.row and self.session and 0 <= row < len(shown) and shown[row].info.kind == "named":
                self.name = shown[row].info.name
            self.row = row
            opened = ui.opened("saves")
            chosen = shown[self.row - first] if first <= self.row < first + len(shown) else None
            letters = waiting[self.row] if 0 <= self.row < first else None
            self._details(ui, chosen.info if chosen is not None else None)
            if letters is not None:
                self._mail_details(ui, letters)
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13):
            self._buttons(ui, chosen, letters, opened)
        if letters is not None and self.asking == "delete mail":
            self._ask_to_delete(ui, letters)
        self._question(ui, chosen)

    def _item(self, ui: Ui, row: Row) -> Item:
        """The row of a game with its picture, or of a save indented below it."""
        game, info = row.game, row.info
        date = info.header.date[:16] if info.header else ""
        colour = "text" if info.header else "bad"
        picture = self._picture(ui, game, blank=row.below)
        if row.whole:
            state = self._state(game)
            title = info.header.title if info.header else info.name
            side = whose_turn(info.header, self.mail)
            return Item(title, date, f"{_where(info.header)} · {side}{state}", colour, picture=picture)
        name = {"auto": _where(info.header), "quick": "Quick save"}.get(info.kind, info.name)
        about = _side(info.header) if row.below and info.kind == "auto" else _about(info.header)
        left = " · abandoned for an earlier turn" if info.ended else ""
        return Item(name, date, about + left, colour, picture=picture)

    def _mail_item(self, ui: Ui, game: MailGame) -> Item:
        """How a game by mail looks that has not begun."""
        size = (ui.px(LOOK[0]), ui.px(LOOK[1]))
        return Item(_title(game), "by mail", game.state.rstrip("."), picture=_in_field(None, size))

    def _mail_details(self, ui: Ui, game: MailGame) -> None:
        if game.locked:
            self._ask_passphrase(ui)
        elif game.folder:
            ui.text(escape(f"By mail · you play the {FORCES[game.side]} · letters in {game.folder}"), "small", "muted")

    def _ask_passphrase(self, ui: Ui) -> None:
        with ui.row(1, 2):
            ui.label("Passphrase")
            self.passphrase = ui.entry("passphrase", self.passphrase, covered=True)

    def _state(self, game: GameInfo) -> str:
        """Further facts about a game."""
        if self.session is not None and self.kit.saves.identity(self.session.game) == game.id:
            return " · being played"
        return " · open in another window" if game.held else " · interrupted" if game.interrupted else ""

    def _picture(self, ui: Ui, game: GameInfo, blank: bool) -> pygame.Surface:
        """The picture of a game, centred in a field of one size for all."""
        size = (ui.px(LOOK[0]), ui.px(LOOK[1]))
        path = game.slot.picture if game.slot is not None and not blank else None
        return self._pictures.get((path, size), lambda: _in_field(path, size))

    def _name(self, ui: Ui) -> None:
        with ui.row(3, 1):
            self.name = ui.entry("name", self.name, hint="Name of the save", limit=60)
            sent = ui.submitted("name")
            if ui.button("Save", kind="primary", enabled=bool(self.name.strip())) or (sent and self.name.strip()):
                self._save(asked=False)
        with ui.row(1, 2):
            ui.label("Passphrase", tooltip=LOCKING)
            self.lock = ui.entry(
                "lock", self.lock, hint="none: anyone with the file can open it", tooltip=LOCKING, covered=True
            )

    def _details(self, ui: Ui, info: SaveInfo | None) -> None:
        if info is None:
            return
        if info.header is None:
            ui.text(f"[bad]{escape(info.problem)}[/]", "small")
            return
        header = info.header
        if header.locked:
            self._ask_passphrase(ui)
        players = players_told(header)
        seed = "" if header.seal else f" · seed {header.seed}"  # a closed save does not show it
        edited = " · [warn]edited outside the game[/]" if header.edited else ""
        again = f" · reloaded after dice were rolled: {header.reloads}" if header.reloads else ""
        ui.text(
            f"{escape(header.title)}{seed} · {escape(players)} · engine {escape(header.engine)}{again}{edited}",
            "small",
            "muted",
        )

    def _buttons(self, ui: Ui, row: Row | None, letters: MailGame | None, opened: bool) -> None:
        info = row.info if row is not None else None
        with ui.row(2, 2, 1, 1):
            able = letters is not None or (info is not None and info.header is not None)
            used = ui.button("Load", kind="normal" if self.session else "primary", enabled=able)
            if able and (used or (opened and not self.session)):
                if letters is not None:
                    self.app.push(self.kit.doors.by_mail(letters.home, self.passphrase))
                elif row is not None:
                    self._load(row)
                return
            unfolded = row is not None and row.game.id in self._open
            several = row is not None and len(row.game.found.stands) > 1
            words = "Hide earlier turns" if unfolded else "Earlier turns"
            if ui.button(words, name="earlier", enabled=several) and row is not None:
                self._unfold(row.game)
            if ui.button("Delete", kind="normal", enabled=row is not None or letters is not None):
                if row is None:
                    self.asking = "delete mail"
                elif row.whole or self.app.settings.asks("delete_save"):
                    self.asking = "delete"
                else:
                    self._delete(row)
            if ui.button("Back", "Esc"):
                self.app.pop()

    def _unfold(self, game: GameInfo) -> None:
        """Show the earlier turns of a game, or hide them."""
        if self._open.pop(game.id, None) is None:
            self._open[game.id] = game.earlier()
        self.row = len(self.waiting()) + next(n for n, row in enumerate(self.shown()) if row.game is game)
        self._reveal = BUILDS

    def _question(self, ui: Ui, row: Row | None) -> None:
        info = row.info if row is not None else None
        if self.asking == "delete" and row is not None:
            answer = ui.dialog("delete", *_deleting(row), ("Delete", "Keep"), danger=row.whole)
            if answer == "Delete":
                self._delete(row)
        elif self.asking == "copy" and info is not None:
            answer = ui.dialog(
                "copy",
                "This game is open in another window",
                "Continue it there. Or open a copy here: it becomes a separate game, and the other stays unchanged.",
                ("Open a copy", "Cancel"),
            )
            if answer == "Open a copy":
                open_save(self.kit, info.path, self.passphrase, copy=True)
        elif self.asking == "overwrite":
            answer = ui.dialog(
                "overwrite",
                "Overwrite the save?",
                f"A save named **{escape(self.name)}** already exists.",
                ("Overwrite save", "Keep both"),
            )
            if answer == "Overwrite save":
                self._save(asked=True)
        elif self.asking == "salvage" and info is not None:
            answer = ui.dialog(
                "salvage",
                "This save cannot be opened",
                f"{escape(self.refused)}\n\nYou can replay its intact commands as a game with a new name. "
                "The save itself does not change.",
                ("Recover what is intact", "Cancel"),
            )
            if answer == "Recover what is intact":
                open_save(self.kit, info.path, self.passphrase, salvage=True)
        else:
            return
        if answer:
            self.asking = ""

    def _ask_to_delete(self, ui: Ui, game: MailGame) -> None:
        text = f"**{escape(_title(game))}** will be deleted for good, with your key and its letters."
        answer = ui.dialog("delete mail", "Delete this game by mail?", text, ("Delete", "Keep"), danger=True)
        if answer == "Delete":
            try:
                remove_part(game.home)
            except MailError as error:
                ui.notice(escape(str(error)), "bad")
            self._read()
        if answer:
            self.asking = ""

    # -- doing ----------------------------------------------------------------------------------------

    def _save(self, asked: bool) -> None:
        assert self.session is not None
        if self._taken() and not asked and self.app.settings.asks("overwrite_save"):
            self.asking = "overwrite"
            return
        try:
            if self.lock != self.session.about.passphrase:
                self.session.lock(self.lock, self._telling())
            self.session.save(self.name.strip())
        except SaveError as error:
            self.app.ui.notice(escape(str(error)), "bad")
            return
        self.app.pop()
        self.app.ui.notice(f"Saved as “{escape(self.name.strip())}”.", "good")

    def _telling(self) -> Tell:
        """A callback that shows how many saves are locked so far; the player may stop it."""
        tell = self.app.thinking.begin_work("Locking this game's saves")

        def shown(progress: Progress) -> None:
            try:
                tell(progress)
            except Hurry:
                raise StoppedError("", 0, f"you stopped it ({progress.what})") from None

        return shown

    def _taken(self) -> bool:
        """Would another save be lost, one of another name or another game?"""
        assert self.session is not None
        path, mine = self.kit.saves.path(self.name), self.kit.saves.identity(self.session.game)
        found = {game.id for game in self.games for info in (game.last, *game.own) if info.path == path}
        return path.exists() and (self.name != self.session.about.name or found != {mine})

    def _load(self, row: Row) -> None:
        info = row.info
        error = open_save(self.kit, info.path, self.passphrase, newest=row.whole)
        self.refused = str(error or "")
        locked = info.header is not None and info.header.locked
        elsewhere = isinstance(error, OpenElsewhereError)
        self.asking = "copy" if elsewhere else "salvage" if error is not None and not locked else ""

    def _delete(self, row: Row) -> None:
        try:
            if row.whole:
                self.kit.saves.delete_game(row.game)
            else:
                self.kit.saves.delete(row.info.path)
        except SaveError as error:
            self.app.ui.notice(escape(str(error)), "bad")
        self._read()

    def handle(self, intent: Intent) -> bool:
        """Ignore links and such."""
        del intent
        return False


def _in_field(path: Path | None, size: tuple[int, int]) -> pygame.Surface:
    """The picture in a file, centred in an empty field."""
    field = pygame.Surface(size, pygame.SRCALPHA)
    found = thumbnail.read(path, size) if path is not None else None
    if found is not None:
        field.blit(found, found.get_rect(center=field.get_rect().center))
    return field


def _about(header: Header | None) -> str:
    return f"{header.title}: {_where(header)}, {_side(header)}" if header is not None else "cannot be read"


def _where(header: Header | None) -> str:
    return f"{header.turn_name}, {header.phase}" if header is not None else "cannot be read"


def whose_turn(header: Header | None, mail: Mapping[str, MailGame]) -> str:
    """The side to move; of a game by mail what it waits for, or why that is not known.

    :param mail: games by mail by their ids.
    """
    named = mail_among(header.players) if header is not None and header.to_act else ""
    if not named:
        return _side(header)
    told = mail.get(named)
    return "by mail" if told is None else "by mail, locked" if told.locked else told.state.rstrip(".")


def _title(game: MailGame) -> str:
    """What is played by mail, as the list calls it."""
    try:
        return find_scenario(game.scenario).title
    except SetupError:
        return game.scenario or "A game by mail"


def _side(header: Header | None) -> str:
    if header is None:
        return ""
    return f"{header.to_act.capitalize()} to move" if header.to_act else "finished"


def _deleting(row: Row) -> tuple[str, str]:
    """Title and text of the question before deleting."""
    if not row.whole:
        return "Delete this save?", f"**{escape(row.info.name)}** will be deleted for good."
    named = sum(info.kind == "named" for info in row.game.own)
    stay = "" if not named else " Named saves stay."
    turns = len(row.game.found.stands)
    saves = f"{turns} automatic saves" if turns > 1 else "its automatic save"
    title = row.info.header.title if row.info.header is not None else row.info.name
    quick = " and its quick save" if any(info.kind == "quick" for info in row.game.own) else ""
    return "Delete this game?", f"**{escape(title)}** will be deleted for good, with {saves}{quick}.{stay}"


def opened(app: ScreenStack, path: Path, steps: Steps[Opened]) -> Opened:
    """The game of a save, with progress shown in the window.

    :raises StoppedError: if the player does not want to wait; nothing has changed then.
    :raises SaveError: naming file, line and cause.
    """
    try:
        return done(steps, app.thinking.begin_work("Opening the game"))
    except Hurry:
        raise StoppedError(path, 0, "cancelled; nothing has changed") from None


def open_save(
    kit: SharedResources,
    path: Path,
    passphrase: str = "",
    salvage: bool = False,
    copy: bool = False,
    newest: bool = False,
) -> SaveError | None:
    """Continue a save; if it is refused, say and return why; nothing is lost.

    :param salvage: the save was refused: open what can still be played of it.
    :param copy: open it as a game of its own.
    :param newest: open the game as it stands, whichever its last save is by now.
    """
    ui = kit.app.ui
    try:
        steps = reopening(path, kit.saves, passphrase, salvage, copy, newest)
        session, warnings = opened(kit.app, path, steps)
    except SaveError as error:
        ui.notice(escape(str(error)), "bad")
        return error
    for scene in kit.app.scenes:
        scene.leave_game()
    kit.app.replace(kit.doors.table(session, fresh=session.mail is not None and session.unplayed))
    for warning in warnings:
        ui.notice(escape(warning), "warn")
    return None


def quick_load(kit: SharedResources) -> None:
    """Load the quick save of the current game, or on the title the newest of all."""
    info = kit.saves.quick(next((game for scene in kit.app.scenes if (game := scene.played()) is not None), None))
    if info is None:
        kit.app.ui.notice("There is no quick save yet. F5 makes one.", "warn")
    else:
        open_save(kit, info.path)


def keep_picture(session: Session, minimap: Minimap) -> None:
    """Keep a picture of the game after an automatic save; in hotseat with secrets, only the map."""
    shown = not (session.secret and session.hotseat)
    if session.saves is not None:
        picture = thumbnail.encode(minimap.picture(thumbnail.SIZE, counters=shown))
        session.saves.keep_picture(session.game, picture)
