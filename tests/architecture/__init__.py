"""The rules of the house as data, and the guard that holds the source to them."""
