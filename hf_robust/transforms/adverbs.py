"""Neutral adverbs put before verbs and predicates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import ClassVar, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.verbs import token_number
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.adverb_places import Event, event_at
from hf_robust.transforms.base import ANSWERING_ADDITIONS, GENERAL_TASKS, preserves, register
from hf_robust.transforms.gated_words import GatedWords

_TIMES = frozenset({"addition", "late", "now", "time"})
_PARTS = ("VERB", "ADJ")

_STANDS = {
    "": frozenset[str](),
    "first": frozenset({"first"}),
    "later": frozenset({"later", "told"}),
    "told": frozenset({"told"}),
}


@register
@dataclass(frozen=True, kw_only=True)
class InsertAdverb(GatedWords):
    """Insert an adverb of degree, time, frequency, manner or certainty before a verb or adjective.

    A table lists the adverbs for each verb, with the verb forms and subjects that they fit: what one feels may be
    *really felt*, and what was published was *originally published*. A single event gets no adverb of frequency.
    *Good*, alone or before a noun, may become *really good*, unless it is negated, compared or weighed against
    something. Words that are not in the table do not change. Questions, commands, infinitives, negated verbs and words
    that may not be finite verbs do not change either. In dependency trees, the adverb depends on the word that it
    precedes.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "InsertAdv".

    Example:
        >>> doc = Doc.tagged("We/PRON/PRP enjoyed/VERB/VBD/enjoy the/DET/DT show/NOUN/NN")
        >>> InsertAdverb().preview(doc, seed=3)
        'We really enjoyed the show'
    """

    name = "insert-adverb"
    version = "7"
    level = "word"
    linguistics = "syntax"
    seed_name = "InsertAdv"
    choice = "verbs and predicates that can take an adverb"
    needs = frozenset({"pos", "lemma"})
    resources = ("masked-lm",)
    # what a hypothesis says with an adverb more need not follow any longer
    effects = preserves(*GENERAL_TASKS, without={NLI, *ANSWERING_ADDITIONS})
    keeps_fixed: ClassVar[bool] = False
    default_rate: ClassVar[float] = 0.34
    keeps_tokens: ClassVar[bool] = False

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [
            (token.start, token.end)
            for place, token in enumerate(doc.tokens)
            if token.pos in _PARTS and doc.is_free(token.start, token.end) and adverbs_at(doc, place) is not None
        ]

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        words = adverbs_at(doc, doc.token_at(start)) or ()
        shouted, tags = doc.text[start:end].isupper(), _tags(doc, start, end)
        for number in rng.order(len(words)):
            yield Edit(start, start, f"{words[number].upper() if shouted else words[number]} ", tags)


def _tags(doc: Doc, start: int, end: int) -> Mapping[str, Sequence] | None:
    if doc.bounds is None:
        return None
    return {"upos": ["ADV"], "xpos": ["RB"], "deprel": ["advmod"], "head": [token_number(doc, start, end)]}


def adverbs_at(doc: Doc, place: int) -> tuple[str, ...] | None:
    """The adverbs that may stand before a verb or predicate, the one that fits best first; None where none may.

    Args:
        place: Number of the word among its tokens.

    Example:
        >>> adverbs_at(Doc.tagged("We/PRON/PRP enjoyed/VERB/VBD/enjoy it/PRON/PRP"), 1)
        ('really', 'truly', 'thoroughly')
    """
    by_frame = _groups().get(doc.tokens[place].lemma.lower())
    event = event_at(doc, place, frozenset(by_frame)) if by_frame else None
    if not by_frame or event is None:
        return None
    fitting = (group for group in by_frame[event.frame] if group.fits(event))
    return tuple(dict.fromkeys(word for group in fitting for word in group.words)) or None


class _Group(NamedTuple):
    """Adverbs that stand before some words under the same conditions; a set is empty where there is no condition."""

    words: tuple[str, ...]
    subjects: frozenset[str]
    after: frozenset[str]
    stands: frozenset[str]
    before_amounts: bool
    clashes: frozenset[str]

    def fits(self, event: Event) -> bool:
        return (
            (not self.subjects or event.subject in self.subjects)
            and (not self.after or event.following in self.after)
            and (not self.stands or event.stands in self.stands)
            and (self.before_amounts or not event.number_follows)
            and self.clashes.isdisjoint(event.words)
        )


@cache
def _groups() -> Mapping[str, Mapping[str, Sequence[_Group]]]:
    """The groups of adverbs by verb or adjective, then by frame, those that fit best first."""
    table = lexicon("adverbs")
    clashes = {kind: frozenset(words) for kind, words in table["clashes"].items()}
    found: dict[str, dict[str, list[_Group]]] = {}
    for row in table["words"]:
        kind, subjects, after = row["kind"], frozenset(row.get("subjects", ())), frozenset(row.get("after", ()))
        group = _Group(row["words"], subjects, after, _STANDS[row.get("place", "")], kind not in _TIMES, clashes[kind])
        for verb, frame in product(row["verbs"], row["frames"]):
            # parsers take "riding" for a form of "rid"
            for lemma in (verb, verb[:-1]) if frame == "progressive" and verb.endswith("e") else (verb,):
                found.setdefault(lemma, {}).setdefault(frame, []).append(group)
    return found
