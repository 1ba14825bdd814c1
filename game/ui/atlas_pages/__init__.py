"""The atlas of a game as pages that are drawn: for the window, and for pictures."""
