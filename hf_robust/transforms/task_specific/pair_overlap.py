"""Pairs of sentences that share nearly all their words, made of the words of a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import NamedTuple

from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.content_words import OwnNoun, OwnWords, own_words
from hf_robust.language.english.verbs import verb_forms
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import akin
from hf_robust.tasks import NLI, SIMILARITY
from hf_robust.tasks.pair_labels import (
    ENTAILMENT,
    EQUIVALENT,
    NEUTRAL,
    NOT_ENTAILMENT,
    NOT_EQUIVALENT,
    pair_label,
    pair_meaning,
)
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_SPACED = (" .", " ?", " !")
MEANINGS = {
    "entailment": (ENTAILMENT,),
    "neutral": (NEUTRAL, NOT_ENTAILMENT),
    "equivalent": (EQUIVALENT,),
    "not_equivalent": (NOT_EQUIVALENT,),
}
"""The labels of templates, as :mod:`hf_robust.tasks.pair_labels` knows them."""


class PairTemplate(NamedTuple):
    """Two sentences with gaps, and what the pair is.

    Args:
        first: The first sentence.
        label: ``entailment``, ``neutral``, ``equivalent`` or ``not_equivalent``.
        gaps: The gaps of both.
    """

    first: str
    second: str
    label: str
    gaps: frozenset[str]


@register
@dataclass(frozen=True, kw_only=True)
class Overlap(RowTransformation):
    """Build a new pair of sentences with high word overlap. The label is known by construction.

    A template is filled with nouns and verbs of the row that fit; word lists give the others. One half of the templates
    of each task has the label that the overlap suggests, the other half has the other label. For inference, the
    templates follow HANS (lexical overlap, subsequence and constituent); pairs without entailment are *neutral* or,
    with two labels, *not entailment*. For similarity, they are paraphrases and sentences with swapped words.

    Source: TextFlint (Wang et al. 2021), section 3 and Table 2 (c), "Overlap"; McCoy et al. 2019, "Right for the wrong
    reasons", for the heuristics.

    Example:
        >>> pair = {"premise": "A boy kicks a ball to a girl.", "hypothesis": "A boy plays.", "label": "entailment"}
        >>> new = Overlap().preview_row(pair, seed=3)
        >>> new["premise"], new["hypothesis"], new["label"]
        ('The girl forgot that the boy kicked the ball.', 'The boy kicked the ball.', 'entailment')
    """

    name = "overlap"
    version = "2"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "Overlap"
    choice = "words from which a pair can be built"
    needs = frozenset({"pos", "lemma", "dep"})
    resources = ("wordnet",)
    generated = True
    effects = MappingProxyType({NLI: Effect.CHANGES, SIMILARITY: Effect.CHANGES})

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        gold = row.gold["label"]
        pair_meaning(row.task, gold)
        docs = [row.docs[role] for role in row.task.text_roles]
        gaps = _gaps(own_words(docs), rng)
        fitting = [template for template in _templates(row.task.name) if template.gaps <= gaps.keys()]
        if not fitting:
            raise NotApplicable("neither people nor things for a sentence")
        wanted = rng.choice(sorted({template.label for template in fitting}))
        template = rng.choice([template for template in fitting if template.label == wanted])
        label = pair_label(row.task, gold, *MEANINGS[wanted])
        texts = (template.first, template.second)
        spaced = any(doc.bounds is not None or doc.text.rstrip().endswith(_SPACED) for doc in docs)
        edits = {
            role: [Edit(0, len(doc.text), _written(text, gaps, spaced))]
            for role, doc, text in zip(row.task.text_roles, docs, texts)
        }
        return RowChange(edits, {"label": label})


@cache
def _templates(task: str) -> Sequence[PairTemplate]:
    found = []
    for row in lexicon("pair_templates")["inference" if task == NLI else "similarity"]:
        texts = row["first"], row["second"]
        gaps = frozenset(name for text in texts for _, name, _, _ in Formatter().parse(text) if name)
        found.append(PairTemplate(*texts, row["label"], gaps))
    return tuple(found)


def _gaps(words: OwnWords, rng: RowRandom) -> Mapping[str, str]:
    """What is put into the gaps, as far as the row has words for them."""
    people, things = list(words.people), list(words.things or words.topics)
    if not people and things:
        people = [OwnNoun(name, False, name) for name in rng.sample(lexicon("pair_templates")["people"], 2)]
    found: dict[str, str] = {"p": rng.choice(lexicon("pair_templates")["of_people"])}
    thing: OwnNoun | None
    if words.events:
        event = rng.choice(words.events)
        first, thing = event.who, event.what
        found.update(v=verb_forms(event.verb, "VBD")[0], vn=verb_forms(event.verb, "VBN")[0])
    elif people:
        first, thing = rng.choice(people), rng.choice(things) if things else None
        found["v"] = found["vn"] = rng.choice(lexicon("pair_templates")["of_things"])
    else:
        return {}
    if thing is not None:
        found.update(o=thing.text, bo="were" if thing.plural else "was")
    found.update(n1=first.text, b1="were" if first.plural else "was")
    same = {first.lemma, *akin(first.lemma, "n")}  # "the kids and the children" are the same
    others = [noun for noun in people if noun.lemma not in same and noun != thing]
    others = [noun for noun in others if first.lemma not in akin(noun.lemma, "n")]
    if others:
        found["n2"] = rng.choice(others).text
    return found


def _written(text: str, gaps: Mapping[str, str], spaced: bool) -> str:
    """A template filled, with spaces before its marks where the row has them."""
    new = text.format_map(gaps)
    return new.replace(".", " .").replace(",", " ,") if spaced else new
