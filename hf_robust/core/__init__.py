"""Errors, the registry, randomness by row, texts with their annotation, edits, and files: what every other room stands on."""
