"""How well sources of word sentiment agree: with a lexicon of opinion words, with each other, with people."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path

from hf_robust.core.errors import MissingResource
from hf_robust.language.embedded.build.treebanks import need
from hf_robust.language.resources import nltk_place
from hf_robust.language.sentiment import LABELS, WordSentiment, word_sentiment

SOURCES = ("sentiwordnet", "vader")
_CONTENT = ("NOUN", "VERB", "ADJ")
_NEUTRAL = 2  # of SST's labels from 0 to 4
MARGINS = (0, 0.02, 0.05, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3)
"""Margins that are compared on SST's words."""


def kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    """Cohen's kappa of two raters.

    Args:
        pairs: Their labels for each item.

    Returns:
        1 for full agreement, 0 for what chance would give; 1 when both use one and the same label throughout.

    Source: Cohen 1960, A coefficient of agreement for nominal scales.

    Example:
        >>> round(kappa([("a", "a")] * 20 + [("a", "b")] * 5 + [("b", "a")] * 10 + [("b", "b")] * 15), 3)
        0.4
    """
    total = len(pairs)
    same = sum(a == b for a, b in pairs) / total
    first, second = (Counter(column) for column in zip(*pairs, strict=True))
    chance = sum(first[label] * second[label] for label in first) / total**2
    return 1.0 if chance == 1 else (same - chance) / (1 - chance)


def opinion_words() -> dict[str, str]:
    """The opinion lexicon of Hu and Liu: words and their label; words that are in both lists are left out.

    Raises:
        MissingResource: NLTK's data has no ``opinion_lexicon``.
    """
    place = nltk_place("corpora/opinion_lexicon")
    if place is None:
        raise MissingResource("NLTK's opinion lexicon", "python -m nltk.downloader opinion_lexicon")
    lists = {}
    for label in ("positive", "negative"):
        lines = place.joinpath(f"{label}-words.txt").read_bytes().decode("latin-1").splitlines()
        lists[label] = {line.strip() for line in lines if line.strip() and not line.startswith(";")}
    twice = lists["positive"] & lists["negative"]
    return {word: label for label, words in lists.items() for word in sorted(words - twice)}


def against(sentiment: WordSentiment, gold: dict[str, str]) -> dict:
    """Figures of one source on words that are positive or negative."""
    known = [word for word in gold if sentiment.knows(word)]
    found = {word: sentiment.label(word) for word in known}
    right = sum(found[word] == gold[word] for word in known)
    neutral = sum(label == "neutral" for label in found.values())
    return {
        "known": len(known),
        "accuracy_of_all": round(right / len(gold), 4),
        "accuracy_of_known": round(right / len(known), 4),
        "neutral_of_known": round(neutral / len(known), 4),
        "opposite_of_known": round((len(known) - right - neutral) / len(known), 4),
    }


def agreement(data: Path | None = None) -> dict:
    """All figures.

    Args:
        data: Folder with ``sst/trees/``; with it the labels that people gave to the words of SST are compared, too.

    Returns:
        Figures by name, for printing.

    Raises:
        MissingResource: A source or the opinion lexicon is absent.
        DataFileError: ``data`` has no such trees.
    """
    gold = opinion_words()
    sources = {name: word_sentiment(name) for name in SOURCES}
    first, second = sources.values()
    both = [word for word in gold if first.knows(word) and second.knows(word)]
    pairs = [(first.label(word), second.label(word)) for word in both]
    figures: dict = {"opinion_words": len(gold)}
    for name, sentiment in sources.items():
        figures[name] = {"version": sentiment.version, **against(sentiment, gold)}
        figures[f"{name} without margin"] = against(word_sentiment(name, margin=0), gold)
    decided = [pair for pair in pairs if "neutral" not in pair]
    figures["both"] = {
        "known": len(both),
        "same": round(sum(a == b for a, b in pairs) / len(pairs), 4),
        "kappa": round(kappa(pairs), 4),
        "kappa_where_neither_is_neutral": round(kappa(decided), 4),
    }
    if data is not None:
        words = sst_words(data / "sst" / "trees")
        figures["sst_words"] = len(words)
        for name in SOURCES:
            by_margin = {f"margin {m:g}": _macro_f1(word_sentiment(name, margin=m), words) for m in MARGINS}
            figures[f"sst {name}"] = by_margin
    return figures


def sst_words(trees: Path) -> dict[tuple[str, str], str]:
    """Nouns, verbs and adjectives of SST's dev and test parts with the label that people gave them most often.

    Parts of speech are those of the embedded spaCy pipeline, in the sentence.
    """
    import spacy
    from nltk import Tree

    from hf_robust.language.embedded import SPACY_PIPELINE

    lines = [line for part in ("dev", "test") for line in need(trees / f"{part}.txt").read_text("utf-8").splitlines()]
    leaves = [_leaves(Tree.fromstring(line)) for line in lines if line.strip()]
    nlp = spacy.load(SPACY_PIPELINE, disable=["ner", "parser"])
    docs = nlp.pipe(spacy.tokens.Doc(nlp.vocab, words=[word for word, _ in row]) for row in leaves)
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row, doc in zip(leaves, docs, strict=True):
        for (word, label), token in zip(row, doc, strict=True):
            if token.pos_ in _CONTENT:
                seen[word.lower(), token.pos_][LABELS[(label > _NEUTRAL) - (label < _NEUTRAL) + 1]] += 1
    return {pair: labels.most_common(1)[0][0] for pair, labels in seen.items()}


def _leaves(tree: "Iterable") -> list[tuple[str, int]]:
    return [(node[0], int(node.label())) for node in tree.subtrees(lambda node: node.height() == 2)]


def _macro_f1(sentiment: WordSentiment, gold: dict[tuple[str, str], str]) -> float:
    pairs = Counter(zip(gold.values(), sentiment.labels(gold), strict=True))
    scores = []
    for label in LABELS:
        both = sum(n for (expected, found), n in pairs.items() for one in (expected, found) if one == label)
        scores.append(2 * pairs[label, label] / both if both else 0.0)
    return round(sum(scores) / len(scores), 4)
