"""The atlas of a game: its months as maps, its battles, losses, points and luck, for a self-contained page."""
