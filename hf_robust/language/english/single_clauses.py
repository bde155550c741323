"""Texts that are one clause, so that no other clause leans on what one of their words says."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import CONTRASTS, NEGATIONS, REASONS
from hf_robust.language.english.tense_signs import FINITE, QUOTES
from hf_robust.language.english.verbs import plain

_STOPS = frozenset({":", ";", "--", "-", "–", "—", "...", "…", "?", "!", "("}) | QUOTES
_RELATIVE = frozenset({"WDT", "WP", "WP$", "WRB"})
# words by which a sentence leans on what it says elsewhere
LEANING = CONTRASTS | REASONS | NEGATIONS | frozenset("if so still even too instead only".split())


def is_single_clause(tokens: Sequence[Token]) -> bool:
    """Whether a text is one statement with one finite verb: without a contrast, a reason, a denial or a quotation.

    Args:
        tokens: The tokens of a text, with tags.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> one = Doc.tagged("He/PRON/PRP bought/VERB/VBD a/DET/DT large/ADJ/JJ house/NOUN/NN ./PUNCT/.")
        >>> is_single_clause(one.tokens)
        True
        >>> two = Doc.tagged("He/PRON/PRP smiled/VERB/VBD when/SCONJ/WRB she/PRON/PRP sang/VERB/VBD ./PUNCT/.")
        >>> is_single_clause(two.tokens)
        False
    """
    finite = 0
    for token in tokens:
        word = plain(token)
        if token.sent != tokens[0].sent or word in _STOPS or word in LEANING or token.tag in _RELATIVE:
            return False
        finite += token.tag in FINITE
    return finite == 1
