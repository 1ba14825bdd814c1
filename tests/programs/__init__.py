"""Run by hand: what writes pages, pictures, sounds and saves, and what measures."""
