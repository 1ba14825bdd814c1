"""6, 14: who is kept out of which country."""

from __future__ import annotations

from ecs.core.commands import Assign, Move
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import declaring
from ecs.rulesets.war_against_russia.ground import terrain
from ecs.rulesets.war_against_russia.ground.terrain import region
from ecs.systems import marches
from tests.ecs.rules_war.stage import at, position

RUMANIA = 29


def staged(**facts) -> World:  # type: ignore[no-untyped-def]
    units = {
        "Hun": ("hun_mob", "X1"), "11.A": ("ger_army", "CC4"), "Rum": ("rum_army", "BB4"), "8.A": ("rus_army41", "CC6"),
        "Fin": ("fin_corps", "D13"),
    }  # fmt: skip
    return position(units, **facts)


def why(w: World, unit: str, spot: str) -> str:
    found = terrain.barred(w, w.by_id[unit], at(w, spot))
    return found.reason if found else ""


def test_hungarians_never_enter_rumania() -> None:
    w = staged()
    assert why(w, "Hun", "BB4") == "rumania-shunned" and why(w, "Hun", "W2") == ""
    terrain.open_rumania(w, [at(w, "CC4")])
    assert why(w, "Hun", "BB4") == "rumania-shunned"


CLOSED = {"rumania": "closed"}


def test_14_russians_may_enter_an_empty_rumania_but_attack_nobody_there() -> None:
    units = {"A": ("rum_corps", "DD4"), "S": ("rus_army42", "DD6")}
    w = position(units, phase="move-soviet")
    assert marches.judge_move(w, Move("S", "DD5")) is None and "move S DD5" in {
        c.text() for c in marches.move_commands(w, w.by_id["S"])
    }
    w = position(units | {"S": ("rus_army42", "DD5")}, phase="plan2-soviet")
    refusal = declaring.WAVES.judge(w, Assign("S", "DD4", 1))
    assert refusal is not None and refusal.reason == "rumania-closed" and refusal.rule == "14"
    assert not declaring.attack_commands(w, w.by_id["S"])
    terrain.open_rumania(w, [at(w, "DD4")])
    assert declaring.WAVES.judge(w, Assign("S", "DD4", 1)) is None
    w = position(units, phase="move-soviet", options=CLOSED)
    refusal = marches.judge_move(w, Move("S", "DD5"))
    assert refusal is not None and refusal.reason == "rumania-closed"


def test_rumania_may_be_closed_to_the_russians_until_it_has_been_attacked_from() -> None:
    w = staged(options=CLOSED)
    assert why(w, "8.A", "DD5") == "rumania-closed" and why(w, "8.A", "Q1") == ""
    assert len(terrain.barred_ground(w, w.by_id["8.A"])) == RUMANIA
    terrain.open_rumania(w, [at(w, "U3"), at(w, "X1")])
    assert why(w, "8.A", "DD5") == "rumania-closed" and not w.events
    terrain.open_rumania(w, [at(w, "U3"), at(w, "CC4")])
    assert why(w, "8.A", "DD5") == "" and not terrain.barred_ground(w, w.by_id["8.A"])
    assert "CC4" in w.events[-1].text
    terrain.open_rumania(w, [at(w, "CC4")])
    assert len(w.events) == 1


def test_what_was_taken_back_is_closed_again() -> None:
    w = staged(options=CLOSED)
    with w.what_if():
        terrain.open_rumania(w, [at(w, "CC4")])
        assert why(w, "8.A", "DD5") == ""
    assert why(w, "8.A", "DD5") == "rumania-closed"


def test_nobody_else_is_kept_out_of_anything() -> None:
    w = staged()
    for unit in ("11.A", "Rum", "Fin"):
        assert not terrain.barred_ground(w, w.by_id[unit])


def test_the_free_set_up_opens_rumania_at_once() -> None:
    assert terrain.is_rumania_open(staged(options={"setup": "free"}))
    assert not terrain.is_rumania_open(staged(options={"setup": "corps"}))


def test_the_country_is_on_the_map() -> None:
    assert len(region(staged(), "rumania")) == RUMANIA
