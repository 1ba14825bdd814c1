"""The printed tables of the game, as they are shown."""

from __future__ import annotations

from typing import Any

from ecs.core.files.toml_files import ORIGINS
from ecs.core.origins import origin_sheets
from ecs.core.unit_names import signed
from ecs.rulesets.russia_besieged.combat.odds import ratio_name
from ecs.rulesets.russia_besieged.data.combat_tables import Chart
from ecs.rulesets.russia_besieged.data.options import OPTIONS
from ecs.rulesets.russia_besieged.data.tables import WEATHERS, tables
from ecs.rulesets.russia_besieged.data.units import arrivals, classes, kinds, parted

Sheet = tuple[str, list[list[Any]]]


def all_tables() -> list[Sheet]:
    """Every table of the game, for `rasputitsa tables` and the rules page."""
    t = tables()
    months = [[n, code[:2], f"19{code[2:]}"] for n, code in enumerate(t.turns, 1)]
    modifiers = [[m.text, _signed(m.attacker), _signed(m.defender), m.rule] for m in t.modifier.values()]
    income = [[name, rp] for name, rp in t.replace.cities.items()]
    costs = [[kinds()[word].name, rp] for word, rp in t.replace.cost.items()]
    sudden = [[t.turns[turn - 1], cities] for turn, cities in t.victory.sudden]
    return [
        _chart("Combat results (10.2)", t.crt),
        _chart("Blitzkrieg attacks (10.9)", t.blitz_table),
        ("Die-roll modifiers (10.3)", [["Condition", "Attacker", "Defender", "Rule"], *modifiers]),
        ("Air groups in one attack (11.4)", [["Side", *WEATHERS], *_air()]),
        ("Weather rolls (17)", [["Season", "Die", "First", "Second"], *_weather()]),
        ("Soviet RP by city (19.2)", [["City", "RP"], *income]),
        ("RP a step (19.2)", [["Class", "RP"], *costs]),
        ("Sudden death (22.2)", [["Turn", "Major Cities the Axis needs"], *sudden]),
        ("Turns (1.2)", [["Turn", "Months", "Year"], *months]),
        ("Scenarios (23)", [["Scenario", "Turns", "Par", "From"], *_scenarios()]),
        ("Counters (1.3)", [["Unit", "Full", "Reduced", "Class", "From"], *_counters()]),
        ("Arrivals (25.4, 25.5)", [["Turn", "Side", "Units", "At", "From"], *_arrivals()]),
        *origin_sheets(t, OPTIONS),
    ]


def _signed(value: int) -> str:
    return signed(value) if value else "-"


def _chart(title: str, chart: Chart) -> Sheet:
    rows = [
        [str(low) if low == high else f"{low}-{high}", *cells]
        for (low, high), cells in zip(chart.rolls, chart.cells, strict=True)
    ]
    return title, [["Roll", *(ratio_name(n) for n in chart.odds)], *rows]


def _air() -> list[list[Any]]:
    most = tables().air.most
    return [["Axis", *most.axis], ["Soviet", *most.soviet]]


def _weather() -> list[list[Any]]:
    t = tables()
    out: list[list[Any]] = []
    for season, rows in t.weather.rolls.items():
        out += [[t.seasons[season], f"{low}-{high}" if low != high else low, *pair] for low, high, *pair in rows]
    return out


def _counters() -> list[list[Any]]:
    return [
        [card.name, f"{card.full[0]}-{card.full[1]}", "-".join(map(str, card.reduced)) if card.reduced else "-",
         kinds()[card.kind].name, ORIGINS[card.origin]]
        for card in classes().values()
    ]  # fmt: skip


def _scenarios() -> list[list[Any]]:
    return [
        [line.title, "-".join(map(str, line.turns)), " or ".join(map(str, line.par)) or "-", ORIGINS[line.origin]]
        for line in tables().scenarios
    ]


def _arrivals() -> list[list[Any]]:
    return [
        [line.turn, line.side, ", ".join(name for name, _ in parted(line.units)), line.at, ORIGINS[line.origin]]
        for line in arrivals().arrive
    ]
