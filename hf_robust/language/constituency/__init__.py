"""Constituency parsers, the grammar counted from a treebank, and the productions of trees."""
