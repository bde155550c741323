"""Forms of a lemma by Penn tag."""

from functools import lru_cache

_AS_IT_IS = frozenset({"NN", "VB", "VBP", "JJ", "RB", ""})
_INFLECTED = frozenset({"NNS", "VBD", "VBG", "VBN", "VBZ", "JJR", "JJS", "RBR", "RBS"})
_DEGREES = frozenset({"JJR", "JJS", "RBR", "RBS"})


@lru_cache(maxsize=65536)
def inflected(lemma: str, tag: str, pos: str) -> str | None:
    """A lemma in the form that a Penn tag asks for; None when there is no such form.

    Of several words the first is inflected if they are a verb ("take part"), else the last ("police officer").

    Args:
        lemma: Dictionary form, of one word or of several.
        tag: Penn tag.
        pos: Universal part of speech.

    Example:
        >>> inflected("film", "NNS", "NOUN"), inflected("purchase", "VBD", "VERB"), inflected("amusing", "JJR", "ADJ")
        ('films', 'purchased', None)
        >>> inflected("take part", "VBD", "VERB"), inflected("police officer", "NNS", "NOUN")
        ('took part', 'police officers')
    """
    if tag in _AS_IT_IS:
        return lemma
    if tag not in _INFLECTED:
        return None
    if " " in lemma:
        first, _, rest = lemma.partition(" ") if pos == "VERB" else lemma.rpartition(" ")
        changed = inflected(first if pos == "VERB" else rest, tag, pos)
        if changed is None or pos not in ("VERB", "NOUN"):
            return None
        return f"{changed} {rest}" if pos == "VERB" else f"{first} {changed}"
    from hf_robust.language.english.lemminflect_forms import getInflection

    # a degree is never made by rule: "amusinger"
    forms = getInflection(lemma, tag, inflect_oov=tag not in _DEGREES)
    return forms[0] if forms else None
