"""The makers' long tools: how fast the game is, whether it holds out, who is stronger, what an attack is worth."""
