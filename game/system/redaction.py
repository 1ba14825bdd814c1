"""What a shared report must not contain: passphrases, and the location of the player's files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

SECRET_OPTIONS = ("--passphrase",)
SECRET_VARIABLE = re.compile(r"RASPUTITSA_\w*(PASS|SECRET|KEY)\w*", re.IGNORECASE)
SHORT = 4  # letters of a secret that would be found in every second word: it is left out where it stands alone
SECRET = "(passphrase)"

_hushed: set[str] = set()


def hush(secrets: Iterable[str]) -> None:
    """Keep these words out of all reports from now on."""
    _hushed.update(secret for secret in secrets if secret.strip())


def secrets_of(words: Sequence[str]) -> list[str]:
    """The secret values of a command line, however their options are shortened."""
    return [secret for _, secret in _told_and_secret(words) if secret]


def called(words: Sequence[str]) -> str:
    """A command line as a report may show it, without the values of secret options."""
    return " ".join(told for told, _ in _told_and_secret(words))


def _told_and_secret(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each word as a report may show it, and the part it may not."""
    expected = False
    for word in words:
        name, sign, value = word.partition("=")
        if expected:
            expected = False
            yield SECRET, word
        elif _is_secret(name):
            expected = not sign
            yield f"{name}={SECRET}" if sign else name, value
        else:
            yield word, ""


def _is_secret(name: str) -> bool:
    return len(name) > 2 and any(o.startswith(name) or name.startswith(o) for o in SECRET_OPTIONS)


def discreet(text: str) -> str:
    """The text without secrets, and with the player's home folder as "~"."""
    for secret in sorted(_hushed | _from_environment(), key=lambda s: (-len(s), s)):
        for form in dict.fromkeys((secret, repr(secret)[1:-1], ascii(secret)[1:-1])):
            found = re.escape(form)
            text = re.sub(found if len(form) >= SHORT else rf"(?<!\w){found}(?!\w)", SECRET, text)
    for home in _homes():
        text = re.sub(re.escape(home) + r"(?![\w-])", "~", text)
    return text


def _from_environment() -> set[str]:
    return {value for name, value in os.environ.items() if SECRET_VARIABLE.fullmatch(name) and value.strip()}


def _homes() -> list[str]:
    """The home folder as systems spell it; none where it is the whole disk."""
    try:
        home = str(Path.home())
    except RuntimeError:
        return []
    if len(Path(home).parts) < 2:
        return []
    return sorted({home, home.replace("\\", "\\\\"), home.replace("\\", "/")}, key=lambda h: (-len(h), h))
