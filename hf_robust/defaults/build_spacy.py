"""Trains the English spaCy pipeline of the embedded defaults from free treebanks.

Two trainings on one CPU core: tagger, morphologizer, parser and lemmatizer share one encoder; the entity
recogniser has its own. No word vectors. The card in the folder states data, licences and quality.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from hf_robust.defaults.assemble import assemble, publish
from hf_robust.defaults.entities import (
    MISSING,
    Span,
    certain_outside,
    gum_entities,
    open_numbers,
    with_numbers,
    wnut_rows,
)
from hf_robust.defaults.names import Row, name_lists, swapped
from hf_robust.defaults.treebanks import Document, Sentence, read_conllu, read_tagged_trees

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_DOC_SIZES = (1, 4, 2, 6, 3, 5)
"""Sentences put together into one training text, in turn: the parser must learn where sentences end."""


def make_doc(vocab: "Vocab", sentences: Sequence[Sentence], lower: bool = False,
             spread: bool = False) -> "Doc":
    """Put sentences into one gold ``Doc``; ``lower`` and ``spread`` (blanks everywhere) change the text."""
    from spacy.tokens import Doc

    def layer(name: str) -> list | None:
        values = [getattr(s, name) for s in sentences]
        return None if any(v is None for v in values) else [x for v in values for x in v]

    words = layer("words")
    spaces = [True] * len(words) if spread else [
        space for s in sentences for space in [*s.spaces[:-1], True]]
    heads, offset = ([] if layer("heads") is not None else None), 0
    for sentence in sentences:
        if heads is not None:
            heads.extend(h + offset for h in sentence.heads)
        offset += len(sentence.words)
    lemmas, pos = layer("lemmas"), layer("pos")
    if lower:
        words = [w.lower() for w in words]
        lemmas = lemmas and [x.lower() if p == "PROPN" else x for x, p in zip(lemmas, pos)]
    starts = [i == 0 for s in sentences for i in range(len(s.words))]
    doc = Doc(vocab, words=words, spaces=spaces, tags=layer("tags"), pos=pos, morphs=layer("morphs"),
              heads=heads, deps=layer("deps"), lemmas=lemmas, sent_starts=None if heads else starts)
    return doc


def chunks(document: Document) -> Iterator[list[Sentence]]:
    """Cut a document into runs of one to six sentences."""
    sizes, start = cycle(_DOC_SIZES), 0
    while start < len(document.sentences):
        size = next(sizes)
        yield document.sentences[start:start + size]
        start += size


def split_ewt(documents: Sequence[Document]) -> tuple[list[Document], list[Document], list[Document]]:
    """Three quarters of EWT dev to train on, one eighth to choose the model, one eighth to measure."""
    parts = [d for i, d in enumerate(documents) if i % 8 not in (3, 7)]
    return parts, [d for i, d in enumerate(documents) if i % 8 == 3], [
        d for i, d in enumerate(documents) if i % 8 == 7]


def syntax_corpora(vocab: "Vocab", data: Path) -> dict[str, list["Doc"]]:
    """Gold texts for tagger, parser and lemmatizer: train, dev (model choice), and the measured parts."""
    gum = read_conllu(data / "gum" / "train.conllu")
    ewt = read_conllu(data / "ud_english_ewt" / "train_sample.conllu")
    more, choose, measure = split_ewt(read_conllu(data / "ud_english_ewt" / "dev.conllu"))
    known = {tuple(s.words) for d in gum for s in d.sentences}
    tagged = read_tagged_trees(data / "gum" / "train.ptb", known)
    runs = [run for d in [*gum, *ewt, *more] for run in chunks(d)]
    train = [make_doc(vocab, run) for run in runs]
    train += [make_doc(vocab, run, lower=i % 2 == 0, spread=True) for i, run in enumerate(runs) if i % 3 == 0]
    train += [make_doc(vocab, run, lower=i % 5 == 0, spread=i % 10 == 0)
              for i, run in enumerate(run for d in tagged for run in chunks(d))]
    measured = {"gum_dev": read_conllu(data / "gum" / "dev.conllu"),
                "gum_test_a": read_conllu(data / "gum" / "test_a.conllu"), "ewt_held_out": measure}
    whole = {"dev": choose, **measured}
    return {"train": train, **{name: [make_doc(vocab, run) for d in documents for run in chunks(d)]
                               for name, documents in whole.items()}}


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
            for sentence, found in zip(document.sentences[start:start + 3], per_sentence[start:start + 3]):
                found = with_numbers(sentence.words, sentence.tags, found) if numbers else found
                spans += [(a + len(words), b + len(words), label) for a, b, label in found]
                words, spaces = words + sentence.words, spaces + [*sentence.spaces[:-1], True]
            rows.append((words, spaces, spans))
    return rows


def tagged_rows(data: Path) -> list[Row]:
    """EWT sentences and GUM's further trees: their tags say which words are no names."""
    more, _, _ = split_ewt(read_conllu(data / "ud_english_ewt" / "dev.conllu"))
    known = {tuple(s.words) for d in read_conllu(data / "gum" / "train.conllu") for s in d.sentences}
    documents = [*read_conllu(data / "ud_english_ewt" / "train_sample.conllu"), *more,
                 *read_tagged_trees(data / "gum" / "train.ptb", known)]
    return [(s.words, s.spaces, certain_outside(s)) for d in documents for s in d.sentences]


def ner_corpora(vocab: "Vocab", data: Path, seed: int = 0) -> dict[str, list["Doc"]]:
    """Gold texts for the entity recogniser; every tenth WNUT row is held out.

    Numbers, which a rule finds later, are only in the measured parts.
    """
    wnut = [(words, [True] * len(words), spans)
            for words, spans in wnut_rows(data / "ner" / "wnut17_train_sample.jsonl")]
    gold, lists, rng = gum_entity_rows(data, "train"), name_lists(data), Random(seed)
    train = gold * 2 + [swapped(row, lists, rng) for row in gold for _ in range(2)]
    train += [row for i, row in enumerate(wnut) if i % 10 != 9] + tagged_rows(data)
    parts = {"train": train, "dev": gum_entity_rows(data, "test_a"),
             "gum_dev": gum_entity_rows(data, "dev", numbers=True),
             "wnut_held_out": [(words, spaces, open_numbers(words, spans))
                               for i, (words, spaces, spans) in enumerate(wnut) if i % 10 == 9]}
    return {name: [entity_doc(vocab, *row) for row in rows] for name, rows in parts.items()}


def write_corpus(docs: Iterable["Doc"], path: Path) -> None:
    """Save gold texts in spaCy's binary format."""
    from spacy.tokens import DocBin

    DocBin(docs=docs, store_user_data=False).to_disk(path)


def _config(name: str) -> str:
    return Path(__file__).with_name(f"spacy_{name}.cfg").read_text(encoding="utf-8")


def train(config: str, corpora: dict[str, list["Doc"]], **settings: object) -> "Language":
    """Run spaCy's own training loop and give back the pipeline of the best step.

    Args:
        config: Which components: "syntax" or "ner", the middle of the name of a ``spacy_*.cfg`` file.
        corpora: Gold texts; "train" and "dev" are used.
        **settings: Values for the holes in ``spacy_training.cfg``.
    """
    import spacy
    from spacy.language import DEFAULT_CONFIG
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train as train_loop
    from thinc.api import Config

    folder = Path(tempfile.mkdtemp(prefix="hf_robust_spacy_"))
    try:
        for part in ("train", "dev"):
            write_corpus(corpora[part], folder / f"{part}.spacy")
        text = _config(config) + _config("training").format(folder=folder, **settings)
        nlp = init_nlp(Config(DEFAULT_CONFIG).merge(Config().from_str(text)))
        (folder / "out").mkdir()
        _, best = train_loop(nlp, folder / "out")
        return spacy.load(best)
    finally:
        shutil.rmtree(folder)


def train_syntax(corpora: dict[str, list["Doc"]], steps: int = 3000, seed: int = 0) -> "Language":
    """Train tagger, morphologizer, parser and lemmatizer over one encoder."""
    weights = "tag_acc = 0.3\npos_acc = 0.25\ndep_las = 0.3\nlemma_acc = 0.15"
    return train("syntax", corpora, steps=steps, steps_end=steps + 150, every=max(steps // 8, 1),
                 seed=seed, dropout=0.15, words=1000, lower=0.1, weights=weights)


def train_ner(corpora: dict[str, list["Doc"]], steps: int = 2000, seed: int = 0) -> "Language":
    """Train the entity recogniser with its own encoder."""
    return train("ner", corpora, steps=steps, steps_end=steps + 150, every=max(steps // 8, 1),
                 seed=seed, dropout=0.2, words=1000, lower=0.1, weights="ents_f = 1.0")


def build(data: Path, out: Path, seed: int = 0) -> dict:
    """Train both parts, measure them on held-out documents and write the pipeline with its card.

    Args:
        data: Folder with ``gum/``, ``ud_english_ewt/``, ``ner/``, ``coref/`` and ``cls/``.
        out: Folder to write.
        seed: Seed of weights, order and swapped names.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
    """
    import spacy

    vocab = spacy.blank("en").vocab
    syntax, entities = syntax_corpora(vocab, data), ner_corpora(vocab, data, seed)
    nlp = assemble(train_syntax(syntax, seed=seed), train_ner(entities, seed=seed))
    return publish(nlp, {name: syntax[name] for name in ("gum_dev", "gum_test_a", "ewt_held_out")},
                   {name: entities[name] for name in ("gum_dev", "wnut_held_out")}, out)
