"""The games through the interfaces that programs for learning and search know: Gymnasium, PettingZoo, OpenSpiel.

Each is a module of its own that needs its library: `pip install fivefold[gym]`, `[pettingzoo]`, `[openspiel]`.
"""
