"""White-box tests of the rules: only these, and `world_of`, reach under the public surface of a game."""
