"""Pips: a game made to be broken. It has chance, hidden hands, a pile, and choices made at once."""
