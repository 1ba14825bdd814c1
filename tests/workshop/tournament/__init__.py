"""Which computer player is stronger, by how much, and what it does badly.  Pairs of games with seats exchanged."""
