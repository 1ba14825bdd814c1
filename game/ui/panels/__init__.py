"""The panels round the map: phase bar, inspector, battle planner, log, and the meaning of a click on the map."""
