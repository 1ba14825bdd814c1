"""How fast the game is on this machine, and whether it has become slower.  Measurements, and what they are compared
with."""
