"""Moments: what is great enough to stop the table for a few seconds, and how each of them looks."""
