"""Shell Game: the mover shifts covered pieces, and the seekers find the symbols again."""
