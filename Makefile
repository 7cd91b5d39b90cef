# The two commands: `make play` and `make test`. Both set up what they need.

PYTHON := .venv/bin/python
WORKERS ?= $(shell nproc)

.PHONY: help play test check lint types tests interpreted plain wheel bench bench-bots bench-server soak warm lock clean

help:  ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

play:  ## play in the browser: starts a server here, and prints its address
	@scripts/setup play
	@$(PYTHON) -m fivefold warm fives
	@$(PYTHON) -m fivefold serve --warm

test:  ## everything: set-up, lint, types, all tests, coverage, the wheel
	@scripts/setup dev
	$(MAKE) --no-print-directory lint types wheel interpreted tests

check:  ## the quick loop: lint, types, and the tests that take seconds
	@scripts/setup dev
	$(MAKE) --no-print-directory lint types
	$(PYTHON) -m pytest -q -n $(WORKERS) tests/kernel tests/games tests/match tests/cli

lint:
	$(PYTHON) -m ruff format --check --quiet .
	$(PYTHON) -m ruff check --quiet .

types:
	$(PYTHON) -m mypy
	cd web && npm run --silent check

tests: warm
	$(PYTHON) -m pytest -q -n $(WORKERS) --dist worksteal

interpreted:  ## the rules as plain Python, and how much of them the tests reach
	FIVEFOLD_INTERPRETED=1 $(PYTHON) -m pytest -q -n $(WORKERS) --dist worksteal --cov --cov-report=term \
		tests/games tests/match tests/conformance/test_games.py tests/conformance/test_bots.py -m "not compiled"

wheel:  ## build the wheel, install it alone into an empty environment without Numba, and use it
	scripts/try-wheel

warm:  ## compile all rules ahead
	@scripts/setup dev
	@$(PYTHON) -c 'import fivefold; print(*fivefold.games())' | xargs -n 1 -P $(WORKERS) $(PYTHON) -m fivefold warm

bench:  ## measure speed side by side with peers
	@scripts/setup bench
	$(PYTHON) -m bench

bench-bots:  ## measure how strong the bots are, and how fast they think
	@scripts/setup bench
	$(PYTHON) -m bench.bots

bench-server:  ## measure the server beside boardgame.io's: moves a second, latency, memory
	@scripts/setup dev
	$(PYTHON) -m bench.server

soak:  ## the server for long: 200 kills over each database, a bus away for 10 s, memory for 30 minutes
	@scripts/setup dev
	SOAK_KILLS=200 SOAK_BUS=10 SOAK_SECONDS=1800 $(PYTHON) -m pytest -q -x tests/server/test_durability.py \
		tests/server/test_several_processes.py tests/server/test_soak.py

lock:  ## renew the lock files
	@scripts/setup dev
	$(PYTHON) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --no-emit-index-url --extra fast --extra server --group build -o requirements/play.txt
	$(PYTHON) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --no-emit-index-url --all-extras --group dev -o requirements/dev.txt
	$(PYTHON) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --no-emit-index-url --all-extras --group bench -c requirements/dev.txt -o requirements/bench.txt

clean:  ## forget the environment
	rm -rf .venv dist .coverage* .mypy_cache .ruff_cache .hypothesis
