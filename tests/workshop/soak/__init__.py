"""Whether every game holds out.  Whole games between computer players, watched for faults, counted and kept."""
