"""SCORE 5: twelve auctions by secret bids, and what the winner paid goes to the others."""
