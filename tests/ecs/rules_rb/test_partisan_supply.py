"""16.5, 9.6: airborne corps live on partisans of the 2nd stage."""

from __future__ import annotations

from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.ground import supply
from tests.ecs.rules_rb.stage import at, position
from tests.ecs.rules_rb.test_supply import FIELD, ring, state

SUPPLIED, SURROUNDED = 0, 2


def cut_off(band: str, stage: bool = True, wide: int = 1) -> World:
    """An airborne corps and an army, cut off by Germans all round; partisans of either stage."""
    troops = {"AB": ("airborne_13", FIELD), "A": ("army_33", FIELD), "P": ("partisan", band)}
    w = position(troops | germans(wide), phase="supply-soviet", turn=9)
    w.mark(Partisan, w.by_id["P"], promoted=stage)
    return w


def germans(wide: int) -> dict[str, tuple[str, str]]:
    if wide == 1:
        return ring(FIELD, "ger_inf_54")
    w = position({})
    hexes = [h.label for h in w.board.hexes if w.board.distance(h.index, at(w, FIELD)) == wide]
    return {f"G{n}": ("ger_inf_54", spot) for n, spot in enumerate(hexes)}


def test_airborne_corps_share_with_partisans_of_the_second_stage() -> None:
    w = cut_off(FIELD)
    assert state(w, "AB") == SUPPLIED and state(w, "A") == SURROUNDED
    assert state(cut_off(FIELD, stage=False), "AB") == SURROUNDED


def test_they_are_found_two_hexes_off_even_in_enemy_zones() -> None:
    w = position({})
    start = at(w, FIELD)
    near = w.board.hexes[w.board.neighbours[start][0]].label
    assert state(cut_off(near, wide=3), "AB") == SUPPLIED
    assert state(cut_off(near, wide=2), "AB") == SUPPLIED
    far = next(h.label for h in w.board.hexes if w.board.distance(h.index, start) == 3)
    assert state(cut_off(far, wide=4), "AB") == SURROUNDED


def test_it_is_no_combat_supply() -> None:
    w = cut_off(FIELD)
    assert supply.attack_supply(w, w.by_id["AB"]) == supply.NO_COMBAT_SUPPLY


def test_the_corps_they_feed_take_nothing_from_a_city() -> None:
    w = cut_off(FIELD)
    assert w.by_id["AB"].entity not in supply.sustained(w, w.by_id["AB"].type.side)
