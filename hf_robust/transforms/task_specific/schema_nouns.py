"""Candidates of Winograd schemas that are nouns become other nouns of the same role: "the lawyer", "the attorney"."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import ARTICLES, POSSESSIVES, SINGULAR_POINTERS
from hf_robust.language.english.near_words import plural
from hf_robust.language.lexicons import lexicon

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEADS = ARTICLES | POSSESSIVES | SINGULAR_POINTERS


def noun_edits(doc: Doc, candidates: Sequence[Mapping[str, Any]], rng: RowRandom) -> list[Edit]:
    """The edits that replace the nouns of candidates wherever they stand in the text.

    A candidate is a determiner with a noun of the table ``schema_nouns``. The others stay.

    Args:
        doc: The text.
        candidates: The candidates that stand in it.
        rng: Draws.

    Raises:
        NotApplicable: When no candidate has a noun of the table.
    """
    words = [(match.start(), match.end(), match[0].lower()) for match in _WORD.finditer(doc.text)]
    present = {word for *_, word in words}
    found: list[Edit] = []
    taken: set[str] = set()
    for one in candidates:
        noun = _noun_of(one["text"])
        options = [new for new in _others(noun) if not present & set(new.split()) and new not in taken]
        if (
            not noun
            or not options
            or any(edit.text and doc.text[edit.start : edit.end].lower() == noun for edit in found)
        ):
            continue
        new = rng.choice(options)
        taken.add(new)
        places = [(start, end) for start, end, word in words if word == noun]
        if not all(doc.text[start:end].islower() and not _is_joined(doc.text, start, end) for start, end in places):
            continue
        found += [Edit(start, end, new) for start, end in places]
    if not found:
        names = " and ".join(repr(one["text"]) for one in candidates)
        raise NotApplicable(f"{names} are no given names, and no other nouns are known of their roles")
    return with_articles(doc, sorted(found))


def _noun_of(text: str) -> str:
    """The noun of a candidate that is a determiner and a noun; empty for others."""
    words = text.split()
    plain = len(words) == 2 and words[0].lower() in _LEADS and words[1].isalpha() and words[1].islower()
    return words[1] if plain else ""


def _others(noun: str) -> Sequence[str]:
    """The nouns that can stand for a noun, in its number."""
    table = lexicon("schema_nouns")["nouns"]
    if noun in table:
        return table[noun]
    single = _singulars().get(noun)
    return [plural(new) for new in table[single] if " " not in new] if single else ()


@cache
def _singulars() -> dict[str, str]:
    return {plural(noun): noun for noun in lexicon("schema_nouns")["nouns"]}


def _is_joined(text: str, start: int, end: int) -> bool:
    """Whether a noun is part of a compound: "dog-eared", "the doctor's", which may stay a name of something else."""
    return "-" in (text[start - 1 : start], text[end : end + 1])
