"""A tournament on a Ray cluster of two nodes, on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BOTS = ("tests.arena.bots:First", "tests.arena.bots:Random")

ON_TWO_NODES = """
import sys, warnings
warnings.simplefilter("ignore")
from ray.cluster_utils import Cluster
from fivefold.cli import main

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
cluster.add_node(num_cpus=1)
try:
    status = main([*sys.argv[1:], "--ray", cluster.address])
finally:
    cluster.shutdown()
sys.exit(status)
"""


def held(file: Path, *more: str, program: tuple[str, ...] = ("-m", "fivefold")) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *program, "arena", "torris", *BOTS, "--deals", "3", "--out", str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ, timeout=180)


def test_a_cluster_of_two_nodes_plays_the_same_matches(tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert held(here).returncode == 0
    ran = held(there, program=("-c", ON_TWO_NODES))
    assert ran.returncode == 0, ran.stderr
    assert "3 deals, 6 matches" in ran.stdout
    assert sorted(there.read_text().splitlines()) == sorted(here.read_text().splitlines())


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere at all"])
def test_a_cluster_that_is_not_there_is_told_in_one_line(tmp_path: Path, address: str) -> None:
    ran = held(tmp_path / "none.jsonl", "--ray", address)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert f"there is no Ray cluster at {address}" in ran.stderr
