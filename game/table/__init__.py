"""The board on screen."""
