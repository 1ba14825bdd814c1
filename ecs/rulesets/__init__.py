"""Which games are there?"""

from __future__ import annotations

from ecs.core.ruleset import Ruleset
from ecs.rulesets import dark_valley, darkest_crusade, russia_besieged, war_against_russia

GAMES = (darkest_crusade.RULESET, dark_valley.RULESET, russia_besieged.RULESET, war_against_russia.RULESET)
RULESETS: dict[str, Ruleset] = {r.id: r for r in GAMES}
