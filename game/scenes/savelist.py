"""Which saved game?  The list of saves, for loading one and for giving a new one its name."""

from __future__ import annotations

from pygame import Rect

from game.input import Intent
from game.saves import Header, SaveError, SaveInfo
from game.scenes.base import Scene
from game.scenes.kit import Kit, foot_height
from game.session import Session, reopen
from game.ui import Item, Ui, escape

KINDS = {"auto": "automatic", "quick": "quick save", "named": ""}


class SaveList(Scene):
    """Loading; with a session, saving it."""

    def __init__(self, kit: Kit, session: Session | None = None) -> None:
        self.kit, self.session = kit, session
        self.saves: list[SaveInfo] = []
        self.row, self.words = 0, ""
        self.name = session.about.name if session is not None else ""
        self.asking = ""
        self.passphrase = ""
        self.refused = ""

    def on_enter(self) -> None:
        """Read the folder anew."""
        self.saves = self.kit.saves.list_saves()

    def shown(self) -> list[SaveInfo]:
        """Saves that match what is typed."""
        wanted = self.words.casefold()
        return [info for info in self.saves if wanted in f"{info.name} {_about(info.header)}".casefold()]

    def build(self, ui: Ui) -> None:
        """List at the top, what to do with it below."""
        margin = ui.px(20)
        wide = min(ui.size[0] - 2 * margin, ui.px(860))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        with ui.panel(
            "saves",
            Rect(rect.x, rect.y, rect.width, rect.height - foot),
            "Save the game" if self.session else "Load a game",
            pad=18,
        ):
            if self.session:
                self._name(ui)
            else:
                self.words = ui.entry("search", self.words, hint="Search")
            shown = self.shown()
            self.row = min(self.row, len(shown) - 1)
            high = max(110, (rect.height - foot) / ui.scale - 205)
            row = ui.listbox("saves", [_item(info) for info in shown], self.row, high, hint="No saved games yet.")
            if row != self.row and self.session and 0 <= row < len(shown) and shown[row].kind == "named":
                self.name = shown[row].name
            self.row = row
            opened = ui.opened("saves")
            chosen = shown[self.row] if 0 <= self.row < len(shown) else None
            self._details(ui, chosen)
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13):
            self._buttons(ui, chosen, opened)
        self._question(ui, chosen)

    def _name(self, ui: Ui) -> None:
        with ui.row(3, 1):
            self.name = ui.entry("name", self.name, hint="Name of the save", limit=60)
            sent = ui.submitted("name")
            if ui.button("Save", kind="primary", enabled=bool(self.name.strip())) or (sent and self.name.strip()):
                self._save(asked=False)

    def _details(self, ui: Ui, info: SaveInfo | None) -> None:
        if info is None:
            return
        if info.header is None:
            ui.text(f"[bad]{escape(info.problem)}[/]", "small")
            return
        header = info.header
        if header.locked:
            with ui.row(1, 2):
                ui.label("Passphrase")
                self.passphrase = ui.entry("passphrase", self.passphrase)
        players = ", ".join(f"{side}: {who}" for side, who in sorted(header.players.items()))
        edited = " · [warn]edited outside the game[/]" if header.edited else ""
        ui.text(
            f"{escape(header.title)} · seed {header.seed} · {escape(players)} · engine {escape(header.engine)}{edited}",
            "small",
            "muted",
        )

    def _buttons(self, ui: Ui, info: SaveInfo | None, opened: bool) -> None:
        with ui.row(2, 1, 1):
            able = info is not None and info.header is not None
            if (
                ui.button("Load", kind="normal" if self.session else "primary", enabled=able)
                or (opened and not self.session)
            ) and able:
                assert info is not None
                self._load(info)
                return
            if ui.button("Delete", kind="normal", enabled=info is not None) and info is not None:
                if self.app.settings.asks("delete_save"):
                    self.asking = "delete"
                else:
                    self._delete(info)
            if ui.button("Back", "Esc"):
                self.app.pop()

    def _question(self, ui: Ui, info: SaveInfo | None) -> None:
        if self.asking == "delete" and info is not None:
            answer = ui.dialog(
                "delete", "Delete this save?", f"**{escape(info.name)}** is removed for good.", ("Delete", "Keep")
            )
            if answer == "Delete":
                self._delete(info)
        elif self.asking == "overwrite":
            answer = ui.dialog(
                "overwrite",
                "Write over the save?",
                f"There is a save called **{escape(self.name)}**.",
                ("Write over", "Keep both names apart"),
            )
            if answer == "Write over":
                self._save(asked=True)
        elif self.asking == "salvage" and info is not None:
            answer = ui.dialog(
                "salvage",
                "This save cannot be opened",
                f"{escape(self.refused)}\n\nIts commands can be played as far as they go, as a game under a new name. "
                "The save itself stays as it is.",
                ("Play as far as it goes", "Leave it"),
            )
            if answer == "Play as far as it goes":
                open_save(self.kit, info, self.passphrase, salvage=True)
        else:
            return
        if answer:
            self.asking = ""

    # -- doing ----------------------------------------------------------------------------------------

    def _save(self, asked: bool) -> None:
        assert self.session is not None
        taken = self.kit.saves.path(self.name).exists() and self.name != self.session.about.name
        if taken and not asked and self.app.settings.asks("overwrite_save"):
            self.asking = "overwrite"
            return
        try:
            self.session.save(self.name.strip())
        except SaveError as error:
            self.app.ui.notice(escape(str(error)), "bad")
            return
        self.app.pop()
        self.app.ui.notice(f"Saved as “{escape(self.name.strip())}”.", "good")

    def _load(self, info: SaveInfo) -> None:
        self.refused = open_save(self.kit, info, self.passphrase)
        locked = info.header is not None and info.header.locked and not self.passphrase
        self.asking = "salvage" if self.refused and not locked else ""

    def _delete(self, info: SaveInfo) -> None:
        try:
            self.kit.saves.delete(info.path)
        except SaveError as error:
            self.app.ui.notice(escape(str(error)), "bad")
        self.saves = self.kit.saves.list_saves()

    def handle(self, intent: Intent) -> bool:
        """Links and such mean nothing here."""
        del intent
        return False


def _about(header: Header | None) -> str:
    if header is None:
        return "cannot be read"
    who = f", {header.to_act.capitalize()} to move" if header.to_act else ", finished"
    return f"{header.title}: {header.turn_name}, {header.phase}{who}"


def _item(info: SaveInfo) -> Item:
    kind = KINDS.get(info.kind, "")
    name = {"auto": "Autosave", "quick": "Quick save"}.get(info.kind, info.name)
    date = info.header.date if info.header else ""
    colour = "text" if info.header else "bad"
    return Item(name, date, _about(info.header) + (f" · {kind}" if kind and kind.capitalize() != name else ""), colour)


def open_save(kit: Kit, info: SaveInfo, passphrase: str = "", salvage: bool = False) -> str:
    """Go on with a save; if it is refused, why is told and returned, and nothing is lost.

    :param salvage: the save was refused: open what can still be played of it.
    """
    from game.scenes.table import TableScene

    ui = kit.app.ui
    try:
        session, warnings = reopen(info.path, kit.saves, passphrase, salvage)
    except SaveError as error:
        ui.notice(escape(str(error)), "bad")
        return str(error)
    for scene in kit.app.scenes:
        if isinstance(scene, TableScene):
            scene.session.close()
    kit.app.replace(TableScene(kit, session))
    for warning in warnings:
        ui.notice(escape(warning), "warn")
    return ""


def quick_load(kit: Kit) -> None:
    """Back to the quick save, if there is one."""
    info = next((info for info in kit.saves.list_saves() if info.kind == "quick"), None)
    if info is None:
        kit.app.ui.notice("There is no quick save yet: F5 makes one.", "warn")
    else:
        open_save(kit, info)
