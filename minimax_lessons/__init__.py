"""Minimax Lessons: see game-tree search at work, from a five-leaf tree to a draughts engine."""
