"""The strict readers of pictures, sounds and fonts: what passes is written anew, or refused."""
