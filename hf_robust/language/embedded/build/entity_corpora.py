"""Gold and labelled texts for the entity recogniser of the spaCy pipeline."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hf_robust.language.embedded.build.entity_training import (
    MISSING,
    Span,
    gum_entities,
    open_numbers,
    with_numbers,
    wnut_rows,
)
from hf_robust.language.embedded.build.other_names import Row, name_lists, swapped
from hf_robust.language.embedded.build.teacher import Example
from hf_robust.language.embedded.build.treebanks import read_conllu

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab


def entity_doc(vocab: "Vocab", words: list[str], spaces: list[bool], spans: Sequence[Span]) -> "Doc":
    """A gold ``Doc`` with entities; words under a MISSING span are left open."""
    from spacy.tokens import Doc
    from spacy.tokens import Span as DocSpan

    doc = Doc(vocab, words=words, spaces=spaces)
    real = [DocSpan(doc, a, b, label=label) for a, b, label in spans if label != MISSING]
    doc.set_ents(real, missing=[doc[a:b] for a, b, label in spans if label == MISSING], default="outside")
    return doc


def gum_entity_rows(data: Path, part: str, numbers: bool = False) -> list[Row]:
    """GUM texts, three sentences each, with their named entities and, if wanted, numbers."""
    documents = read_conllu(data / "gum" / f"{part}.conllu")
    rows = []
    entities = gum_entities(documents, data / "gum" / f"{part}.coref.jsonl")
    for document, per_sentence in zip(documents, entities):
        for start in range(0, len(document.sentences), 3):
            words, spaces, spans = [], [], []
            for sentence, found in zip(document.sentences[start : start + 3], per_sentence[start : start + 3]):
                found = with_numbers(sentence.words, sentence.tags, found) if numbers else found
                spans += [(a + len(words), b + len(words), label) for a, b, label in found]
                words, spaces = words + sentence.words, [*spaces, *sentence.spaces[:-1], True]
            rows.append((words, spaces, spans))
    return rows


def silver_rows(silver: dict[str, list[Example]]) -> list[Row]:
    """Texts whose entities the teacher has found or completed; free text in lower case is thinned out."""
    cased = [text for text in silver["free"] if not all(word.islower() for word in text.words if word.isalpha())]
    lower = [text for text in silver["free"] if all(word.islower() for word in text.words if word.isalpha())]
    texts = [*silver["tagged"], *silver["web"], *silver["wnut"], *cased, *lower[::8]]
    return [(text.words, text.spaces, text.spans) for text in texts]


def ner_corpora(
    vocab: "Vocab", data: Path, silver: dict[str, list[Example]] | None = None, seed: int = 0
) -> dict[str, list["Doc"]]:
    """Texts for the entity recogniser; every tenth WNUT row is held out.

    Numbers, which a rule finds later, are only in the measured parts.

    Args:
        vocab: Vocabulary of the texts.
        data: Folder of the corpora.
        silver: Texts labelled by the teacher; without them the training part is gold alone.
        seed: Seed of swapped names.
    """
    wnut = [
        (words, [True] * len(words), spans) for words, spans in wnut_rows(data / "ner" / "wnut17_train_sample.jsonl")
    ]
    gold, lists, rng = gum_entity_rows(data, "train"), name_lists(data), Random(seed)
    train = gold * 2 + [swapped(row, lists, rng) for row in gold for _ in range(2)]
    train += [row for i, row in enumerate(wnut) if i % 10 != 9] + (silver_rows(silver) if silver else [])
    parts = {
        "train": train,
        "dev": gum_entity_rows(data, "test_a"),
        "gum_dev": gum_entity_rows(data, "dev", numbers=True),
        "wnut_held_out": [
            (words, spaces, open_numbers(words, spans)) for i, (words, spaces, spans) in enumerate(wnut) if i % 10 == 9
        ],
    }
    return {name: [entity_doc(vocab, *row) for row in rows] for name, rows in parts.items()}
