"""How fast is the game on this machine, and has it become slower?  Measurements, and what they are compared with."""
