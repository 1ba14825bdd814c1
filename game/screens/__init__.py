"""The screens of the game, one module each; `base.Scene` describes a screen."""
