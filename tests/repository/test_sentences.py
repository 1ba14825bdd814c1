"""Every sentence the program can say keeps to the words and the length of voice.toml.

The sentences are those of the sources and of the scenarios; help pages are held to it as pages are.
"""

from __future__ import annotations

import re

import pytest

from tests.kits.voice import LENGTH, offences, sentences, words
from tests.workshop.sentences.command import once
from tests.workshop.sentences.sources import HOLE, Said, is_prose, of_data, of_sources

FEWEST = 4000  # sentences the program has at least; fewer would mean that they are no longer found
SPARED = {
    "factors, e.g. ": "a list of the letters that may stand behind a factor",
    "addon_skeleton.py": "files that are written for somebody who makes an add-on, not sentences",
    "rulesets/war_against_russia/data/tables.toml: rumanian_entry": "the name of a place on the map, not shown",
    "ui/panels/journal.py": "the id of a list of the window, not shown",
    "core/files/": "quotes are those a TOML file wants",
    "packs/": "quotes are those a TOML file wants",
}
"""Places or words with good exceptions, and the reason for each."""
PASSIVE = re.compile(r"\b(is|are|was|were) \w+ed by\b(?! air)")
HEX = re.compile(r"\{[^{}]*(hex|label|spot)[^{}]*\}")


def said() -> list[Said]:
    """What is read: each sentence once, without the help that is held to account as pages are."""
    return [one for one in once([*of_sources(), *of_data()]) if "docs/" not in one.where]


def spared(one: Said) -> bool:
    return any(part in f"{one.where} {one.text}" for part in SPARED)


@pytest.fixture(scope="module")
def found() -> list[Said]:
    return [one for one in said() if not spared(one)]


def told(one: Said, what: str) -> str:
    return f"{one.where}: {what}: {one.text[:120]}"


def test_the_sentences_are_found(found: list[Said]) -> None:
    assert len(found) > FEWEST
    assert {one.kind for one in found} >= {"refusal", "log", "label", "option", "reason", "window", "scenario"}


def test_no_sentence_has_a_word_of_the_never_list(found: list[Said]) -> None:
    plain = ((one, HOLE.sub("X", one.text)) for one in found)
    assert [told(one, fault) for one, text in plain for fault in offences(text, "program")] == []


def test_no_sentence_is_too_long(found: list[Said]) -> None:
    most = LENGTH["program_most"]
    long = [
        told(one, f"{words(sentence)} words")
        for one in found
        for sentence in sentences(HOLE.sub("X", one.text))
        if words(sentence) > most
    ]
    assert long == []


def test_the_log_says_who_does_what(found: list[Said]) -> None:
    log = [one for one in found if one.kind == "log"]
    assert [told(one, "passive") for one in log if PASSIVE.search(HOLE.sub("X", one.text))] == []


def test_no_button_is_a_hex_number(found: list[Said]) -> None:
    assert [told(one, "a hex number alone") for one in found if one.kind == "label" and HEX.fullmatch(one.text)] == []


def test_quotes_are_curly(found: list[Said]) -> None:
    straight = re.compile(r'(?<=\w)"(?=\w)|(?<=\s)"(?=\w)|(?<=\w)"(?=\s)')
    assert [told(one, "straight quotes") for one in found if straight.search(HOLE.sub("X", one.text))] == []


def test_every_exception_is_needed() -> None:
    everything = [f"{one.where} {one.text}" for one in said()]
    assert [part for part in SPARED if not any(part in one for one in everything)] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Whoever holds Leningrad", "whoever"),
        ("The hex is to be held by the Russians", "Russians"),
        ("Show rules of choice", "rules of choice"),
    ],
)
def test_a_word_of_the_never_list_is_found(text: str, fault: str) -> None:
    (hit,) = offences(text, "program")
    assert fault in hit.casefold() or fault in hit


def test_ids_are_no_prose_and_labels_are() -> None:
    assert is_prose("End phase") and is_prose("{unit} loses a step at {hex}.") and is_prose("Save")
    assert not is_prose("move-axis") and not is_prose("#8C8268") and not is_prose("{x}")
