"""Pairs of words that were chosen by hand, and the contexts in which each holds: the file ``word_pairs.txt``.

A line holds a part of speech, a lemma and its replacements, each with its conditions in brackets:

    n film: movie [head !<short,silent] | flick [~comedy]

Parts of speech are n, v, a, r (nouns, verbs, adjectives, adverbs), p (prepositions), s (conjunctions), o (pronouns),
d (determiners) and x (auxiliaries); m is a phrase of several words, which are not inflected. ``$name = word,word``
defines a list of words. :mod:`hf_robust.language.english.word_pairs` describes the conditions.
"""

import re
from pathlib import Path
from typing import NamedTuple

from hf_robust.core.errors import DataFileError

WRITTEN = Path(__file__).parent / "word_pairs.txt"
_LINE = re.compile(r"([nvarpsodxm]) ([a-z' -]+): (.+)")
_PART = re.compile(r"([a-zA-Z][a-zA-Z' -]*?) \[([^\]]*)\]\s*")
_LIST = re.compile(r"\$\w+")


class Decision(NamedTuple):
    """A replacement of a lemma.

    Args:
        new: The replacement.
        when: The conditions, separated by spaces.
    """

    new: str
    when: str


def decisions(path: Path = WRITTEN) -> dict[str, list[Decision]]:
    """The pairs by lemma and part of speech, in the order of the file.

    Raises:
        DataFileError: A line cannot be read.
    """
    lists: dict[str, str] = {}
    found: dict[str, list[Decision]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("$"):
            name, _, words = line.partition(" = ")
            lists[name] = words.strip()
        elif line and not line.startswith("#"):
            match = _LINE.fullmatch(line.strip())
            parts = [_PART.fullmatch(part.strip()) for part in match[3].split(" | ")] if match else [None]
            if match is None or None in parts:
                raise DataFileError(f"{path}, line {number}: expected 'n lemma: word [conditions]', found {line!r}")
            for part in filter(None, parts):
                when = " ".join(_LIST.sub(lambda name: lists[name.group()], part[2]).split())
                found.setdefault(f"{match[2]}|{match[1]}", []).append(Decision(part[1], when))
    return found
