"""The panels round the map: phase bar, inspector, battle planner, log, and what a click on the map means."""
