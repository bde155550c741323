"""Transformations of words in German, French, Spanish, Italian and Portuguese: one class for all, and word lists."""
