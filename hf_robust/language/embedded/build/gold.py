"""Annotated texts in one form: what the teacher is trained on, and what both models are measured on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hf_robust.language.embedded.build.entity_training import Span, certain_outside, gum_entities, wnut_rows
from hf_robust.language.embedded.build.other_names import Row, name_lists, swapped
from hf_robust.language.embedded.build.teacher import Example
from hf_robust.language.embedded.build.treebanks import Document, Sentence, read_conllu, read_tagged_trees, split_ewt
from hf_robust.language.embedded.build.weak_names import weak_rows

if TYPE_CHECKING:
    from spacy.language import Language

_SIZES = (1, 4, 2, 6, 3, 5)
"""Sentences put together into one text, in turn: a parser must learn where sentences end."""
LONGEST = 50
"""Words of a text for the teacher, unless one sentence is longer."""


def example(sentences: Sequence[Sentence], spans: Sequence[list[Span]] | None = None) -> Example:
    """Put sentences, and the entities of each, into one text."""
    found = Example([], [], spans=None if spans is None else [])
    for number, sentence in enumerate(sentences):
        start = len(found.words)
        found.starts.append(start)
        found.words += sentence.words
        found.spaces += [*sentence.spaces[:-1], True]
        found.tags += sentence.tags or []
        found.heads += [head + start for head in sentence.heads or []]
        found.deps += sentence.deps or []
        found.lemmas += sentence.lemmas or []
        if sentence.pos:
            found.kinds += [f"{pos}|{morph}" for pos, morph in zip(sentence.pos, sentence.morphs)]
        if spans is not None:
            found.spans += [(a + start, b + start, label) for a, b, label in spans[number]]
    return found


def runs(document: Document, spans: Sequence[list[Span]] | None = None, longest: int = LONGEST) -> Iterator[Example]:
    """Cut a document into texts of one to six sentences and, if there are more, at most ``longest`` words."""
    sizes, start, sentences = cycle(_SIZES), 0, document.sentences
    while start < len(sentences):
        stop, words = start + 1, len(sentences[start].words)
        size = next(sizes)
        while stop < len(sentences) and stop - start < size and words + len(sentences[stop].words) <= longest:
            words += len(sentences[stop].words)
            stop += 1
        yield example(sentences[start:stop], None if spans is None else spans[start:stop])
        start = stop


def gum(data: Path, part: str, longest: int = LONGEST) -> list[Example]:
    """Texts of a part of GUM with all layers."""
    documents = read_conllu(data / "gum" / f"{part}.conllu")
    entities = gum_entities(documents, data / "gum" / f"{part}.coref.jsonl")
    return [run for d, spans in zip(documents, entities) for run in runs(d, spans, longest)]


def ewt(data: Path, longest: int = LONGEST) -> dict[str, list[Example]]:
    """EWT: the parts to train on, to choose with and to measure.

    Only what is certainly no entity is annotated in the training part, entities nowhere else.
    """
    more, choose, measure = split_ewt(read_conllu(data / "ud_english_ewt" / "dev.conllu"))
    train = [*read_conllu(data / "ud_english_ewt" / "train_sample.conllu"), *more]
    return {
        "train": [run for d in train for run in runs(d, [certain_outside(s) for s in d.sentences], longest)],
        "choose": [run for d in choose for run in runs(d, longest=longest)],
        "measure": [run for d in measure for run in runs(d, longest=longest)],
    }


def tagged(data: Path) -> list[Example]:
    """GUM's further constituency trees: tags, and what is certainly no entity."""
    known = {tuple(s.words) for d in read_conllu(data / "gum" / "train.conllu") for s in d.sentences}
    return [
        run
        for d in read_tagged_trees(data / "gum" / "train.ptb", known)
        for run in runs(d, [certain_outside(s) for s in d.sentences])
    ]


def wnut(data: Path) -> dict[str, list[Example]]:
    """WNUT-17: entities only; every tenth row is measured, the others are trained on."""
    rows = [
        Example(words, [0], spans=spans, spaces=[True] * len(words))
        for words, spans in wnut_rows(data / "ner" / "wnut17_train_sample.jsonl")
    ]
    return {
        "train": [row for i, row in enumerate(rows) if i % 10 != 9],
        "measure": [row for i, row in enumerate(rows) if i % 10 == 9],
    }


def lowered(text: Example) -> Example:
    """The same text in lower case with blanks between all words."""
    lemmas = [lemma.lower() if kind.startswith("PROPN") else lemma for lemma, kind in zip(text.lemmas, text.kinds)]
    return replace(text, words=[word.lower() for word in text.words], spaces=[True] * len(text.words), lemmas=lemmas)


def with_other_names(text: Example, lists: dict[str, list[list[str]]], rng: Random) -> Example:
    """Entities only, with other names (see :func:`hf_robust.language.embedded.build.other_names.swapped`)."""
    return from_row(swapped((text.words, text.spaces, text.spans), lists, rng))


def from_row(row: Row) -> Example:
    """A text with entities only."""
    return Example(row[0], [0], spans=row[2], spaces=row[1])


def teacher_data(data: Path, nlp: "Language", seed: int = 0) -> Callable[[int], list[Example]]:
    """What the teacher reads in each epoch.

    All trees; half of WNUT and of GUM with other names, a quarter of the tagged texts, some of the weak names.
    """
    gum_train, web, lists = gum(data, "train"), ewt(data)["train"], name_lists(data)
    tweets, more, weak = wnut(data)["train"], tagged(data), weak_rows(data, nlp)

    def per_epoch(epoch: int) -> list[Example]:
        rng = Random(f"{seed}-{epoch}")
        texts = [*gum_train, *web, *tweets[epoch % 2 :: 2], *more[epoch % 4 :: 4]]
        texts = [lowered(text) if rng.random() < 0.12 else text for text in texts]
        texts += [with_other_names(text, lists, rng) for text in gum_train[epoch % 2 :: 2]]
        return texts + [from_row(row) for row in weak[epoch % 16 :: 16]]

    return per_epoch


def measured(data: Path) -> dict[str, list[Example]]:
    """Texts that are never trained on: two parts to choose with, three to measure."""
    web = ewt(data, 999)
    return {
        "gum_test_a": gum(data, "test_a", 999),
        "ewt_choose": web["choose"],
        "gum_dev": gum(data, "dev", 999),
        "ewt_held_out": web["measure"],
        "wnut_held_out": wnut(data)["measure"],
    }
