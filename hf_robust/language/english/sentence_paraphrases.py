"""A sentence in other words by rules: phrases, spellings of numbers, and the place of an adverbial."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.adverbial_moves import time_moved
from hf_robust.language.english.number_spellings import spelling_edits
from hf_robust.language.english.order_moves import clause_moved, pairs_swapped
from hf_robust.language.english.phrase_pairs import phrase_edits


def paraphrase_edits(doc: Doc, first: int, end: int, rng: RowRandom) -> list[Edit]:
    """The edits that tell a sentence in other words.

    Args:
        doc: A parsed text. Protected spans do not change.
        first: The first token of the sentence.
        end: The token after its last.
        rng: Chooses among replacements.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> doc = Doc.tagged("It/PRON cost/VERB/VBD $/SYM 5/NUM/CD million/NUM/CD due/ADP/IN to/ADP/IN rain/NOUN/NN")
        >>> apply(doc.text, paraphrase_edits(doc, 0, 8, RowRandom(b"a")))
        'It cost $ 5 million because of rain'
    """
    return without_overlap(
        [
            clause_moved(doc, first, end) or time_moved(doc, first, end),
            phrase_edits(doc, first, end, rng),
            spelling_edits(doc, first, end),
            pairs_swapped(doc, first, end),
        ]
    )


def without_overlap(groups: Sequence[Sequence[Edit]]) -> list[Edit]:
    """The edits of all groups that touch no edit of an earlier group, in the order of the text.

    Example:
        >>> without_overlap([[Edit(4, 6, "a")], [Edit(0, 2, "b"), Edit(5, 8, "c")]])
        [Edit(start=0, end=2, text='b'), Edit(start=4, end=6, text='a')]
    """
    taken = list[Edit]()
    for group in groups:
        free = [one for one in group if not any(one.start <= old.end and old.start <= one.end for old in taken)]
        taken += free
    return sorted(taken)
