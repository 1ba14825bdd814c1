"""The application: the window, the panels and the computer players. Pygame lives here and nowhere else."""
