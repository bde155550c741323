"""Irrelevant phrases and sentences put before or after a text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.core.reasons import NoEdits
from hf_robust.core.text_columns import ASCII_SPACES
from hf_robust.language.english.closed_classes import (
    AS_IF,
    AUXILIARIES,
    AUXILIARIES_NOT,
    COMMON_RELATIVES,
    JOINERS,
    POINTERS,
    POSSESSIVES,
    SPEAKERS_CONTRACTED,
    SUBJECT_PRONOUNS,
    WHEN_WHERE,
)
from hf_robust.language.english.function_words import NOT_ENGLISH, is_english
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import COREFERENCE, NLI
from hf_robust.transforms.base import ANSWERING_ADDITIONS, UNPARSED_TASKS, Transformation, preserves, register

LONG_TEXT = 10  # words: a shorter text with phrases at both ends would consist mostly of them
_CLAUSE = 9  # words in which the verb of a statement is looked for
_NO_SPACE_BEFORE = frozenset({",", ".", ":", ";", "!", "?", "…", "'s", "n't", "'re", "'ll", "'ve", "'d", "'m", "’s"})
_STOPS = ".!?"
_CLOSERS = "\"')]"
# what a statement begins with, and no name; the clauses of the second line have their verb
_SUBJECTS = (*SUBJECT_PRONOUNS, *(POSSESSIVES - {"her"}), *POINTERS, "the", "there")
_CLAUSES = (*SPEAKERS_CONTRACTED, *"it's he's she's they're there's they've we'd".split())
_VERBS = (
    *(AUXILIARIES - {"shall"}),
    *AUXILIARIES_NOT,
    *"cannot seems feels goes comes says said went came took got gave thought think know want guess wish hated".split(),
    *"enjoyed liked re m ve ll".split(),
)
# a clause before the verb
_RELATIVES = (*COMMON_RELATIVES, *(WHEN_WHERE - {"while"}), *AS_IF, *JOINERS, "that", "but")
_BEGINNINGS, _PARTS = (*_SUBJECTS, *_CLAUSES), (*_VERBS, *_RELATIVES)


@register
@dataclass(frozen=True, kw_only=True)
class AppendIrrelevant(Transformation):
    """Add an irrelevant opening phrase to a statement, and append a sentence to a text of ten or more words.

    An opening phrase is added to texts that begin with a statement, such as *It was* or *The room has*, but not to
    questions, titles, headlines and fragments. A sentence is appended to texts that end with a full stop or an
    exclamation mark.

    Args:
        place: ``both``, ``start`` or ``end``. ``end`` also appends the sentence to shorter texts.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AppendIrr".

    Example:
        >>> AppendIrrelevant(place="start").preview("The food was cold.", seed=19)
        'By the way, the food was cold.'
    """

    place: str = "both"

    name = "append-irrelevant"
    version = "6"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AppendIrr"
    choice = "statements to which a phrase can be added"
    # sentences of their own beside the tree: where they hang in it is a matter of taste
    # nor does what is known of a premise entail a sentence that is put behind the hypothesis; the clusters of a
    # document know nothing of its mentions
    effects = preserves(*UNPARSED_TASKS, without={NLI, COREFERENCE, *ANSWERING_ADDITIONS})

    def __post_init__(self) -> None:
        self._require_choice("place", ("both", "start", "end"))

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        # both are drawn always, so that `place` does not change what is drawn
        leadin, saying = rng.choice(lexicon("leadins")), rng.choice(lexicon("sayings"))
        if not is_english(doc):
            return NoEdits(NOT_ENGLISH)
        found = []
        if self.place != "end" and _is_statement(doc):
            joined = leadin["tokens"] if doc.bounds is not None else (join_tokens(leadin["tokens"]),)
            found.append(Edit(0, 0, " ".join(joined) + " ", layers(leadin)))
            found.extend(_lower_first(doc))
        long = self.place == "end" or (self.place == "both" and len(doc.words) >= LONG_TEXT)
        if long and _is_closed(doc.text):
            found.append(_after(doc, saying))
        return found


def _is_statement(doc: Doc) -> bool:
    """Whether a text begins with a subject that is no name and its verb, and with no question."""
    text, words = doc.text, doc.words
    first, *others = [text[start:end] for start, end in words[:_CLAUSE]] or [""]
    if not others or words[0][0] != 0 or first[1:2].isupper() or others[0][0].isupper():
        return False
    clause = first.lower() in _CLAUSES
    if not clause and first.lower() not in _SUBJECTS:
        return False
    number = 0 if clause else next((n for n, word in enumerate(others, 1) if _is_part(word, n)), -1)
    if number < 0 or text[slice(*words[number])].lower() in _RELATIVES:
        return False
    stop = next((place for place, char in enumerate(text) if char in _STOPS), -1)
    return stop < 0 or (stop >= words[number][1] and text[stop] != "?")


def _is_part(word: str, number: int) -> bool:
    """Whether a word is the verb of a clause or what comes before it; "s" is one, as in "it 's"."""
    return word.lower() in _PARTS or (number == 1 and word.lower() == "s")


def _is_closed(text: str) -> bool:
    """Whether a text ends with a full stop or an exclamation mark, a quotation mark or bracket behind it or not."""
    text = text.rstrip(ASCII_SPACES)
    if text[-1:] and text[-1] in _CLOSERS:
        text = text[:-1]
    return text[-1:] in (".", "!")


def _after(doc: Doc, saying: dict[str, Any]) -> Edit:
    """The sentence behind the text."""
    text, at = doc.text, len(doc.text)
    gap = "" if text[-1] in ASCII_SPACES else " "
    new = join_tokens(saying["tokens"]) if doc.bounds is None else " ".join(saying["tokens"])
    return Edit(at, at, gap + new, layers(saying))


def _lower_first(doc: Doc) -> list[Edit]:
    """The first word of a statement is upper case only because it is first, but for *I*."""
    start, end = doc.words[0]
    word = doc.text[start:end]
    if not word[0].isupper() or (word[0] == "I" and word[1:2] in ("", "'")) or not doc.is_free(start, end):
        return []
    return [Edit(start, end, word.lower())]


def layers(entry: dict[str, Any]) -> dict[str, Any]:
    """The tag layers of a lexicon entry, for an edit that inserts its tokens."""
    return {name: entry[name] for name in ("upos", "xpos")}


def join_tokens(tokens: tuple[str, ...]) -> str:
    """Tokens as running text: no space before closing punctuation and clitics.

    Example:
        >>> join_tokens(("By", "the", "way", ",")), join_tokens(("It", "'s", "late", "."))
        ('By the way,', "It's late.")
    """
    text = ""
    for token in tokens:
        text += token if not text or token in _NO_SPACE_BEFORE else " " + token
    return text
