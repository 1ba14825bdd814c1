"""The letters of a game by mail: which is due, which is taken or refused, and when its orders are carried out.

The letters are the truth.  A game at the table follows them command by command; what its player orders beyond them is
a draft, until it goes into his next letter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from ecs import FRESH_DICE, Command, CommandError, Game, IllegalCommand, Refusal, Scenario, Side, parse, start
from ecs.core.commands import Renew
from game.mail.letters import (
    EACH,
    FIRST,
    MOST_COMMANDS,
    MOST_NAME,
    TURN,
    Hello,
    Invitation,
    Letter,
    LetterError,
    SealedLetter,
    carried_out,
    commitment_to,
    fresh,
    keeps_promise,
    read_letter,
    sealed,
    secret_of,
    seed_of,
)
from game.mail.own_part import LETTERS, PART, MailError, OwnPart, mail_root
from game.mail.post import Post
from game.play.scenarios import find_scenario
from game.saves.compatibility_notes import engine_version

CONCEALED = (
    "This game hides things from one side, and by mail each program must know all orders. Play it hotseat, or choose "
    "options that hide nothing."
)
OTHER_RULES = (
    "{} plays by other rules, another map or another version: the position after letter {} differs. Nothing is lost. "
    "Your game has not changed."
)


class Correspondence:
    """One game by mail, as one of its players has it.

    ``letters``: all so far.  ``queue``: commands of letters still to be carried out at the table, in order.
    ``notices``: sentences the player has not seen yet.
    """

    def __init__(self, own: OwnPart) -> None:
        self.own, self.side, self.post = own, own.side, Post(own.folder)
        self.queue: deque[str] = deque()
        self.notices: list[str] = []
        self.letters: list[SealedLetter] = own.letters()
        first = self.letters[0].letter if self.letters else None
        if first is None or first.hello is None or first.invitation is None or first.game != own.game:
            own.close()
            raise MailError("The first letter of this game by mail is missing.")
        self.invitation, self.inviter = first.invitation, first.side == own.side.value
        self._truth: list[str] = []
        for number in range(len(self.letters)):
            self._truth += self._carried(number)

    # -- what it is about ---------------------------------------------------------------------------

    @property
    def friend(self) -> str:
        """The other player's name."""
        told = self.letters[:2][self.inviter :]
        return told[0].letter.hello.name if told and told[0].letter.hello is not None else "your friend"

    @property
    def own_name(self) -> str:
        """What the player here is called."""
        told = self.letters[:1] if self.inviter else self.letters[1:2]
        return told[0].letter.hello.name if told and told[0].letter.hello is not None else ""

    @property
    def due(self) -> bool:
        """Is the next letter to be written here?"""
        return (len(self.letters) % 2 == 0) == self.inviter

    @property
    def ready(self) -> bool:
        """Can the game begin?  It cannot before its first dice are fixed."""
        return len(self.letters) > FIRST - self.inviter

    @property
    def state(self) -> str:
        """What the game is waiting for, in a sentence."""
        if not self.ready:
            return f"Waiting for {self.friend} to {'accept' if self.inviter else 'begin'}."
        return "Your letter is due." if self.due else f"Waiting for {self.friend}'s letter."

    @property
    def news(self) -> str:
        """What is awaited, or that a letter waits in the folder, in a sentence.  Nothing changes."""
        return f"A letter from {self.friend} is waiting." if self._waits() else self.state

    def _waits(self) -> bool:
        """Does the friend's next letter lie in the folder?  Its orders are not tried."""
        data = b"" if self.due else self.post.look(self.own.game, len(self.letters), self.side.other)
        try:
            return bool(data) and bool(self.examine(data))
        except LetterError:
            return False

    def may_act(self, game: Game) -> bool:
        """Is it this player's turn to give a command?"""
        if self.queue or not self.due or self._asked or game.to_act is not self.side:
            return False
        return not self._owes_dice(game)

    @property
    def _asked(self) -> bool:
        """Does the last letter hold an order whose dice this player must answer?"""
        return self.due and self.letters[-1].letter.rolls

    def _owes_dice(self, game: Game) -> bool:
        """Are fresh dice needed before the first order of a letter?"""
        return self.invitation.dice == TURN and len(self.letters) > FIRST and len(game.log) - 1 == len(self._truth)

    def _carried(self, number: int) -> list[str]:
        return list(carried_out([one.letter for one in self.letters], number, self.invitation.dice))

    def _secret(self, number: int) -> bytes:
        return secret_of(self.own.master, self.own.game, number)

    # -- the game at the table ----------------------------------------------------------------------

    def begin(self) -> Game:
        """The game before its first command; ``queue`` has all the commands to carry out in it.

        :raises SetupError: if its scenario is not here.
        """
        now = bytes.fromhex(self.letters[FIRST].letter.secret) if len(self.letters) > FIRST else self._secret(FIRST)
        game = self._begun(now)
        self.queue = deque([*self._truth, *self.own.draft])
        return game

    def _begun(self, now: bytes) -> Game:
        """The game before its first command, from the secret of letter 2."""
        before = bytes.fromhex(self.letters[FIRST - 1].letter.secret)
        seed = seed_of(self.own.game, FIRST, before, now)
        return start(find_scenario(self.invitation.scenario), {**self.invitation.options, **FRESH_DICE}, seed)

    def take_up(self, game: Game) -> None:
        """Follow a game loaded from a save: ``queue`` brings it up to the letters.

        :raises MailError: if it does not lead there.
        """
        log, wanted = [record.command for record in game.log[1:]], [*self._truth, *self.own.draft]
        beyond = len(log) - len(wanted)
        if log[: len(wanted)] != wanted[: len(log)] or (beyond > 0 and not self.due):
            raise MailError("This save has orders that differ from the letters of its game.")
        self.own.taken_up(len(log))
        self.queue = deque(wanted[len(log) :])

    def next_command(self) -> Command:
        """The next command of the letters, to be carried out now."""
        return parse(self.queue.popleft())

    def allow(self, game: Game, command: Command) -> bool:
        """May the player's command be carried out now?  False: it rolls dice and went into a letter.

        :raises IllegalCommand: if no command is awaited of him, or the letter cannot be kept.
        """
        if not self.may_act(game):
            raise IllegalCommand(command, Refusal("waiting", self.state, ""))
        if self.invitation.dice != EACH or not game.is_legal(command) or not rolls_dice(game, command):
            return True
        try:
            self._write(game, (*self._drafted(game), command.text()), rolls=True)
        except MailError as error:
            raise IllegalCommand(command, Refusal("mail", str(error), "")) from None
        game.close_past("the letter has been sent")
        return False

    def given(self, game: Game) -> None:
        """The player's command was carried out: send the letter if the friend is to act.

        :raises MailError: if it cannot be kept.
        """
        if game.to_act is not self.side:
            self._write(game, self._drafted(game))
        elif self.invitation.dice == TURN and not game.can_undo:
            log = [record.command for record in game.log[1:]]
            self.own.reach(len(log), tuple(log[len(self._truth) :]))

    def _drafted(self, game: Game) -> tuple[str, ...]:
        """The orders since the last letter, without the dice they began with."""
        orders = tuple(record.command for record in game.log[1 + len(self._truth) :])
        return orders[1:] if orders and orders[0].startswith(f"{Renew.verb} ") else orders

    def _write(self, game: Game, commands: Sequence[str], rolls: bool = False) -> None:
        """Write the letter that is due: keep it, then post it."""
        number = len(self.letters)
        if len(commands) > MOST_COMMANDS:
            raise MailError("These are more orders than one letter can hold.")
        letter = Letter(
            game=self.own.game,
            number=number,
            side=self.side.value,
            before=self.letters[-1].hash,
            commands=tuple(commands),
            rolls=rolls,
            digest=game.digest(),
            secret=self._secret(number).hex(),
            commitment=commitment_to(self._secret(number + 2)),
            reloads=self.own.reloads,
        )
        self._take(sealed(letter, self.own.secret_key))
        self.own.reach(len(game.log) - 1, ())
        self.deliver()

    def _take(self, letter: SealedLetter) -> None:
        """Keep one more letter, and queue what it allows to be carried out."""
        self.own.file(letter)
        self.letters.append(letter)
        carried = self._carried(letter.letter.number)
        self._truth += carried
        answers = self.letters[-2].letter.rolls
        if answers or letter.letter.side != self.side.value:
            self.queue.extend(carried)

    def deliver(self) -> None:
        """Make sure that the player's last letter lies in the folder until it is answered."""
        if self.letters[-1].letter.side == self.side.value:
            try:
                self.post.put(self.letters[-1])
            except MailError as problem:
                self._tell(str(problem))

    def _tell(self, text: str) -> None:
        if text and text not in self.notices[-1:]:
            self.notices.append(text)

    # -- what comes ---------------------------------------------------------------------------------

    def poll(self, game: Game | None) -> bool:
        """Write whatever letter is due, and look for the friend's; return whether anything changed.

        :param game: with all of ``queue`` carried out; None before it can begin.
        :raises MailError: if a letter cannot be kept.
        """
        if self.queue:
            return False
        if self.due:
            return game is not None and self._answer(game)
        self.deliver()
        data = self.post.look(self.own.game, len(self.letters), self.side.other)
        if not data or self.post.is_refused(data):
            return self._look_back()
        try:
            self.receive(data, game)
        except LetterError as why:
            self._tell(self.post.refuse(data, why))
            return bool(self.notices)
        return True

    def _answer(self, game: Game) -> bool:
        """Write the letter due if the player has nothing to decide; or take fresh dice for his orders."""
        drafted = () if self._asked else self._drafted(game)
        if self._asked or (game.to_act is not self.side and (drafted or not game.over)):
            self._write(game, drafted)
            return True
        if not game.over and self._owes_dice(game):
            number = len(self.letters)
            before = bytes.fromhex(self.letters[-1].letter.secret)
            self.queue.append(fresh(seed_of(self.own.game, number, before, self._secret(number))))
            return True
        return False

    def _look_back(self) -> bool:
        """Has the friend rewritten his last letter?  The first one counts, and the player hears of it."""
        number = len(self.letters) - 2
        data = self.post.look(self.own.game, number, self.side.other) if number >= 0 else b""
        if not data or self.post.is_refused(data) or data == self.letters[number].data:
            return False
        try:
            self.examine(data)
        except LetterError as why:
            self._tell(self.post.refuse(data, why))
        return bool(self.notices)

    def receive(self, data: bytes, game: Game | None) -> None:
        """Take the letter in these bytes, if it is the next one and all its orders can be carried out.

        :param game: as for ``poll``.
        :raises LetterError: saying why it is not taken; nothing has changed then.
        :raises MailError: if it cannot be kept.
        """
        letter = self.examine(data)
        if letter.letter.number > 1:
            self._try(letter.letter, game)
        self._take(letter)
        if again := letter.letter.reloads:
            times = "once" if again == 1 else f"{again} times"
            self._tell(f"{self.friend} went back to an earlier save {times} before this letter.")

    def examine(self, data: bytes) -> SealedLetter:
        """The letter in these bytes, if it is the friend's next; its orders are not tried.

        :raises LetterError: if it is damaged, foreign, old, early, forged, or breaks a promise.
        """
        found = read_letter(data)
        letter, number = found.letter, len(self.letters)
        if letter.game != self.own.game:
            raise LetterError("This letter belongs to another game.")
        if letter.number < number:
            raise LetterError(self._why_old(found))
        if letter.number > number:
            raise LetterError(f"Letter {letter.number} is here, but letter {number} is missing.")
        if self.due or letter.side != self.side.other.value:
            raise LetterError(f"Letter {number} is yours to write.")
        key = self._key_of(letter)
        if not found.is_from(key):
            raise LetterError(f"Letter {number} is forged: {self.friend} did not sign it.")
        if letter.before != self.letters[-1].hash:
            raise LetterError(f"Letter {number} does not follow the letter before it in your game.")
        self._check_dice(letter)
        return found

    def _why_old(self, found: SealedLetter) -> str:
        number, friend = found.letter.number, self.friend
        known = self.letters[number]
        if found.line != known.line and found.letter.side == self.side.other.value and found.is_from(self._friends_key):
            return f"{friend} went back and wrote letter {number} again. The first one counts."
        if found.line == known.line and found.letter.side == self.side.value:
            return f"Letter {number} is your own. Send it to {friend}."
        return f"Letter {number} is old: it has already been played."

    @property
    def _friends_key(self) -> str:
        told = self.letters[:2][self.inviter :]
        return told[0].letter.hello.key if told and told[0].letter.hello is not None else ""

    def _key_of(self, letter: Letter) -> str:
        """The key that a letter must be signed with; an acceptance carries its own."""
        if (letter.hello is None) == (letter.number < FIRST) or letter.invitation is not None:
            raise LetterError(f"Letter {letter.number} is damaged.")
        return letter.hello.key if letter.hello is not None else self._friends_key

    def _check_dice(self, letter: Letter) -> None:
        number = letter.number
        answers = self.letters[-1].letter.rolls
        sound = bool(letter.secret) and bool(letter.digest) == (number >= FIRST)
        sound = sound and (bool(letter.commands) or not letter.rolls) and not (answers and letter.commands)
        if not sound or (letter.commands and number < FIRST) or (letter.rolls and self.invitation.dice == TURN):
            raise LetterError(f"Letter {number} is damaged.")
        if number >= FIRST and not keeps_promise(letter.secret, self.letters[number - 2].letter.commitment):
            raise LetterError(f"Letter {number} does not have the dice that {self.friend} committed to.")

    def _try(self, letter: Letter, game: Game | None) -> None:
        """Carry out the orders of a letter on a copy.

        :raises LetterError: if that cannot be done, or leads to another position.
        """
        twin = game.fork() if game is not None else self._begun(bytes.fromhex(letter.secret))
        try:
            self._play(twin, letter)
            if twin.digest() != letter.digest:
                raise LetterError(OTHER_RULES.format(self.friend, letter.number))
        finally:
            twin.close()

    def _play(self, twin: Game, letter: Letter) -> None:
        number, friend, each = letter.number, self.side.other, self.invitation.dice == EACH
        if not letter.commands and twin.to_act is friend and not self.letters[-1].letter.rolls:
            raise LetterError(f"Letter {number} has no orders, though it is {self.friend}'s turn.")
        if letter.commands and not each and number > FIRST:
            before = bytes.fromhex(self.letters[-1].letter.secret)
            twin.apply(Renew(seed_of(self.own.game, number, before, bytes.fromhex(letter.secret))))
        for place, text in enumerate(letter.commands):
            try:
                command, thrown = parse(text), twin.thrown
                if twin.giver_of(command) is not friend or isinstance(command, Renew):
                    raise LetterError(f"Letter {number} has an order that is not {self.friend}'s to give.")
                if letter.rolls and place == len(letter.commands) - 1:
                    if not twin.is_legal(command):
                        twin.apply(command)
                    return
                twin.apply(command)
            except (CommandError, IllegalCommand) as e:
                raise LetterError(f"Letter {number} has an order that is not allowed: {e}.") from None
            if each and twin.thrown != thrown:
                raise LetterError(f"Letter {number} rolls dice that nobody answered.")

    def close(self) -> None:
        """Let another window have the game."""
        self.own.close()


def rolls_dice(game: Game, command: Command) -> bool:
    """Does a legal command roll dice, or let the rules roll some?  Changes nothing."""
    with game.what_if() as table:
        before = table.thrown
        table.apply(command)
        return table.thrown != before


# -- How a game by mail begins. --------------------------------------------------------------------------------------


def _without_secrets(scenario: Scenario, options: Mapping[str, str]) -> dict[str, str]:
    """All options of a game, provided nothing in it is ever hidden.

    :raises MailError: if something is.
    :raises SetupError: for an option that does not exist.
    """
    game = start(scenario, {**options, **FRESH_DICE})
    try:
        if game.hides:
            raise MailError(CONCEALED)
        return dict(game.options)
    finally:
        game.close()


def invite(
    scenario_id: str,
    side: Side,
    folder: Path,
    name: str,
    options: Mapping[str, str] | None = None,
    dice: str = EACH,
    passphrase: str = "",
    root: Path | None = None,
) -> Correspondence:
    """A new game by mail, with its invitation written.

    :param root: of the player's games by mail; ``mail_root()`` if not given.
    :raises MailError: for a name that is none, if it hides things, or cannot be written; nothing is written then.
    :raises SetupError: for a scenario or option that does not exist.
    """
    chosen = _without_secrets(find_scenario(scenario_id), options or {})
    _prepared(name, folder)
    own = OwnPart.fresh(None, side, folder, passphrase, root)
    hello = Hello(name, own.public_key, engine_version())
    letter = Letter(
        game=own.game,
        number=0,
        side=side.value,
        hello=hello,
        invitation=Invitation(scenario_id, chosen, "each" if dice == EACH else "turn"),
        commitment=commitment_to(secret_of(own.master, own.game, FIRST)),
    )
    own.file(sealed(letter, own.secret_key))
    mail = Correspondence(own)
    mail.deliver()
    return mail


def _prepared(name: str, folder: Path) -> None:
    """See that a player can be called so, and that letters can be put into a folder, which is made if need be.

    :raises MailError: if not.
    """
    if not name.isprintable() or not 0 < len(name) <= MOST_NAME:
        raise MailError(f"A name must be 1 to {MOST_NAME} characters long.")
    Post(folder).prepare()


def invitation_in(data: bytes) -> tuple[SealedLetter, Hello, Invitation]:
    """The invitation in these bytes: the letter, who writes it, what is to be played.

    :raises LetterError: if it is none.
    """
    found = read_letter(data)
    letter, told, hello = found.letter, found.letter.invitation, found.letter.hello
    if letter.number or told is None or hello is None or letter.commands:
        raise LetterError("This letter is not an invitation.")
    if not found.is_from(hello.key):
        raise LetterError("This invitation is damaged: its signature does not match.")
    return found, hello, told


def accept(data: bytes, folder: Path, name: str, passphrase: str = "", root: Path | None = None) -> Correspondence:
    """The game of an invitation, accepted.

    :raises LetterError: if it is not an invitation.
    :raises MailError: as ``invite`` does, and if it was accepted before.
    :raises SetupError: for a scenario or option that does not exist here.
    """
    found, _, told = invitation_in(data)
    _without_secrets(find_scenario(told.scenario), told.options)
    _prepared(name, folder)
    letter = found.letter
    side, home = Side(letter.side).other, (root or mail_root()) / letter.game
    if (home / PART).exists() and not (home / LETTERS / "00001.letter").exists():  # it was cut short
        own = OwnPart.open(home, passphrase)
    else:
        own = OwnPart.fresh(letter.game, side, folder, passphrase, root)
    own.file(found)
    answer = Letter(
        game=own.game,
        number=1,
        side=side.value,
        before=found.hash,
        hello=Hello(name, own.public_key, engine_version()),
        secret=secret_of(own.master, own.game, 1).hex(),
        commitment=commitment_to(secret_of(own.master, own.game, 3)),
    )
    own.file(sealed(answer, own.secret_key))
    mail = Correspondence(own)
    mail.deliver()
    return mail
