"""Free text without annotation: the teacher labels it, the small pipeline learns from that."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from hf_robust.language.embedded.build.build_sentiment import Labelled, sentence_polarity, without_overlap
from hf_robust.language.embedded.build.treebanks import need, read_conllu, read_jsonl, split_ewt

if TYPE_CHECKING:
    from spacy.language import Language

Text = tuple[list[str], list[bool]]
"""Words, and whether a blank follows each."""

LONGEST = 110
"""Words of a text: more are cut off at the last end of a sentence before."""

_CLOSING = re.compile(r" ([.,;:!?%)\]}]|''|n't|'(?:s|re|ve|ll|d|m)\b)", re.IGNORECASE)
_OPENING = re.compile(r"([(\[{$£€]|``) ")
_QUOTED = re.compile(r'" ([^"]*?) "')


def joined(words: Sequence[str]) -> str:
    """Words as running text, with blanks by rule.

    Example:
        >>> joined(["He", "said", ",", '"', "I", "do", "n't", "know", '"', "(", "twice", ")", "."])
        'He said, "I don\\'t know" (twice).'
    """
    text = _OPENING.sub(r"\1", _CLOSING.sub(r"\1", " ".join(words)))
    return _QUOTED.sub(r'"\1"', text)


def film_sentences(nltk_data: Path) -> Iterator[str]:
    """A sixth of Pang and Lee's snippets and plots, openings of some reviews: lower case, words apart."""
    for row in sentence_polarity(nltk_data)[::6]:
        yield row.text
    with ZipFile(need(nltk_data / "corpora" / "subjectivity.zip")) as archive:
        for name in ("plot.tok.gt9.5000", "quote.tok.gt9.5000"):
            yield from archive.read(f"subjectivity/{name}").decode("latin-1").splitlines()[::6]
    with ZipFile(need(nltk_data / "corpora" / "movie_reviews.zip")) as archive:
        reviews = sorted(name for name in archive.namelist() if name.endswith(".txt"))
        for name in reviews[::32]:
            yield from islice(archive.read(name).decode("latin-1").splitlines(), 15)


def cased_texts(data: Path) -> Iterator[str]:
    """Running text in normal spelling: Wikipedia (three sources), novels and the web."""
    for name, step in (("coref/gap_development", 2), ("cls/dbpedia_val_sample", 1), ("re/semeval10_train_sample", 2)):
        yield from (row["text"] for row in read_jsonl(data / f"{name}.jsonl")[::step])
    yield from (joined(row["tokens"]) for row in read_jsonl(data / "re" / "fewrel_wiki_sample.jsonl"))
    for book in read_jsonl(data / "coref" / "litbank_a.jsonl"):
        sentences = book["sentences"]
        for start in range(0, len(sentences), 6):
            yield " ".join(joined(words) for words in sentences[start : start + 3])


def measured_texts(data: Path) -> list[str]:
    """Every sentence that a figure of a card is measured on; none of it may be trained on."""
    rows = [s for part in ("dev", "test_a") for d in read_conllu(data / "gum" / f"{part}.conllu") for s in d.sentences]
    _, choose, measure = split_ewt(read_conllu(data / "ud_english_ewt" / "dev.conllu"))
    rows += [s for d in (*choose, *measure) for s in d.sentences]
    wnut = read_jsonl(data / "ner" / "wnut17_train_sample.jsonl")
    texts = [" ".join(s.words) for s in rows if len(s.words) > 4]
    texts += [" ".join(r["tokens"]) for i, r in enumerate(wnut) if i % 10 == 9]
    return texts + [r["sentence"] for part in ("dev", "test") for r in read_jsonl(data / "sst" / f"{part}.jsonl")]


def free_texts(data: Path, nltk_data: Path, nlp: "Language") -> list[Text]:
    """Texts of all free sources, tokenised by ``nlp``, without those that hold or are in measured sentences.

    Args:
        data: Folder with ``coref/``, ``cls/``, ``re/`` and the folders of :func:`measured_texts`.
        nltk_data: NLTK data folder with ``sentence_polarity``, ``subjectivity`` and ``movie_reviews``.
        nlp: Pipeline whose tokenizer is used.

    Returns:
        Texts of at least three words.
    """
    raw = [" ".join(text.split()) for text in (*cased_texts(data), *film_sentences(nltk_data))]
    kept = without_overlap([Labelled(text, 0) for text in dict.fromkeys(raw)], measured_texts(data))
    texts = (_cut(nlp, row.text) for row in kept)
    return [text for text in texts if len(text[0]) >= 3]


def _cut(nlp: "Language", text: str) -> Text:
    tokens = list(nlp.make_doc(text))
    if len(tokens) > LONGEST:
        ends = [i + 1 for i, token in enumerate(tokens[:LONGEST]) if token.text in (".", "!", "?")]
        tokens = tokens[: ends[-1] if ends else LONGEST]
    return [t.text for t in tokens], [bool(t.whitespace_) for t in tokens]
