"""What the log says of each kind of event."""

from __future__ import annotations

from ecs.core.events import Ended, Sentences
from ecs.rulesets.war_against_russia.campaign.victory import RESULTS
from ecs.systems.table.sentences import JOURNEYS, ended

SENTENCES: Sentences = {**JOURNEYS, Ended: ended(RESULTS)}
