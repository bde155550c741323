"""Constraints: what an edited text must keep."""
