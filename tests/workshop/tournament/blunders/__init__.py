"""What a player does badly, whatever the game.  Blunders counted while a game is played."""
