"""The subcommands of the terminal program, one file each, with ``add`` and ``run``."""
