"""`python -m bench.unlimited PORT DATABASE [BUS]`: a server that holds nobody to a pace, since in a measurement one
address plays for two thousand people."""

from __future__ import annotations

import sys

from fivefold.server.config import Config
from fivefold.server.serving import serve

if __name__ == "__main__":
    port, database, *bus = sys.argv[1:]
    serve(Config(port=int(port), database=database, bus=bus[0] if bus else None, limits=False))
