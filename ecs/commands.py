"""What can a player do?  Every command is one click and has a one-line text form.

A command names units by their counter id ("18.A") and hexes by their printed label ("E4"), so its text
can be read, logged, saved and typed.  Which fields a command has tells the window how it is given:
unit + hex is "pick the counter, click the hex"; hex alone is a click; unit alone is a button on the
counter; neither is a button.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

from ecs.reading import plain

_VERBS: dict[str, type[Command]] = {}


LONGEST_WORD = 60
_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)


class CommandError(ValueError):
    """A text that is no command."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands.  Fields are str or int; none may hold a space."""

    verb: ClassVar[str] = ""
    label: ClassVar[str] = ""
    names: ClassVar[tuple[str, ...]] = ()
    values: ClassVar[Any] = None
    aside: ClassVar[bool] = False
    """May it be given while the other side acts?  Such commands have a list of their own."""

    def text(self) -> str:
        """The one-line text form, e.g. ``move 18.A E4``."""
        return " ".join([self.verb, *(str(getattr(self, name)) for name in self.names)])

    def __lt__(self, other: Command) -> bool:
        return self.sort_key() < other.sort_key()

    def sort_key(self) -> tuple[Any, ...]:
        """Order of the legal list: by verb, then field by field (numbers as numbers)."""
        return self.verb, self.values(self)


def in_order(commands: Iterable[Command]) -> list[Command]:
    """Commands in the order of the legal list: that of their sort keys."""
    verbs: dict[str, list[Command]] = {}
    for command in commands:
        verbs.setdefault(command.verb, []).append(command)
    return [command for verb in sorted(verbs) for command in sorted(verbs[verb], key=verbs[verb][0].values)]


def _nothing(command: Any) -> tuple[()]:
    return ()


C = TypeVar("C", bound=Command)


@dataclass_transform(frozen_default=True)
def command(verb: str, label: str) -> Callable[[type[C]], type[C]]:
    """Class decorator: make a frozen, slotted command with its verb and its button text."""

    def make(cls: type[C]) -> type[C]:
        made = dataclass(frozen=True, slots=True)(cls)
        made.verb, made.label = verb, label
        made.names = tuple(f.name for f in fields(made))
        made.values = staticmethod(attrgetter(*made.names) if made.names else _nothing)
        if verb in _VERBS:
            raise ValueError(f"two commands are called {verb!r}")
        _VERBS[verb] = made
        return made

    return make


def parse(text: str) -> Command:
    """The command a line stands for.

    :raises CommandError: naming the verb or field that is wrong.
    """
    words = text.split(" ")
    kind = _VERBS.get(words[0])
    if kind is None:
        raise CommandError(f"unknown command {words[0][:40]!r}")
    wanted = fields(kind)
    if len(words) - 1 != len(wanted):
        raise CommandError(f"{words[0]!r} takes {len(wanted)} words, not {len(words) - 1}")
    values: dict[str, str | int] = {}
    for field, word in zip(wanted, words[1:], strict=True):
        if field.type in ("int", int):
            if not _WHOLE.fullmatch(word):
                raise CommandError(f"{words[0]!r}: {field.name} is a whole number, not {word[:40]!r}")
            values[field.name] = int(word)
        elif not word or len(word) > LONGEST_WORD or not word.isprintable():
            raise CommandError(f"{words[0]!r}: {field.name} is empty or no name, {word[:40]!r}")
        else:
            values[field.name] = word
    return kind(**values)


def verbs() -> tuple[str, ...]:
    """All verbs, sorted."""
    return tuple(sorted(_VERBS))


# -- phases ---------------------------------------------------------------------------------------


@command("end", "End phase")
class EndPhase(Command):
    """Close the phase and go on."""


@command("done", "Done")
class Done(Command):
    """Close the open decision: no more retreats, advances, choices."""


@command("renew", "Take fresh dice")
class Renew(Command):
    """Other dice from here on, beginning at a number: the referee's own, given when a game is taken up from a save.

    It stands in no list of legal commands: nobody chooses it.
    """

    number: int


# -- movement -------------------------------------------------------------------------------------


@command("move", "Move")
class Move(Command):
    """Move a unit operationally to a hex within its reach, by the cheapest path."""

    unit: str
    hex: str


@command("sail", "Move by sea")
class Sail(Command):
    """Ship a unit to a port on the same sea."""

    unit: str
    hex: str


@command("fortify", "Fortify")
class Fortify(Command):
    """Dig a unit in for the player-turn."""

    unit: str


# -- attacks --------------------------------------------------------------------------------------


@command("attack", "Attack")
class Assign(Command):
    """Assign a unit to the attack on a hex; ``wave`` counts separate attacks on it from 1."""

    unit: str
    hex: str
    wave: int


@command("withdraw", "Take out of attack")
class Unassign(Command):
    """Take a unit out of the attack it was assigned to."""

    unit: str


@command("cancel", "Cancel all attacks")
class CancelAttacks(Command):
    """Take every unit out of every declared attack."""


@command("allot", "Assign the rest")
class Allot(Command):
    """Let the rules assign, as well as can be, everybody who must attack and has not been told what."""


@command("resolve", "Resolve battle")
class Resolve(Command):
    """Begin the declared battle for a hex."""

    hex: str
    wave: int


@command("ford", "Ignore a river side")
class Ford(Command):
    """Ignore one river hexside in this battle."""


@command("fire", "Fire")
class Fire(Command):
    """Roll the round, pressing the attack by ``press`` columns (0: not pressed)."""

    press: int


@command("reserve", "Send in as reserve")
class Reserve(Command):
    """Send a fresh unit of an attacking hex into the second round."""

    unit: str


@command("calloff", "Call off the battle")
class CallOff(Command):
    """Break the battle off."""


@command("hit", "Take a hit")
class TakeHit(Command):
    """Let this unit absorb the next hit."""

    unit: str


@command("retreat", "Retreat")
class Retreat(Command):
    """Retreat a defender one hex."""

    unit: str
    hex: str


@command("advance", "Advance")
class Advance(Command):
    """Advance an attacker after combat."""

    unit: str
    hex: str


# -- supply, replacements, reinforcements ---------------------------------------------------------


@command("abandon", "Give up")
class Abandon(Command):
    """Choose a unit that an isolated place cannot sustain."""

    unit: str


@command("disband", "Disband")
class Disband(Command):
    """Eliminate an own unit so that it can be rebuilt."""

    unit: str


@command("substitute", "Relieve by")
class Substitute(Command):
    """Take a unit off the map and put another from the pool in its place."""

    unit: str
    by: str


@command("raise", "Raise")
class Raise(Command):
    """Bring a unit from the pool into play with replacement points."""

    unit: str
    hex: str


@command("evacuate", "Evacuate")
class Evacuate(Command):
    """Take the next step of evacuating a factory."""

    unit: str


@command("call", "Call the strategic reserve")
class CallReserve(Command):
    """Commit the strategic reserve from this turn on."""


@command("enter", "Enter")
class Enter(Command):
    """Bring a waiting reinforcement onto the map."""

    unit: str
    hex: str


@command("emplace", "Emplace")
class Emplace(Command):
    """Flip a unit to its stronger side."""

    unit: str


# -- free set-up ----------------------------------------------------------------------------------


@command("lift", "Pick up")
class Lift(Command):
    """Pick a counter up during set-up; the next command puts it down."""

    unit: str


@command("deploy", "Put down")
class Deploy(Command):
    """Put the lifted counter down in a hex."""

    hex: str


# -- chits ----------------------------------------------------------------------------------------


@command("chit", "Play chit")
class PlayChit(Command):
    """Take a chit of one's own: the first of the turn, one of a secret choice, or one held in hand."""

    chit: str


@command("defer", "Ask me again after the next chit")
class Defer(Command):
    """Do not play a held chit now, and be asked again as soon as it may be played."""

    chit: str


@command("waive", "Not this month")
class Waive(Command):
    """Do not play a held chit, and be asked no more this month."""

    chit: str


@command("announce", "Play it after this chit")
class Announce(Command):
    """Say that a held chit is to be played as soon as it may be."""

    chit: str
    aside = True


@command("retract", "Keep it in hand after all")
class Retract(Command):
    """Take back that a held chit is to be played as soon as it may be."""

    chit: str
    aside = True


@command("mode", "Move or fight")
class ChooseMode(Command):
    """Say what a Move/Combat chit is used for: ``move`` or ``combat``."""

    mode: str


@command("spearhead", "Lead the breakthrough")
class Spearhead(Command):
    """Name the unit round which a Deep Battle chit is resolved."""

    unit: str


@command("again", "Roll again")
class RollAgain(Command):
    """Roll a result of no effect once more."""


@command("stand", "Stand fast")
class StandFast(Command):
    """Lose one step more instead of retreating."""


@command("hold", "No Retreat! only for")
class Hold(Command):
    """This unit alone of its stack does not retreat, whatever it costs."""

    unit: str


@command("buy", "Pay for the defenders")
class Exchange(Command):
    """Eliminate the defenders, whatever the die has brought, at the price of attackers."""


@command("flee", "Emergency retreat")
class Flee(Command):
    """Slip away through enemy zones, at a price."""

    unit: str
    hex: str


# -- air, artillery, depots, strategic movement ----------------------------------------------------


@command("aim", "Bombard")
class Aim(Command):
    """Assign an air or artillery unit to the bombardment of a hex."""

    unit: str
    hex: str


@command("strike", "Carry out bombardment")
class Strike(Command):
    """Roll the bombardment of a hex by all units aimed at it."""

    hex: str


@command("base", "Change base")
class Rebase(Command):
    """Fly an air unit to another base."""

    unit: str
    hex: str


@command("airlift", "Supply by air")
class Airlift(Command):
    """Use an air unit to feed the pocket round a base."""

    unit: str
    hex: str


@command("depot", "Move depot")
class MoveDepot(Command):
    """Advance a depot along its railway, or bring it back."""

    unit: str
    hex: str


@command("rail", "Move by rail")
class MoveByRail(Command):
    """Send a unit along friendly railways."""

    unit: str
    hex: str


@command("drop", "Drop from the air")
class AirDrop(Command):
    """Land an airborne unit behind the enemy."""

    unit: str
    hex: str


@command("feed", "Feed")
class Feed(Command):
    """Supply a unit instead of another, where there is not enough for both."""

    unit: str
    instead: str


@command("ready", "Make ready")
class Ready(Command):
    """Let an air unit get ready instead of another."""

    unit: str
    instead: str


# -- raising and changing units --------------------------------------------------------------------


@command("refit", "Bring to full strength")
class Refit(Command):
    """Restore a lost step with replacements."""

    unit: str


@command("rebuild", "Rebuild")
class Rebuild(Command):
    """Raise an eliminated unit again; it comes in as a reinforcement.  ``lost``: at how many steps down."""

    unit: str
    lost: int


@command("cadre", "Rebuild on a cadre")
class Cadre(Command):
    """Raise an eliminated corps on the cadre of a division."""

    unit: str
    by: str


@command("convert", "Convert")
class Convert(Command):
    """Turn a unit into one of another class."""

    unit: str
    into: str


@command("merge", "Form from smaller units")
class Merge(Command):
    """Form a new unit in a hex out of smaller ones there."""

    unit: str
    hex: str


@command("split", "Split")
class Split(Command):
    """Divide a unit into smaller ones."""

    unit: str


@command("store", "Send to the reserve")
class Store(Command):
    """Send a unit to the strategic reserve."""

    unit: str


@command("recall", "Withdraw from the front")
class Recall(Command):
    """Take a unit off the map because the calendar says so."""

    unit: str


@command("build", "Build")
class Build(Command):
    """Place a work: ``works``, ``weak_fort`` or ``fort``."""

    what: str
    hex: str


@command("rise", "Partisans rise")
class Rise(Command):
    """Let partisans break the railway in a hex."""

    hex: str


@command("advised", "The rest as advised")
class AsAdvised(Command):
    """Do what the phase still asks for as a staff would: the default where the owner has the choice."""


@command("raze", "Remove works")
class Raze(Command):
    """Take Defensive Works up, to be placed elsewhere."""

    hex: str


# -- two impulses, armour and railways ----------------------------------------------------------------


@command("join", "Attack together")
class Join(Command):
    """Attack a second hex in one battle with the first."""

    hex: str
    other: str


@command("blitz", "Blitzkrieg attack")
class Blitz(Command):
    """Begin the declared battle for a hex on the Blitzkrieg table."""

    hex: str


@command("overwhelm", "Automatic victory")
class Overwhelm(Command):
    """Remove an overwhelmed enemy during movement, by the units assigned to his hex."""

    hex: str


@command("lead", "Lead the battle")
class Lead(Command):
    """Use a Field Marshal in the battle for a hex."""

    unit: str
    hex: str


@command("spend", "Send in")
class Spend(Command):
    """Use a Field Marshal in the defence that is asked about."""

    unit: str


@command("regauge", "Convert the railway")
class Regauge(Command):
    """Convert a railway up to a hex."""

    hex: str
