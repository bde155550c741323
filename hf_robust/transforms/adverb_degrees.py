"""Adverbs before other words than verbs and predicates: adjectives of nouns, adverbs, comparatives, amounts, causes."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    COMPARED_JUDGMENTS,
    MODALS,
    NEGATIONS,
    POINTERS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import is_name, is_whole, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound
from hf_robust.transforms.adverb_places import SENSED

_CLOSE, _NEAR, _FAR = 3, 6, 40
_NEGATIVE = NEGATIONS | {"hardly", "barely", "rarely", "cannot", "without"}
_MULTIPLIERS = frozenset({"million", "billion", "trillion"})
_PERCENT = frozenset({"percent", "%"})
_WHOLE = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*")
_HUNDRED = 100
_PAST_YEAR = re.compile(r"1[5-9]\d\d|200\d")
# tags before a weekday, and before "on" or "in" and a time
_BEFORE_DAY = (
    frozenset({"VBD", "VBN", "NN", "NNS", "RP"}),
    frozenset({"VBD", "VBN", "NN", "NNS", "RP", "NNP", "PRP"}),
)
_CLAUSE_END = frozenset({".", ",", ":", "CC", "IN", "TO", "-RRB-", "''"})
_BEFORE_PLURAL = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "IN"})
_AFTER_BE = BE_TENSED | {"be", "been", "'s", "'re"}
_DO = frozenset({"do", "does", "did"})
_ASKERS = frozenset({"how", "why"}) | {"where", "when"}
# what leaves no room for "exactly" in a question, by its own precision, an offer or a choice
_NO_EXACT = frozenset(
    "exactly really actually precisely ever else n't not come like possibly suddenly almost truly even much".split()
)
# what asks for an opinion or a list: of these there is no exact answer
_NO_EXACT_WITH_BE = frozenset(
    "some good great favorite favourite your most greatest top thing things way ways list example".split()
) | (COMPARED_JUDGMENTS - {"worse"})
# words beside which "and also" says too much
_NOT_BESIDE_ALSO = frozenset({"both", "between", "also", "or", "then", "but", "either", "not"})


class _Place(NamedTuple):
    """A token, and the words around it."""

    tokens: Sequence[Token]
    number: int

    def token(self, step: int) -> Token | None:
        at, tokens = self.number + step, self.tokens
        if not 0 <= at < len(tokens) or tokens[at].sent != tokens[self.number].sent:
            return None
        return tokens[at]

    def word(self, step: int) -> str:
        token = self.token(step)
        return "" if token is None else plain(token)

    def tag(self, step: int) -> str:
        token = self.token(step)
        return "" if token is None else token.tag

    def near(self, before: int, after: int) -> set[str]:
        return {self.word(step) for step in range(-before, after + 1)}

    def is_negated(self, far: int = _NEAR) -> bool:
        return not _NEGATIVE.isdisjoint(self.near(far, -1))

    def sentence(self) -> set[str]:
        return self.near(_FAR, _FAR)

    def ends_clause(self, step: int) -> bool:
        tag = self.tag(step)
        return not tag or tag in _CLAUSE_END


def degrees_at(doc: Doc, number: int) -> tuple[str, ...] | None:
    """The adverbs of degree that may stand before a word that is no verb; None where none may.

    Args:
        doc: The text, with tags and lemmas.
        number: Number of the word among its tokens.

    Example:
        >>> degrees_at(Doc.tagged("It/PRON/PRP works/VERB/VBZ/work well/ADV/RB ./PUNCT/."), 2)
        ('very',)
    """
    tokens = doc.tokens
    token = tokens[number]
    find = _finders().get(token.tag)
    if find is None or not is_whole(doc, token) or (token.tag not in ("$", "NNP") and is_name(tokens, number)):
        return None
    return find(_Place(tokens, number))


@cache
def _finders() -> Mapping[str, Callable[[_Place], tuple[str, ...] | None]]:
    adjective = _first_of(_attribute, _superlative, _reason, _recency)
    return {
        "JJ": adjective,
        "JJS": _superlative,
        "RBS": _superlative,
        "JJR": _first_of(_comparative, _more_than),
        "RBR": _first_of(_comparative, _more_than),
        "RB": _first_of(_excess, _manner, _more_than),
        "CD": _amount,
        "$": _amount,
        "IN": _first_of(_reason, _likeness, _sequence, _addition, _day, _year, _more_than),
        "NNP": _day,
        "VBN": _addition_of_part,
        "VBG": _addition_of_part,
        "DT": _first_of(_sameness, _judgment, _role, _absence, _recency),
        "NN": _absence,
        **dict.fromkeys(("VBZ", "VBP", "VBD", "MD"), _question),
    }


def _first_of(*finders: Callable[[_Place], tuple[str, ...] | None]) -> Callable[[_Place], tuple[str, ...] | None]:
    def find(place: _Place) -> tuple[str, ...] | None:
        return next((found for finder in finders if (found := finder(place)) is not None), None)

    return find


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(lexicon("adverbs")["degrees"][name])


def _reports(place: _Place) -> bool:
    """Whether a sentence reports what others say: an adverb of judgment would be put into their mouths."""
    return not _listed("reporting").isdisjoint(place.sentence())


def _attribute(place: _Place) -> tuple[str, ...] | None:
    """ "A large room" becomes "a very large room", and "with friendly people" "with very friendly people"."""
    adjective = place.word(0)
    judges = adjective in _listed("judging")
    if not judges and adjective not in _listed("measuring"):
        return None
    step = _noun(place)
    if not step or not _takes_degree(place, step, adjective in _listed("extreme")):
        return None
    # "such a good film", "too large a room", and what is set against something or denied
    if place.is_negated() or not _listed("weighing").isdisjoint(place.near(_CLOSE + 1, _CLOSE + 1)):
        return None
    if not judges:
        return ("very",)
    if adjective in _listed("extreme"):
        return None if _reports(place) else ("truly", "really")
    return ("very",) if _reports(place) or _asks(place) else ("really", "very")


def _noun(place: _Place) -> int:
    """How many tokens after an adjective the noun stands that it is said of; 0 where that is unclear."""
    adjective, words = place.token(0), [place.token(step) for step in (1, 2, 3)]
    if adjective is None or words[0] is None:
        return 0
    step = 1
    while place.tag(step) in ("JJ", "NN") and place.tag(step + 1) in ("NN", "NNS") and step < len(words):
        step += 1
    inside = [token for token in words[:step] if token is not None]
    if not all(token.text.islower() and token.text.isalpha() for token in inside):
        return 0
    if place.tag(step) not in ("NN", "NNS") or place.tag(step + 1) in ("NN", "NNS", "NNP", "HYPH", "CD", "VBN"):
        return 0
    if place.word(step + 1) in ("-", "or", "/") or any(token.lemma.lower() in _listed("fixed") for token in inside):
        return 0
    first, lemma = place.word(0), inside[0].lemma.lower()
    return 0 if is_compound(first, lemma) or is_compound(first, place.word(1)) else step


def _takes_degree(place: _Place, step: int, extreme: bool) -> bool:
    """Whether what stands before an adjective lets it be graded: "a", nothing, or "this awful film"."""
    before, tag, noun = place.word(-1), place.tag(-1), place.tag(step)
    if before in ("a", "an"):
        return noun == "NN"
    if extreme and (tag == "PRP$" or before in POINTERS | {"the"}):
        return before != "the" or place.word(0) != "great"
    plain_plural = tag in _BEFORE_PLURAL and before not in ("as", "than", "like")
    return noun == "NNS" and (plain_plural or before == "some")


def _superlative(place: _Place) -> tuple[str, ...] | None:
    """ "The best" becomes "the very best"."""
    word, noun = place.word(0), place.token(1)
    if place.word(-1) != "the" or noun is None or not noun.text.islower():
        return None
    if word in ("best", "worst"):
        fixed = noun.lemma.lower() in _listed("fixed") and (word == "worst" or noun.lemma.lower() != "way")
        fits = noun.tag in ("NN", "NNS") and not fixed
    elif word in _listed("very"):
        fits = noun.tag in ("NN", "NNS", "IN") and place.token(-2) is not None
    elif word == "first":
        fits = noun.lemma.lower() in _listed("first") and place.tag(2) not in ("NN", "NNS", "CC")
    else:
        return None
    return ("very",) if fits and not place.is_negated(_CLOSE) and "second" not in place.sentence() else None


def _comparative(place: _Place) -> tuple[str, ...] | None:
    """ "Better than" becomes "much better than"."""
    word = place.word(0)
    more = word in ("more", "less")
    if more and place.tag(1) not in ("JJ", "RB"):
        return None
    if word not in _listed("compared") and not more:
        return None
    before = place.word(-1)
    verb = place.token(-1)
    linked = before in _AFTER_BE or before in (SENSED - {"tasted"}) | {"look", "feel", "taste"}
    compares = place.word(1 + more) == "than" and place.tag(2 + more) not in ("CD", "$", "RB")
    ends = place.tag(1 + more) == "." and linked and not more
    if verb is None or not (compares or ends) or place.is_negated() or _asks(place):
        return None
    moves = verb.tag in ("VB", "VBD", "VBZ", "VBP", "VBN", "VBG", "NN", "NNS", "PRP") or linked
    if not moves or _is_measure(place) or not _listed("measured").isdisjoint(place.near(_NEAR, _NEAR)):
        return None
    return ("much", "considerably") if compares else ("much",)


def _is_measure(place: _Place) -> bool:
    """Whether how much is told: "two years later", "10 percent higher"."""
    return any(place.tag(step) in ("CD", "$") for step in range(-_CLOSE, _NEAR))


def _excess(place: _Place) -> tuple[str, ...] | None:
    """ "Is too long" becomes "is far too long"."""
    if place.word(0) != "too" or place.tag(1) not in ("JJ", "RB") or place.word(1) in _listed("not_too"):
        return None
    if place.is_negated() or not (place.word(-1) in _AFTER_BE or place.tag(-1) in ("VBD", "VBZ", "NN", "NNS")):
        return None
    return None if _asks(place) else ("far",)


def _question(place: _Place) -> tuple[str, ...] | None:
    """ "How do I learn it?" becomes "How exactly do I learn it?"."""
    asker, auxiliary, token = place.word(-1), place.word(0), place.token(0)
    opens = place.token(-2) is None and (asker in _ASKERS or asker == "what")
    if not opens or not _asks(place) or token is None or auxiliary not in BE_TENSED | MODALS | _DO:
        return None
    before = place.token(-1)
    if before is None or before.end == token.start:  # "what's"
        return None
    is_be, words = auxiliary in BE_TENSED, place.sentence()
    if not words.isdisjoint(_NO_EXACT) or (is_be and not words.isdisjoint(_NO_EXACT_WITH_BE)):
        return None
    if asker == "how" and is_be:
        tags = {place.tag(step) for step in range(1, _FAR)}
        return ("exactly",) if "VBN" in tags and place.word(1) not in ("you", "the", "it") else None
    if asker == "what" and is_be and (place.tag(1) not in ("DT", "NNP") or place.tag(2) == "JJS"):
        return None
    return ("exactly",)


def _asks(place: _Place) -> bool:
    return "?" in place.sentence()


def _manner(place: _Place) -> tuple[str, ...] | None:
    """ "Works well" becomes "works very well"."""
    if place.word(0) not in _listed("manners") or place.is_negated():
        return None
    before, after = place.tag(-1), place.tag(1)
    if not place.ends_clause(1) or place.word(1) in ("as", "than", "or", "if"):
        return None
    if place.word(0) in ("hard", "fast", "well") and (after == "CC" or place.word(1) in _listed("not_manner")):
        return None
    fits = before[:2] == "VB" or (before in ("NN", "NNS", "PRP", "RP") and place.word(0) not in ("hard", "fast"))
    if not fits or after == "TO" or not _listed("weighing").isdisjoint(place.near(_CLOSE, _CLOSE)):
        return None
    return ("very",)


def _amount(place: _Place) -> tuple[str, ...] | None:
    """ "300 people" becomes "about 300 people": a round amount is seldom meant exactly."""
    money = place.word(0) == "$"
    number, step = (place.word(1), 2) if money else (place.word(0), 1)
    before, following = place.word(-1), place.token(step)
    if following is None or not before or not before.isalpha() or before in _listed("no_amounts"):
        return None
    if place.tag(-1) in ("CD", "NNP", "NNPS", "JJS", "PRP$", "POS", "RB", "RBR", "JJR", "JJ", "CC", "WDT"):
        return None
    word, scaled = plain(following), plain(following) in _MULTIPLIERS
    after = place.word(step + 1)
    if not scaled and not _is_round(number, at_least=1000 if money else 20):
        return None
    if number == "100" and word in _PERCENT:
        return None
    counted = following.tag == "NNS" and following.text.islower() and word not in _listed("scores")
    if not (scaled or counted or word in _PERCENT or (money and following.tag in _CLAUSE_END)):
        return None
    if place.is_negated(_CLOSE) or after in ("to", "or", "-", "old", "%"):
        return None
    if not {"exactly", "precisely", "total", "score", "vote", "votes"}.isdisjoint(place.near(_NEAR, _NEAR)):
        return None
    return ("about", "roughly", "approximately")


def _is_round(number: str, at_least: int) -> bool:
    if not _WHOLE.fullmatch(number):
        return False
    value = int(number.replace(",", ""))
    is_year = "," not in number and 1000 <= value < 2200
    unit = 10 if value < 2 * _HUNDRED else _HUNDRED
    return value >= at_least and value % unit == 0 and not is_year


def _reason(place: _Place) -> tuple[str, ...] | None:
    """ "Because of the rain" becomes "mainly because of the rain"."""
    word = place.word(0)
    if word == "due":
        fits = place.word(1) == "to" and place.tag(2) in ("DT", "NN", "NNS", "JJ", "PRP$", "NNP")
    else:
        fits = word == "because" and place.word(1) not in ("if", "when", "")
    before = place.tag(-1)
    if not fits or _asks(place) or place.is_negated(_NEAR):
        return None
    if before not in ("NN", "NNS", "PRP", "VBN", "JJ", "NNP", "VBD", "RP", "IN") or place.word(-1) in _listed("causes"):
        return None
    return ("mainly", "largely")


def _likeness(place: _Place) -> tuple[str, ...] | None:
    """ "Looks like" becomes "looks just like"."""
    verb = place.token(-1)
    if place.word(0) != "like" or verb is None or verb.lemma.lower() not in _listed("resembling"):
        return None
    if place.tag(1) not in ("DT", "PRP$", "NNP", "NNS", "PRP") or place.is_negated() or _asks(place):
        return None
    follows = {place.tag(step) for step in range(1, _NEAR)}
    return ("just",) if follows.isdisjoint({"VBZ", "VBD", "VBP", "MD"}) else None  # "like" as "as if"


def _sameness(place: _Place) -> tuple[str, ...] | None:
    """ "The same food" becomes "exactly the same food"."""
    if place.word(0) != "the" or place.word(1) != "same" or place.word(2) in ("time", "day", "year", "name", "old"):
        return None
    fits = place.tag(-1) in ("VB", "VBD", "VBZ", "VBP") and place.tag(2) in ("NN", "NNS", ".", ",")
    return ("exactly",) if fits and not place.is_negated() and not _asks(place) else None


def _judgment(place: _Place) -> tuple[str, ...] | None:
    """ "It is a great film" becomes "it is definitely a great film"."""
    if not _opens_complement(place) or place.word(0) not in ("a", "an", "the") or _reports(place) or _asks(place):
        return None
    adjective, noun = place.token(1), place.token(2)
    if adjective is None or noun is None or noun.tag not in ("NN", "NNS") or place.tag(3) in ("NN", "NNS"):
        return None
    judges = plain(adjective) in _listed("judging") or (
        adjective.tag == "JJS" and plain(adjective) in ("best", "worst")
    )
    if not judges or not _listed("weighing").isdisjoint(place.near(_FAR, _FAR)):
        return None
    return ("definitely", "certainly")


def _opens_complement(place: _Place) -> bool:
    """Whether a noun phrase follows "is" or "was" and its subject."""
    subject = place.tag(-2)
    fits = place.word(-1) in BE_TENSED and (subject in ("NN", "NNS", "PRP") or place.word(-2) in ("this", "that"))
    return fits and not place.is_negated(_NEAR)


def _role(place: _Place) -> tuple[str, ...] | None:
    """ "She is a member of" becomes "she is currently a member of"."""
    fits = place.word(-1) in ("is", "are") and place.tag(-2) in ("NN", "PRP", "NNP", "-RRB-", "WP", ",")
    if not fits or _asks(place):
        return None
    step = next((step for step in (1, 2, 3) if place.word(step) in _listed("roles")), None)
    if step is None or place.word(step + 1) not in ("of", "at", "for", "in", "with"):
        return None
    if any(place.tag(at) not in ("JJ", "NN", "VBG") for at in range(1, step)):
        return None
    return ("currently",) if _listed("times").isdisjoint(place.sentence()) else None


def _absence(place: _Place) -> tuple[str, ...] | None:
    """ "There is no reason" becomes "there is absolutely no reason"."""
    word, before = place.word(0), place.word(-1)
    after_be = before in BE_TENSED and place.word(-2) == "there"
    owned = before in ("have", "had", "has") and place.tag(-2) in ("PRP", "NN")
    if word not in ("no", "nothing") or not (after_be or owned) or _reports(place) or _asks(place):
        return None
    if word == "no" and (place.tag(1) not in ("NN", "NNS") or place.word(1) in ("one", "doubt", "longer", "matter")):
        return None
    if word == "nothing" and place.word(1) in ("but", "else", "more", "less", "short", "like"):
        return None
    return ("absolutely",) if (MODALS | {"except", "if"}).isdisjoint(place.near(_NEAR, _NEAR)) else None


def _sequence(place: _Place) -> tuple[str, ...] | None:
    """ "Left after the vote" becomes "left shortly after the vote"."""
    word, before = place.word(0), place.token(-1)
    if word not in ("after", "before") or before is None or before.lemma.lower() in _listed("no_sequence"):
        return None
    follows = ("VBG", "PRP") if word == "before" else ("VBG", "PRP", "DT", "PRP$", "NNP")
    fits = before.tag in ("VBD", "VBN", "NN", "NNS", "NNP", "RP") and place.tag(1) in follows
    tags = {place.tag(step) for step in range(-_FAR, _FAR)}
    told = "VBD" in tags and "MD" not in tags
    if not fits or not told or place.is_negated(_FAR) or _asks(place):
        return None
    if any(place.tag(step) == "CD" for step in range(-_NEAR, _NEAR + 1)):
        return None
    return ("shortly",) if _listed("lasting").isdisjoint(place.near(_NEAR, 2 * _NEAR)) else None


def _recency(place: _Place) -> tuple[str, ...] | None:
    """ "Opened last year" becomes "opened just last year", and "won this week" "won earlier this week"."""
    word, before = place.word(0), place.tag(-1)
    if word not in ("last", "this") or place.word(1) not in ("week", "month", "year") or place.tag(2) in ("NN", "POS"):
        return None
    if before not in ("VBD", "VBN", "NN", "NNS", "NNP") or place.word(-1) in _listed("dated") or _asks(place):
        return None
    tags = {place.tag(step) for step in range(-_FAR, _FAR)}
    if "VBD" not in tags or not tags.isdisjoint({"MD", "VBZ", "VBP", "CD"}) or place.is_negated(_FAR):
        return None
    fits = _listed("dated_otherwise").isdisjoint(place.sentence())
    return (("just",) if word == "last" else ("earlier",)) if fits else None


def _addition(place: _Place) -> tuple[str, ...] | None:
    """ "For work and for fun" becomes "for work and also for fun"."""
    word = place.word(0)
    earlier = [step for step in range(-2 * _NEAR, -1) if place.word(step) == word and place.tag(step) == "IN"]
    if place.word(-1) != "and" or word not in _listed("added") or not earlier:
        return None
    between = place.near(-earlier[-1] + 2, _CLOSE)
    fits = _NOT_BESIDE_ALSO.isdisjoint(between)
    return ("also",) if fits and not place.is_negated(2 * _NEAR) and not _asks(place) else None


def _addition_of_part(place: _Place) -> tuple[str, ...] | None:
    """ "Directed by Berg and starring Dahl" becomes "directed by Berg and also starring Dahl"."""
    earlier = [step for step in range(-2 * _NEAR, -1) if place.tag(step) == "VBN"]
    if place.word(-1) != "and" or not earlier or earlier[-1] == -2:
        return None
    same = place.word(1) == "by" and "by" in place.near(-earlier[-1], -2)
    fits = (same or place.word(0) in ("starring", "featuring")) and _NOT_BESIDE_ALSO.isdisjoint(place.near(_NEAR, -2))
    return ("also",) if fits and not _asks(place) else None


def _day(place: _Place) -> tuple[str, ...] | None:
    """ "Said on Friday" becomes "said late on Friday", and "resigned Friday" "resigned late Friday"."""
    step, before = int(place.word(0) == "on"), place.tag(-1)
    if place.word(step) not in WEEKDAYS or place.tag(step + 1) in ("NN", "NNS", "NNP", "POS", "CC", "TO", "CD"):
        return None
    told = {place.tag(at) for at in range(-_FAR, _FAR)}
    future = any(place.tag(at) in ("MD", "TO") for at in range(-_NEAR, 0))
    if before not in _BEFORE_DAY[step] or "VBD" not in told or future or place.is_negated(_NEAR):
        return None
    if any(place.tag(at) == "CD" for at in range(-_CLOSE, 0)) or not _listed("no_day").isdisjoint(place.near(_NEAR, 4)):
        return None
    return ("late", "early")


def _year(place: _Place) -> tuple[str, ...] | None:
    """ "Was built in 1905" becomes "was built back in 1905"."""
    if place.word(0) != "in" or not _PAST_YEAR.fullmatch(place.word(1).rstrip(".")):
        return None
    if place.tag(-1) not in _BEFORE_DAY[1] or place.tag(2) in ("CC", "CD", "TO", "HYPH", "NN", "NNS") or _asks(place):
        return None
    verb = next((step for step in range(-1, -_NEAR - 1, -1) if place.tag(step)[:2] in ("VB", "MD")), 0)
    past = verb < 0 and place.tag(verb) in ("VBD", "VBN") and "(" not in place.near(-verb, -1)
    once = sum(bool(_PAST_YEAR.fullmatch(word.rstrip("."))) for word in place.sentence()) == 1
    fits = past and once and not place.is_negated() and _listed("no_year").isdisjoint(place.sentence())
    return ("back",) if fits else None


def _more_than(place: _Place) -> tuple[str, ...] | None:
    """ "Over 300 people" becomes "well over 300 people", and "more than 300" "slightly more than 300"."""
    word = place.word(0)
    step = 1 if word == "over" else 2 if word in ("more", "less") and place.word(1) == "than" else 0
    if not step or place.tag(step) != "CD" or not place.word(step)[:1].isdigit():
        return None
    counted = place.tag(step + 1) == "NNS" or place.word(step + 1) in _MULTIPLIERS | _PERCENT
    before = place.word(-1)
    if (
        not counted
        or place.tag(-1) in ("", "RB", "RBR", "CC", "CD", "DT", "JJ")
        or before in ("no", "win", "victory", "a")
    ):
        return None
    if place.is_negated() or _asks(place) or place.word(step + 1) in _listed("scores"):
        return None
    return ("well",) if step == 1 else ("slightly",)
