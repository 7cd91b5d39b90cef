"""What all tests share."""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

# On a busy machine an example can take long for reasons of its own; hanging is noticed by the runner.
settings.register_profile("fivefold", deadline=None, derandomize=True)
settings.load_profile("fivefold")

REAL = ("web", "server")
"""Folders whose tests drive real browsers and real processes."""


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Where real browsers and processes run beside each other, a test may fail by bad timing: it is tried once more,
    and what is wrong fails twice."""
    if item.path.parent.name not in REAL:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if any(report.failed for report in reports):
        item._initrequest()  # type: ignore[attr-defined]
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
