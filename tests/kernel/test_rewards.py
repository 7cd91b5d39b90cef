"""Rewards as every interface gives them."""

from __future__ import annotations

import numpy as np
import pytest

from fivefold.kernel.rewards import rewards_of


@pytest.mark.parametrize(
    ("standings", "rewards"),
    [
        ([3, 1], [1, -1]),
        ([2, 2], [0, 0]),
        ([5, 9, 7], [-1, 1, 0]),
        ([4, 4, 1], [0.5, 0.5, -1]),
        ([4, 3, 3, 1], [1, 0, 0, -1]),
        ([0.75], [0.75]),
    ],
)
def test_a_reward_is_the_share_of_opponents_beaten(standings: list[float], rewards: list[float]) -> None:
    out = np.zeros(len(standings))
    rewards_of(np.array(standings), len(standings), out)
    assert out.tolist() == pytest.approx(rewards)
