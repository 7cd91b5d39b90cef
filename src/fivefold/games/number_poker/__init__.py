"""Number Poker: closed hands open at once, and the highest value shown only once keeps its piece."""
