"""Great events get a card: which, in which words, for how long; and nothing waits that was not asked to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecs import Game, Side
from ecs.core.events import Captured, Cause, Destroyed, Event, Moved, PocketClosed, WeatherTurned
from game.play.dispatches import Dispatch
from game.play.great_events import Moment, merged, moments
from game.play.scenarios import new_game
from game.play.story import GREAT_PLACES
from game.ui.cards.headline import WAITS
from tests.kits.recruits_games import between
from tests.kits.window import AGAINST_RECRUIT, Seat, sit_down

GAMES = {
    "barbarossa-1941": 350,
    "war-barbarossa-1941": 300,
    "rb-barbarossa-5": 300,
    "tdv-barbarossa-1941": 450,
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Some hundred commands between recruits."""
    return between(request.param, 4, GAMES[request.param])


def city(game: Game) -> str:
    """A great place of the map."""
    return next(h.label for h in game.board.hexes if h.place in GREAT_PLACES and h.name)


def test_a_great_city_is_told_and_mere_ground_is_not(game: Game) -> None:
    """In all four games, by its worth and its kind."""
    view, label = game.look(Side.AXIS), city(game)
    name = game.board.hexes[game.board.by_label[label]].name
    taken = Captured(hex=label, side=Side.AXIS, worth=1)
    (told,) = moments([taken], view)
    assert (told.kind, told.title, told.hex) == ("city", f"{name} has fallen to the Axis", game.board.by_label[label])
    assert [m.title for m in moments([replace(taken, worth=0)], view)] == [told.title], "it is great by itself"
    ground = next(h.label for h in game.board.hexes if h.place not in GREAT_PLACES)
    assert moments([replace(taken, hex=ground, worth=0)], view) == ()
    assert len(moments([replace(taken, hex=ground)], view)) == 1, "whatever scores is told"
    retaken = replace(taken, side=Side.SOVIET)
    assert [m.side for m in moments([taken, retaken], view)] == [Side.SOVIET]


@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        ("barbarossa-1941", ("Lvov", "Minsk", "Sevastopol")),
        ("war-barbarossa-1941", ("Lvov", "Minsk", "Sevastopol")),
        ("rb-barbarossa-5", ("Lvov", "Minsk", "Sevastopol")),
        ("tdv-barbarossa-1941", ("Lwow", "Minsk", "Sevastopol")),
    ],
)
def test_no_great_city_falls_without_a_word(scenario: str, names: tuple[str, ...]) -> None:
    """Whatever the place is printed as and counts for in this game: some score nothing, some are mere towns."""
    view = new_game(scenario, seed=1).look(Side.AXIS)
    worth = {label: line.points for line in view.score for label in line.hexes[:1]}
    for name in names:
        label = view.board.hexes[view.board.named(name)[0]].label
        taken = Captured(hex=label, side=Side.AXIS, worth=worth.get(label, 0))
        assert [m.title for m in moments([taken], view)] == [f"{name} has fallen to the Axis"]


def test_who_took_the_city_is_named(game: Game) -> None:
    """If the unit went in by the same order."""
    view, label = game.look(Side.AXIS), city(game)
    unit = next(u for u in view.units if u.side is Side.AXIS and u.hex >= 0)
    events = [Moved(unit=unit.id, path=(label,), how="move"), Captured(hex=label, side=Side.AXIS, worth=1)]
    (told,) = moments(events, view)
    assert told.text == f"{unit.long_name} marches in."


def test_the_end_of_a_strong_unit_is_told_of_a_weak_one_only_with_others(game: Game) -> None:
    """Strong and weak are measured by the side's own counters."""
    view = game.look(Side.SOVIET)
    units = sorted((u for u in view.units if u.side is Side.SOVIET), key=lambda u: u.attack + u.defence)
    label = game.board.hexes[0].label
    dead = [Destroyed(unit=u.id, hex=label, cause=Cause.FIRE, text="Gone.") for u in units]
    (told,) = moments(dead[-1:], view)
    assert told.kind == "destroyed" and told.title == f"{units[-1].long_name} is destroyed"
    assert told.text.startswith("Lost by the Soviets ")
    assert moments(dead[:1], view) == () and moments(dead[:2], view) == ()
    (many,) = moments(dead[:3], view)
    assert many.total == 3 and many.title.endswith("and 2 other units are destroyed")


def test_pockets_and_weather() -> None:
    """A pocket by its size; the weather only when it turns, and everywhere."""
    game = new_game("barbarossa-1941", seed=1)
    view, label = game.look(Side.AXIS), city(game)
    pocket = PocketClosed(side=Side.SOVIET, hexes=(label,), units=("a", "b", "c", "d"))
    (told,) = moments([pocket], view)
    assert told.kind == "pocket" and told.text == "4 units of the Soviets are cut off."
    assert moments([replace(pocket, units=("a", "b"))], view) == ()
    turned = WeatherTurned(weather="Mud", before="Good", text="Mud: no Blitzkrieg.")
    assert [m.title for m in moments([turned], view)] == ["The weather turns: Mud"]
    for same in (replace(turned, before="Mud"), replace(turned, before=""), replace(turned, zone="north")):
        assert moments([same], view) == ()


def test_cities_of_one_side_are_told_together() -> None:
    """Of three and more the greatest is named."""
    one, two, three = (Moment("city", "", names=(name,), side=Side.AXIS) for name in ("Minsk", "Riga", "Kiev"))
    assert [m.title for m in merged([one, two])] == ["Minsk and Riga have fallen to the Axis"]
    assert [m.title for m in merged([one, two, three])] == ["Minsk and 2 other cities have fallen to the Axis"]
    assert len(merged([one, replace(two, side=Side.SOVIET)])) == 2


# -- at the table -----------------------------------------------------------------------------------


@pytest.fixture
def seat() -> Seat:
    """A game against the computer, with the player to act."""
    return sit_down(AGAINST_RECRUIT, seed=3, drama="brisk")


def happen(seat: Seat, *events: Event) -> None:
    """As if an order of the player had brought this about."""
    seat.scene.desk.out.events += events
    seat.pilot.wait(0.1, 2)


def fall(seat: Seat) -> Captured:
    """A city falls."""
    return Captured(hex=city(seat.scene.session.game), side=Side.AXIS, worth=1)


def cards(seat: Seat) -> list[str]:
    """What the card on the map says."""
    return [spot.text for spot in seat.app.ui.spots if spot.id.endswith("headline")]


def test_the_card_comes_and_goes_by_itself(seat: Seat) -> None:
    """After its time."""
    happen(seat, fall(seat))
    assert len(cards(seat)) == 1 and "has fallen to the Axis" in cards(seat)[0]
    seat.pilot.wait(4, 4)
    assert cards(seat) == []


def test_turned_off_nothing_comes_and_nothing_waits(seat: Seat) -> None:
    """Off; brisk shows, and holds the game up until it can be read once; full as long as it is shown."""
    settings, headlines = seat.app.settings, seat.scene.headlines
    settings.drama = "off"
    happen(seat, fall(seat))
    assert cards(seat) == [] and not headlines.holds(seat.app.ui.now)
    assert headlines.wake_in(seat.app.ui.now, 0.25) == 0.25
    settings.drama = "brisk"
    happen(seat, fall(seat))
    begun, read = headlines.since, headlines.since + WAITS["brisk"]
    assert cards(seat) and headlines.holds(begun + 1) and not headlines.holds(read) and read < headlines.until
    assert headlines.wake_in(begun + 1, 0.25) == read - begun - 1 and headlines.wake_in(read, 0.25) == 0.25
    headlines.skip()
    settings.drama = "full"
    happen(seat, fall(seat))
    held = headlines.wake_in(seat.app.ui.now, 0.25)
    assert cards(seat) and headlines.holds(headlines.until - 0.1) and held is not None and held > 1


def test_a_key_puts_it_away_and_does_its_work_and_esc_does_nothing_else(seat: Seat) -> None:
    """Esc opens the menu only when there is no card."""
    happen(seat, fall(seat))
    before = seat.scene.desk.state.selection
    seat.pilot.key("N")
    assert cards(seat) == [] and seat.scene.desk.state.selection != before
    seat.scene.desk.select(())
    happen(seat, fall(seat))
    seat.pilot.key("Esc")
    assert cards(seat) == [] and not seat.scene.panels.menu_open
    seat.pilot.key("Esc")
    assert seat.scene.panels.menu_open


def test_a_click_on_the_card_shows_the_place(seat: Seat) -> None:
    """And puts it away."""
    event = fall(seat)
    happen(seat, event)
    card = next(spot for spot in seat.app.ui.spots if spot.id.endswith("headline"))
    seat.pilot.click(*card.rect.center)
    seat.pilot.wait(0.1, 2)
    assert cards(seat) == [] and seat.scene.desk.here == seat.scene.session.game.board.by_label[event.hex]


def test_neither_the_next_battle_nor_the_news_covers_a_card_that_has_not_been_read(seat: Seat) -> None:
    """The fights of the player wait for it like the computer; the page of news too; then it makes way."""
    scene, now = seat.scene, lambda: seat.app.ui.now
    happen(seat, fall(seat))
    given = list[float]()
    scene._staff_or_only_answer = lambda: given.append(now())  # type: ignore[method-assign]
    opened = list[float]()
    scene.news.open = lambda page, record: opened.append(now())  # type: ignore[method-assign]
    seat.app.settings.dispatches, scene.playback.dispatch = True, Dispatch("", (), (), "", "")
    read = scene.headlines.since + WAITS["brisk"]
    seat.pilot.wait(2, 20)
    assert given and opened and min(given) >= read and min(opened) >= read
    assert cards(seat) == [], "the page covers the window"


def test_the_flag_over_a_city_covers_no_words(seat: Seat) -> None:
    """What the battle brought is on the card."""
    event, animation = fall(seat), seat.scene.table.animation
    animation.word((0.0, 0.0), "Minsk taken", seat.app.ui.now)
    assert animation.words_left(seat.app.ui.now) is not None
    happen(seat, event)
    assert cards(seat) and animation.words_left(seat.app.ui.now) is None


def test_without_motion_the_flag_is_simply_there(seat: Seat) -> None:
    """With it, it goes up and is still again."""
    happen(seat, fall(seat))
    headlines = seat.scene.headlines
    assert headlines.rising(headlines.since + 0.1) and not headlines.rising(headlines.since + 1)
    seat.app.settings.reduce_motion = True
    assert not headlines.rising(headlines.since + 0.1)


def test_what_waits_is_bounded_and_the_greatest_comes_first(seat: Seat) -> None:
    """However much happens."""
    turned = [WeatherTurned(weather=f"Mud {n}", before="Good") for n in range(20)]
    happen(seat, fall(seat))
    seat.scene.desk.out.events += turned
    happen(seat)
    headlines = seat.scene.headlines
    assert "has fallen" in cards(seat)[0] and len(headlines.waiting) <= 4
    seat.pilot.wait(WAITS["brisk"], 10)
    assert "has fallen" not in cards(seat)[0], "those that wait take its place once it has been read"


def test_what_is_taken_back_or_belongs_to_another_seat_is_not_told_on(seat: Seat) -> None:
    """An order undone, and another player who sits down."""
    happen(seat, fall(seat))
    seat.scene.desk.out.still = True
    seat.pilot.wait(0.1, 2)
    assert cards(seat) == []
    happen(seat, fall(seat))
    seat.scene.seat(Side.AXIS)
    seat.pilot.wait(0.1, 2)
    assert cards(seat) == []
