"""The functions of lemminflect. Import this module where they are used: it loads the tables of lemminflect.

Raises:
    MissingExtra: lemminflect is not installed.
"""

from hf_robust.core.extras import missing

try:
    import lemminflect
    from lemminflect import getAllInflections, getAllLemmas, getLemma
except ModuleNotFoundError as error:
    raise missing(error) from error

__all__ = ["getAllInflections", "getAllLemmas", "getInflection", "getLemma"]


def getInflection(lemma: str, tag: str, inflect_oov: bool = True) -> tuple[str, ...]:  # noqa: N802 (as in lemminflect)
    """The forms of a lemma for a tag; those of unknown verbs in "-ic" have the "k" that lemminflect leaves out.

    Example:
        >>> getInflection("mimic", "VBD")
        ('mimicked',)
    """
    forms: tuple[str, ...] = lemminflect.getInflection(lemma, tag, inflect_oov=inflect_oov)
    if lemma.endswith("ic") and tag in ("VBD", "VBN", "VBG"):
        return tuple(f"{lemma}k{form[len(lemma) :]}" if form[len(lemma) :] in ("ed", "ing") else form for form in forms)
    return forms
