"""Constituency parsers, the grammar counted from a treebank, and the productions of trees."""

from hf_robust.core.lazy import lazy_names

_HOMES = {
    "hf_robust.language.constituency.grammar": ("ReferenceGrammar", "reference_grammar"),
    "hf_robust.language.constituency.parsed_text": ("productions_of_texts",),
    "hf_robust.language.constituency.parsers": ("ConstituencyParser", "Parser", "constituency_parser"),
    "hf_robust.language.constituency.productions": ("productions_of_trees",),
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
