"""Transformations of Chinese texts: one small class a name, beside that of English where the idea is the same."""
