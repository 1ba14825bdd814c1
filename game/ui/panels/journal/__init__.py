"""The log: its lines as one side may read them, and the journal that is made of them."""
