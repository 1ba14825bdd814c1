"""The tutorial: its script, what fulfils a step, and the box that tells it."""
