"""Predicates over rows: search rules, how they are read from YAML, and the word lists they look words up in."""
