"""Five Crowns Solitaire: eleven open piles, each with a wild rank of its own, and 28 cards to close them with."""
