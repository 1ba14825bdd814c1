"""Computer players for games of prepared and operational attacks."""
