"""Which computer player is stronger, by how much, and what does it do badly?  Pairs of games with seats exchanged."""
