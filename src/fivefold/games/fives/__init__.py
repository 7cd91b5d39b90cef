"""Fives: a trick-taking game in which every card is also a Magenta 5."""
