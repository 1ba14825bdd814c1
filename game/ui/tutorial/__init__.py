"""The tutorial: its script, the goals of its steps, and its box."""
