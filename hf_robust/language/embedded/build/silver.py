"""Texts that the teacher has labelled, and gold texts whose missing layers it has filled in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.language.embedded.build.entity_training import MISSING, Span
from hf_robust.language.embedded.build.gold import ewt, gum, tagged, wnut
from hf_robust.language.embedded.build.raw_text import free_texts
from hf_robust.language.embedded.build.teacher import Example, Teacher, predict

if TYPE_CHECKING:
    from spacy.language import Language

SURE = 0.5
"""Entity labels that are less probable are left open."""
_PLAIN_TAGS = frozenset("NN VB JJ RB IN DT CC TO MD UH RP EX WRB WDT PDT FW".split())
"""Tags of words that are their own lemma, save for the case of letters."""


def lemma_table(gold: Sequence[Example]) -> dict[tuple[str, str], str]:
    """The most frequent lemma of each lower-case word with each tag."""
    counts: dict[tuple[str, str], Counter] = {}
    for text in gold:
        for word, tag, lemma in zip(text.words, text.tags, text.lemmas):
            counts.setdefault((word.lower(), tag), Counter())[lemma] += 1
    return {key: found.most_common(1)[0][0] for key, found in counts.items()}


def lemma(word: str, tag: str, table: dict[tuple[str, str], str]) -> str:
    """The lemma by the table or, for a word that has no ending, the word; else nothing (not known).

    Example:
        >>> table = {("dogs", "NNS"): "dog"}
        >>> [lemma(*pair, table) for pair in (("Dogs", "NNS"), ("Tree", "NN"), ("Rome", "NNP"), ("cats", "NNS"))]
        ['dog', 'tree', 'Rome', '']
    """
    if tag == "NNP":
        return word
    return table.get((word.lower(), tag), word.lower() if tag in _PLAIN_TAGS else "")


def merged(gold: Sequence[Span], found: Example) -> list[Span]:
    """Gold entities; where they are MISSING, the teacher's, if it is sure of all their words.

    Example:
        >>> found = Example(["Ann", "met", "Bo"], [0], spans=[(0, 1, "PERSON"), (2, 3, "ORG")], sure=[0.9, 1, 0.3])
        >>> merged([(0, 1, "?"), (1, 2, "?"), (2, 3, "?")], found)
        [(0, 1, 'PERSON'), (2, 3, '?')]
    """
    open_ = {i for start, end, label in gold if label == MISSING for i in range(start, end)}
    spans = [span for span in gold if span[2] != MISSING]
    for start, end, label in found.spans:
        words = range(start, end)
        if open_.issuperset(words) and min(found.sure[i] for i in words) >= SURE:
            spans.append((start, end, label))
            open_ -= set(words)
    named = {i for start, end, _ in found.spans for i in range(start, end)}
    spans += [(i, i + 1, MISSING) for i in open_ if i in named or found.sure[i] < SURE]
    return sorted(spans)


def filled(gold: Example, found: Example) -> Example:
    """The gold text with the layers that it lacks as the teacher found them."""
    whole = [(0, len(gold.words), MISSING)]
    layers = {
        name: getattr(gold, name) or getattr(found, name) for name in ("starts", "tags", "kinds", "heads", "deps")
    }
    if not gold.tags:
        layers["starts"] = found.starts
    return replace(gold, **layers, spans=merged(whole if gold.spans is None else gold.spans, found))


def label(teacher: Teacher, texts: Sequence[Example], keep_starts: bool = False) -> list[Example]:
    """Fill in what the texts lack; ``keep_starts`` keeps their sentences."""
    pairs = [(text.words, text.spaces) for text in texts]
    done = {row: filled(texts[row], found) for row, found in predict(teacher, pairs, texts if keep_starts else ())}
    return [done[row] for row in range(len(texts))]


def silver_texts(teacher: Teacher, data: Path, nltk_data: Path, nlp: "Language") -> dict[str, list[Example]]:
    """All texts for the small pipeline but gold trees.

    Args:
        teacher: The trained teacher.
        data: Folder of the corpora.
        nltk_data: NLTK data folder.
        nlp: Pipeline whose tokenizer is used for free text.

    Returns:
        "free" text, "tagged" texts of GUM, "wnut" tweets with gold entities, "web": EWT with entities.
    """
    table = lemma_table([*gum(data, "train"), *(web := ewt(data)["train"])])
    free = [Example(words, [0], spaces=spaces) for words, spaces in free_texts(data, nltk_data, nlp)]
    found = {
        "free": label(teacher, free),
        "tagged": label(teacher, tagged(data), keep_starts=True),
        "wnut": label(teacher, wnut(data)["train"]),
        "web": label(teacher, web, keep_starts=True),
    }
    for name in ("free", "tagged", "wnut"):
        found[name] = [
            replace(text, lemmas=[lemma(w, t, table) for w, t in zip(text.words, text.tags)]) for text in found[name]
        ]
    return found
