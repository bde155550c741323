"""Adverbs before other words than verbs and predicates: adjectives of nouns, adverbs, comparatives, amounts, causes."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    CALENDAR_UNITS_PLURAL,
    COMPARED_JUDGMENTS,
    HAVE_TENSED,
    HOURS_AND_MINUTES,
    MODALS,
    POINTERS,
    SUBJECT_PRONOUNS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import is_name, is_whole, plain
from hf_robust.language.lexicons.wordnet import is_compound, noun_kind
from hf_robust.transforms.adverb_also import also_the, also_with
from hf_robust.transforms.adverb_amounts import amount, few, more_than, one_of
from hf_robust.transforms.adverb_asked import (
    OPENING,
    QUOTES,
    all_around,
    asked_exactly,
    doubted,
    graded_before_verb,
    what_like,
)
from hf_robust.transforms.adverb_denied import NOT, denied_predicate, denied_verb
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.adverb_numbers import in_words
from hf_robust.transforms.adverb_places import SENSED
from hf_robust.transforms.adverb_points import (
    NOT_SAME,
    SIDES,
    as_if,
    ever_since,
    once_again,
    point,
    side,
    simply,
    very_same,
    year,
    year_at_start,
)
from hf_robust.transforms.adverb_spots import spot
from hf_robust.transforms.adverb_times import recency, shortly, weekday
from hf_robust.transforms.adverb_totals import greater, total
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

_BEFORE_PLURAL = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "IN"})
_UNITS = CALENDAR_UNITS_PLURAL | HOURS_AND_MINUTES | {"centuries", "decades", "feet", "inches", "miles", "times"}
_AFTER_BE = BE_TENSED | {"be", "been", "'s", "'re"}
_NOT_VERY_BEST = frozenset("man seller practice interest interests case buy level one ones".split())
# what is known to be there may be graded by what is seen of it: "the narrow street", "her thin shoulders"
_SEEN = frozenset(
    """crowded dense deep fierce fragile heavy narrow powerful rapid rough severe slender steep strong tall thick thin
    volatile heated lengthy expensive busy noisy slow elaborate""".split()
)
_INSIDE_NOUN = frozenset({"JJ", ",", "NN"})  # "a great, funny show"
_DO = frozenset({"do", "does", "did"})
_ASKED_ABOUT = frozenset({"DT", "NNP", "NN", "NNS", "JJ"})
_ASKERS = frozenset({"how", "why"}) | {"where", "when"}
# what leaves no room for "exactly" in a question, by its own precision, an offer or a choice
_NO_EXACT = frozenset(
    "exactly really actually precisely ever else n't not come like possibly suddenly almost truly even much".split()
)
# what asks for an opinion or a list: of these there is no exact answer
_NO_EXACT_WITH_BE = frozenset(
    """some good great favorite favourite your most greatest top thing things way ways list example something anything
        one various types""".split()
) | (COMPARED_JUDGMENTS - {"worse"})


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
    if (
        find is None
        or not _may_take(tokens, number)
        or not is_whole(doc, token)
        or (token.tag not in ("$", "NNP") and is_name(tokens, number))
    ):
        return None
    return find(Place(tokens, number))


def _may_take(tokens: Sequence[Token], number: int) -> bool:
    """Whether a rule may speak of a word, by the word and the one before it: most words are told by that alone."""
    tag, word = tokens[number].tag, plain(tokens[number])
    before = plain(tokens[number - 1]) if number else ""
    if before in NOT:
        return True
    if tag == "IN":
        return (
            word in _PREPOSITIONS
            or word in listed("ways")
            or word == "as"
            or (before == "and" and word in listed("added"))
        )
    if tag == "DT":
        if word in ("the", "a", "an"):
            follows = plain(tokens[number + 1]) if number + 1 < len(tokens) else ""
            known = (
                before in BE_TENSED
                or before == "and"
                or follows in ("same", "few", "lot")
                or follows in listed("spans")
                or follows in listed("roles")
            )
            return known or plain(tokens[_first(tokens, number)]) in BE_TENSED
        return word in ("no", "last", "this", "any")
    near_opening = number < 3 or tokens[number - 3].sent != tokens[number].sent
    if tag == "MD" and tokens[number - 1].tag in ("PRP", "WP"):
        return True
    if tag in _ASKING_TAGS:
        opens = number < 2 or tokens[number - 2].sent != tokens[number].sent or tokens[number - 2].text in QUOTES
        return near_opening and (tag == "VBP" or opens)
    if tag == "VB":
        return near_opening if tokens[number - 1].tag == "PRP" else plain(tokens[_first(tokens, number)]) in OPENING
    if tag == "JJ":
        return word in _adjectives()
    if tag == "NN":
        return word in listed("totals") or word in ("yesterday", "half") or word in SIDES
    return before == "and" if tag in ("VBN", "VBG") else tag != "NNP" or word in WEEKDAYS


def _first(tokens: Sequence[Token], number: int) -> int:
    """The number of the token that opens the sentence of a token, where it is near."""
    while number and tokens[number - 1].sent == tokens[number].sent:
        number -= 1
    return number


@cache
def _adjectives() -> frozenset[str]:
    lists = ("judging", "measuring", "very", "doubted")
    return frozenset(
        {"best", "worst", "first", "due", "last", "same", "this", "like"}.union(SIDES, *map(listed, lists))
    )


_PREPOSITIONS = (
    frozenset({"because", "like", "after", "before", "on", "in", "over", "around", "across"})
    | frozenset({"at", "from", "since", "opposite", "beneath", "outside", "next"})
    | WEEKDAYS
)
_MANY = frozenset({"a", "many", "several", "more", "over", "nearly", "almost", "about"})
_ASKING_TAGS = ("VBZ", "VBP", "VBD", "MD")


@cache
def _finders() -> Mapping[str, Callable[[Place], tuple[str, ...] | None]]:
    adjective = _first_of(
        _attribute, _superlative, _reason, recency, very_same, side, doubted, denied_predicate, what_like
    )
    return {
        "JJ": adjective,
        "JJS": _superlative,
        "RBS": _superlative,
        "JJR": _first_of(_comparative, more_than, greater),
        "RBR": _first_of(_comparative, more_than, greater),
        "RB": _first_of(once_again, _excess, _manner, graded_before_verb, more_than, side),
        "CD": _first_of(one_of, amount, in_words),
        "$": amount,
        "IN": _first_of(
            _reason,
            _likeness,
            shortly,
            also_with,
            weekday,
            year,
            year_at_start,
            ever_since,
            point,
            all_around,
            more_than,
            spot,
            as_if,
            what_like,
        ),
        "TO": spot,
        "PDT": in_words,
        "WRB": asked_exactly,
        "WP": asked_exactly,
        "NNP": weekday,
        "VB": _first_of(_actually, doubted, denied_verb),
        "DT": _first_of(
            few, also_the, _sameness, _judgment, _role, _absence, recency, doubted, denied_predicate, total, in_words
        ),
        "PRP$": denied_predicate,
        "NN": _first_of(_absence, weekday, side, denied_predicate, total, in_words),
        **dict.fromkeys(("VBZ", "VBD"), _question),
        "MD": _first_of(_question, simply),
        "VBP": _first_of(_question, _actually),  # "do I have to"
    }


def _first_of(*finders: Callable[[Place], tuple[str, ...] | None]) -> Callable[[Place], tuple[str, ...] | None]:
    def find(place: Place) -> tuple[str, ...] | None:
        return next((found for finder in finders if (found := finder(place)) is not None), None)

    return find


def _reports(place: Place) -> bool:
    """Whether a sentence reports what others say: an adverb of judgment would be put into their mouths."""
    return not listed("reporting").isdisjoint(place.sentence())


def _attribute(place: Place) -> tuple[str, ...] | None:
    """ "A large room" becomes "a very large room", and "with friendly people" "with very friendly people"."""
    adjective = place.word(0)
    judges = adjective in listed("judging")
    if not judges and adjective not in listed("measuring"):
        return None
    step = _noun(place)
    if _is_by_size(adjective, place.word(1)) and place.word(-1) in ("a", "an") and place.tag(2) not in ("NN", "RB"):
        step = 1
    if not step or not _takes_degree(place, step, adjective in listed("extreme")):
        return None
    # "such a good film", "too large a room", and what is set against something or denied
    if place.is_negated() or not (listed("weighing") - {"as"}).isdisjoint(place.near(CLOSE + 1, CLOSE + 1)):
        return None
    if not judges:
        return ("very",)
    if adjective in listed("extreme"):
        return None if _reports(place) else ("truly", "really")
    return ("very",) if _reports(place) or place.asks() else ("really", "very")


def _is_by_size(adjective: str, noun: str) -> bool:
    """Whether a noun is counted or measured by an adjective: "a large number of", "a long time"."""
    kinds = ("counts", "ranges", "stretches")
    return any(adjective in listed(f"of_{kind}") and noun in listed(kind) for kind in kinds)


def _noun(place: Place) -> int:
    """How many tokens after an adjective the noun stands that it is said of; 0 where that is unclear."""
    adjective, words = place.token(0), [place.token(step) for step in (1, 2, 3)]
    if adjective is None or words[0] is None or (place.word(0) in ("early", "late") and place.tag(1) == "JJ"):
        return 0  # "early modern"
    step = 1
    while place.tag(step) in ("JJ", "NN") and place.tag(step + 1) in ("NN", "NNS") and step < len(words):
        step += 1
    inside = [token for token in words[:step] if token is not None]
    if not all(token.text.islower() and token.text.isalpha() for token in inside):
        return 0
    if place.tag(step) not in ("NN", "NNS") or place.tag(step + 1) in ("NN", "NNS", "NNP", "HYPH", "CD", "VBN", "POS"):
        return 0
    if place.word(step + 1) in ("-", "or", "/") or any(token.lemma.lower() in listed("fixed") for token in inside):
        return 0
    first, lemma = place.word(0), inside[0].lemma.lower()
    return 0 if is_compound(first, lemma) or is_compound(first, place.word(1)) else step


def _takes_degree(place: Place, step: int, extreme: bool) -> bool:
    """Whether what stands before an adjective lets it be graded: "a", nothing, or "this awful film"."""
    before, tag, noun = place.word(-1), place.tag(-1), place.tag(step)
    if before in ("a", "an"):
        return noun == "NN"
    if (before == "the" or tag == "PRP$") and place.word(0) in _SEEN:
        return place.token(-2) is not None and place.tag(-2) in ("IN", "VBD", "VB", "VBG", "TO", "RP")
    if extreme and (tag == "PRP$" or before in POINTERS | {"the"}):
        return before != "the" or place.word(0) != "great"
    plain_plural = tag in _BEFORE_PLURAL and before not in ("as", "than", "like")
    if tag == "VBN" and (HAVE_TENSED | _AFTER_BE).isdisjoint(place.near(CLOSE, 0)):
        return False  # "lesser known important people"
    return noun == "NNS" and (plain_plural or before == "some")


def _superlative(place: Place) -> tuple[str, ...] | None:
    """ "The best" becomes "the very best"."""
    word, noun = place.word(0), place.token(1)
    owned = word == "first" and place.tag(-1) == "PRP$"
    if (
        (place.word(-1) != "the" and not owned)
        or noun is None
        or not (noun.text.islower() or word in ("best", "worst"))
    ):
        return None
    if word in ("best", "worst"):
        head = place.token(_last_noun(place))
        fixed = head is None or head.lemma.lower() in _NOT_VERY_BEST
        fits = head is not None and head.tag in ("NN", "NNS") and head.text.islower() and not fixed
    elif word in listed("very"):
        fits = noun.tag in ("NN", "NNS", "IN") and place.token(-2) is not None
    elif word == "first":
        fits = noun.lemma.lower() in listed("first") and place.tag(2) not in ("NN", "NNS", "CC")
        fits = fits and "since" not in place.sentence() and not _is_span(place, 2)
    else:
        return None
    return ("very",) if fits and not place.is_negated(CLOSE) and "second" not in place.sentence() else None


def _is_span(place: Place, step: int) -> bool:
    """Whether a span of time follows: "for the first time in five months"."""
    return place.word(step) == "in" and (place.tag(step + 1) in ("CD", "NNS", "IN") or place.word(step + 1) in _MANY)


def _last_noun(place: Place) -> int:
    """How many tokens after an adjective its noun phrase ends."""
    step = 1
    while step < CLOSE and place.tag(step) in ("JJ", "NN", "NNP") and place.tag(step + 1) in ("JJ", "NN", "NNS", "NNP"):
        step += 1
    return step


def _comparative(place: Place) -> tuple[str, ...] | None:
    """ "Better than" becomes "much better than"."""
    word = place.word(0)
    more = word in ("more", "less")
    if more and place.tag(1) not in ("JJ", "RB"):
        return None
    if word not in listed("compared") and not more:
        return None
    before = place.word(-1)
    verb = place.token(-1)
    linked = before in _AFTER_BE or before in (SENSED - {"tasted"}) | {"look", "feel", "taste"}
    compares = place.word(1 + more) == "than" and place.tag(2 + more) not in ("CD", "$", "RB")
    ends = place.tag(1 + more) == "." and linked and not more
    if verb is None or not (compares or ends) or place.is_negated() or place.asks():
        return None
    moves = verb.tag in ("VB", "VBD", "VBZ", "VBP", "VBN", "VBG", "NN", "NNS", "PRP") or linked
    if not moves or _is_measure(place) or not listed("measured").isdisjoint(place.near(NEAR, NEAR)):
        return None
    return ("much", "considerably") if compares else ("much",)


def _is_measure(place: Place) -> bool:
    """Whether how much is told: "two years later", "10 percent higher"."""
    beside = place.word(-1) in _UNITS or place.word(-1) in listed("spans") or "nothing" in place.near(NEAR, -1)
    return beside or any(place.tag(step) in ("CD", "$") for step in range(-CLOSE, NEAR))


def _excess(place: Place) -> tuple[str, ...] | None:
    """ "Is too long" becomes "is far too long"."""
    if place.word(0) != "too" or place.tag(1) not in ("JJ", "RB") or place.word(1) in listed("not_too"):
        return None
    if place.is_negated() or not (place.word(-1) in _AFTER_BE or place.tag(-1) in ("VBD", "VBZ", "NN", "NNS")):
        return None
    return None if place.asks() or place.word(-1) in ("way", "bit") else ("far",)


def _question(place: Place) -> tuple[str, ...] | None:
    """ "How do I learn it?" becomes "How exactly do I learn it?"."""
    asker, auxiliary, token = place.word(-1), place.word(0), place.token(0)
    quoted = place.token(-3) is None and place.word(-2) in QUOTES
    opens = (place.token(-2) is None or quoted) and (
        asker in _ASKERS or asker == "what" or (asker == "who" and auxiliary in BE_TENSED)
    )
    if not opens or not place.asks() or token is None or auxiliary not in BE_TENSED | MODALS | _DO:
        return None
    before = place.token(-1)
    if before is None or before.end == token.start:  # "what's"
        return None
    is_be, words = auxiliary in BE_TENSED, place.sentence()
    if not words.isdisjoint(_NO_EXACT) or (is_be and not words.isdisjoint(_NO_EXACT_WITH_BE)):
        return None
    if asker == "who" and any(place.tag(step) in ("JJR", "RBR") for step in range(1, CLOSE)):
        return None  # "who was more responsible"
    if asker == "how" and is_be:
        tags = {place.tag(step) for step in range(1, FAR)}
        return ("exactly",) if "VBN" in tags and place.word(1) not in ("you", "the", "it") else None
    if asker == "what" and is_be and (place.tag(1) not in _ASKED_ABOUT or place.tag(2) == "JJS"):
        return None
    return ("exactly",)


def _actually(place: Place) -> tuple[str, ...] | None:
    """ "Can I delete it?" becomes "Can I actually delete it?"; "Can you help me?" is a request."""
    auxiliary, subject = place.word(-2), place.word(-1)
    if place.token(-3) is not None or auxiliary not in _DO | {"can", "could", "will", "would"} or not place.asks():
        return None
    requests = (subject == "you" and auxiliary not in _DO) or "please" in place.sentence() or place.word(0) == "ask"
    if requests or subject not in SUBJECT_PRONOUNS or not (_NO_EXACT - {"like"}).isdisjoint(place.sentence()):
        return None
    return ("actually", "really")


def _manner(place: Place) -> tuple[str, ...] | None:
    """ "Works well" becomes "works very well"."""
    if place.word(0) not in listed("manners") or place.is_negated():
        return None
    before, after = place.tag(-1), place.tag(1)
    if not place.ends_clause(1) or place.word(1) in ("as", "than", "or", "if"):
        return None
    if place.word(0) in ("hard", "fast", "well") and (after == "CC" or place.word(1) in listed("not_manner")):
        return None
    if place.word(0) == "well" and before == "NN" and place.tag(-2) not in ("DT", "PRP$", "JJ"):
        return None  # "a gravity well"
    fits = before[:2] == "VB" or (before in ("NN", "NNS", "PRP", "RP") and place.word(0) not in ("hard", "fast"))
    if not fits or after == "TO" or not listed("weighing").isdisjoint(place.near(CLOSE, CLOSE)):
        return None
    return ("very",)


def _reason(place: Place) -> tuple[str, ...] | None:
    """ "Because of the rain" becomes "mainly because of the rain"."""
    word = place.word(0)
    if word == "due":
        fits = place.word(1) == "to" and place.tag(2) in ("DT", "NN", "NNS", "JJ", "PRP$", "NNP")
    else:
        fits = word == "because" and place.word(1) not in ("if", "when", "")
    before = place.tag(-1)
    if not fits or place.asks() or place.is_negated(NEAR) or not listed("whole").isdisjoint(place.near(NEAR, NEAR)):
        return None
    if before not in ("NN", "NNS", "PRP", "VBN", "JJ", "NNP", "VBD", "RP", "IN") or place.word(-1) in listed("causes"):
        return None
    return ("mainly", "largely")


def _likeness(place: Place) -> tuple[str, ...] | None:
    """ "Looks like" becomes "looks just like"."""
    verb = place.token(-1)
    if place.word(0) != "like" or verb is None or verb.lemma.lower() not in listed("resembling"):
        return None
    if place.tag(1) not in ("DT", "PRP$", "NNP", "NNS", "PRP") or place.is_negated() or place.asks():
        return None
    follows = {place.tag(step) for step in range(1, NEAR)}
    return ("just",) if follows.isdisjoint({"VBZ", "VBD", "VBP", "MD"}) else None  # "like" as "as if"


def _sameness(place: Place) -> tuple[str, ...] | None:
    """ "The same food" becomes "exactly the same food"."""
    if place.word(0) != "the" or place.word(1) != "same" or place.word(2) in NOT_SAME | {"day", "year"}:
        return None
    fits = place.tag(-1) in ("VB", "VBD", "VBZ", "VBP") and place.tag(2) in ("NN", "NNS", ".", ",")
    fits = fits and (place.tag(2) != "NN" or noun_kind(place.word(2)) != "person")
    return ("exactly",) if fits and not place.is_negated() and not place.asks() else None


def _judgment(place: Place) -> tuple[str, ...] | None:
    """ "It is a great film" becomes "it is definitely a great film"."""
    if not _opens_complement(place) or place.word(0) not in ("a", "an", "the") or _reports(place) or place.asks():
        return None
    adjective, step = place.token(1), 2
    while step < NEAR and place.tag(step) in _INSIDE_NOUN and place.tag(step + 1) in _INSIDE_NOUN | {"NNS"}:
        step += 1
    ends = place.tag(step) in ("NN", "NNS") and place.tag(step + 1) not in ("NNP", "HYPH", "CD")
    if adjective is None or not ends:
        return None
    judges = plain(adjective) in listed("judging") or (adjective.tag == "JJS" and plain(adjective) in ("best", "worst"))
    if not judges or not listed("weighing").isdisjoint(place.near(FAR, FAR)):
        return None
    return ("definitely", "certainly")


def _opens_complement(place: Place) -> bool:
    """Whether a noun phrase follows "is" or "was" and its subject."""
    subject = place.tag(-2)
    fits = place.word(-1) in BE_TENSED and (subject in ("NN", "NNS", "PRP") or place.word(-2) in ("this", "that"))
    return fits and not place.is_negated(NEAR)


def _role(place: Place) -> tuple[str, ...] | None:
    """ "She is a member of" becomes "she is currently a member of"."""
    fits = place.word(-1) in ("is", "are") and place.tag(-2) in ("NN", "PRP", "NNP", "-RRB-", "WP", ",")
    if not fits or place.asks():
        return None
    step = next((step for step in (1, 2, 3) if place.word(step) in listed("roles")), None)
    if step is None or place.word(step + 1) not in ("of", "at", "for", "in", "with"):
        return None
    if any(place.tag(at) not in ("JJ", "NN", "VBG") for at in range(1, step)):
        return None
    return ("currently",) if listed("times").isdisjoint(place.sentence()) else None


def _absence(place: Place) -> tuple[str, ...] | None:
    """ "There is no reason" becomes "there is absolutely no reason"."""
    word, before = place.word(0), place.word(-1)
    after_be = before in BE_TENSED and place.word(-2) == "there"
    owned = before in ("have", "had", "has") and place.tag(-2) in ("PRP", "NN")
    if word not in ("no", "nothing") or not (after_be or owned) or _reports(place) or place.asks():
        return None
    if word == "no" and (place.tag(1) not in ("NN", "NNS") or place.word(1) in ("one", "doubt", "longer", "matter")):
        return None
    if word == "nothing" and place.word(1) in ("but", "else", "more", "less", "short", "like", "quite"):
        return None
    return ("absolutely",) if (MODALS | {"except", "if"}).isdisjoint(place.near(NEAR, NEAR)) else None
