"""The kernel: states as flat records, rules as short functions on them, and the loops that run both fast.

It knows no game. A game hands it a `Rules` (see `rules.py`); the kernel makes of it playouts, batches and
single steps, compiled by Numba where Numba is installed and interpreted where it is not.
"""
