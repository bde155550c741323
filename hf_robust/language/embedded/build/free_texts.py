"""Running text under free licences, for training without labels; what is measured elsewhere is left out."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

from hf_robust.language.embedded.build.treebanks import (
    Document,
    need,
    read_conllu,
    read_jsonl,
    read_tagged_trees,
    split_ewt,
)

SOURCES = (
    "movie_reviews",
    "sentence_polarity",
    "subjectivity",
    "gum",
    "ewt",
    "litbank",
    "gap",
    "dbpedia",
    "fewrel",
    "semeval10",
    "snli",
    "wordnet",
)
"""The sources of :func:`documents`, all of a licence that lets a model trained on them be passed on."""


def documents(data: Path, nltk_data: Path) -> dict[str, list[list[str]]]:
    """Texts by source; a text is a list of sentences or lines.

    GUM's dev and test parts, one eighth of EWT dev and all snippets that stand in SST are not in it.

    Args:
        data: Folder with ``gum/``, ``ud_english_ewt/``, ``coref/``, ``cls/``, ``re/``, ``nli/`` and ``sst/``.
        nltk_data: NLTK data folder with ``movie_reviews``, ``sentence_polarity``, ``subjectivity``, ``wordnet``.

    Raises:
        DataFileError: A data file is missing.
    """
    from hf_robust.language.embedded.build.build_sentiment import sentence_polarity, without_overlap

    sst = [row["sentence"] for part in ("dev", "test") for row in read_jsonl(data / "sst" / f"{part}.jsonl")]
    polarity = [[row.text] for row in without_overlap(sentence_polarity(nltk_data), sst)]
    reviews = [
        [line.strip() for line in text.splitlines() if line.strip()]
        for text in _zipped(nltk_data, "movie_reviews", "latin-1")
    ]
    opinions = [
        [line.strip()]
        for text in _zipped(nltk_data, "subjectivity", "latin-1")
        for line in text.splitlines()
        if line.strip()
    ]
    read = {
        "movie_reviews": reviews,
        "sentence_polarity": polarity,
        "subjectivity": opinions,
        "gum": _gum(data),
        "ewt": _ewt(data),
        "litbank": [
            [" ".join(words) for words in row["sentences"]] for row in read_jsonl(data / "coref" / "litbank_a.jsonl")
        ],
        "gap": [[row["text"]] for row in read_jsonl(data / "coref" / "gap_development.jsonl")],
        "dbpedia": [[row["text"]] for row in read_jsonl(data / "cls" / "dbpedia_val_sample.jsonl")],
        "fewrel": [[" ".join(row["tokens"])] for row in read_jsonl(data / "re" / "fewrel_wiki_sample.jsonl")],
        "semeval10": [[row["text"]] for row in read_jsonl(data / "re" / "semeval10_train_sample.jsonl")],
        "snli": _snli(data),
        "wordnet": [[line] for line in _examples(nltk_data)],
    }
    return {name: _unique(read[name]) for name in SOURCES}


def held_out(rows: Sequence[list[str]], every: int) -> tuple[list[list[str]], list[list[str]]]:
    """Texts to train on, and every ``every``-th one to measure on."""
    return ([row for i, row in enumerate(rows) if i % every], [row for i, row in enumerate(rows) if i % every == 0])


def sentences_of(texts: Iterable[Document]) -> list[list[str]]:
    """Treebank documents as lists of sentences."""
    return [
        ["".join(word + " " * space for word, space in zip(s.words, s.spaces)).strip() for s in text.sentences]
        for text in texts
    ]


def _gum(data: Path) -> list[list[str]]:
    whole = read_conllu(data / "gum" / "train.conllu")
    known = {tuple(s.words) for text in whole for s in text.sentences}
    return sentences_of([*whole, *read_tagged_trees(data / "gum" / "train.ptb", known)])


def _ewt(data: Path) -> list[list[str]]:
    folder = data / "ud_english_ewt"
    texts = read_conllu(folder / "dev.conllu")
    measured = {text.name for text in split_ewt(texts)[2]}
    kept = [text for text in texts if text.name not in measured]
    return sentences_of([*read_conllu(folder / "train_sample.conllu"), *kept])


def _snli(data: Path) -> list[list[str]]:
    rows = read_jsonl(data / "nli" / "snli_cad_original_train_dev.jsonl")
    return [[text] for row in rows for text in (row["premise"], row["hypothesis"])]


def _zipped(nltk_data: Path, name: str, encoding: str) -> Iterator[str]:
    with ZipFile(need(nltk_data / "corpora" / f"{name}.zip")) as archive:
        for member in sorted(archive.namelist()):
            if not member.endswith("/") and "readme" not in member.lower():
                yield archive.read(member).decode(encoding)


def _examples(nltk_data: Path) -> Iterator[str]:
    """The sentences in quotes that WordNet gives for its senses."""
    with ZipFile(need(nltk_data / "corpora" / "wordnet.zip")) as archive:
        for part in ("adj", "adv", "noun", "verb"):
            for line in archive.read(f"wordnet/data.{part}").decode("utf-8").splitlines():
                if not line.startswith("  "):
                    yield from (text for text in line.partition(" | ")[2].split('"')[1::2] if " " in text)


def _unique(rows: Iterable[list[str]]) -> list[list[str]]:
    return [json.loads(key) for key in dict.fromkeys(json.dumps(row) for row in rows if any(row))]
