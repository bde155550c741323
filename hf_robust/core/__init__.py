"""What all other packages use: errors, registry, randomness by row, annotated texts, edits and files."""
