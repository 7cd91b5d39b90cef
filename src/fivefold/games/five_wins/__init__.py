"""Five Wins: five of one's own in a line, first by placing pieces, then by moving them."""
