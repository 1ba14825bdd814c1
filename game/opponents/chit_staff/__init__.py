"""Computer players for games of armies, depots and odds tables: the whole front is planned at once."""
