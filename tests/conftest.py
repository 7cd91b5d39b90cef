"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# On a busy machine an example can take long for reasons of its own; hanging is noticed by the runner.
settings.register_profile("fivefold", deadline=None, derandomize=True)
settings.load_profile("fivefold")
