"""Neighboring sentences of a document that can change places: neither tells what follows from the other."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    AS_IF,
    BE_TENSED,
    CONSEQUENCES,
    CONTRASTS,
    COORDINATORS,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
    DO_TENSED,
    FIRST_PERSON,
    GENDERED,
    HAVE_TENSED,
    HERE,
    INSTEAD,
    MODALS,
    MONTHS,
    NEAR_DAYS,
    NEUTER,
    NEXT_AND_LAST,
    NOMINATIVES,
    OTHERS,
    RELATIVE_TIMES,
    SAME,
    SECOND_PERSON,
    STORY_TIMES,
    THIRD_PERSON,
    THIRD_PLURAL,
)
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.coreference_sentences import Sentence, SentenceDocument

# words that place a sentence among those around it
_PLACED = (STORY_TIMES | RELATIVE_TIMES | NEAR_DAYS | NEXT_AND_LAST | ADDITIONS | INSTEAD | CONSEQUENCES) | {
    "then",
    "further",
    "similarly",
    "indeed",
    "former",
    "latter",
    "another",
}
# words with which a sentence takes up the one before it
_LEANING = (
    _PLACED
    | DISTRIBUTIVES
    | OTHERS
    | SAME
    | CONTRASTS
    | COORDINATORS
    | CONSEQUENCES
    | AS_IF
    | HERE
    | THIRD_PERSON
    | DEMONSTRATIVES
    | SECOND_PERSON
) | {
    "so",
    "yet",
    "no",
    "yes",
    "all",
    "both",
    "either",
    "neither",
    "such",
    "what",
    "how",
    "why",
    "even",
    "still",
    "first",
    "second",
    "third",
}
_AUXILIARIES = BE_TENSED | HAVE_TENSED | MODALS | DO_TENSED
_LEADS = frozenset(
    "for example,for instance,in addition,in fact,in contrast,in turn,in short,in particular,as well,on the,as a,"
    "at the,at first,i mean,by contrast,of course,in general,at least".split(",")
)
_QUOTES = frozenset('"“”‘`«»') | {"''"}
_TIME = re.compile(r"\d{3,}")
_LONGEST = 4  # sentences of a block that moves
_LEAD = 4  # words at the beginning of a sentence
_PHRASE = 3  # words of a noun phrase behind its article
_LEAST_LETTERS = 4  # of a word that two sentences share


def exchangeable(document: SentenceDocument) -> Iterator[tuple[list[Sentence], list[Sentence]]]:
    """The pairs of neighboring runs of sentences that can change places.

    The sentences of a run lean on one another. The first run stays, since it says what the text is about. Neither run
    begins with a word that takes up what stands before it, or with "the" and a noun that was not mentioned before
    both, or has a pronoun for what another run mentions. Neither has a quotation, a heading or a word of time or
    order. The second takes up no name, noun or entity that the first introduces. At most one of them tells an event,
    and at most one has a date or a time. What follows them gives no example and does not begin with "here" or "there".

    Args:
        document: The document.
    """
    # two neighbors without a quotation mark stand in the same quotation, or in none
    leans = document.antecedents(quotations=False)
    runs = _runs(document, leans)
    before = [sentence for run in runs[:1] for sentence in run]
    for number in range(1, len(runs) - 1):
        first, second = runs[number], runs[number + 1]
        known = {mention.cluster for sentence in before for mention in sentence.mentions}
        behind = [sentence for run in runs[number + 2 : number + 3] for sentence in run]
        if (
            all(_opens_freely(run[0], known) and _can_move(run) for run in (first, second))
            and not any(sentence.leaning() or _has_free_pronoun(sentence) for sentence in (first[0], second[0]))
            and all(leans[sentence].isdisjoint(first) for sentence in (*second, *behind))
            and (not behind or (_has_verb(behind[0]) and not _is_placed(behind[0]) and not _points_back(behind[0])))
            and not _takes_up(first, second, before, known)
        ):
            yield first, second
        before += first


def _runs(document: SentenceDocument, leans: Mapping[Sentence, set[Sentence]]) -> list[list[Sentence]]:
    """The sentences of a document; one that leans on another of the run before it belongs to that run."""
    runs: list[list[Sentence]] = []
    for sentence in document.sentences:
        if runs and not leans[sentence].isdisjoint(runs[-1]):
            runs[-1].append(sentence)
        elif sentence.parts:
            runs.append([sentence])
    return runs


def _can_move(block: Sequence[Sentence]) -> bool:
    """Whether a block is short, whole and without words of time and order."""
    whole = len(block) <= _LONGEST and all(sentence.is_whole() and _has_verb(sentence) for sentence in block)
    return whole and not any(_is_placed(sentence) for sentence in block)


def _has_verb(sentence: Sentence) -> bool:
    """Whether a sentence has a finite verb, as far as the dictionary tells: a heading has none."""
    words = [word for word in sentence.plain_words_in_order() if word in sentence.text]
    if any(word in _AUXILIARIES | NOMINATIVES or _is_finite(word) for word in words):
        return True
    every = sentence.plain_words_in_order()
    pairs = [(tags_of(one), tags_of(other)) for one, other in pairwise(every)]
    return any(("NNS" in noun and "VBP" in verb) or ("NN" in noun and "VBZ" in verb) for noun, verb in pairs)


def _points_back(sentence: Sentence) -> bool:
    """Whether a sentence gives an example, or begins with "here" or "there" for a place: "Here stands a church"."""
    words = sentence.plain_words_in_order()
    example = any(one == "for" and other in ("example", "instance") for one, other in pairwise(words))
    return example or any(word in HERE and other not in BE_TENSED for word, other in pairwise(words[:_LEAD]))


def _is_placed(sentence: Sentence) -> bool:
    """Whether a sentence has a word of time or order, is in the past perfect, or quotes."""
    words = sentence.plain_words_in_order()
    perfect = any(one == "had" and "VBN" in tags_of(other) for one, other in pairwise(words))
    return perfect or not _PLACED.isdisjoint(words) or any(mark in sentence.text for mark in _QUOTES)


def _opens_freely(sentence: Sentence, known: set[int]) -> bool:
    """Whether a sentence begins with what needs no sentence directly before it."""
    words = sentence.plain_words_in_order()
    if (
        not words
        or _points_back(sentence)
        or words[0] in _LEANING
        or (words[0] in FIRST_PERSON and not known)
        or " ".join(words[:2]) in _LEADS
    ):
        return False
    opening = [mention for mention in sentence.mentions if mention.start == 0 and not mention.is_pronoun]
    named = any(mention.cluster in known or mention.text.split()[-1][:1].isupper() for mention in opening)
    return named or words[0] != "the"


def _has_free_pronoun(sentence: Sentence) -> bool:
    """Whether a pronoun comes before anything that it may stand for, whether or not it is in a cluster."""
    person = plural = False
    marked = {mention.text.lower() for mention in sentence.mentions}
    for at, word in enumerate(sentence.words):
        low = word.lower()
        if (low in GENDERED and not person) or (low in THIRD_PLURAL and not (person or plural)):
            return True
        if low in NEUTER and low not in marked and _tells_of(sentence.words[at + 1 :]):
            return True
        person |= (
            word[:1].isupper()
            and low not in MONTHS
            and (at > 0 or any(mention.start == 0 for mention in sentence.mentions))
        )
        plural |= "NNS" in tags_of(low)
    return False


def _tells_of(behind: Sequence[str]) -> bool:
    """Whether "it" before these words stands for a thing: no clause with "that" or "to" follows."""
    return {"that", "to"}.isdisjoint(word.lower() for word in behind)


def _takes_up(
    first: Sequence[Sentence], second: Sequence[Sentence], before: Sequence[Sentence], known: set[int]
) -> bool:
    """Whether a block goes on with what the one before it tells."""
    introduced = _first_texts(first)
    for cluster, text in _first_texts(second).items():
        if cluster not in known and introduced.get(cluster, text) != text:
            return True
    named = {name for sentence in first for name in _names(sentence)}
    named -= {name for sentence in before for name in _names(sentence)}
    if any(
        part < name or name < part
        for sentence in second
        for part in map(set, _names(sentence))
        for name in map(set, named)
    ):
        return True
    told = set[str]().union(*(_content(sentence) for sentence in first))
    told -= set[str]().union(*(_content(sentence) for sentence in before))
    if any(not told.isdisjoint(_definite(sentence)) for sentence in second):
        return True
    return all(map(_has_event, (first, second))) or all(map(_has_date, (first, second)))


def _names(sentence: Sentence) -> set[tuple[str, ...]]:
    """The runs of words with a capital."""
    runs = groupby(sentence.words, key=lambda word: word[:1].isupper() and word.isalpha())
    return {tuple(run) for large, run in runs if large}


def _first_texts(block: Sequence[Sentence]) -> dict[int, str]:
    """What a block first calls each of its entities; all that are no names count as empty."""
    found: dict[int, str] = {}
    for sentence in block:
        for mention in sorted(sentence.mentions, key=lambda mention: mention.start):
            if not mention.is_pronoun:
                found.setdefault(mention.cluster, mention.text if mention.text[:1].isupper() else "")
    return found


def _definite(sentence: Sentence) -> set[str]:
    """The words behind "the" in a sentence."""
    words = sentence.plain_words_in_order()
    return {word for at, word in enumerate(words) if "the" in words[max(0, at - _PHRASE) : at]}


def _content(sentence: Sentence) -> set[str]:
    stop = lexicon("stop_words")
    return {word for word in sentence.plain_words() if len(word) >= _LEAST_LETTERS and word not in stop}


def _has_event(block: Sequence[Sentence]) -> bool:
    """Whether a sentence of a block tells a story: its first finite verb is no auxiliary, or a passive of the past."""
    for sentence in block:
        words = sentence.plain_words_in_order()
        at, first = next(
            ((at, word) for at, word in enumerate(words) if word in _AUXILIARIES or _is_finite(word)),
            (len(words), "was"),
        )
        passive = first in ("was", "were") and any("VBN" in tags_of(word) for word in words[at + 1 : at + 2])
        if passive or first not in _AUXILIARIES or first == "did":
            return True
    return False


def _is_finite(word: str) -> bool:
    """Whether a word is a verb in the past, or one in "-s" that is no noun."""
    tags = tags_of(word)
    return "VBD" in tags or ("VBZ" in tags and "NNS" not in tags)


def _has_date(block: Sequence[Sentence]) -> bool:
    return any(_TIME.search(sentence.text) or MONTHS & sentence.plain_words() for sentence in block)
