"""Opposites of qualities: "is larger than", "is it possible to", and "how hard is it to"."""

from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import ADDITIONS, AS_THAN, BE_FINITE, QUESTION_WORDS
from hf_robust.language.english.opposed_amounts import is_question
from hf_robust.language.english.single_clauses import LEANING, is_single_clause
from hf_robust.language.english.verbs import plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import antonyms

_DEGREES = {
    "better": "worse",
    "bigger": "smaller",
    "closer": "farther",
    "darker": "lighter",
    "deeper": "shallower",
    "earlier": "later",
    "easier": "harder",
    "faster": "slower",
    "greater": "smaller",
    "happier": "sadder",
    "heavier": "lighter",
    "higher": "lower",
    "larger": "smaller",
    "longer": "shorter",
    "louder": "quieter",
    "richer": "poorer",
    "softer": "harder",
    "sooner": "later",
    "stronger": "weaker",
    "taller": "shorter",
    "thicker": "thinner",
    "warmer": "cooler",
    "wider": "narrower",
    "younger": "older",
}
_OPPOSED = _DEGREES | {
    new: old for old, new in _DEGREES.items() if new not in ("later", "lighter", "harder", "shorter")
}
_OPPOSED |= {"shorter": "longer", "older": "younger", "smaller": "larger"}
# of acts, after "it is" or in a question after "is it"
_OF_ACTS = {
    "common": "rare",
    "dangerous": "safe",
    "ethical": "unethical",
    "healthy": "unhealthy",
    "good": "bad",
    "important": "unimportant",
    "legal": "illegal",
    "moral": "immoral",
    "necessary": "unnecessary",
    "normal": "abnormal",
    "polite": "rude",
    "possible": "impossible",
    "right": "wrong",
    "true": "false",
    "useful": "useless",
    "wise": "unwise",
}
_OF_ACTS |= {new: old for old, new in _OF_ACTS.items()} | {"easy": "difficult", "difficult": "easy", "hard": "easy"}
_ABILITIES = {"able": "unable", "unable": "able", "willing": "unwilling", "unwilling": "willing"}
# a statement that says so recommends the act
_ADVISED = frozenset("bad false good important necessary right true wrong unimportant unnecessary".split())
_AMOUNTS = {"hard": "easy", "easy": "hard", "difficult": "easy", "dangerous": "safe", "safe": "dangerous"}
_LINKING = BE_FINITE | {"remains", "remained", "became"}
_CLAUSAL = frozenset({"PRP", "WDT", "WP"})
_SIGNS = ".,;:!?\"'()"
# what the comparison is a result or a cause of, and what follows "no" and "even"
_ARGUED = LEANING | frozenset("any far usual normal necessary expected ever".split())
_BEFORE = frozenset("no any even not nothing none none something anything little other rather".split())
_WEIGHED = LEANING | AS_THAN | {"or", "enough", "without"}
_CLOSING = ADDITIONS | {"besides", "finally"}
_GRADES = frozenset("really very actually generally usually so ever always".split())


def opposed_quality(tokens: Sequence[Token], place: int) -> str | None:
    """What a comparative before "than", or what is said of an act, becomes; None where it stays.

    The text must be one sentence that has no other judgment, change, contrast or reason.

    Args:
        tokens: The tokens of a text, with tags.
        place: Number of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("It/PRON is/AUX/VBZ larger/ADJ/JJR than/ADP the/DET other/ADJ")
        >>> opposed_quality(doc.tokens, 2)
        'smaller'
    """
    word = plain(tokens[place])
    if word in _OF_ACTS and tokens[place].tag == "JJ" and _word(tokens, place + 1) in ("to", "for", "that", *BE_FINITE):
        return _of_act(tokens, place)
    if word in _ABILITIES:
        free = _word(tokens, place - 1) in BE_FINITE | {"was", "were"} and _word(tokens, place + 1) == "to"
        return _ABILITIES[word] if free and is_single_clause(tokens) else None
    if tokens[place].tag == "JJ" and _word(tokens, place - 1) in _LINKING:
        return _of_state(tokens, place)
    if word in _OPPOSED and _asks_which(tokens, place):
        return _OPPOSED[word]
    if word in ("more", "less"):
        graded = (
            place + 2 < len(tokens) and tokens[place + 1].tag in ("JJ", "RB") and _word(tokens, place + 2) == "than"
        )
        new = {"more": "less", "less": "more"}[word] if graded else None
    else:
        after = place + 2 if place + 1 < len(tokens) and tokens[place + 1].pos == "NOUN" else place + 1
        new = _OPPOSED.get(word) if _word(tokens, after) == "than" else None
    return new if new is not None and _is_free(tokens, place) else None


def _of_act(tokens: Sequence[Token], place: int) -> str | None:
    """What the quality of an act becomes: "is it possible to ...?", "how hard is it to ...?", "it is easy to ..."."""
    word, follows = plain(tokens[place]), _word(tokens, place + 1)
    others = {_word(tokens, n) for n in range(len(tokens)) if n != place}
    asks = is_question(tokens)
    if not others.isdisjoint(_WEIGHED) or any(other.endswith("n't") for other in others):
        return None
    if _word(tokens, place - 1) == "how":
        return (
            _AMOUNTS.get(word)
            if asks and follows in BE_FINITE | {"would"} and _word(tokens, place + 2) == "it"
            else None
        )
    at = place - 1
    while at >= 0 and _word(tokens, at) in _GRADES:
        at -= 1
    if follows not in ("to", "for", "that"):
        return None
    if asks:
        said = _word(tokens, at) == "it" and _word(tokens, at - 1) in BE_FINITE
        return _OF_ACTS[word] if said and not _is_reason(tokens, at - 1) else None
    said = _word(tokens, at) in BE_FINITE and _word(tokens, at - 1) == "it" and at == 1
    free = word not in _ADVISED and follows == "to" and is_single_clause(tokens)
    return _OF_ACTS[word] if said and free else None


def _of_state(tokens: Sequence[Token], place: int) -> str | None:
    """The opposite with a prefix of what a text of one clause says of its subject: "is unavailable", "was stable"."""
    word, follows = plain(tokens[place]), _word(tokens, place + 1)
    found = (other for other in antonyms(word) if other.endswith(word) or word.endswith(other))
    ends = place + 1 == len(tokens) or tokens[place + 1].tag == "." or follows in ("in", "at", "as")
    priced = any(token.text[:1] in "$£€" or token.pos == "NUM" for token in tokens[place + 2 : place + 3])
    # "responsible for", "conscious of" are set
    fits = ends or (follows == "for" and word.endswith("available") and not priced)
    fits = fits and tokens[place - 2].tag not in ("EX", "CC")
    return next(found, None) if fits and _is_free(tokens, place) and is_single_clause(tokens) else None


def _is_reason(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a question asks why or when, so that it takes what it asks about for true."""
    return any(_word(tokens, n) in QUESTION_WORDS for n in range(verb))


def _asks_which(tokens: Sequence[Token], place: int) -> bool:
    """Whether a question asks which of two is more so: "Which is better, tea or coffee?"."""
    before = {_word(tokens, n) for n in range(place)}
    after = {_word(tokens, n) for n in range(place + 1, len(tokens))}
    led = _word(tokens, place - 1) in BE_FINITE and not before.isdisjoint({"which", "who", "what"})
    told = _trends() | _ARGUED | {"than", "why", "how"}
    return is_question(tokens) and led and "or" in after and told.isdisjoint(before | after)


def _is_free(tokens: Sequence[Token], place: int) -> bool:
    if _word(tokens, place - 1) in _BEFORE or any(token.sent != tokens[0].sent for token in tokens):
        return False
    judged = _word(tokens, 0) in _CLOSING or any(token.tag in ("JJS", "RBS") for token in tokens)
    if judged or not (is_question(tokens) or is_single_clause(tokens)):
        return False
    others = {_word(tokens, n) for n in range(len(tokens)) if n != place}
    if any(_word(tokens, n) in ("for", "than") and tokens[n + 1].tag in _CLAUSAL for n in range(len(tokens) - 1)):
        return False  # "for they were fighting", "earlier than which"
    return others.isdisjoint((_trends() - {"more", "most", "less"}) | _ARGUED)


@cache
def _trends() -> frozenset[str]:
    clashes = lexicon("antonyms")["clashes"]
    return frozenset(clashes["TREND"]) | frozenset(clashes["PRAISE"])


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]).strip(_SIGNS) if 0 <= place < len(tokens) else ""
