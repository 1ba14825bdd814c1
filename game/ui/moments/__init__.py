"""Moments: events great enough to stop the table for a few seconds, and how each is shown."""
