"""The screen of add-ons: what each holds and who made it, whether it is used, and their order."""

from __future__ import annotations

import pygame
from pygame import Rect

from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.packs.addons.house_rules import rules_faults, rules_in
from game.packs.addons.library import Addon, addons_root, clashes, in_words, installed
from game.packs.listing import list_packs
from game.play.addon_contents import contents_of, faults_in, told_in, warnings_in
from game.play.plugins import PluginGame, look_again, waiting
from game.play.scenario_trial import RulesTrial, rules_in_use
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources, foot_height
from game.screens.shared.start_choices import code_question, let_in, trial_goes_on, trial_of_rules
from game.screens.shared.title_map import Backdrop
from game.system.disk import make_folder
from game.ui.widgets import Item, Ui, escape

EMPTY = (
    "You have no add-ons yet. Put an add-on, a folder or a zip, into the add-ons folder. It appears here at "
    "once, and its contents appear under New game and among the sprite and sound packs."
)
MOST_HELP = 20_000  # bytes of a text that are shown


class AddOns(Scene):
    """The screen of add-ons; choices take effect at once and are kept when the screen is left."""

    def __init__(self, kit: SharedResources) -> None:
        self.kit = kit
        self.row = 0
        self.backdrop = Backdrop(kit.pack)
        self._checked: dict[str, tuple[list[str], list[str]]] = {}
        self._clashes: list[tuple[str, str]] = []
        self._waiting: list[PluginGame] = []  # games of add-ons that have not been allowed to run
        self._asked: PluginGame | None = None
        self._trial = RulesTrial(())

    def on_enter(self) -> None:
        """Look which ids are taken."""
        self.on_content()

    def on_content(self) -> None:
        """Files have changed: forget earlier findings."""
        self._checked.clear()
        self._trial = RulesTrial(rules_in_use())
        self._clashes = [(str(content.addon.source), told) for content, told in clashes() if content.addon is not None]
        self._waiting = [plugin for plugin in waiting() if plugin.addon is not None]

    def update(self, dt: float) -> None:
        """Continue the trial of house rules."""
        del dt
        if self._trial.going:
            if trial_goes_on(self._trial):
                self._checked.clear()
            self.redraw()

    @property
    def animating(self) -> bool:
        """True while house rules are tried."""
        return self._trial.going

    def on_leave(self) -> None:
        """Keep the choices."""
        problem = self.kit.keep_settings()
        if problem:
            self.app.ui.notice(escape(problem), "warn")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the background of the title."""
        self.backdrop.use(self.kit.pack)
        self.backdrop.draw(surface, self.app.ui.theme)

    def build(self, ui: Ui) -> None:
        """The list on the left, details of the chosen one on the right, the way back below."""
        margin = ui.px(20)
        wide = min(ui.size[0] - 2 * margin, ui.px(1080))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        found = installed()
        self.row = max(0, min(self.row, len(found) - 1))
        with ui.panel("addons", Rect(rect.x, rect.y, rect.width, rect.height - foot), "Add-ons", pad=18):
            if not found:
                ui.text(EMPTY)
            elif wide >= ui.px(760):
                with ui.row(4, 5, gap=24):
                    with ui.column():
                        self._list(ui, found, (rect.height - foot) / ui.scale - 230)
                    with ui.column():
                        self._details(ui, found[self.row])
            else:
                self._list(ui, found, 56 * min(len(found), 3) + 6)
                self._details(ui, found[self.row])
            ui.label(plain(f"Folder: {addons_root()}"), "small", "muted")
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13), ui.row(1, 1):
            if ui.button("Back", "Esc", kind="primary"):
                self.app.pop()
                return
            if ui.button("Open the folder", name="folder"):
                self._open_folder()
        if self._asked is not None:
            self._ask(ui, self._asked)

    def _ask(self, ui: Ui, plugin: PluginGame) -> None:
        """Ask again whether the code of a game may run."""
        answer = code_question(ui, plugin)
        for told in let_in(plugin) if answer == "yes" else ():
            ui.notice(escape(told), "warn")
        if answer:
            self._asked = None
            self.on_content()

    # -- the list --------------------------------------------------------------------------------------

    def _list(self, ui: Ui, found: tuple[Addon, ...], high: float) -> None:
        """The add-ons in their order; rows can be dragged, or moved by the two buttons."""
        items = [_item(addon, bool(self._faults(addon))) for addon in found]
        self.row = ui.listbox("list", items, self.row, max(110, high))
        self._drag(ui, found)
        with ui.row(1, 1):
            if ui.button("Earlier", enabled=self.row > 0):
                self._move(found, self.row, self.row - 1)
            if ui.button("Later", enabled=self.row < len(found) - 1):
                self._move(found, self.row, self.row + 1)
        if len(found) > 1:
            ui.label("If two add-ons share an id, the earlier one counts.", "small", "muted")

    def _drag(self, ui: Ui, found: tuple[Addon, ...]) -> None:
        """Move a row along with the mouse that holds it."""
        owner, _, last = ui.pressed.rpartition("/row")
        if not owner.endswith("/list") or not last.isdigit():
            return
        for row in range(len(found)):
            spot = ui.find(f"{owner}/row{row}")
            if spot is not None and row != int(last) and spot.rect.top <= ui.mouse[1] < spot.rect.bottom:
                self._move(found, int(last), row)
                ui.pressed = f"{owner}/row{row}"
                ui.unstable = True
                return

    def _move(self, found: tuple[Addon, ...], old: int, new: int) -> None:
        """Move an add-on to another place."""
        names = [addon.id for addon in found]
        names.insert(new, names.pop(old))
        self.app.settings.addon_order = list(dict.fromkeys(names))
        self.row = new
        self._changed()

    def _changed(self) -> None:
        look_again()
        self.on_content()
        self.kit.follow()
        for scene in self.app.scenes[:-1]:
            scene.on_content()

    # -- one of them -----------------------------------------------------------------------------------

    def _details(self, ui: Ui, addon: Addon) -> None:
        ui.label(addon.called, "title")
        if not addon.fault or addon.id in self.app.settings.addons_off:
            used = ui.checkbox("Use it", addon.enabled, name="use")
            if used != addon.enabled:
                self._switch(addon, used)
        for fault in self._faults(addon):
            ui.text(f"[bad]{escape(fault)}[/]", "small")
        if addon.authors:
            ui.label(f"by {', '.join(map(plain, addon.authors))} · {addon.licence}", "small", "muted")
        if addon.about:
            ui.text(escape(addon.about.strip()))
        if not addon.fault:
            ui.text("**Contains:** " + escape(", ".join(contents_of(addon))), "small")
        for plugin in self._waiting:
            if plugin.addon is not None and plugin.addon.source == addon.source:
                ui.text(f"[warn]The game {escape(plugin.name)} has no permission to run.[/]", "small")
                if ui.button("Allow code …", name=f"let {plugin.name}", fill=False):
                    self._asked = plugin
        if addon.requires:
            ui.text("**Requires:** " + escape(", ".join(addon.requires)), "small")
        for note in addon.notes[:3]:
            ui.label(note, "small", "muted")
        self._try_out(ui, addon)
        self._check(ui, addon)
        self._texts(ui, addon)

    def _try_out(self, ui: Ui, addon: Addon) -> None:
        """The progress of the trial of its house rules."""
        path = self._trial.path
        if path is not None and path.is_relative_to(addon.folder):
            trial_of_rules(ui, self._trial)

    def _switch(self, addon: Addon, used: bool) -> None:
        off = [name for name in self.app.settings.addons_off if name != addon.id]
        self.app.settings.addons_off = off if used else [*off, addon.id]
        self._changed()

    def _faults(self, addon: Addon) -> list[str]:
        """What is wrong with it, without looking into every file."""
        if addon.fault:
            return [addon.fault]
        found = [told for source, told in self._clashes if source == str(addon.source)]
        packs = [
            pack for kind in ("sprites", "sounds") for pack in list_packs("sprites" if kind == "sprites" else "sounds")
        ]
        found += [in_words(pack.problem) for pack in packs if pack.problem and pack.folder.is_relative_to(addon.folder)]
        found += [in_words(fault) for path in rules_in(addon) if addon.enabled for fault in rules_faults(path)]
        return list(dict.fromkeys(found))

    def _check(self, ui: Ui, addon: Addon) -> None:
        """Check all its files on demand, since that takes a while."""
        if addon.fault:
            return
        if ui.button("Check add-on", name="check", fill=False, enabled=not self._trial.going):
            faults = [told_in(addon, fault) for fault in faults_in(addon)]
            self._checked[addon.digest] = faults, [told_in(addon, warning) for warning in warnings_in(addon)]
        if addon.digest in self._checked:
            faults, warned = self._checked[addon.digest]
            ui.label("No faults." if not faults else f"Faults: {len(faults)}", bold=True)
            for fault in faults[:8]:
                ui.text(f"[bad]{escape(fault)}[/]", "small")
            for warning in warned[:8]:
                ui.text(escape(warning), "small", "muted")

    def _texts(self, ui: Ui, addon: Addon) -> None:
        """Its maker's texts for players."""
        if "help" not in addon.holds or addon.fault:
            return
        for path in sorted((addon.folder / "help").glob("*.md"))[:3]:
            try:
                words = read_ordinary(path, MOST_HELP).decode("utf-8", "replace")
            except UnreadableError:
                continue
            ui.separator()
            for line in words.splitlines():
                if line.startswith("#"):
                    ui.label(plain(line.lstrip("# "), 200), bold=True)
                elif line.strip():
                    ui.text(escape(plain(line, 2000)))

    def _open_folder(self) -> None:
        try:
            make_folder(addons_root())
        except OSError as error:
            self.app.ui.notice(escape(f"{addons_root()}: {error.strerror or error}"), "warn")
            return
        self.kit.show_folder(addons_root())


def _item(addon: Addon, faulty: bool) -> Item:
    """The row of an add-on in the list."""
    state = "off" if not addon.enabled else "in use, with faults" if faulty else "in use"
    state = "cannot be used" if addon.fault else state
    colour = "bad" if addon.fault else "text" if addon.enabled else "muted"
    below = f"{', '.join(addon.authors)} · {addon.licence}" if addon.authors else addon.source.name
    return Item(addon.called, state, plain(below, 200), colour)
