"""Transformations for natural language inference."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.base import Effect, preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.pair_numbers import TurnedNumber
from hf_robust.transforms.task_specific.pair_reasons import why_not_turned
from hf_robust.transforms.task_specific.pair_words import TurnedWord

# quotes and brackets behind the last mark, as they are or as treebanks write them
_CLOSING = re.compile(r"(?:-R[RSC]B-|[\"'”’)\]` ])+\Z")


@register
@dataclass(frozen=True, kw_only=True)
class SwapAntonym(TurnedWord):
    """Replace a word of an entailed hypothesis with an opposite or with a word that excludes it: a contradiction.

    The new word must exclude the old one if both describe the same thing: *sit* and *stand*, *young* and *old*,
    *approve* and *reject*. In a scene, this also holds for who acts (*man* and *girl*, *dog* and *cat*), what somebody
    does or uses (*play the guitar* and *play the piano*), a place (*outside* and *in a kitchen*) and a color. The
    premise must contain the old word, or the word must give the location of the whole scene.

    If the premise has no such word, a word of the main clause is replaced so that the new hypothesis denies the old
    one: *say* and *deny*, *possible* and *impossible*, *can* and *is unable to*, *someone* and *no one*, *often* and
    *rarely*, *before* and *after*, "there is a" and "there is no". The premise must contain enough of the words of the
    hypothesis. If no word can be replaced and the premise contains most of the words, the main clause gets or loses
    "not": "he was sent home" becomes "he was not sent home". Hypotheses that ask do not change, and neither do parts
    of names, "next year", relatives ("his uncle") and an adjective that tells which of several is meant ("the new
    system works").

    If the dataset has only the labels *entailment* and *not entailment*, the new label is *not entailment*.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "SwapAnt".

    Example:
        >>> pair = {"premise": "A dog sleeps outside.", "hypothesis": "A dog is outside.", "label": "entailment"}
        >>> SwapAntonym().preview_row(pair)["hypothesis"]
        'A dog is in an attic.'
    """

    name = "swap-antonym"
    version = "13"
    seed_name = "SwapAnt"
    choice = "words with an opposite or a word that excludes them"
    effects = MappingProxyType({NLI: Effect.CHANGES})

    def why_row_unchanged(self, row: TaskRow) -> str:
        premise, hypothesis = row.task.text_roles
        return why_not_turned(row.docs[hypothesis], row.docs[premise])


@register
@dataclass(frozen=True, kw_only=True)
class NumberWord(TurnedNumber):
    """Replace a number that an entailed hypothesis shares with the premise. The pair becomes a contradiction.

    A count is replaced with a larger one, because "three men" still entails "two men". Or it gets "more than", "at
    least" or "fewer than". Ages, hours, percentages and ordinals are replaced with a different value. Years, decades
    and dates too, if the hypothesis tells an event that happens once (*built*, *died*). "Both" and "a couple of" count
    as two. If the two texts share no number, the article of the subject becomes a number or a word such as *several*:
    "a man sleeps" becomes "several men sleep". The following numbers do not change: approximate numbers ("about 3", "at
    least 3"), numbers in names, and numbers for which the premise allows a larger count ("three men and others", "two
    men at a game").

    If the dataset has only the labels *entailment* and *not entailment*, the new label is *not entailment*.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "NumWord".

    Example:
        >>> pair = {"premise": "Three men sleep outside.", "hypothesis": "Three men sleep.", "label": "entailment"}
        >>> NumberWord().preview_row(pair)["hypothesis"]
        'Twelve men sleep.'
    """

    name = "number-word"
    version = "6"
    seed_name = "NumWord"
    choice = "numbers that both texts share"
    effects = MappingProxyType({NLI: Effect.CHANGES})


@register
@dataclass(frozen=True, kw_only=True)
class AddSentence(RowTransformation):
    """Append an unrelated, always true sentence to the premise. The label does not change.

    A sentence is added to the hypothesis only if it cannot be false, because the premise must still entail the
    hypothesis.

    Args:
        side: ``premise`` or ``hypothesis``.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "AddSent".

    Example:
        >>> pair = {"premise": "A dog sleeps", "hypothesis": "A dog is awake.", "label": "contradiction"}
        >>> AddSentence().preview_row(pair)["premise"]
        'A dog sleeps. Ice melts when it gets warm.'
    """

    side: str = "premise"

    name = "add-sentence"
    version = "2"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AddSent"
    choice = "text that a sentence can follow"
    effects = preserves(NLI)

    def __post_init__(self) -> None:
        self._require_choice("side", ("premise", "hypothesis"))

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs[self.side]
        if not doc.words:
            raise NotApplicable("there is no text to add a sentence to")
        words = {word for text in row.docs.values() for word in _content(text)}
        table = _truths("anywhere" if self.side == "premise" else "always")
        found = next((text for text, said in rng.permuted(table) if words.isdisjoint(said)), None)
        if found is None:
            raise NotApplicable("every sentence of the table has a word of the row")
        return RowChange({self.side: [_appended(doc, found)]})


@cache
def _truths(kind: str) -> Sequence[tuple[str, frozenset[str]]]:
    """The sentences of a kind, each with its words that say something."""
    return tuple((text, frozenset(_content(Doc(text)))) for text in lexicon("general_truths")[kind])


def _content(doc: Doc) -> Iterator[str]:
    """The words of a text that say something, without the plural's ending; numbers count."""
    stop_words = lexicon("stop_words")
    for start, end in doc.words:
        word = doc.text[start:end].lower()
        if word not in stop_words:
            yield word.removesuffix("s")


def _appended(doc: Doc, sentence: str) -> Edit:
    """The edit that puts a sentence behind a text, whose last sentence gets its full stop where it has none."""
    text = doc.text
    end = len(text.rstrip())
    bare = _CLOSING.sub("", text[:end])
    ends = bare.endswith((".", "!", "?", "…"))
    spaced = doc.bounds is not None or bare.endswith((" .", " !", " ?"))
    stop = "" if ends else " ." if spaced else "."
    return Edit(end, end, f"{stop} {sentence[:-1] + ' .' if spaced else sentence}")
