"""What a pack is held to beyond its shape: names that are asked for, colours that can be read."""
