"""Searches that know no game: each takes rules as functions and makes compiled loops of them, as the kernel does."""
