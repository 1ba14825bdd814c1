"""What a newcomer sees of a game: its card, the briefing before the first turn, three hints."""
