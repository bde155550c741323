"""Reads the treebanks and entity data that the spaCy pipeline is trained on."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hf_robust.core.errors import DataFileError

_TREE_LEAF = re.compile(r"\(([^()\s]+) ([^()\s]+)\)")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_NO_SPACE_BEFORE = frozenset(". , ; : ? ! ) ] } % ' ’ ” n't 's 're 've 'll 'd 'm ’s n’t ’re".split()) | {"''"}
_NO_SPACE_AFTER = frozenset("( [ { $ £ € “ ‘ # ``".split())


@dataclass
class Sentence:
    """One sentence of a treebank; lists run over its words. ``None`` layers are not annotated.

    ``spaces[i]`` says whether a blank follows word ``i``; ``heads`` are indices in the sentence.
    """

    words: list[str]
    spaces: list[bool]
    tags: list[str] | None
    pos: list[str] | None = None
    morphs: list[str] | None = None
    heads: list[int] | None = None
    deps: list[str] | None = None
    lemmas: list[str] | None = None


@dataclass
class Document:
    """Sentences of one text in their order."""

    name: str
    sentences: list[Sentence] = field(default_factory=list)


def need(path: Path) -> Path:
    """Give back ``path``; raise ``DataFileError`` when there is no such file."""
    if not path.is_file():
        raise DataFileError(f"expected training data at {path}, found nothing; give another folder")
    return path


def read_jsonl(path: Path) -> list[dict]:
    """Read one JSON object a line."""
    with need(path).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def read_conllu(path: Path) -> list[Document]:
    """Read CoNLL-U with documents, multi-word tokens and ``SpaceAfter``.

    Proper nouns by their Penn tag get the part of speech PROPN and their form as lemma: the
    treebanks call the first word of "United Kingdom" a verb, users of spaCy do not expect that.

    Raises:
        DataFileError: The file is absent.
    """
    documents: list[Document] = []
    for block in need(path).read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip("\n").split("\n")
        for line in lines:
            if line.startswith("# newdoc id"):
                documents.append(Document(line.split("=", 1)[1].strip()))
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        if rows:
            if not documents:
                documents.append(Document(path.stem))
            documents[-1].sentences.append(_conllu_sentence(rows))
    return documents


def _conllu_sentence(rows: list[list[str]]) -> Sentence:
    spaces = _spaces(rows)
    words = [row for row in rows if row[0].isdigit()]
    proper = [row[4] in ("NNP", "NNPS") for row in words]
    heads = [int(row[6]) - 1 if row[6] != "0" else i for i, row in enumerate(words)]
    return Sentence(
        words=[row[1] for row in words],
        spaces=[spaces[row[0]] for row in words],
        tags=[row[4] for row in words],
        pos=["PROPN" if p else row[3] for row, p in zip(words, proper)],
        morphs=[
            "Number=Plur" if row[4] == "NNPS" else "Number=Sing" if p else row[5].replace("_", "")
            for row, p in zip(words, proper)
        ],
        heads=heads,
        deps=[row[7] for row in words],
        lemmas=[_lemma(row, p) for row, p in zip(words, proper)],
    )


def _lemma(row: list[str], proper: bool) -> str:
    if row[4] == "NNP" or row[2] == "_":
        return row[1]
    return row[2][:1].upper() + row[2][1:] if proper and row[1][:1].isupper() else row[2]


def _spaces(rows: list[list[str]]) -> dict[str, bool]:
    """Blank after each word id; inside a multi-word token (``don't``) there is none."""
    spaces: dict[str, bool] = {}
    last, after = 0, True
    for row in rows:
        if "-" in row[0]:
            last, after = int(row[0].split("-")[1]), "SpaceAfter=No" not in row[9]
        elif row[0].isdigit():
            number = int(row[0])
            spaces[row[0]] = "SpaceAfter=No" not in row[9] if number > last else number == last and after
    return spaces


def split_ewt(documents: Sequence[Document]) -> tuple[list[Document], list[Document], list[Document]]:
    """Three quarters of EWT dev to train on, one eighth to choose the model, one eighth to measure."""
    parts = [d for i, d in enumerate(documents) if i % 8 not in (3, 7)]
    return parts, [d for i, d in enumerate(documents) if i % 8 == 3], [d for i, d in enumerate(documents) if i % 8 == 7]


def read_tagged_trees(path: Path, skip: Iterable[tuple[str, ...]] = ()) -> list[Document]:
    """Read words and tags from bracketed trees; texts get blanks by rule.

    Args:
        path: A ``.ptb`` file; sentence ids stand in the ``.ids`` file beside it.
        skip: Sentences (as tuples of words) that are left out.
    """
    skipped = set(skip)
    ids = need(path.with_suffix(".ids")).read_text(encoding="utf-8").split("\n")
    documents: dict[str, Document] = {}
    for sentence_id, line in zip(ids, need(path).read_text(encoding="utf-8").split("\n")):
        leaves = _TREE_LEAF.findall(line)
        words = [_BRACKETS.get(word, word) for _, word in leaves]
        if not words or tuple(words) in skipped:
            continue
        name = sentence_id.rsplit("-", 1)[0]
        sentence = Sentence(words, list(_guess_spaces(words, [t for t, _ in leaves])), [t for t, _ in leaves])
        documents.setdefault(name, Document(name)).sentences.append(sentence)
    return list(documents.values())


def _guess_spaces(words: list[str], tags: list[str]) -> Iterator[bool]:
    for word, tag, following, next_tag in zip(words, tags, [*words[1:], ""], [*tags[1:], ""]):
        joined = following.lower() in _NO_SPACE_BEFORE or word in _NO_SPACE_AFTER or "HYPH" in (tag, next_tag)
        yield not (joined or tag == "``" or next_tag == "''")
