"""What somebody wants, makes or offers has the properties that make it worth it: "seeks a strong team"."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import FIRST_PERSON, QUESTION_WORDS, STARTS
from hf_robust.language.english.opposed_times import is_year
from hf_robust.language.english.verbs import plain

_SEEKING = frozenset(
    """seek want need require desire hope aim plan intend desperate hire recruit find search attract create build
        establish promote offer provide ensure promise guarantee demand ask improve expand strengthen set choose pick
        deserve prefer help enable obliged design despite""".split()
)
_WORTH = frozenset("good great excellent wonderful effective useful helpful reliable safe easy".split())
_GETTING = frozenset({"get", "gain", "have", "make", "find", "earn", "win", "see"})
_AHEAD = frozenset("will would to reach reached progress advance advanced proceed enter entered until".split())
_STARTS = STARTS | {"opened"}
_FAR = 8  # tokens from a verb to the thing that is sought


def is_sought(
    tokens: Sequence[Token], place: int, noun: int | None, opposites: Sequence[str] = (), judging: bool = False
) -> bool:
    """Whether somebody wants a thing as an adjective says it is, so that the opposite makes no sense.

    That is so after a word of seeking, making or offering in the sentence, before a purpose ("good books to learn"),
    and in a question: nobody asks for "unsuitable products", or for the worst product that "I should" buy.

    Args:
        tokens: The tokens of a text, with lemmas.
        place: Number of the adjective.
        noun: Number of the noun that it stands before.
        opposites: What the adjective would become.
        judging: Whether it judges.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("They/PRON seek/VERB/VBP/seek a/DET strong/ADJ team/NOUN")
        >>> is_sought(doc.tokens, 3, 4)
        True
    """
    if noun is None:
        return False
    if plain(tokens[place]) == "next" and any(plain(token).split("/")[0] in _AHEAD for token in tokens):
        return True  # "to reach the next round", "who will be the next president"
    last = max(n for n in range(noun, len(tokens)) if tokens[n].sent == tokens[noun].sent)
    if tokens[last].text.endswith("?"):
        if plain(tokens[place]) in _WORTH | {"more"} and plain(tokens[place - 1]) in _GETTING:
            return True  # "to get more clients"
        denied = any(new[-len(plain(tokens[place])) :] == plain(tokens[place]) for new in opposites)
        words = {*map(plain, tokens)}
        asked = not words.isdisjoint(QUESTION_WORDS - {"why"}) and (judging or denied)
        if asked and (tokens[place].tag == "JJ" or not FIRST_PERSON.isdisjoint(words)):
            return True
        aims = noun + 1 < len(tokens) and plain(tokens[noun + 1]) in ("to", "for")
        return aims and tokens[place].tag == "JJ" and plain(tokens[place]) in _WORTH
    if plain(tokens[place]) in ("former", "current") and _was(tokens, place):
        return True  # "was the former chairman"
    word, before = plain(tokens[place]), plain(tokens[place - 1]) if place else ""
    dated = before == "a" or any(is_year(token) for token in tokens)
    if (word == "former" and dated) or (word == "first" and not _STARTS.isdisjoint(map(plain, tokens))):
        return True  # "a former governor", who has another office; "in the first stage, it began"
    near = (n for n in range(max(0, place - _FAR), place) if tokens[n].sent == tokens[place].sent)
    return any(not _SEEKING.isdisjoint((plain(tokens[n]), tokens[n].lemma.lower())) for n in near)


def _was(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective stands in what somebody was: "was the former chairman", "became the current owner"."""
    at = place - 1
    while at > 0 and tokens[at].pos in ("DET", "ADJ", "ADV", "PRON"):
        at -= 1
    return at >= 0 and tokens[at].lemma.lower() in ("be", "become") and tokens[at].tag in ("VBD", "VBN")
