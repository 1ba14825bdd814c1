"""The margins of a printed map as sheets beside the map: turns, pools, chits, combat results tables."""
