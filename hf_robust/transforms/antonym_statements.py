"""What the rest of a statement tells of an adjective, so that its opposite does not fit."""

from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import BE_FINITE, CHILDREN, CONTRASTS, DEMONSTRATIVES, REASONS, SIBLINGS
from hf_robust.language.english.opposed_amounts import words_of
from hf_robust.language.english.single_clauses import is_single_clause
from hf_robust.language.english.verbs import plain
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.antonym_pairs import Pair, before_degrees, pos_at, praise, word_at

_FAR = 30  # how many tokens of a sentence are looked at on either side
_COUNTED_AFTER = 8  # tokens after a noun in which a number would measure it
# the rest of such a sentence gives a reason, or sets the word against another
ARGUED = CONTRASTS | REASONS | frozenset("unless instead so such even still enough otherwise also why now".split())
_RELATIVES = frozenset({"which", "who", "whose"})
# what they say of a thing is most often the reason why it is told at all: "a major accident", "a cold wind"
_WEIGHED = frozenset(
    """major minor many few empty full open closed crowded busy hot cold warm cool internal external upper lower local
        religious modern ancient initial final""".split()
)
# they tell which one is meant, so that the clauses beside them may say anything
_TELLING = frozenset("old young older younger oldest youngest left right professional former current".split())
_LEADING = frozenset("against within like despite unlike".split())
_POINTING = DEMONSTRATIVES | {"it", "which"}
_CHOOSING = frozenset({"dont", "just", "or", "sure"})


def leans_on(tokens: Sequence[Token], place: int, noun: int | None, pair: Pair) -> bool:
    """Whether the rest of a statement leans on one of its adjectives: a clause, a reason, a record or a number.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> from hf_robust.transforms.antonym_pairs import pair_table
        >>> doc = Doc.tagged("rooms/NOUN/NNS/room that/PRON/WDT had/VERB/VBD a/DET small/ADJ/JJ bed/NOUN/NN")
        >>> leans_on(doc.tokens, 4, 5, pair_table()["small"][0])
        True
    """
    word = plain(tokens[place])
    if noun is None and (_is_of_rest(tokens, place, word) or not _is_bare_clause(tokens)):
        return True
    if noun is not None and ((word in _WEIGHED and tokens[place].tag == "JJ") or _is_led(tokens, place)):
        return True
    if noun is not None and not (pair.classing and _is_telling(tokens, place, noun)) and not _is_bare_clause(tokens):
        return True
    aged = noun is not None and word in ("old", "young") and noun_kind(tokens[noun].lemma.lower()) == "person"
    if noun is not None and aged and pair.classing and not _is_telling(tokens, place, noun):
        return True  # "the grand old man"
    if noun is not None and tokens[place].tag == "JJS" and not pair.classing:
        return True
    if noun is not None and not _RELATIVES.isdisjoint(word_at(tokens, at) for at in (noun + 1, noun + 2)):
        return True  # "large sums, which could have solved it"
    if noun is not None and not pair.classing and word_at(tokens, noun + 1) == "of":
        return True  # "the familiar face of Mildred Natwick", "a massive shield of prayer"
    others = {word for n, token in enumerate(tokens) if n not in (place, noun) for word in words_of(token)}
    if not (pair.clash | pair.told).isdisjoint(others):
        return True
    if noun is not None and word_at(tokens, noun + 1) == "of" and pos_at(tokens, noun + 2) == "NUM":
        return True  # "a young man of twenty"
    if pair.classing:
        return False
    if noun is not None and any(
        pos_at(tokens, at) == "NUM" for at in (place - 1, *range(noun + 1, noun + _COUNTED_AFTER))
    ):
        return True  # "a large group of about 150,000"
    return not others.isdisjoint(praise()) or any(plain(tokens[at]) in ARGUED for at in sentence(tokens, place))


def _is_of_rest(tokens: Sequence[Token], place: int, word: str) -> bool:
    """Whether an adjective is said of what another text tells ("that is true"), or of somebody ("she was hot")."""
    verb = before_degrees(tokens, place)
    while pos_at(tokens, verb - 1) in ("AUX", "ADV"):
        verb -= 1
    if word_at(tokens, verb - 1) in _POINTING or (verb == 1 and word_at(tokens, 0) in BE_FINITE):
        return True
    if tokens[before_degrees(tokens, place)].lemma.lower() in ("become", "get", "grow", "turn"):
        return True
    after = tokens[place + 1 : place + 3]
    priced = [token.text[:1] for token in after[1:]] in (["$"], ["£"], ["€"])
    return word in ("cold", "hot") or (priced and plain(after[0]) == "for")


def _is_telling(tokens: Sequence[Token], place: int, noun: int) -> bool:
    """Whether an adjective only tells which one is meant: "her left hand", "the old man", "his younger brother"."""
    word, lemma = plain(tokens[place]), tokens[noun].lemma.lower()
    if word in ("older", "younger"):
        return lemma in SIBLINGS | CHILDREN
    if word == "right" and lemma == "side":
        return False  # one may take "the right side" in a dispute
    if word not in ("old", "young"):
        return word in _TELLING
    led = pos_at(tokens, place - 1)
    known = led in ("DET", "PRON", "NUM") or (tokens[noun].tag == "NNS" and led in ("ADP", "VERB"))
    return known and noun_kind(lemma) == "person"


def _is_bare_clause(tokens: Sequence[Token]) -> bool:
    """Whether a text is one clause or phrase that offers no choice and advises nothing."""
    phrase = all(token.pos not in ("VERB", "AUX") for token in tokens)
    return (phrase or is_single_clause(tokens)) and _CHOOSING.isdisjoint(map(plain, tokens))


def _is_led(tokens: Sequence[Token], place: int) -> bool:
    """Whether a phrase says what something is set against or likened to: "against the cold air"."""
    at = place - 1
    while at > 0 and tokens[at].pos in ("DET", "ADJ", "ADV", "PRON"):
        at -= 1
    return word_at(tokens, at) in _LEADING


def sentence(tokens: Sequence[Token], place: int) -> Iterator[int]:
    """The other tokens of the sentence of a token, as far as one looks.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> list(sentence(Doc.tagged("It/PRON rained/VERB ./PUNCT").tokens, 1))
        [0, 2]
    """
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(tokens) and abs(at - place) < _FAR and tokens[at].sent == tokens[place].sent:
            yield at
            at += step
