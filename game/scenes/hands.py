"""What do mouse and keys do on the table?  Intents become clicks on the desk, moves of the camera, open panels."""

from __future__ import annotations

from game.input import Intent
from game.panels.finder import Finder
from game.panels.legend import KEYS as OVERLAYS
from game.scenes.furniture import HEX, ORDERS, PLANNER
from game.scenes.gamemenu import leave_for
from game.scenes.mouse import PAN, Mouse
from game.table.cursor import first, leap, step

FAST = 3
OPENS = {"save": "save", "load": "load", "settings": "settings", "help": "help", "statistics": "statistics"}


class Hands(Mouse):
    """Answers all intents of the table."""

    def handle(self, intent: Intent) -> bool:
        """Do what is wished; False if it means nothing here."""
        name = intent.name
        if name.startswith("overlay_"):
            return self._number(int(name.rsplit("_", 1)[1]))
        if name.startswith("pan_"):
            return self._pan(name.removeprefix("pan_"), FAST if intent.shift else 1)
        if name.startswith("cursor_") and name.removeprefix("cursor_").isdigit():
            return self._cursor(name.removeprefix("cursor_"), intent.shift)
        if name in OPENS:
            leave_for(self.scene, OPENS[name])
            return True
        act = getattr(self, f"on_{name}", None)
        if act is None:
            return False
        answer: bool = act(intent)
        return answer

    # -- keys: the map --------------------------------------------------------------------------------

    def _pan(self, side: str, pace: int) -> bool:
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[side]
        self.scene.table.camera.pan(dx * PAN * pace, dy * PAN * pace)
        return True

    def on_zoom_in(self, intent: Intent) -> bool:
        """A step nearer."""
        del intent
        self.scene.table.camera.zoom_by(1, self._eye())
        return True

    def on_zoom_out(self, intent: Intent) -> bool:
        """A step back."""
        del intent
        self.scene.table.camera.zoom_by(-1, self._eye())
        return True

    def _eye(self) -> tuple[int, int] | None:
        cursor = self.scene.desk.state.cursor
        return self.scene.table.to_screen(cursor) if cursor is not None else None

    def on_zoom_reset(self, intent: Intent) -> bool:
        """Natural size."""
        del intent
        self.scene.table.camera.zoom_to(1.0)
        return True

    def on_zoom_fit(self, intent: Intent) -> bool:
        """The whole map."""
        del intent
        self.scene.table.camera.fit()
        return True

    def _number(self, number: int) -> bool:
        """A digit: a line of the open menu, else an overlay."""
        scene, choices = self.scene, self.scene.desk.menu
        if choices and scene.app.ui.popup == ORDERS:
            if number <= len(choices):
                scene.app.ui.popup = ""
                scene.furniture.take(choices[number - 1])
            return True
        name = OVERLAYS[number - 1]
        on = scene.desk.toggle(name)
        if name == "enemy_reach" and on and not scene.desk.state.enemy_reach:
            scene.app.ui.notice("The enemy's reach cannot be told now: he lies face down, or the game ends before.")
        if name == "gauges" and on and not scene.desk.view.gauges:
            scene.app.ui.notice("Every train runs on every railway in this game.")
        if name == "my_reach" and on and not scene.desk.state.reach:
            scene.app.ui.notice("No unit can move in this phase; the reach shows when one can.")
        return True

    def on_hide_counters(self, intent: Intent) -> bool:
        """Counters are out of sight while the key is held."""
        self.scene.desk.state.counters = "hidden" if intent.amount else "shown"
        return True

    # -- keys: the hex cursor -------------------------------------------------------------------------

    def on_cursor_mode(self, intent: Intent) -> bool:
        """Hex cursor on or off."""
        inputs = self.scene.app.inputs
        inputs.cursor_mode = not inputs.cursor_mode
        if inputs.cursor_mode:
            self._place_cursor()
        else:
            self.on_cursor_leave(intent)
        return True

    def on_cursor_leave(self, intent: Intent) -> bool:
        """Hex cursor off."""
        del intent
        was = self.scene.desk.state.cursor is not None
        self.scene.app.inputs.cursor_mode = False
        self.scene.desk.state.cursor = None
        self.scene.desk.hover(None)
        return was

    def _place_cursor(self) -> int:
        state, table = self.scene.desk.state, self.scene.table
        if state.cursor is None:
            picked = self.scene.desk.picked
            camera = table.camera
            near = self.scene.desk.here if self.scene.desk.here >= 0 else first(table.board, camera.x, camera.y)
            state.cursor = picked.hex if picked is not None and picked.hex >= 0 else near
        return state.cursor

    def _cursor(self, digit: str, far: bool) -> bool:
        desk, table = self.scene.desk, self.scene.table
        self.scene.app.inputs.cursor_mode = True
        fresh = desk.state.cursor is None
        here = self._place_cursor()
        if not fresh:
            here = leap(table.board, here, digit, self._mark) if far else step(table.board, here, digit)
        desk.state.cursor = here
        if not desk.state.selection:
            desk.here = here
        desk.hover(here)
        table.show(here)
        return True

    def _mark(self, index: int) -> object:
        view = self.scene.desk.view
        units = view.at(index)
        return (view.board.hexes[index].terrain, units[0].side if units else None)

    def on_cursor_click(self, intent: Intent) -> bool:
        """Enter: a click at the hex cursor."""
        del intent
        desk, table = self.scene.desk, self.scene.table
        if desk.state.cursor is None:
            self.scene.app.inputs.cursor_mode = True
            self._place_cursor()
            return True
        index = desk.state.cursor
        pile = table.stack(index, desk.state)
        desk.click(index, pile[0] if pile else "")
        if desk.state.selection and desk.picked is not None and desk.picked.hex == index:
            desk.hover(index)
        self._unfold(table.to_screen(index))
        return True

    # -- keys: units, turn, panels --------------------------------------------------------------------

    def on_next_unit(self, intent: Intent) -> bool:
        """The next unit that can act."""
        del intent
        self._go_round(1)
        return True

    def on_previous_unit(self, intent: Intent) -> bool:
        """The one before."""
        del intent
        self._go_round(-1)
        return True

    def _go_round(self, way: int) -> None:
        desk = self.scene.desk
        desk.next_unit(way)
        if desk.state.cursor is not None and desk.picked is not None and desk.picked.hex >= 0:
            desk.state.cursor = desk.picked.hex

    def on_guard(self, intent: Intent) -> bool:
        """Leave this unit out of the round."""
        del intent
        self.scene.desk.guard()
        return True

    def on_flash(self, intent: Intent) -> bool:
        """Point out the units that can still act, or stop."""
        del intent
        state = self.scene.desk.state
        state.flash = frozenset() if state.flash else frozenset(self.scene.desk.can_act())
        return True

    def on_battle_planner(self, intent: Intent) -> bool:
        """The planner for the hex under the pointer or the cursor; again closes it."""
        del intent
        desk, furniture = self.scene.desk, self.scene.furniture
        index = desk.state.cursor if desk.state.cursor is not None else desk.state.hover
        if index is not None and desk.plans.may_open(index) and index != desk.plans.target and not desk.plans.fighting:
            desk.plans.open(index)
            furniture.tab, furniture.column_open = PLANNER, True
        elif furniture.tab == PLANNER and not desk.plans.fighting:
            desk.plans.close()
            furniture.tab = HEX
        else:
            furniture.tab, furniture.column_open = PLANNER, True
        return True

    def on_add_attacker(self, intent: Intent) -> bool:
        """Tick the unit under the pointer in the planner, or take it out."""
        del intent
        desk = self.scene.desk
        _index, unit = self._at(self.scene.app.ui.mouse)
        unit = unit or (desk.state.selection[0] if desk.state.selection else "")
        if desk.plans.target >= 0 and unit:
            desk.plans.tick(unit, unit not in desk.plans.ticked)
        else:
            desk.refuse("Open the planner on an enemy hex first (B).")
        return True

    def on_add_defender(self, intent: Intent) -> bool:
        """Plan against the hex under the pointer."""
        return self.on_battle_planner(intent)

    def on_undo(self, intent: Intent) -> bool:
        """Take back, or say why not."""
        del intent
        self.scene.desk.undo()
        return True

    def on_redo(self, intent: Intent) -> bool:
        """Do again."""
        del intent
        self.scene.desk.redo()
        return True

    def on_end_phase(self, intent: Intent) -> bool:
        """End the phase; pressed again it overrules warnings."""
        del intent
        checks = self.scene.checks
        self.scene.end_phase(anyway=bool(checks) and all(check.kind for check in checks))
        return True

    def on_skip(self, intent: Intent) -> bool:
        """Show at once what is still moving."""
        del intent
        if self.scene.table.animation.running(self.scene.app.ui.now):
            self.scene.table.animation.skip()
            return True
        return False

    def on_skip_to_me(self, intent: Intent) -> bool:
        """The same."""
        return self.on_skip(intent)

    def on_back(self, intent: Intent) -> bool:
        """Esc: one step back; at last the menu."""
        del intent
        scene = self.scene
        if scene.checks:
            scene.checks = []
        elif not scene.desk.cancel() and not self.on_cursor_leave(Intent("cursor_leave")):
            scene.menu_open = True
        return True

    def on_inspect(self, intent: Intent) -> bool:
        """The side column, open or shut; with something under the pointer it shows that."""
        del intent
        desk, furniture = self.scene.desk, self.scene.furniture
        index = desk.state.cursor if desk.state.cursor is not None else desk.state.hover
        if index is not None and (index != desk.here or not furniture.column_open or furniture.tab != HEX):
            self._inspect(index)
        else:
            furniture.column_open = not furniture.column_open
        return True

    def on_find(self, intent: Intent) -> bool:
        """The find dialog."""
        del intent
        self.scene.finder = Finder()
        return True

    def on_log(self, intent: Intent) -> bool:
        """The log, larger or smaller."""
        del intent
        self.scene.furniture.log_open = not self.scene.furniture.log_open
        return True

    def on_minimap(self, intent: Intent) -> bool:
        """The small map, shown or not."""
        del intent
        self.scene.furniture.show_minimap = not self.scene.furniture.show_minimap
        return True

    def on_flip_column(self, intent: Intent) -> bool:
        """The column on the other side."""
        del intent
        settings = self.scene.app.settings
        settings.column_side = "left" if settings.column_side == "right" else "right"
        return True

    def on_mute(self, intent: Intent) -> bool:
        """Sound on or off."""
        del intent
        settings = self.scene.app.settings
        settings.mute = not settings.mute
        self.scene.kit.follow()
        self.scene.app.ui.notice("Sound is off." if settings.mute else "Sound is on.")
        return True

    def on_quick_save(self, intent: Intent) -> bool:
        """Save in the quick slot."""
        del intent
        self.scene.quick_save()
        return True

    def on_quick_load(self, intent: Intent) -> bool:
        """Back to the quick save."""
        del intent
        from game.scenes.savelist import quick_load

        quick_load(self.scene.kit)
        return True

    def on_link(self, intent: Intent) -> bool:
        """A link was followed: a hex, or a rule."""
        kind, _colon, what = intent.text.partition(":")
        if kind == "hex" and what in self.scene.session.game.board.by_label:
            self.scene.go_to(self.scene.session.game.board.by_label[what])
        elif kind == "rule":
            from game.scenes.rules import Rules

            self.scene.app.push(Rules(self.scene.kit, self.scene.session.game.ruleset.id, what.replace("_", " ")))
        else:
            return False
        return True
