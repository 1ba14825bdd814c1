"""What a printed map carries in its margins, on sheets beside the map: turns, pools, chits, tables of results."""
