"""Overlays that read the position: the front, pockets, advances, supply lines, where the enemy can go."""
