"""Torris: pieces climb onto stacks at least as high as their own; who tops the higher stacks wins."""
