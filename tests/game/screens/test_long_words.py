"""Would the screens hold another language?  Every one is drawn with longer words, as a translation would have them."""

from __future__ import annotations

import pygame

from game.app.application import App
from tests.kits.long_words import LONGER, LongFont, cut_texts, long_words, longer
from tests.kits.showroom import check_places, come_to_rest, rooms
from tests.kits.window import sit_down


def hidden(app: App, cut: set[str]) -> list[str]:
    """Texts that were cut and whose whole wording no tooltip of the screen gives."""
    told = " ".join(spot.tooltip for spot in app.ui.spots)
    return sorted(text for text in cut if text.strip() not in told)


def test_every_screen_holds_words_that_are_40_percent_longer() -> None:
    """At 1280 x 720 nothing lies on anything else, and what is cut on its line is told whole by its tooltip."""
    found = {}
    with long_words(), cut_texts() as cut:
        for name, app in rooms(sit_down()):
            come_to_rest(app)
            cut.clear()
            app.dirty = True
            app.step()
            check_places(app)
            found[name] = hidden(app, cut)
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_longer_words_are_measured_as_they_are_drawn() -> None:
    text = "Fight all 12 battles"
    assert longer(text) == "Fîghtöö ällö 12 bättléšööö" and LONGER == 0.4
    with long_words():
        ui = sit_down().app.ui
        font = ui.text_of.font("body")
        assert isinstance(font, LongFont)
        plain = pygame.font.Font.size(font, text)[0]
        assert font.render(text, True, "black").get_width() == font.size(text)[0] > 1.2 * plain
