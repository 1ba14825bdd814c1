"""What can be asked from a terminal?  One file a subcommand; each has ``add`` and ``run``."""
