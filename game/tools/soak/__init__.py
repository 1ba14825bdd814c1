"""Does every game hold out?  Whole games between computer players, watched for faults, counted and kept."""
