"""The printed tables of the game, as they are shown."""

from __future__ import annotations

from typing import Any

from ecs.core.components import Side
from ecs.core.files.toml_files import ORIGINS
from ecs.core.ruleset.origins import origin_sheets
from ecs.core.unit_names import signed
from ecs.rulesets.war_against_russia.combat.odds import columns
from ecs.rulesets.war_against_russia.data.options import OPTIONS
from ecs.rulesets.war_against_russia.data.tables import FACES, ROLL, tables
from ecs.rulesets.war_against_russia.data.units import classes

Sheet = tuple[str, list[list[Any]]]


def all_tables() -> list[Sheet]:
    """Every table of the game, for `rasputitsa tables` and the rules page."""
    t = tables()
    heads = [columns().title(i) for i in range(len(t.crt.odds))]
    codes = sorted(t.result, key=list(t.result).index)
    return [
        ("Combat results (9.2)", [["Die", *heads], *([n, *row] for n, row in enumerate(t.crt.cells, 1))]),
        ("What the results mean (9.3)", [["Code", "Result"], *([code, t.result[code].text] for code in codes)]),
        ("Results that change (9.6)", [["Result", "Surrounded", "Armour overrun", "No Retreat"], *_conversions()]),
        ("Buying the defenders (9.5)", [["Result", "Times their factors"], *_prices()]),
        ("Shifts of the column (9.1)", [["Reason", "Columns", "Rule"], *_shifts()]),
        ("Terrain (8)", [["Terrain", "Adds to each defender", "Whom it helps"], *_terrain()]),
        ("Attack factors (8, 11)", [["Attackers", "Divided by"], *_attack()]),
        ("Advance after combat (10.2)", [["Weather", "Axis armour", "Soviet armour", "Others"], *_advance()]),
        ("Turns (4)", [["Turn", "Month", "Weather"], *_turns()]),
        ("Weather (4)", [["Weather", "Effect"], *_weather()]),
        ("Stacking (6)", [["Limit", "Units"], *_stacking()]),
        ("Movement limits (4)", [["Weather", "Units", "Movement factors"], *_limits()]),
        ("Carried by rail and sea (7)", [["Side", "Rail", "Sea"], *_carried()]),
        ("Air units (12)", [["Turns", "German", "Soviet"], *_air()]),
        ("Replacement factors a turn (13)", [["Source", "Infantry", "Armour"], *_income()]),
        ("Victory (15)", [["Side", "Points", "From turn"], *_victory()]),
        ("Counters (2.2)", [["Unit", "Attack", "Defence", "Move", "Size", "Arm", "From"], *_counters()]),
        *origin_sheets(t, OPTIONS),
    ]


def _conversions() -> list[list[Any]]:
    table = tables().convert
    codes = [code for code in tables().result if code in {*table.surrounded, *table.overrun, *table.stand}]
    rows = (table.surrounded, table.overrun, table.stand)
    return [[code, *(row[code] if row.get(code, code) != code else "unchanged" for row in rows)] for code in codes]


def _prices() -> list[list[Any]]:
    return [[code, _part(a, b)] for code, (a, b) in tables().exchange.prices.items()]


def _part(a: int, b: int) -> str:
    return str(a // b) if a % b == 0 else f"{a}/{b}"


def _shifts() -> list[list[Any]]:
    shift, air, side = tables().shift, tables().air, tables().side
    return [
        ["All attackers across a river that is not frozen", signed(side["river"].shift), "8"],
        ["The same, with a German unit behind it", signed(side["river"].shift_german), "8"],
        ["All attackers across the strait, if they control its sea", signed(side["strait"].shift), "8"],
        ["Half or more of the defence factors Dispersed", signed(shift.dispersed), "9.1"],
        ["Soviet attack in Subarctic weather, except on Germans in a city or town", signed(shift.cold), "4"],
        [f"Air support, {air.an_attack} unit at most", signed(shift.air), "12"],
    ]


def _terrain() -> list[list[Any]]:
    d, ground, line = tables().defence, tables().terrain, tables().side["stalin_line"]
    return [
        ["Hills", signed(ground['hills'].plus), "infantry"],
        ["Mountains", signed(ground['mountain'].plus), "infantry; all may turn an exchange into D"],
        ["Swamp, not frozen", signed(ground['swamp'].plus), "Soviet infantry"],
        [f"Fortified line, from turn {line.from_turn}", signed(line.plus),
         "Soviet infantry that no attacker flanks"],
        ["Fortress", signed(d.fortress), "Soviet infantry"],
        ["Major city", signed(d.major), "infantry"],
        ["City", signed(d.town), "infantry"],
        ["Town", "-", "nobody"],
        ["Victory city", f"×{d.victory_times}", "all, after bonuses"],
        ["Victory city never taken", f"{d.intrinsic} more", f"the city itself; {d.intrinsic_great} at Leningrad and"
         " Moscow"],
    ]  # fmt: skip


def _attack() -> list[list[Any]]:
    side = tables().side
    return [
        ["Across a lake that is not frozen (infantry only)", side["lake"].divisor],
        ["Across the strait without its sea (infantry only)", side["strait"].divisor],
        ["Out of supply", tables().attack.unsupplied_divisor],
    ]


def _advance() -> list[list[Any]]:
    table = tables().advance
    rows = [[name, *(pair.of(side) for side in Side), table.others] for name, pair in table.armour.items()]
    return [*rows, ["Other weather", table.others, table.others, table.others]]


def _turns() -> list[list[Any]]:
    t = tables()
    rolled = f"die 1-{t.may.good} Good, {t.may.good + 1}-{FACES} Mud"
    rows = [[n, turn.name, rolled if turn.weather == ROLL else turn.weather] for n, turn in enumerate(t.turn)]
    return [[f"{rows[0][0]} (optional)", *rows[0][1:]], *rows[1:]]


def _weather() -> list[list[Any]]:
    w = tables().weather
    return [
        [", ".join(w.frozen), "rivers, lakes and swamps are frozen"],
        [w.cold, "north-east of the weather line; elsewhere Snow"],
        [", ".join(w.roads_closed), "no roads but the highway"],
        [", ".join(w.air_grounded), f"air units that fly: German {w.air_then.axis}, Soviet {w.air_then.soviet}"],
    ]


def _stacking() -> list[list[Any]]:
    s = tables().stacking
    return [
        ["Units in a hex", s.most],
        ["Larger than a corps, of those", s.armies],
        ["Armour in a mountain hex or a swamp not frozen, or attacking it from one hex", s.rough_armour],
    ]


def _limits() -> list[list[Any]]:
    m = tables().movement
    return [
        ["Mud", "German armies", m.mud_army],
        ["Mud", "all others", m.mud],
        ["Snow, Subarctic", "Axis infantry", m.snow_infantry],
        ["Snow, Subarctic", "other Axis units", m.snow],
    ]


def _carried() -> list[list[Any]]:
    t = tables()
    return [["Axis", t.rail.axis, t.sea.units], ["Soviet", t.rail.soviet, t.sea.units]]


def _air() -> list[list[Any]]:
    air, last = tables().air, len(tables().turn) - 1
    ends = sorted({min(last, turn) for side in Side for turn, _ in air.of(side)})
    starts = [1, *(turn + 1 for turn in ends)]
    return [[f"{a}-{b}", *(next(n for turn, n in air.of(side) if b <= turn) for side in Side)]
            for a, b in zip(starts, ends, strict=False)]  # fmt: skip


def _income() -> list[list[Any]]:
    a, s = tables().axis, tables().soviet
    return [
        [f"Axis, from turn {a.from_turn}", a.infantry, a.armour],
        [f"Leningrad, Moscow, from turn {s.from_turn}", s.infantry_great, "-"],
        ["Any other city that yields infantry", s.infantry_city, "-"],
        ["A tank factory", "-", s.armour_factory],
        ["Siberia", s.siberia, s.armour_siberia],
        [f"Siberia, more from turn {s.armour_siberia_more_from}", "-", s.armour_siberia_more],
    ]


def _victory() -> list[list[Any]]:
    t = tables()
    return [["Axis", t.victory.axis, 1], ["Soviet", t.victory.soviet, t.first_russian_win]]


def _counters() -> list[list[Any]]:
    return [[c.name, c.attack, c.defence, c.move, c.size, c.arm, ORIGINS[c.origin]] for c in classes().values()]
