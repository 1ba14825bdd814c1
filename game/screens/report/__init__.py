"""How a game stands or ended, and its atlas to leaf through."""
