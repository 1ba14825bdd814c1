"""The long names of units and weathers: a counter says "4.PzGr", a sentence "4th Panzer Group".

What stands for what is data, ``unit_names.toml``; a name that fits nothing there is a long name already.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from ecs.untrusted_input import parse_toml

TABLE = Path(__file__).with_name("unit_names.toml")
NUMBER = r"(?P<n>\d+[a-z]?|[IVXLC]+)"
BEHIND = re.compile(NUMBER + r"\.\s?(?P<word>.+)")
BEFORE = re.compile(r"(?P<word>.+?)[-.]?" + NUMBER)
NUMBERED = re.compile(r"(\d|[IVXLC]+ )")
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


@lru_cache(maxsize=1)
def _words() -> dict[str, dict[str, str]]:
    """The table: words behind a number, words before one, and names that are no number."""
    return parse_toml(TABLE.read_bytes())


@lru_cache(maxsize=4096)
def long_name(name: str) -> str:
    """The name of a unit in a sentence, from the name on its counter.

    >>> long_name("4.PzGr"), long_name("XLVII.Pz"), long_name("22.Pz"), long_name("Luft-1"), long_name("Zhukov")
    ('4th Panzer Group', 'XLVII Panzer Corps', '22nd Panzer Corps', 'Luftflotte 1', 'Zhukov')
    """
    words = _words()
    if name in words["whole"]:
        return words["whole"][name]
    for pattern, place in ((BEHIND, "behind"), (BEFORE, "before")):
        found = pattern.fullmatch(name)
        spoken = words[place].get(found["word"]) if found else None
        if found and spoken:
            return spoken.format(n=found["n"], th=ordinal(found["n"]))
    return name


def ordinal(number: str) -> str:
    """ "1st", "22nd", "113th"; a Roman number stays as it is.

    >>> ordinal("11"), ordinal("21"), ordinal("XLVII")
    ('11th', '21st', 'XLVII')
    """
    if not number.isdecimal():
        return number
    ending = "th" if number[-2:-1] == "1" else ENDINGS.get(int(number[-1]), "th")
    return f"{number}{ending}"


def printed(number: int | str) -> str:
    """A number as it is printed: with a minus, no hyphen.

    >>> printed(2), printed(-1)
    ('2', '−1')
    """
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """The number with its sign.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"{'+' if number >= 0 else ''}{printed(number)}"


def weather_words(name: str) -> str:
    """A weather as a sentence calls it, from its name in tables.

    >>> weather_words("Lt Mud"), weather_words("Mud")
    ('Light Mud', 'Mud')
    """
    return _words()["weather"].get(name, name)


def with_nation(name: str, nation: str) -> str:
    """A long name with its nation before it, where both sides have such numbers: "Soviet 38th Army".

    >>> with_nation("38th Army", "SOV"), with_nation("3rd Romanian Army", "RUM"), with_nation("Zhukov", "SOV")
    ('Soviet 38th Army', '3rd Romanian Army', 'Zhukov')
    """
    adjective = _words()["nations"].get(nation, "")
    return f"{adjective} {name}" if adjective and NUMBERED.match(name) and adjective not in name else name
