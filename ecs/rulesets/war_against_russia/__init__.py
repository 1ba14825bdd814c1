"""War Against Russia (Louis R. Coatney, 2005)."""
