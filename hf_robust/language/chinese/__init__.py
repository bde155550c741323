"""Helpers that know Chinese: words and their readings, the two scripts, the segmenter."""
