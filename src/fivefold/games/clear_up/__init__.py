"""Clear Up: a solitaire of jumps, until one piece is left."""
