"""What does a player do badly, whatever the game?  Blunders counted while a game is played."""
