"""The screens of the game, one module each; `base.Scene` says what a screen is."""
