"""Helpers that know English: articles, clauses, verbs, the forms of words, phrases and places."""
