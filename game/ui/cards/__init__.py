"""Cards that lie on the map while they have something to say: the picked stack, the planned attack."""
