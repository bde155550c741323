"""The moves of an attack on a text: all that a transformation may do to it, word by word or as a whole."""

from collections.abc import Iterator
from itertools import islice

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.base import Transformation, WordTransformation


def word_candidates(
    transformation: WordTransformation, doc: Doc, rng: RowRandom, most: int | None = None
) -> list[tuple[Offsets, list[Edit]]]:
    """What each word of a text may become.

    Each edit is one by itself. Of a transformation with a gate they are not measured yet, see
    :func:`hf_robust.language.gate.refusals`; and an ``a`` or ``an`` before a new word is not mended, see
    :func:`hf_robust.language.english.articles.with_articles`.

    Args:
        transformation: What changes words.
        rng: The draws of the row. A word's own do not depend on the other words, nor on ``most``.
        most: How many edits of a word at most; None for all.

    Returns:
        The offsets of each word that may be changed, in the order of the text, with its edits: distinct, and in the
        order in which to try them. Words that nothing can change are left out.

    Example:
        >>> from hf_robust.transforms.words import Homophone
        >>> doc = Doc("They lost the whole match.")
        >>> [(word, [edit.text for edit in edits]) for word, edits in word_candidates(Homophone(), doc, RowRandom(1))]
        [((14, 19), ['hole'])]
    """
    transformation.prepare([doc])
    words = enumerate(transformation.eligible(doc))
    found = (
        (word, list(islice(transformation.candidates(doc, *word, rng.fork(place)), most))) for place, word in words
    )
    return [(word, edits) for word, edits in found if edits]


def single_edits(transformation: Transformation, doc: Doc, rng: RowRandom, variants: int = 4) -> list[list[Edit]]:
    """What a transformation that does not go word by word makes of a text: each variant one move.

    The edits of a variant stay together: a contraction here and there, both marks of a quotation, a name in all its
    places. Whoever wants them apart asks a :class:`WordTransformation`.

    Args:
        transformation: Any that changes one text alone.
        rng: The draws of the row.
        variants: How often it is drawn.

    Returns:
        The edits of each variant, sorted and without overlap: distinct ones that change the text, the one that
        ``edits`` itself makes first; none where the transformation is not applicable.

    Raises:
        UsageError: When it changes rows, and no text alone.

    Example:
        >>> from hf_robust.transforms.contractions import Contraction
        >>> single_edits(Contraction(), Doc("It is late."), RowRandom(1))
        [[Edit(start=0, end=5, text="It's", tags=None)]]
    """
    found: dict[str, list[Edit]] = {}
    for edits in _variants(transformation, doc, rng, variants):
        new = apply(doc.text, edits)
        if new != doc.text:
            found.setdefault(new, edits)
    return list(found.values())


def _variants(transformation: Transformation, doc: Doc, rng: RowRandom, variants: int) -> Iterator[list[Edit]]:
    for number in range(variants):
        try:
            yield list(transformation.edits(doc, rng.fork(number) if number else RowRandom(rng.key)))
        except NotApplicable:
            continue
