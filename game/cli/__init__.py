"""What can be asked from a terminal: one file a subcommand; each has ``add`` and ``run``."""
