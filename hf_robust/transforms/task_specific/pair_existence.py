"""A hypothesis that something exists becomes one that there is no such thing: "there is a man", "there is no man"."""

from collections.abc import Iterator

from hf_robust.language.english.asserted_clause import Assertion
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    AMOUNTS,
    ANY_WORDS,
    INDEFINITE_ARTICLES,
    LOCATIVES,
    MANY,
    NEGATIONS,
    NUMBER_WORDS,
    SIDES,
)
from hf_robust.transforms.gendered_words import gender_of
from hf_robust.transforms.task_specific.pair_told import has_word
from hf_robust.transforms.task_specific.pair_view import PairWords

Found = tuple[int, int, str]

BEFORE_NOUNS = frozenset({"NN", "NNS", "JJ", "VBN", "VBG"})
"""Tags of the word after an article or amount."""
ALSO = ADDITIONS | ANY_WORDS | {"either"} | {"already", "again", "even"} | {"yet", "ever"} | {"just", "least"}
"""Words beside which a denial would say something else."""
LOTS = AMOUNTS | {"few", "couple", "number"}
"""Words for an amount after an article."""
_SOME = frozenset({"some", "numerous", "multiple"})
_EXAMPLES = frozenset({"including", "include", "such", "like"})
_NOUNS = frozenset({"NN", "NNS"})
_WHERE = LOCATIVES | SIDES
_PICTURES = frozenset({"picture", "photo", "photograph", "image", "scene"})  # what the premise itself describes
_AGREEING = {"are": "is", "were": "was", "is": "is", "was": "was", "'s": "'s"}


def is_sole_denial(mine: PairWords) -> bool:
    """Whether a text has one negation."""
    return sum(low in NEGATIONS for low in mine.low) == 1


def denied_existence(mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    """The ways to deny that something is there, or to say again that it is.

    Args:
        mine: The words of the hypothesis.
        yours: The words of the premise.
        clause: The main clause of the hypothesis.
    """
    low, tokens = mine.low, mine.tokens
    at = clause.main + 1
    if mine.lemmas[clause.main] not in ("be", "exist") or at + 1 >= len(tokens) or clause.modal:
        return
    if low[at] == "no" and is_sole_denial(mine):
        if tokens[at + 1].tag == "NNS":
            yield tokens[at].start, tokens[at].end, "many"
        elif low[at + 1] in ("reason", "need", "evidence", "doubt", "proof", "way", "chance", "room", "hope"):
            yield tokens[at].start, tokens[at].end, "some" if low[at + 1] != "reason" else "a"
        return
    if any(word in NEGATIONS for word in low) or not ALSO.isdisjoint(low) or lists_more(mine, at):
        return
    if not _is_placed_alike(mine, yours, at) or "both" in low:
        return
    last = _last_of_amount(mine, at)
    bare = last is None
    if last is None:
        if not is_bare(mine, at):
            return
        last = at
    first = at
    noun = next((n for n in range(at if bare else last + 1, len(tokens)) if tokens[n].tag in _NOUNS), None)
    if noun is None:
        return
    lemma = mine.lemmas[mine.head(noun)]
    if gender_of(lemma) and not has_word(yours.all, lemma, "n"):
        return  # the workers of whom the premise tells need not be men
    if any(
        tokens[n].tag == "JJ" and not has_word(yours.all, mine.lemmas[n], "a")
        for n in range(at if bare else last + 1, noun)
    ):
        return  # there may be one of another kind
    plural, be = tokens[mine.head(noun)].tag == "NNS", low[clause.main]
    if be in _AGREEING and (plural != (be in ("are", "were"))):
        if be not in ("are", "were"):
            return  # "there is two people"
        first, be = clause.main, _AGREEING[be]  # "there are a group"
    new = f"no {tokens[at].text}" if bare else "no"
    yield tokens[first].start, tokens[last].end, new if first == at else f"{be} {new}"


def _last_of_amount(mine: PairWords, at: int) -> int | None:
    """The last token of an article, number or amount before a noun, if one begins at a token."""
    low, tokens = mine.low, mine.tokens
    last = None
    if low[at] in ("plenty", "lots") and low[at + 1] == "of":
        last = at + 1
    elif low[at] in INDEFINITE_ARTICLES and low[at + 1] in LOTS:
        last = at + 2 if low[at + 2 : at + 3] == ["of"] else at + 1
    elif low[at] in INDEFINITE_ARTICLES | MANY | NUMBER_WORDS | _SOME or low[at].isdecimal():
        last = at
    return last if last is not None and last + 1 < len(tokens) and tokens[last + 1].tag in BEFORE_NOUNS else None


def _is_placed_alike(mine: PairWords, yours: PairWords, at: int) -> bool:
    """Whether the premise has the noun of each place that the hypothesis names: it may be there, but not elsewhere."""
    for place in range(at + 1, len(mine.low) - 1):
        if mine.low[place] not in _WHERE or mine.tokens[place].tag not in ("IN", "RP"):
            continue
        noun = next((n for n in range(place + 1, len(mine.low)) if mine.tokens[n].tag[:2] == "NN"), None)
        if noun is not None:
            lemma = mine.lemmas[mine.head(noun)]
            if lemma not in _PICTURES and not yours.has(lemma):
                return False
    return True


def is_bare(mine: PairWords, at: int) -> bool:
    """Whether a noun phrase without an article begins at a token."""
    while at < len(mine.tokens) and mine.tokens[at].tag == "JJ":
        at += 1
    return at < len(mine.tokens) and mine.tokens[at].tag in _NOUNS


def lists_more(mine: PairWords, at: int) -> bool:
    """Whether several things are there: "there is a child and a birdhouse"."""
    if not _EXAMPLES.isdisjoint(mine.low) or " as well as " in mine.joined:
        return True
    for place in range(at, len(mine.low)):
        if mine.tokens[place].tag in ("IN", "VBG", "VBN", "WP", "WDT", "WRB", "TO"):
            return False
        if mine.low[place] in ("and", "or", ",", "&"):
            return True
    return False
