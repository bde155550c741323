"""What a hypothesis says that somebody can do or has to do becomes its denial: "can", "must"."""

from collections.abc import Iterator

from hf_robust.language.english.asserted_clause import Assertion
from hf_robust.language.english.closed_classes import GROUPS
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.task_specific.pair_existence import Found
from hf_robust.transforms.task_specific.pair_reference import tells_past
from hf_robust.transforms.task_specific.pair_scenes import ANYBODY
from hf_robust.transforms.task_specific.pair_view import PairWords

_NOUNS = frozenset({"NN", "NNS"})
_MAY_BE = frozenset({"may", "might", "could"})


def possibilities(mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    """What can be done and what has to be: "can" and "is unable to", "must" and "need not"."""
    low, tokens, at = mine.low, mine.tokens, clause.finite
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if tells_past(yours):
        return  # what was done once may be impossible now
    if low[at : at + 2] == ["can", "be"] and clause.main == at + 2 and tokens[at + 2].tag == "VBN" and "by" not in low:
        be = "are" if _is_plural(mine, clause) else "is"
        yield tokens[at].start, tokens[at + 2].end, f"{be} impossible to {mine.lemmas[at + 2]}"
        return
    if after is None or after.tag != "VB" or mine.lemmas[clause.main] == "be" or low[at + 1] in ("be", "have"):
        return
    if low[at] == "can" and _may_be_able(mine, clause) and _MAY_BE.isdisjoint(yours.low):
        be = "am" if low[clause.first] == "i" else "are" if _is_plural(mine, clause) else "is"
        yield tokens[at].start, tokens[at].end, f"{be} unable to"
    elif low[at] == "must":
        yield tokens[at].start, tokens[at].end, "need not"


def is_somebody(mine: PairWords, clause: Assertion) -> bool:
    """Whether the subject is a noun of people or animals, of whom the premise may tell others."""
    noun = next((n for n in range(clause.first, clause.finite) if mine.tokens[n].tag in _NOUNS), None)
    if noun is None or mine.tokens[clause.first].tag in ("PRP", "PRP$", "NNP"):
        return False
    lemma = mine.lemmas[mine.head(noun)]
    return lemma in ANYBODY | GROUPS or noun_kind(lemma) in ("person", "animal", "group")


def _may_be_able(mine: PairWords, clause: Assertion) -> bool:
    """Whether the subject is somebody, so that it can be unable to do something: not "questions" and "it"."""
    first = clause.first
    if mine.tokens[first].tag == "PRP" or mine.low[first] == "one":
        return mine.low[first] != "it"
    return mine.tokens[clause.finite - 1].tag == "NNP" or is_somebody(mine, clause)


def _is_plural(mine: PairWords, clause: Assertion) -> bool:
    """Whether the subject takes "are"."""
    if mine.low[clause.first] in ("we", "you", "they"):
        return True
    head = next((n for n in range(clause.first, clause.finite) if mine.tokens[n].tag[:2] == "NN"), clause.first)
    tag = mine.tokens[mine.head(head)].tag
    named = mine.tokens[clause.first].tag in ("NNP", "NNPS")  # "Star Wars is"
    return (tag in ("NNS", "NNPS") and not named) or "and" in mine.low[clause.first : clause.finite]
