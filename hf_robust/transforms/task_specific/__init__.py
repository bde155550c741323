"""Transformations that are for one task alone; one module a task."""
