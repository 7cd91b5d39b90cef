"""Measurements, side by side with peers in one run. `make bench` prints them; nothing here is a test."""
