"""Computer players for games of two impulses, obligatory attacks and odds tables."""
