"""What stands at the edges of window and map: the score as a gauge, the legend, what the margins of the map carry."""
