"""Transformations of Chinese rows that one task alone has."""
