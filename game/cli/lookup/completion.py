"""rasputitsa completion: completion scripts for shells, and the manual page."""

from __future__ import annotations

import argparse
from functools import lru_cache
from pathlib import Path

from ecs import list_scenarios
from game.cli.command_line import DESCRIPTION, EXAMPLES, GROUPS, MORE, below, options_of, parser, told_of, values_of
from game.cli.options import HUMAN, Parser, Subparsers, level, player
from game.opponents import PLAYERS

SCRIPT = Path(__file__).with_suffix(".bash")
Way = tuple[tuple[str, ...], Parser, dict[str, str]]
"""The words that lead somewhere, the parser there, and what can follow, each with its help."""
WHERE = """To switch it on:
  bash  rasputitsa completion bash > ~/.local/share/bash-completion/completions/rasputitsa
  zsh   rasputitsa completion zsh > ~/.zfunc/_rasputitsa   (with ~/.zfunc in fpath)
  fish  rasputitsa completion fish > ~/.config/fish/completions/rasputitsa.fish
  man   rasputitsa completion man > ~/.local/share/man/man6/rasputitsa.6"""


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    found = commands.add_parser(
        "completion",
        help="print a completion script for your shell, or the manual page",
        description="Print what your shell needs to complete command lines of this program, or the manual page.",
        epilog=WHERE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("form", metavar="FORM", choices=sorted(FORMS), help="bash, zsh, fish or man")
    found.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    print(FORMS[args.form](), end="")
    return 0


@lru_cache(maxsize=1)
def lines() -> tuple[Way, ...]:
    """Every command, at every level: its words, its parser, and what can follow it."""
    whole, found = parser(), list[Way]()
    waiting: list[tuple[tuple[str, ...], Parser]] = [((), whole)]
    while waiting:
        words, here = waiting.pop(0)
        follows = dict(told_of(here))
        for option in options_of(here):
            follows[option.option_strings[-1]] = option.help or ""
        for argument in here._actions:
            if not argument.option_strings and argument.choices and not below(here):
                follows.update(dict.fromkeys(values_of(argument), ""))
        found.append((words, here, follows))
        waiting += [((*words, name), inner) for name, inner in below(here).items()]
    return tuple(found)


def values(option: argparse.Action) -> list[str]:
    """What can follow an option."""
    if "--scenario" in option.option_strings:
        return sorted(path.stem for path in list_scenarios())
    if option.type in (level, player):
        return [*([HUMAN] if option.type is player else []), *PLAYERS]
    return [*values_of(option)]


def every_value() -> dict[str, list[str]]:
    """What can follow an option -> the options it can follow, each with the words before it."""
    found: dict[str, list[str]] = {}
    for words, here, _ in lines():
        for option in options_of(here):
            if known := values(option):
                found.setdefault(" ".join(known), []).append(" ".join((*words, option.option_strings[-1])))
    return found


def bash() -> str:
    """The script for bash, which decides by the last words."""
    ways = [f"        '{' '.join(words)}') words='{' '.join(follows)}' ;;" for words, _, follows in lines()]
    known = [f"        {'|'.join(map(repr, after))}) words='{found}' ;;" for found, after in every_value().items()]
    deep = "|".join(sorted({words[0] for words, _, _ in lines() if len(words) > 1}))
    script = SCRIPT.read_text(encoding="utf-8")
    for hole, text in (("@DEEP@", deep), ("@VALUES@", "\n".join(known)), ("@WAYS@", "\n".join(ways))):
        script = script.replace(hole, text)
    return script


def zsh() -> str:
    """The script for zsh, which can read bash's."""
    return f"#compdef rasputitsa\nautoload -U +X bashcompinit && bashcompinit\n{bash()}"


def fish() -> str:
    """The script for fish: a line for each word that can follow."""
    found = ["# rasputitsa: completion for fish, made by `rasputitsa completion fish`"]
    for words, here, follows in lines():
        when = f"__fish_seen_subcommand_from {words[-1]}" if words else "__fish_use_subcommand"
        if len(words) > 1:
            when = f"__fish_seen_subcommand_from {words[0]}; and {when}"
        known = {option.option_strings[-1]: values(option) for option in options_of(here)}
        for word, text in follows.items():
            shown = text.replace("'", "’").replace("%%", "%")
            what = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            more = f" -x -a '{' '.join(known[word])}'" if known.get(word) else ""
            found.append(f"complete -c rasputitsa -n '{when}' {what}{more} -d '{shown}'")
    return "\n".join([*found, ""])


def man() -> str:
    """The manual page, in section 6, as troff."""
    _, whole, _ = lines()[0]
    told, shown = dict(told_of(whole)), below(whole)
    name = DESCRIPTION[:1].lower() + DESCRIPTION[1:-1]
    page = [".TH RASPUTITSA 6", ".SH NAME", f"rasputitsa \\- {_troff(name)}"]
    page += [".SH SYNOPSIS", ".B rasputitsa", "[SUBCOMMAND] ...", ".SH DESCRIPTION", _troff(MORE)]
    for heading, names in GROUPS.items():
        page.append(f".SH {heading.upper()}")
        for name in names:
            page += [f".SS {_troff(name)}", _troff(f"{told[name][:1].upper()}{told[name][1:]}.")]
            for option in options_of(shown[name]):
                usual = option.metavar or (None if option.nargs == 0 else option.dest.upper())
                words = ", ".join(option.option_strings) + (f" {usual}" if usual else "")
                page += [".TP", f".B {_troff(words)}", _troff(option.help or "(see the guide)")]
    page.append(".SH EXAMPLES")
    for line, what in EXAMPLES:
        page += [".TP", f".B {_troff(line)}", _troff(f"{what[:1].upper()}{what[1:]}.")]
    page += [".SH FILES", _troff("`rasputitsa --version` names the folder with your saves, packs and maps."), ""]
    return "\n".join(page)


def _troff(text: str) -> str:
    """Plain text, escaped for troff."""
    told = text.replace("%%", "%").replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{told}" if told[:1] in ".'" else told


FORMS = {"bash": bash, "zsh": zsh, "fish": fish, "man": man}
