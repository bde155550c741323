"""Texts of public corpora for ratings: drawn in a fixed order, in parts that do not overlap.

    NLTK_DATA=FOLDER python tests/benchmarks/unseen_texts.py DATA PART OUT [--texts N] [--sources NAMES]

DATA is a folder with ``cls/``, ``re/``, ``sm/`` and ``ud_english_ewt/``; FOLDER holds the NLTK corpora ``brown`` and
``treebank``. PART is ``open``, ``first`` or ``second``. Rules are written on ``open``; raters read outputs on
``first``, and on ``second`` after what they found has been mended. The order of the texts of a source is that of a
hash. OUT is a JSON Lines file with ``source`` and ``text``, which ``hf-robust suite`` reads.
"""

import argparse
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

PARTS = {"open": (0.0, 0.4), "first": (0.4, 0.7), "second": (0.7, 1.0)}
SHORTEST, LONGEST = 8, 70  # words of a text
QUOTES = {"``": '"', "''": '"'}
REVIEW_STEP, REVIEW_WINDOW = 120, 60  # words; a review opens with its judgment, so windows begin after 40 words
NON_FICTION = ["government", "hobbies", "lore", "religion"]
DRAW = "s16"  # another name draws other texts
FICTION = ["mystery", "adventure", "romance", "science_fiction", "humor"]


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def detokenized(tokens: Sequence[str]) -> str:
    """The text of tokens of the Penn Treebank, with plain quotation marks."""
    from nltk.tokenize.treebank import TreebankWordDetokenizer

    text = TreebankWordDetokenizer().detokenize([QUOTES.get(token, token) for token in tokens])
    text = re.sub(r'(^|[\s(])" ', r'\1"', text)
    text = re.sub(r" ([.,;:?!])", r"\1", text)
    text = re.sub(r' "([\s.,;:?!)]|$)', r'"\1', text)
    # the Brown corpus doubles marks
    return re.sub(r"([.?!]) [.?!;]$", r"\1", text.replace(";;", ";").replace("!!", "!").replace("??", "?"))


def brown(categories: list[str]) -> Iterator[str]:
    from nltk.corpus import brown

    return map(detokenized, brown.sents(categories=categories))


def wall_street_journal() -> Iterator[str]:
    from nltk.corpus import treebank

    for sentence in treebank.tagged_sents():
        yield detokenized([word for word, tag in sentence if tag != "-NONE-"])


def web(data: Path) -> Iterator[str]:
    for name in ("train_sample", "dev"):
        for line in (data / f"ud_english_ewt/{name}.conllu").read_text(encoding="utf-8").splitlines():
            if line.startswith("# text = "):
                yield line.removeprefix("# text = ")


def reviews(path: Path) -> Iterator[str]:
    """Whole sentences from the middle of reviews."""
    for row in rows_of(path):
        words = row["text"].replace("<br />", " ").split()
        for start in range(40, len(words) - REVIEW_WINDOW, REVIEW_STEP):
            sentences = re.split(r"(?<=[.!?]) ", " ".join(words[start : start + REVIEW_WINDOW]))
            if len(sentences) > 2:
                yield " ".join(sentences[1:-1])


def sources(data: Path) -> dict[str, Callable[[], Iterator[str]]]:
    """A function for the texts of each source."""
    return {
        "BrownFacts": lambda: brown(NON_FICTION),
        "BrownTales": lambda: brown(FICTION),
        "WSJ": wall_street_journal,
        "EWT": lambda: web(data),
        "Wiki": lambda: (detokenized(row["tokens"]) for row in rows_of(data / "re/fewrel_wiki_sample.jsonl")),
        "IMDB": lambda: reviews(data / "cls/imdb_dev.jsonl"),
        "Yelp": lambda: reviews(data / "cls/yelp_a.jsonl"),
        "QQP": lambda: (row["sentence2"] for row in rows_of(data / "sm/qqp_dev_sample.jsonl")),
    }


def _order(text: str) -> str:
    return hashlib.sha1((DRAW + text).encode()).hexdigest()


def draw(texts: Iterator[str], part: str, count: int) -> list[str]:
    """Up to ``count`` texts of a part."""
    chosen = sorted({text for text in texts if SHORTEST <= len(text.split()) <= LONGEST}, key=_order)
    begin, end = (int(share * len(chosen)) for share in PARTS[part])
    return chosen[begin:end][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("out", type=Path)
    parser.add_argument("--texts", type=int, default=130, help="Texts of each source.")
    parser.add_argument("--sources", default="", help="Names, separated by commas; all by default.")
    given = parser.parse_args()
    known = sources(given.data)
    names = given.sources.split(",") if given.sources else list(known)
    lines = [
        json.dumps({"source": name, "text": text}, ensure_ascii=False)
        for name in names
        for text in draw(known[name](), given.part, given.texts)
    ]
    given.out.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    print(f"{len(lines)} texts in {given.out}")


if __name__ == "__main__":
    main()
