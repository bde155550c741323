"""Moves: what an attack may do to a word."""
