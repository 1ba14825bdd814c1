"""What a click means: the legal commands, sorted by how they are given; independent of any game's rules.

A command with a unit and a hex is "pick the counter, click the hex"; with a hex alone a click; with a unit
alone a button on the counter; with neither a button.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from time import perf_counter

from ecs import Board, Command, Game, Refusal, View
from ecs.core.commands import Assign, Done, EndPhase, MoveBy, PlayChit, TakeHit, Unassign
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.standing_orders import RetreatEnd, retreat_ends

FOREVER = inf
SECTOR = 5
"""Rows of hexes that the round of units goes through together."""


def unit_of(command: Command) -> str:
    """The unit a command names, or ""."""
    return str(getattr(command, "unit", ""))


def hex_of(command: Command) -> str:
    """The label of the hex a command names, or ""."""
    return str(getattr(command, "hex", ""))


ToUnit = dict[str, dict[int, list[Command]]]
OnUnit = dict[str, list[Command]]
NOTHING: dict[int, list[Command]] = {}


class LegalOrders:
    """The legal commands, sorted: by unit and hex, by hex, by unit, and the rest.

    Where the rules list orders unit by unit, those of a unit are looked up on demand, the others bit
    by bit: :meth:`go_on` looks for a while, whatever needs all of them (:attr:`by_unit`, :meth:`all`) for the rest.
    """

    def __init__(self, game: Game | None = None, legal: Iterable[Command] = ()) -> None:
        self.by_hex: dict[int, list[Command]] = {}
        self.general: list[Command] = []
        self.end = False
        self.found = 0
        self.types: set[type[Command]] = set()
        self.kinds: dict[tuple[type[Command], bool], None] = {}
        self._game = game
        self._by_unit: ToUnit = {}
        self._on_unit: OnUnit = {}
        self._left: dict[str, None] = {}
        self._retreats: dict[str, dict[int, RetreatEnd]] = {}
        if game is not None and game.by_unit:
            self._left = dict.fromkeys(game.unit_ids())
            legal = game.common_orders()
        elif game is not None:
            legal = game.legal()
        for command in legal:
            self._sort_in(command)

    def _sort_in(self, command: Command) -> None:
        unit, label = unit_of(command), hex_of(command)
        index = self._game.board.by_label.get(label, -1) if self._game is not None else -1
        self.found += 1
        self.types.add(type(command))
        if label:
            self.kinds[type(command), bool(unit)] = None
        if unit and label:
            self._by_unit.setdefault(unit, {}).setdefault(index, []).append(command)
        elif label:
            self.by_hex.setdefault(index, []).append(command)
        elif unit:
            self._on_unit.setdefault(unit, []).append(command)
        elif isinstance(command, EndPhase):
            self.end = True
        else:
            self.general.append(command)

    def _look_up(self, unit: str) -> None:
        if unit in self._left and self._game is not None:
            del self._left[unit]
            for command in self._game.orders_for(unit):
                self._sort_in(command)

    # -- one unit -----------------------------------------------------------------------------------

    def hexes(self, unit: str) -> dict[int, list[Command]]:
        """Where a unit can be sent, and by which commands."""
        self._look_up(unit)
        return self._by_unit.get(unit, NOTHING)

    def buttons(self, unit: str) -> list[Command]:
        """What a unit can do where it stands."""
        self._look_up(unit)
        return self._on_unit.get(unit, [])

    def retreats(self, unit: str) -> Mapping[int, RetreatEnd]:
        """Where the retreat of a unit can end, if the question is a retreat."""
        if unit not in self._retreats:
            self._retreats[unit] = retreat_ends(self._game, unit) if self._game is not None else {}
        return self._retreats[unit]

    def can_act(self, unit: str) -> bool:
        """Can a unit go anywhere, or do something where it stands?"""
        return bool(self.hexes(unit) or self.buttons(unit))

    # -- all units ----------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Have the orders of every unit been looked up?"""
        return not self._left

    def go_on(self, seconds: float = FOREVER, least: int = 0) -> bool:
        """Look up more units for a while, until at least `least` orders are found; True when all are done."""
        end = perf_counter() + seconds
        while self._left:
            self._look_up(next(iter(self._left)))
            if self.found > least and perf_counter() > end:
                break
        return not self._left

    @property
    def by_unit(self) -> ToUnit:
        """For every unit, where it can go."""
        self.go_on()
        return self._by_unit

    @property
    def on_unit(self) -> OnUnit:
        """For every unit, what it can do where it stands."""
        self.go_on()
        return self._on_unit

    @property
    def so_far(self) -> ToUnit:
        """Where the units looked up so far can go."""
        return self._by_unit

    def actors(self) -> tuple[str, ...]:
        """Units that can be sent somewhere; if there are none, those that have a button."""
        return tuple(sorted(self.by_unit)) or tuple(sorted(self.on_unit))

    def lead_to(self, index: int) -> bool:
        """Can any unit looked up so far go to a hex?"""
        return any(index in by for by in self._by_unit.values())

    def actors_so_far(self) -> tuple[str, ...]:
        """Of the units looked up so far, those that can go somewhere; failing that, those with a button."""
        return tuple(sorted(self._by_unit)) or tuple(sorted(self._on_unit))

    def all(self) -> Iterator[Command]:
        """Every legal command but the end of the phase."""
        for by in self.by_unit.values():
            for commands in by.values():
                yield from commands
        for commands in (*self.on_unit.values(), *self.by_hex.values(), self.general):
            yield from commands

    def lifts(self) -> bool:
        """Is this a set-up in which counters may be picked up?"""
        return any(c.verb == "lift" for commands in self._on_unit.values() for c in commands)

    def several(self) -> bool:
        """Is there more than one legal command?"""
        return self.found + len(self._left) > 1


def in_hand(view: View, orders: LegalOrders) -> str:
    """The unit an open question is about, if it must go somewhere; else ""."""
    if view.decision is None or not orders.by_unit:
        return ""
    return orders.actors()[0]


def waiting(view: View, orders: LegalOrders) -> tuple[UnitView, ...]:
    """Units in boxes that can be brought onto the map now."""
    return tuple(u for u in view.units if u.hex < 0 and orders.hexes(u.id))


def cycle(view: View, actors: Iterable[str], guarded: Iterable[str] = ()) -> tuple[str, ...]:
    """Units on the map that can still act, sector by sector from north to south, without guarded ones.

    A sector is a strip of the map: one is gone through from west to east, the next from east to west.
    """
    wanted = set(actors) - set(guarded)
    high = view.board.layout.tile_h * SECTOR

    def place(unit: UnitView) -> tuple[int, float, int, str]:
        x, y = view.board.centre(unit.hex)
        sector = int(y // high)
        return sector, -x if sector % 2 else x, unit.hex, unit.id

    return tuple(u.id for u in sorted((u for u in view.units if u.id in wanted and u.hex >= 0), key=place))


# -- words -----------------------------------------------------------------------------------------


def place_name(board: Board, index: int) -> str:
    """ "Brest-Litovsk (G3)", "W3328 near Kharkov"; "off the map" below 0."""
    if index < 0:
        return "off the map"
    here = board.hexes[index]
    if here.name:
        return f"{here.name} ({here.label})"
    near, _ = nearest_place(board, index)
    return f"{here.label} near {near}" if near else here.label


def words(command: Command, view: View, terms: Glossary) -> str:
    """The label of a command, for buttons and menus."""
    if command.text() in terms.advice:
        return terms.advice[command.text()][0]
    asked = view.decision.id if view.decision is not None else ""
    if ends := terms.done.get(f"{asked}:{command.text()}") or (isinstance(command, Done) and terms.done.get(asked)):
        return ends
    chit = next((c for c in view.chits if c.id == getattr(command, "chit", "")), None)
    if chit is not None:
        return chit.name if isinstance(command, PlayChit) else f"{command.label}: {chit.name}"
    unit = view.unit(unit_of(command)) if unit_of(command) else None
    name = unit.name if unit else unit_of(command)
    index = view.board.by_label.get(hex_of(command), -1)
    wave = int(getattr(command, "wave", 1))
    press = getattr(command, "press", None)
    text = command.label
    if press is not None:
        return f"{text}, pressed by {press}" if press else text
    if isinstance(command, Assign):
        return f"{_attack_words(view, index, wave)}: {name}"
    if isinstance(command, TakeHit):
        return f"{name} {terms.hit}"
    if isinstance(command, Unassign):
        return f"Take {name} out of the attack"
    text += f" {name}" if name else ""
    text += _details(command, view, terms)
    second = view.board.by_label.get(str(getattr(command, "other", "")), -1)
    if second >= 0:
        return f"{text}: {place_name(view.board, index)} and {place_name(view.board, second)}"
    if index >= 0:
        text += (" to " if unit_of(command) else ": ") + place_name(view.board, index)
    if isinstance(command, MoveBy):
        text += f" via {', '.join(place_name(view.board, view.board.by_label[name]) for name in command.waypoints)}"
    return f"{text}, wave {wave}" if wave > 1 else text


def _attack_words(view: View, index: int, wave: int) -> str:
    """The label for sending a unit to a hex: "Attack", "Join attack 2", "New attack, wave 2"."""
    joined = {b.wave for b in view.battles if b.hex == index}
    kind = "Attack" if wave == 1 and not joined else "Join attack" if wave in joined else "New attack, wave"
    return f"{kind} {wave}" if joined and (wave > 1 or len(joined) > 1) else kind


def _details(command: Command, view: View, terms: Glossary) -> str:
    """By whom, instead of whom, into what: what a command names besides its unit and hex."""
    text = ""
    if hasattr(command, "by"):
        other = view.unit(str(command.by))
        text += f" by {other.name}" if other is not None else f" {command.by}"
    if hasattr(command, "instead"):
        rest = view.unit(command.instead)
        text += f" instead of {rest.name if rest is not None else command.instead}"
    if hasattr(command, "into"):
        text += f": {terms.kind(command.into)}"
    if hasattr(command, "what"):
        text += f" {terms.kind(command.what)}"
    return text + (", reduced" if getattr(command, "lost", 0) else "")


# -- why not ---------------------------------------------------------------------------------------


def meant(terms: Glossary, view: View, orders: LegalOrders, unit: str, label: str) -> list[Command]:
    """The commands a player most likely meant by clicking a hex with a unit picked ("" for none)."""
    kinds = [kind for kind, with_unit in orders.kinds if with_unit == bool(unit)]
    likely = terms.meant.get(view.phase.id, ())
    kinds = [*(kind for kind in likely if kind in kinds), *kinds, *likely]
    if view.decision is not None:
        kinds = [*terms.answers.get(view.decision.id, ()), *kinds]
    found: list[Command] = []
    given = {"unit": unit, "hex": label, "wave": 1}
    for kind in dict.fromkeys(kinds):
        if ("unit" in kind.names) == bool(unit) and given.keys() >= set(kind.names):
            found.append(kind(**{name: given[name] for name in kind.names}))
    return found


UNTOLD = ("not-now", "no-such-hex", "no-such-unit")
"""Refusals that tell a player nothing of his unit."""
OF_ANOTHER_KIND = ("no-aircraft", "not-airborne", "no-bombs", "not-aloft")
"""Refusals of what was never meant: the unit is none of those that do such things."""


def why_not(game: Game, view: View, orders: LegalOrders, unit: str, label: str) -> Refusal | None:
    """Why a click on a hex does nothing: the most telling refusal of what was likely meant."""
    likely = meant(game.ruleset.glossary, view, orders, unit, label)
    refusals = [r for c in likely if (r := game.why_not(c, view.side)) is not None]
    telling = [r for r in refusals if r.reason not in UNTOLD]
    fitting = [r for r in telling if r.reason not in OF_ANOTHER_KIND]
    found = fitting or telling or refusals
    return found[0] if found else None


def why_idle(game: Game, view: View, orders: LegalOrders, unit: UnitView) -> Refusal | None:
    """Why a unit on the map can do nothing now: the refusal in most hexes round it, or that no enemy is near."""
    hexes = view.board.neighbours[unit.hex] or (unit.hex,)
    asked = (why_not(game, view, orders, unit.id, view.board.hexes[index].label) for index in hexes)
    refusals = [refusal for refusal in asked if refusal is not None]
    telling = [refusal for refusal in refusals if refusal.reason != "nothing-there"]
    if refusals and not telling:
        return Refusal("nobody-near", f"{unit.long_name} has no enemy next to it that it can attack.", refusals[0].rule)
    often = Counter(refusal.reason for refusal in telling)
    return max(telling, key=lambda refusal: often[refusal.reason], default=None)
