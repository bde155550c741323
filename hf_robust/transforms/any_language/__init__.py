"""Transformations of letters, case, spaces, punctuation and Unicode, for every language without a room of its own.

They use no words and no annotation: only the script of a letter, and the keyboard layout of the language.
"""
