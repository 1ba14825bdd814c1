"""Do the pages keep to our voice, with lines of 100 columns, and links and commands that work?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from game.cli.entry_point import ALLOW, SUBCOMMANDS, main
from tests import ROOT
from tests.kits.voice import LENGTH, VOICE, offences, paragraphs, plain, sentences, words

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "docs", "docs/rules", "docs/examples/kiev_pocket/rules", "maps", "sprites", "sounds")
    for path in (ROOT / folder).glob("*.md")
)
PICTURES = ROOT / "docs" / "screenshots"
MADE = "docs/scenarios.md"  # its tables say what the readers of scenarios say
HELP = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "rules" / "help").rglob("*.toml"))
LINKED = re.compile(r"\]\(([^)#\s]+)?(#[^)\s]+)?\)")
MARK = re.compile(r"(\d+\.|[-+*]) ")
COMMAND = re.compile(r"(?:^ {4,}|^|`)(rasputitsa|python -m) +([^`\n#]+)", re.MULTILINE)
SPAN = re.compile(r"`[^`]*`")
URL = re.compile(r"\S{60,}")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def known(page: str, text: str) -> bool:
    """Is it a known exception?"""
    return any(row["page"] == page and row["words"] in text for row in VOICE["known"])


def wide(page: str) -> Iterator[int]:
    """The lines that are too long; tables, code, headings and what cannot be broken do not count."""
    fenced = False
    for number, line in enumerate(text_of(page).splitlines(), start=1):
        fenced ^= line.lstrip().startswith("```")
        set_apart = line.lstrip().startswith(("|", "#", "![", "<")) or line.startswith("    ")
        free = fenced or set_apart or URL.search(line) or known(page, line)
        if len(line) > LENGTH["columns"] and not free:
            yield number


def accidents(page: str) -> Iterator[int]:
    """Lines in the middle of running text that begin with a list's mark, and so would be shown as a list."""
    text, fenced = False, False
    for number, line in enumerate(text_of(page).splitlines(), start=1):
        fenced ^= line.lstrip().startswith("```")
        marked = MARK.match(line.lstrip())
        if text and marked and not fenced and not known(page, line):
            yield number
        text = bool(line.strip()) and line[0].isalpha() and not fenced


def anchors(page: str) -> set[str]:
    """The headings of a page as links name them."""
    heads = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_one_word_for_one_thing(page: str) -> None:
    found = {
        f"line {part.line}: {offence}"
        for part in paragraphs(text_of(page))
        for sentence in sentences(part.text)
        if not known(page, sentence)
        for offence in offences(sentence, "pages")
    }
    rows = (line for line in text_of(page).splitlines() if line.startswith(("|", "#")) and page != MADE)
    found |= {f"{row[:60]}: {offence}" for row in rows for offence in offences(plain(row), "pages")}
    assert not found


@pytest.mark.parametrize("page", PAGES)
def test_no_sentence_is_too_long_to_be_read_once(page: str) -> None:
    found = {
        f"line {part.line}, {words(sentence)} words: {sentence}"
        for part in paragraphs(text_of(page))
        for sentence in sentences(part.text)
        if words(sentence) > LENGTH["page_most"] and not known(page, sentence)
    }
    assert not found


@pytest.mark.parametrize("page", PAGES)
def test_lines_wrap_and_no_space_is_doubled(page: str) -> None:
    doubled = [part.line for part in paragraphs(text_of(page)) if "  " in part.text]
    assert not [*wide(page)] and not doubled and not [*accidents(page)]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_between_pages_leads_somewhere(page: str) -> None:
    for target, anchor in LINKED.findall(text_of(page)):
        if "://" in target or target.startswith("mailto:"):
            continue
        file = ((ROOT / page).parent / target).resolve() if target else ROOT / page
        if PICTURES in (file.parent, file.parent.parent) and not PICTURES.exists():
            continue  # a source archive has no pictures of the docs
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor[1:] in anchors(file.relative_to(ROOT).as_posix()), target + anchor


PLACE = re.compile(r"`((?:ecs|game|tests|docs|maps|sprites|sounds|packaging)/[\w/.-]*)`")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    named = {path for path in PLACE.findall(text_of(page)) if not re.search(r"/my|[A-Z]{2}", path)}  # yours, or any
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("file", HELP)
def test_what_help_says_keeps_to_the_same_words(file: str) -> None:
    tables = tomllib.loads(text_of(file))
    texts = {f"{table}.{key}": said for table, entries in tables.items() for key, said in entries.items()}
    said = {name: found[1] if isinstance(found, list) else found for name, found in texts.items()}
    found = {
        f"{name}: {fault}"
        for name, text in said.items()
        for fault in (
            *offences(text, "program"),
            *(s for line in text.splitlines() for s in sentences(line) if words(s) > LENGTH["program_most"]),
        )
    }
    assert said and not found


def test_what_is_known_is_still_there() -> None:
    """The list does not outlive what it excuses."""
    for row in VOICE["known"]:
        assert row["reason"] and row["words"] in " ".join(part.text for part in paragraphs(text_of(row["page"]))), row


def test_the_linter_sees_what_it_should() -> None:
    page = (
        "# The Russians\n\nThe Russians, whoever they are,\nsay nought.  Fine `whoever` words.\n\n"
        "    the Russians\n\n| the Russians |\n\n- One. Two.\n- Three e.g. Four.\n"
    )
    parts = [*paragraphs(page)]
    assert [part.line for part in parts] == [3, 10, 11]
    assert sorted(offence.split(":")[0] for offence in offences(parts[0].text, "pages")) == [
        "'Russians'",
        "'nought'",
        "'whoever'",
    ]
    assert sentences(parts[1].text) == ["One.", "Two."] and len(sentences(parts[2].text)) == 1
    assert words("One, two - `three` 4.") == 4


def commands(page: str) -> Iterator[tuple[str, list[str]]]:
    """The command lines on a page: "rasputitsa" and what follows it, or "python" and the module and its words."""
    text = SPAN.sub(lambda span: span[0].replace("\n", " "), text_of(page))
    for program, rest in COMMAND.findall(text):
        line = re.split(r"\s{2,}", rest.strip())[0].split()
        ours = (program, line[0]) == ("python -m", "game")
        yield ("rasputitsa", line[1:]) if ours else (program.partition(" ")[0], line)


def test_commands_on_the_pages_name_programs_and_options_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    help_texts: dict[tuple[str, ...], str] = {}
    wrong, seen = list[str](), 0
    for page, (program, line) in [(name, found) for name in PAGES for found in commands(name)]:
        if program == "python":
            wrong += [f"{page}: {line[0]}"] * (find_spec(line[0]) is None)
        elif line and line[0] in SUBCOMMANDS:
            name = tuple(word for word in line[: 1 + (line[0] in ("addon", "mail"))] if word[:1].islower())
            if name not in help_texts:
                main([*name, "--help"])
                help_texts[name] = capsys.readouterr().out
            options = [word.split("=")[0] for word in line if re.match(r"--[a-z]", word) and name != ("odds",)]
            wrong += [f"{page}: {name} {option}" for option in {*options} - {ALLOW} if option not in help_texts[name]]
            seen += 1
    assert not wrong and seen > 60


def test_a_line_of_the_changelog_is_one_change() -> None:
    lines = [line for line in text_of("CHANGELOG.md").split("## Unreleased")[1].splitlines() if line]
    assert all(line.startswith(("- ", "#")) and len(line) <= LENGTH["columns"] for line in lines)
