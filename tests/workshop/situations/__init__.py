"""What one attack is worth in every game.  By the forecasts, exactly, and by battles that are played."""
