"""What every other room stands on: errors, registry, randomness by row, annotated texts, edits and files."""
