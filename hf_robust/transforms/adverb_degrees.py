"""Adverbs before other words than verbs and predicates: adjectives of nouns, adverbs, comparatives, amounts, causes."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    CALENDAR_UNITS_PLURAL,
    COMPARED_JUDGMENTS,
    DAY_PARTS,
    HAVE_TENSED,
    HOURS_AND_MINUTES,
    MODALS,
    POINTERS,
    SUBJECT_PRONOUNS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import is_name, is_whole, plain
from hf_robust.language.lexicons.wordnet import is_compound, noun_kind
from hf_robust.transforms.adverb_also import also_of_part, also_the, also_with
from hf_robust.transforms.adverb_amounts import amount, few, more_than, one_of
from hf_robust.transforms.adverb_asked import DOUBTED, all_around, asked_exactly, doubted, graded_before_verb
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.adverb_places import SENSED
from hf_robust.transforms.adverb_points import (
    NOT_SAME,
    SIDES,
    ever_since,
    point,
    side,
    simply,
    very_same,
    year,
    year_at_start,
)
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

# tags before a weekday, and before "on" or "in" and a time
_BEFORE_DAY = (
    frozenset({"VBD", "VBN", "NN", "NNS", "RP"}),
    frozenset({"VBD", "VBN", "NN", "NNS", "RP", "NNP", "PRP"}),
)
_GO_ON = frozenset({"NN", "NNS", "NNP", "POS", "CC", "TO", "CD"})  # tags of what goes on with a day
_BEFORE_PLURAL = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "IN"})
_UNITS = CALENDAR_UNITS_PLURAL | HOURS_AND_MINUTES | {"centuries", "decades", "feet", "inches", "miles", "times"}
_AFTER_BE = BE_TENSED | {"be", "been", "'s", "'re"}
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
    if tag == "IN":
        return word in _PREPOSITIONS or (before == "and" and word in listed("added"))
    if tag == "DT":
        if word in ("the", "a", "an"):
            follows = plain(tokens[number + 1]) if number + 1 < len(tokens) else ""
            known = (
                before in BE_TENSED
                or before == "and"
                or follows in ("same", "few", "lot")
                or follows in listed("roles")
            )
            return known or plain(tokens[_first(tokens, number)]) in BE_TENSED
        return word in ("no", "last", "this")
    near_opening = number < 3 or tokens[number - 3].sent != tokens[number].sent
    if tag == "MD" and before in ("we", "i"):
        return True
    if tag in _ASKING_TAGS:
        return near_opening and (tag == "VBP" or number < 2 or tokens[number - 2].sent != tokens[number].sent)
    if tag == "VB":
        return near_opening if tokens[number - 1].tag == "PRP" else tokens[_first(tokens, number)].pos == "AUX"
    if tag == "JJ":
        return word in _adjectives()
    if tag == "NN":
        return word in ("nothing", "yesterday") or word in SIDES
    return before == "and" if tag in ("VBN", "VBG") else tag != "NNP" or word in WEEKDAYS


def _first(tokens: Sequence[Token], number: int) -> int:
    """The number of the token that opens the sentence of a token, where it is near."""
    while number and tokens[number - 1].sent == tokens[number].sent:
        number -= 1
    return number


@cache
def _adjectives() -> frozenset[str]:
    lists = ("judging", "measuring", "very")
    return frozenset(
        {"best", "worst", "first", "due", "last", "same", "this"}.union(SIDES, DOUBTED, *map(listed, lists))
    )


_PREPOSITIONS = (
    frozenset({"because", "like", "after", "before", "on", "in", "over", "around", "across"})
    | frozenset({"at", "from", "since", "opposite", "beneath", "outside", "next"})
    | WEEKDAYS
)
_ASKING_TAGS = ("VBZ", "VBP", "VBD", "MD")


@cache
def _finders() -> Mapping[str, Callable[[Place], tuple[str, ...] | None]]:
    adjective = _first_of(_attribute, _superlative, _reason, _recency, very_same, side, doubted)
    return {
        "JJ": adjective,
        "JJS": _superlative,
        "RBS": _superlative,
        "JJR": _first_of(_comparative, more_than),
        "RBR": _first_of(_comparative, more_than),
        "RB": _first_of(_excess, _manner, graded_before_verb, more_than, side),
        "CD": _first_of(one_of, amount),
        "$": amount,
        "IN": _first_of(
            _reason,
            _likeness,
            _sequence,
            also_with,
            _day,
            year,
            year_at_start,
            ever_since,
            point,
            all_around,
            more_than,
        ),
        "WRB": asked_exactly,
        "WP": asked_exactly,
        "NNP": _day,
        "VBN": also_of_part,
        "VBG": also_of_part,
        "VB": _first_of(_actually, doubted),
        "DT": _first_of(few, also_the, _sameness, _judgment, _role, _absence, _recency, doubted),
        "NN": _first_of(_absence, _day, side),
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
    if place.tag(step) not in ("NN", "NNS") or place.tag(step + 1) in ("NN", "NNS", "NNP", "HYPH", "CD", "VBN"):
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
        fixed = head is None or (
            head.lemma.lower() in listed("fixed") and (word == "worst" or head.lemma.lower() != "way")
        )
        fits = head is not None and head.tag in ("NN", "NNS") and head.text.islower() and not fixed
    elif word in listed("very"):
        fits = noun.tag in ("NN", "NNS", "IN") and place.token(-2) is not None
    elif word == "first":
        fits = noun.lemma.lower() in listed("first") and place.tag(2) not in ("NN", "NNS", "CC")
    else:
        return None
    return ("very",) if fits and not place.is_negated(CLOSE) and "second" not in place.sentence() else None


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
    return place.word(-1) in _UNITS or any(place.tag(step) in ("CD", "$") for step in range(-CLOSE, NEAR))


def _excess(place: Place) -> tuple[str, ...] | None:
    """ "Is too long" becomes "is far too long"."""
    if place.word(0) != "too" or place.tag(1) not in ("JJ", "RB") or place.word(1) in listed("not_too"):
        return None
    if place.is_negated() or not (place.word(-1) in _AFTER_BE or place.tag(-1) in ("VBD", "VBZ", "NN", "NNS")):
        return None
    return None if place.asks() or place.word(-1) == "way" else ("far",)


def _question(place: Place) -> tuple[str, ...] | None:
    """ "How do I learn it?" becomes "How exactly do I learn it?"."""
    asker, auxiliary, token = place.word(-1), place.word(0), place.token(0)
    opens = place.token(-2) is None and (
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
    requests = subject == "you" and auxiliary not in _DO
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


def _sequence(place: Place) -> tuple[str, ...] | None:
    """ "Left after the vote" becomes "left shortly after the vote"."""
    word, before = place.word(0), place.token(-1)
    if word not in ("after", "before") or (before is not None and before.lemma.lower() in listed("no_sequence")):
        return None
    follows = ("VBG", "PRP") if word == "before" else ("VBG", "PRP", "DT", "PRP$", "NNP")
    opens = before is None and word == "after" and place.tag(1) in ("VBG", "DT", "PRP$") and place.word(2) != "while"
    fits = before is not None and before.tag in ("VBD", "VBN", "NN", "NNS", "NNP", "RP") and place.tag(1) in follows
    tags = {place.tag(step) for step in range(-FAR, FAR)}
    told = "VBD" in tags and "MD" not in tags
    if not (fits or opens) or not told or place.is_negated(FAR) or place.asks():
        return None
    if any(place.tag(step) == "CD" for step in range(-NEAR, NEAR + 1)):
        return None
    return ("shortly",) if listed("lasting").isdisjoint(place.near(NEAR, 2 * NEAR)) else None


def _recency(place: Place) -> tuple[str, ...] | None:
    """ "Opened last year" becomes "opened just last year", and "won this week" "won earlier this week"."""
    word, before = place.word(0), place.tag(-1)
    night = word == "last" and place.word(1) == "night"
    spans = night or place.word(1) in ("week", "month", "year")
    if word not in ("last", "this") or not spans or place.tag(2) in ("NN", "NNS", "POS"):
        return None
    if before not in ("VBD", "VBN", "NN", "NNS", "NNP") or place.word(-1) in listed("dated") or place.asks():
        return None
    tags = {place.tag(step) for step in range(-FAR, FAR)}
    if "VBD" not in tags or not tags.isdisjoint({"MD", "VBZ", "VBP", "CD"}) or place.is_negated(FAR):
        return None
    fits = listed("dated_otherwise").isdisjoint(place.sentence())
    return (("late",) if night else ("just",) if word == "last" else ("earlier",)) if fits else None


def _day(place: Place) -> tuple[str, ...] | None:
    """ "Said on Friday" becomes "said late on Friday", and "resigned Friday" "resigned late Friday"."""
    step, before = int(place.word(0) == "on"), place.tag(-1)
    day = place.word(step)
    part = place.word(step + 1) if place.word(step + 1) in DAY_PARTS else ""  # "on Friday night"
    after = place.tag(step + 1 + bool(part))
    if (day not in WEEKDAYS and (step or day != "yesterday")) or after in _GO_ON:
        return None
    told = {place.tag(at) for at in range(-FAR, FAR)}
    future = any(place.tag(at) in ("MD", "TO") for at in range(-NEAR, 0))
    if before not in _BEFORE_DAY[step] or "VBD" not in told or future or place.is_negated(NEAR):
        return None
    if any(place.tag(at) == "CD" for at in range(-CLOSE, 0)) or not (listed("no_day") - {day, part}).isdisjoint(
        place.near(NEAR, 4)
    ):
        return None
    return ("late",) if part in ("night", "evening") else ("late", "early")
