"""Tournaments of bots on duplicate deals, and what can be said of their strength afterwards."""
