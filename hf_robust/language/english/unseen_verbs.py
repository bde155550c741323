"""Finds the verb of a statement in which the tagger saw none: "a boy swings", "the fund handles revenue"."""

from collections.abc import Sequence

from hf_robust.core.doc import Annotation, Doc, Token
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import reinflected

_NOUNS = frozenset({"NN", "NNP"})
_OBJECTS = frozenset({"DT", "PRP$", "PRP"})
_PHRASES = _OBJECTS | {"NN", "NNP", "JJ"}
_ARTICLES = frozenset({"a", "an"})


def with_verb(doc: Doc) -> Doc:
    """Return a Doc whose verb has the tag of one, if the tagger saw no finite verb and the order of words shows it.

    A noun phrase with "a" has no plural noun at its end, and no plural noun stands right before another noun phrase. A
    participle right before a noun phrase with an article is in the past.

    Args:
        doc: A Doc with tags and dictionary forms.

    Example:
        >>> text = Doc.tagged("The/DET/DT fund/NOUN/NN handles/NOUN/NNS/handle the/DET/DT money/NOUN/NN")
        >>> with_verb(text).tokens[2].tag
        'VBZ'
    """
    tokens = doc.tokens
    if any(token.tag in FINITE for token in tokens):
        return doc
    found = next((n for n in range(1, len(tokens)) if tokens[n - 1].tag in _NOUNS and _verb_tag(tokens, n)), None)
    if found is None:
        return doc
    tag = _verb_tag(tokens, found)
    base = reinflected(tokens[found].text.lower(), tag, "VB") or tokens[found].lemma
    new = tokens[found]._replace(tag=tag, pos="VERB", lemma=base)
    kept = (*tokens[:found], new, *tokens[found + 1 :])
    return Doc(doc.text, bounds=doc.bounds, annotation=Annotation(kept), protected=doc.protected, carried=doc.guarded)


def _verb_tag(tokens: Sequence[Token], place: int) -> str:
    """The tag of a finite verb that a token after a noun is by its place; empty if it is none."""
    token = tokens[place]
    after = tokens[place + 1].tag if place + 1 < len(tokens) else ""
    if token.tag == "VBN" and after in _OBJECTS:
        return "VBD" if reinflected(token.text.lower(), "VBD", "VB") else ""
    if token.tag != "NNS" or reinflected(token.text.lower(), "VBZ", "VB") is None:
        return ""
    single = tokens[0].text.lower() in _ARTICLES and all(one.tag[:2] in ("NN", "JJ", "DT") for one in tokens[:place])
    return "VBZ" if after in _PHRASES or single else ""
