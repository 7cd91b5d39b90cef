"""The Green Fivura: Fives with its first names, and 4 points to start."""
