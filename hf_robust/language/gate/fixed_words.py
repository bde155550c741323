"""Words that no edit may touch, because they do not mean there what they mean alone."""

from hf_robust.core.doc import Doc
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons.wordnet import is_compound
from hf_robust.language.token_windows import TokenWindow, window

TAKES_COMPLEMENT = frozenset({"ADP", "PART", "SCONJ"})
"""Parts of speech that a verb or adjective before them may require: "consists of", "able to"."""
NO_LEADS = frozenset({"ADP", "ADV", "AUX", "CCONJ", "PUNCT", "SCONJ", "VERB"})
"""Parts of speech before a noun that stands without an article: "on film", "set for battle"."""
_GLUE = frozenset("-‐‑–_/\\@#&=<>%+")
_OPENERS = ".!?:\"“`'(-–—*"


def fixed_reason(doc: Doc, place: int) -> str | None:
    """Why a word must stay as it is: it is in a name, an amount, a compound or a fixed term; None where it need not.

    Args:
        doc: The text, with its annotation; entities are looked at where they are annotated.
        place: Number of the token.

    Example:
        >>> doc = Doc.tagged("home/NOUN/NN/home movies/NOUN/NNS/movie")
        >>> fixed_reason(doc, 1)
        'the word is part of a multi-word expression'
    """
    reason = named_or_joined(doc, place)
    if reason is not None:
        return reason
    word = window(doc, place)
    compound = word.pos == "NOUN" and "NOUN" in (word.before_pos, word.after_pos)
    if compound or is_in_fixed_term(word) or (word.pos == "VERB" and word.particle):
        return "the word is part of a multi-word expression"
    if word.pos in ("VERB", "ADJ") and (word.after_pos in TAKES_COMPLEMENT or word.after.lower() == "enough"):
        return "the following words may require the original word"
    if (word.tag == "NN" and word.before_pos in NO_LEADS) or (word.pos == word.before_pos == "ADV"):
        return "the preceding word may require the original word"
    return None


def named_or_joined(doc: Doc, place: int) -> str | None:
    """Why a word must stay because it is in a name, an amount, an address or a longer word; None where it need not.

    Example:
        >>> named_or_joined(Doc.tagged("ill-advised/ADJ"), 0) is None
        True
    """
    tokens = doc.tokens
    token = tokens[place]
    if entity_at(doc, token.start, token.end) is not None:
        return "the word is part of a name or a quantity"
    before = tokens[place - 1].text if place else ""
    if token.text[:1].isupper() and not token.text.isupper() and before and before[-1] not in _OPENERS:
        return "the word is part of a name or a quantity"
    if _GLUE & {*doc.text[max(0, token.start - 1) : token.start], *doc.text[token.end : token.end + 1]}:
        return "the word is part of an address or of a longer word"
    return None


def is_in_name(word: TokenWindow) -> bool:
    """Whether a word has a capital that does not come from the beginning of a sentence.

    Example:
        >>> is_in_name(window(Doc.tagged("The/DET Big/ADJ Sleep/NOUN"), 1))
        True
    """
    text, before = word.text, word.before
    return text[:1].isupper() and not text.isupper() and bool(before) and before[-1] not in _OPENERS


def is_in_fixed_term(word: TokenWindow) -> bool:
    """Whether a word and the one beside it are an entry of WordNet, or part of one.

    Example:
        >>> is_in_fixed_term(window(Doc.tagged("a/DET high/ADJ school/NOUN"), 1))
        True
    """
    before, after_lemma, after = word.before_lemma.lower(), word.after_lemma.lower(), word.after.lower()
    return any(
        is_compound(before, lemma) or is_compound(lemma, after_lemma) or is_compound(lemma, after)
        for lemma in {word.lemma.lower(), word.text.lower()}
    )
