"""The map from afar: units gathered into formations, the fronts of earlier turns, names of rivers."""
