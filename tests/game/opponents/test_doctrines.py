"""Do the staffs weigh by their doctrines, and are faults of a doctrine named?"""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs import Side
from game.opponents.chit_staff.movement_orders import PlayStyle as ChitStyle
from game.opponents.doctrine import FAMILIES, FOLDER, DoctrineError, Family, Taking, moods, table, tables
from game.opponents.evaluation import WEIGHTS, Weights
from game.opponents.impulse_staff.attack_value import PlayStyle as ImpulseStyle
from game.opponents.operations_staff.attack_value import PlayStyle as OperationsStyle
from game.opponents.rehearsal import BUDGETS, EFFORTS, Budget
from game.opponents.salvo_staff.movement_planner import PlayStyle as SalvoStyle
from game.opponents.shared.encirclement import Rings

STYLES: dict[Family, type] = {
    "salvo": SalvoStyle,
    "campaign": ChitStyle,
    "impulse": ImpulseStyle,
    "operations": OperationsStyle,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the doctrines."""
    for family in FAMILIES:
        (tmp_path / f"{family}.toml").write_bytes((FOLDER / f"{family}.toml").read_bytes())
    return tmp_path


def reworded(folder: Path, family: Family, old: str, new: str) -> Path:
    """The doctrine of a family with something else in it."""
    path = folder / f"{family}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_doctrine(family: Family) -> None:
    assert set(BUDGETS[family]) == set(EFFORTS) and all(budget.rehearsals for budget in BUDGETS[family].values())
    assert set(WEIGHTS[family].force) == set(Side)
    assert {"usual"} < set(moods(family, STYLES[family]))


def test_a_mood_says_what_it_has_otherwise(folder: Path) -> None:
    changed = reworded(folder, "operations", "[temper.axis_wet]\nkill = 1.2\n", "[temper.axis_wet]\ncity = 3.0\n")
    usual, wet = (moods("operations", OperationsStyle, changed)[name] for name in ("usual", "axis_wet"))
    assert (wet.city, wet.loss, wet.kill) == (3.0, 1.15, usual.kill)
    assert moods("operations", OperationsStyle)["axis_wet"].kill == 1.2


def test_figures_of_a_doctrine_reach_the_records(folder: Path) -> None:
    rings = table("impulse", "rings", Rings, reworded(folder, "impulse", "wide = 8", "wide = 5"))
    assert (rings.wide, rings.radii, rings.own_ground) == (5, (1, 3), (False, True))
    weights = table("salvo", "evaluation", Weights, reworded(folder, "salvo", "axis = 0.6", "axis = 0.9"))
    assert weights.force == {Side.AXIS: 0.9, Side.SOVIET: 0.06}
    budgets = tables("campaign", "rehearsals", Budget, reworded(folder, "campaign", "field = [3]", "field = [4, 2]"))
    assert budgets["normal"] == Budget((4, 2), 1)


def test_eagerness_grows_with_the_balance_between_its_bounds() -> None:
    taking = Taking(base=0.4, slope=0.5, least=0.5, most=1.4)
    assert [taking.at(balance) for balance in (0.0, 1.0, 9.0)] == [0.5, 0.9, 1.4]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("wide = 9", "wyde = 9", r"campaign.toml: rings: no figure 'wyde'; there are: .*wide"),
        ("wide = 9", "", r"campaign.toml: rings: .*wide"),
        ("wide = 9", 'wide = "far"', r"campaign.toml: rings: .*int.*wide"),
    ],
)
def test_a_fault_of_a_doctrine_is_named(folder: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DoctrineError, match=fault):
        table("campaign", "rings", Rings, reworded(folder, "campaign", old, new))
