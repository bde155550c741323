"""Pairs of Chinese sentences that share nearly all their words, made with the words of a row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry, is_offensive
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI, SIMILARITY
from hf_robust.tasks.pair_labels import pair_label, pair_meaning
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.pair_overlap import MEANINGS, PairTemplate

_PEOPLE_GAPS = ("n1", "n2", "n3")
_THING_TAGS = frozenset({"n", "nz", "ns"})
_KNOWN_BY_MANY = 200  # a word so frequent is one that people talk of, and no slip of the segmenter


@register
@dataclass(frozen=True, kw_only=True)
class Overlap(RowTransformation):
    """Build a new pair of sentences with high word overlap. The label is known by construction.

    A template is filled with people and something to buy, taken from the row or from word lists. One half of the
    templates of each task has the label that the overlap suggests, the other half has the other label. For inference,
    the templates follow HANS (lexical overlap, subsequence and constituent); pairs without entailment are *neutral* or,
    with two labels, *not entailment*. For similarity, they are paraphrases and sentences with swapped words.

    Source: TextFlint (Wang et al. 2021), section 3 and Table 2 (c), "Overlap"; McCoy et al. 2019, "Right for the wrong
    reasons", for the heuristics.

    Example:
        >>> from hf_robust.tasks import task
        >>> pair = {"premise": "司机把苹果送给了邻居。", "hypothesis": "司机很大方。", "label": "neutral"}
        >>> new = Overlap().preview_row(pair, task("nli", language="zh"), seed=2)
        >>> new["premise"], new["hypothesis"], new["label"]
        ('夸奖过邻居的司机买了苹果。', '司机买了苹果。', 'entailment')
    """

    name = "overlap"
    version = "zh.1"
    level = "sentence"
    linguistics = "pragmatics"
    languages = ("zh",)
    seed_name = "Overlap"
    choice = "words from which a pair can be built"
    generated = True
    effects = MappingProxyType({NLI: Effect.CHANGES, SIMILARITY: Effect.CHANGES})

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        gold = row.gold["label"]
        pair_meaning(row.task, gold)
        docs = [row.docs[role] for role in row.task.text_roles]
        people, things = _people_and_things(docs)
        if not people and not things:
            raise NotApplicable("neither a person nor a thing of the row could be talked about")
        gaps = _gaps(people, [thing for thing in things if thing in _listed("things")], rng)
        said = _templates(row.task.name)
        fitting = said if people else [template for template in said if "o" in template.gaps]
        wanted = rng.choice(sorted({template.label for template in fitting}))
        template = rng.choice([template for template in fitting if template.label == wanted])
        label = pair_label(row.task, gold, *MEANINGS[wanted])
        edits = {
            role: [Edit(0, len(doc.text), as_written([text.format_map(gaps)], doc.text)[0])]
            for role, doc, text in zip(row.task.text_roles, docs, (template.first, template.second))
        }
        return RowChange(edits, {"label": label})


def _table() -> Mapping[str, Any]:
    found: Mapping[str, Any] = lexicon("pair_templates", "zh")
    return found


@cache
def _templates(task: str) -> Sequence[PairTemplate]:
    found = []
    for row in _table()["inference" if task == NLI else "similarity"]:
        texts = row["first"], row["second"]
        gaps = frozenset(name for text in texts for _, name, _, _ in Formatter().parse(text) if name)
        found.append(PairTemplate(*texts, row["label"], gaps))
    return tuple(found)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(_table()[name])


def _people_and_things(docs: Sequence[Doc]) -> tuple[list[str], list[str]]:
    """The people and the things that a row speaks of."""
    words = list(dict.fromkeys(word for doc in docs for word in _nouns(doc)))
    people = [word for word in words if word in _listed("people")]
    return people, [word for word in words if word not in people]


def _gaps(people: Sequence[str], things: Sequence[str], rng: RowRandom) -> Mapping[str, str]:
    """What is put into the gaps: a thing and people of the row, and of the lists where it has too few."""
    chosen = list(people) if len(people) <= 2 else rng.sample(people, 2)
    rest = [one for one in _table()["others"] if one not in chosen]
    chosen += rng.sample(rest, len(_PEOPLE_GAPS) - len(chosen))
    first = [chosen[number] for number in rng.order(2)]
    found = dict(zip(_PEOPLE_GAPS, [*first, *chosen[2:]]))
    found["p"] = rng.choice(_table()["of_people"])
    return {**found, "o": rng.choice(things or _table()["things"])}


def _nouns(doc: Doc) -> Iterator[str]:
    """The nouns of a text that name somebody or something that can be talked about."""
    text = to_simplified(doc.text)
    for start, end in doc.words:
        word = text[start:end]
        if word in _listed("people"):
            yield word
            continue
        found = entry(word) if 2 <= end - start <= 5 else None
        if found is None or found.tag not in _THING_TAGS or found.frequency < _KNOWN_BY_MANY:
            continue
        if word[-1] not in "者员人家们师生" and not is_offensive(word):
            yield word
