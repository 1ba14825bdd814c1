"""Do the staffs weigh by their doctrines, and are faults of a doctrine named?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ecs import Side
from game.cli.entry_point import main
from game.opponents.chit_staff.movement_orders import PlayStyle as ChitStyle
from game.opponents.doctrine import FAMILIES, FOLDER, DoctrineError, Family, Taking, in_force, moods, table, tables
from game.opponents.evaluation import Weights, weights_of
from game.opponents.impulse_staff.attack_value import PlayStyle as ImpulseStyle
from game.opponents.operations_staff.attack_value import PlayStyle as OperationsStyle
from game.opponents.rehearsal import EFFORTS, Budget, budgets_of
from game.opponents.salvo_staff.movement_planner import PlayStyle as SalvoStyle
from game.opponents.shared.encirclement import Rings
from game.packs.addons.library import addons_root, installed
from game.packs.addons.manifest import FILE
from game.play.addon_contents import contents_of, faults_in
from tests.hostile_input.addons import plain_files
from tests.workshop.tournament.results_file import players_stamp

pytestmark = pytest.mark.usefixtures("home")

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
    assert set(budgets_of(family)) == set(EFFORTS) and all(b.rehearsals for b in budgets_of(family).values())
    assert set(weights_of(family).force) == set(Side)
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
        ("wide = 9", "wyde = 9", r"campaign.toml: rings: no figure 'wyde'; choose from: .*wide"),
        ("wide = 9", "", r"campaign.toml: rings: .*wide"),
        ("wide = 9", 'wide = "far"', r"campaign.toml: rings: .*int.*wide"),
    ],
)
def test_a_fault_of_a_doctrine_is_named(folder: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DoctrineError, match=fault):
        table("campaign", "rings", Rings, reworded(folder, "campaign", old, new))


# -- add-ons ----------------------------------------------------------------------------------------------


@pytest.fixture
def changed() -> Iterator[Callable[[str, str, str], Path]]:
    """Puts an add-on with a file of figures among the player's own."""

    def change(addon: str, family: str, text: str) -> Path:
        root = addons_root() / addon
        for name, data in plain_files(id=f'"{addon}"', holds='["doctrines"]').items():
            if name == FILE:
                written(root / name, data)
        written(root / "doctrines" / f"{family}.toml", text.encode())
        in_force.cache_clear()
        return root / "doctrines" / f"{family}.toml"

    yield change
    in_force.cache_clear()


def written(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


Change = Callable[[str, str, str], Path]


def test_an_add_on_changes_figure_by_figure_and_the_first_goes_before(changed: Change) -> None:
    before = moods("campaign", ChitStyle)
    changed("b", "campaign", "[temper.usual]\nfear = 2\ncut = 3.0\n[rings]\nradii = [1]\n")
    changed("a", "campaign", "[temper.usual]\nfear = 4.0\n[temper.weaker.mood]\nkill = 1.5\n")
    now = moods("campaign", ChitStyle)
    assert (now["usual"].fear, now["usual"].cut, now["usual"].company) == (4.0, 3.0, before["usual"].company)
    assert (now["recruit"].fear, now["recruit"].cut) == (before["recruit"].fear, before["recruit"].cut)
    assert now["recruit"].company == before["recruit"].company
    assert (now["weaker"].mood.kill, now["weaker"].mood.price) == (1.5, before["usual"].mood.price)
    assert table("campaign", "rings", Rings).radii == (1,)
    assert moods("salvo", SalvoStyle) and in_force("salvo")["taking"]["base"] == 0.35


def test_results_of_a_tournament_do_not_mix_with_those_by_other_figures(changed: Change) -> None:
    before = players_stamp()
    changed("a", "impulse", "[temper.soviet]\nloss = 1.0\n")
    assert players_stamp() != before


@pytest.mark.parametrize(
    ("family", "text", "fault"),
    [
        ("campain", "", "there is no doctrine 'campain'; did you mean 'campaign'?"),
        ("campaign", "fear = 1", "[fear]: there is no such figure"),
        (
            "campaign",
            "[temper.usual]\nfeer = 1",
            "campaign.toml, line 2 [temper.usual.feer]: there is no such figure; did you",
        ),
        ("campaign", "[temper.bold]\nfear = 1", "[temper.bold]: there is no such figure"),
        ("campaign", "[rings]\nwide = 5.5", "[rings.wide]: expected a whole number from 0 to 90"),
        ("campaign", "[rings]\nwide = 91", "[rings.wide]: expected a whole number from 0 to 90"),
        ("campaign", "[rings]\nwide = true", "[rings.wide]: expected a whole number from 0 to 90"),
        ("campaign", "[rings]\nradii = []", "[rings.radii]: expected a list of 1 to 12 entries"),
        ("campaign", "[rings]\nradii = [1, -1]", "[rings.radii]: expected a whole number from 0 to 40"),
        ("campaign", "[rings]\nown_ground = [1]", "[rings.own_ground]: expected true or false"),
        ("campaign", "[temper.usual]\nfear = nan", "[temper.usual.fear]: expected a number from 0 to 10"),
        ("campaign", "[temper.usual]\nfear = 1e9", "[temper.usual.fear]: expected a number from 0 to 10"),
        ("campaign", "[temper.usual]\nfear = -0.1", "[temper.usual.fear]: expected a number from 0 to 10"),
        ("campaign", "temper = 1", "[temper]: expected a table"),
        ("campaign", "[march]\nhast = 1", "[march.hast]: there is no such figure"),
        ("campaign", "[depots]\nexposed = 'much'", "[depots.exposed]: expected a number from 0 to 240"),
        ("campaign", "[march.wheels]\nfree = 41", "[march.wheels.free]: expected a whole number from 0 to 40"),
        ("campaign", "[guards]\nalarms = [61.0]", "[guards.alarms]: expected a number from 0 to 60"),
        ("campaign", "[odds]\nplace = 0", "[odds.place]: expected a number from 0.1 to 25"),
        ("impulse", "[leaders]\ncalm = 1", "[leaders.calm]: there is no such figure"),
        ("impulse", "[goals]\nraid = 7.5", "[goals.raid]: expected a whole number from 0 to 80"),
        ("impulse", "[rear]\nstrong = 12.5", "[rear.strong]: expected a number from 0 to 12"),
        ("impulse", "[odds]\ncity = 0.0", "[odds.city]: expected a number from 0.1 to 30"),
        ("operations", "[posture]\nbolt = 1.0", "[posture.bolt]: there is no such figure; did you mean 'bold'?"),
        ("operations", "[answers]\nhemmed_most = 31", "[answers.hemmed_most]: expected a whole number from 0 to 30"),
        ("operations", "[odds]\nline = 0.05", "[odds.line]: expected a number from 0.1 to 30"),
        ("operations", "[line]\nterrain = { hills = -1.0 }", "[line.terrain.hills]: expected a number from 0 to 10"),
        ("operations", "[attacks]\nworthwhile = { axes = 1.0 }", "[attacks.worthwhile.axes]: there is no such figure"),
        ("salvo", "[odds]\npace = 0", "[odds.pace]: expected a number from 0.1 to 20"),
        ("salvo", "[rehearsals]\nquick = { field = [1000] }", "[rehearsals.quick.field]: expected a whole number"),
        ("salvo", "[taking", "not TOML: Expected ']'"),
    ],
)
def test_figures_with_a_fault_change_nothing_and_are_told(changed: Change, family: str, text: str, fault: str) -> None:
    before = dict(in_force("campaign")), dict(in_force("salvo"))
    path = changed("a", family, text)
    (addon,) = installed()
    (told,) = faults_in(addon)
    assert told.startswith(str(path)) and fault in told
    assert (in_force("campaign"), in_force("salvo")) == before


def test_the_one_a_new_add_on_begins_with_is_sound() -> None:
    assert main(["addon", "new", "bold", "--holds", "doctrines"]) == 0
    (addon,) = installed()
    assert not faults_in(addon) and contents_of(addon) == ["doctrines campaign"]
