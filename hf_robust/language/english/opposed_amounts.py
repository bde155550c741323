"""Opposites of amounts, changes, directions and dates: "rose 5 percent", "more than 100", "in early May"."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    APPROXIMATORS,
    CALENDAR_UNITS,
    CONDITIONS,
    CONTRASTS,
    EXTREME_LEVELS,
    FEW,
    FIRST_PERSON,
    JOINERS,
    LONG_UNITS,
    MONTHS,
    NEGATIONS,
    NOT,
    ONCE_TWICE,
    PERCENT,
    POSSESSIVES,
    REASONS,
    RELATIVE_TIMES,
    SCALES,
)
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.opposed_places import is_on_map
from hf_robust.language.english.opposed_times import opposed_time
from hf_robust.language.english.verbs import is_whole, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind

_OPPOSITES = {"rise": "fall", "increase": "decrease", "climb": "drop", "jump": "drop", "soar": "plunge"}
# of amounts; "drop" and "slip" have no opposite of their own that fits everywhere
_CHANGES = {
    **_OPPOSITES,
    **{new: old for old, new in _OPPOSITES.items() if old != "climb"},
    "gain": "lose",
    "advance": "decline",
    "decline": "rise",
    "slip": "rise",
    "surge": "plunge",
    "tumble": "soar",
}
_CHANGE_NOUNS = {"increase": "decrease", "decrease": "increase", "rise": "fall", "decline": "rise", "drop": "rise"}
# also said of what somebody drops or wins
_MOVES = (_CHANGES.keys() - _CHANGE_NOUNS.keys() - {"fall"}) | {"drop"}
_LEVELS = {"above": "below", "below": "above"}
_SIDES = {"up": "down", "down": "up", "higher": "lower", "lower": "higher"}
_BEFORE_SIDES = frozenset("be close end finish trade open settle".split())
_GAINED = PERCENT | frozenset("cent cents point points yard yards pound pounds pence pct kg".split())
_DIRECTIONS = {
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
    "northeast": "southwest",
    "southwest": "northeast",
    "northwest": "southeast",
    "southeast": "northwest",
}
_OVER = {"over": "under", "under": "over"}
_MOST = {"least": "most", "most": "least"}
_DATES = {"early": "late", "late": "early"}
# what is counted in units, not in things: "less than 5 percent", but "fewer than 5 people"
_UNITS = PERCENT | frozenset(
    """year month week day hour minute second decade century mile kilometer kilometre km meter metre foot acre hectare
        pound ton tonne dollar euro yen cent inch pct degree gallon liter litre mbps""".split()
)
_BEFORE_MEASURES = (APPROXIMATORS - {"approximately", "roughly"}) | {"a", "another", "as", "by", "some", "to"}
_HALF = LONG_UNITS | frozenset("month week hour dozen third quarter mile million half".split())
_LARGE_PLURAL = frozenset(f"{word}s" for word in SCALES)
_BEFORE_MORE = frozenset(
    "the to no not any once far much little even nothing none or nor and slightly only just".split()
)
# what the amount is set against, or follows from
_AGAINST = (
    CONTRASTS
    | REASONS
    | CONDITIONS
    | (RELATIVE_TIMES - {"later", "now"})
    | frozenset(
        """as so after from compared versus previous last against than expected expects forecast
            only just another even amid following streak snap snapping winning losing loser losers gainer gainers
            feet ft metres meters sea mountain hill speculation optimism news reports rumors hopes talk""".split()
    )
)
_ARGUING = frozenset(
    """guarantee guarantees guaranteed provided because despite even although only record history intended so as must
        particularly should require requires required small large big score""".split()
)
# what says that a number is large or small
_EXTREME = EXTREME_LEVELS | {"all-time", "fewest", "highs", "lows", "milestone", "peaked"}
_SHORT = frozenset({"in", "within", "with"})  # "in less than an hour", "with fewer than 700 left"
_BEFORE_OVER = frozenset("win victory lead all just well game turn hand take triumph go and of".split())
_ASKED = {"increase": "decrease", "decrease": "increase", "reduce": "increase", "gain": "lose", "lose": "gain"}
_ASKED |= {"stop": "start", "buy": "sell", "sell": "buy", "install": "uninstall", "love": "hate"}
_ASKED |= {"enable": "disable", "disable": "enable", "hate": "love", "add": "remove", "remove": "add", "hide": "show"}
_ASKED |= {"lower": "raise", "speed": "slow", "open": "close", "close": "open", "trust": "distrust", "like": "dislike"}
_ASKED |= {"remember": "forget", "forget": "remember", "join": "leave", "block": "unblock"}
_ASKED |= {"unblock": "block", "activate": "deactivate", "deactivate": "activate", "lock": "unlock", "unlock": "lock"}
_ASKED |= {"connect": "disconnect", "disconnect": "connect", "create": "delete", "delete": "create", "accept": "reject"}
_ASKED |= {"reject": "accept", "upload": "download", "download": "upload", "save": "spend", "spend": "save"}
_ASKED_NOUNS = {"difference": "similarity", "similarity": "difference", "advantage": "disadvantage"}
_ASKED_NOUNS |= {"disadvantage": "advantage", "strength": "weakness", "weakness": "strength"}
_LOST = frozenset("weight muscle pounds kg kgs kilograms height".split())
_MEANS = frozenset({"way", "ways", "time", "place", "method", "methods", "steps", "procedure", "process"})
_KEPT = frozenset("account backup blog channel database event file folder group page partition profile user".split())
_LARGE = 3  # digits of what may be a number of people
_REFERENCE = 7  # tokens after a direction in which the place stands from which it is seen
_STEM = 6  # letters of a noun that its forms share
_ENDED = re.compile(r"[!?]$|(?:^|\w{3}|\))\.$")  # the end of a sentence, not of "U.S."
_SIGNS = ".,;:!?\"'()"


def is_question(tokens: Sequence[Token]) -> bool:
    """Whether a text is one question.

    Example:
        >>> is_question(Doc.tagged("Is/AUX it/PRON safe/ADJ ?/PUNCT").tokens)
        True
    """
    return tokens[-1].text.endswith("?") and not any(_ENDED.search(token.text) for token in tokens[:-1])


def words_of(token: Token) -> set[str]:
    """A token and its lemma without the punctuation that a token list may leave at a word."""
    return {plain(token).strip(_SIGNS), token.lemma.lower().strip(_SIGNS)}


def opposed_amount(doc: Doc, place: int, asks: bool) -> str | None:
    """What a word of an amount, a change, a direction or a date becomes where it stands; None where it stays.

    Args:
        place: Number of the word among its tokens.
        asks: Whether the text is one question.

    Example:
        >>> doc = Doc.tagged("Shares/NOUN/NNS rose/VERB/VBD/rise 5/NUM/CD percent/NOUN/NN")
        >>> opposed_amount(doc, 1, False)
        'fell'
    """
    tokens = doc.tokens
    token, word = tokens[place], plain(tokens[place])
    of_time = opposed_time(tokens, place) if token.text.islower() else None
    if of_time is not None:
        return of_time
    if not token.text.isalpha() or (token.text[:1].isupper() and place) or not is_whole(doc, token):
        return None
    if word in ("more", "less", "fewer"):
        aimed = asks and not FIRST_PERSON.isdisjoint(_word(tokens, n) for n in range(len(tokens)))
        return None if aimed else _limit(tokens, place)
    if word in _OVER:
        return _OVER[word] if _is_bound(tokens, place) else None
    if word in _MOST and _word(tokens, place - 1) == "at":
        timed = any(_word(tokens, n)[:-1] in _HALF for n in range(place + 2, place + 4))
        led = _word(tokens, place - 2) == "by"
        sized = any(one.pos == "NOUN" and other.pos == "ADJ" for one, other in pairwise(tokens[place + 2 : place + 5]))
        return _MOST[word] if _is_counted(tokens, place + 1) and not (timed or led or sized) else None
    if word in _DIRECTIONS:
        return _direction(tokens, place)
    if word in _DATES:
        return _DATES[word] if _is_dated(tokens, place) else None
    if asks and token.lemma.lower() in _ASKED and token.pos == "VERB":
        return _asked(tokens, place)
    if asks and token.pos == "NOUN":
        return _asked_noun(tokens, place)
    if word in _SIDES:
        return _SIDES[word] if _is_moved(tokens, place) and _is_free(tokens, place) else None
    if token.pos == "NOUN" and token.lemma.lower() in _CHANGE_NOUNS:
        fits = _is_share(tokens, place) and _is_free(tokens, place)
        return inflected(_CHANGE_NOUNS[token.lemma.lower()], token.tag, "NOUN") if fits else None
    if word in _LEVELS:
        return _LEVELS[word] if _is_number(tokens, place + 1) and _is_free(tokens, place) else None
    new = _CHANGES.get(token.lemma.lower()) if token.pos == "VERB" else None
    if new is None or not _is_measured(tokens, place) or not _is_free(tokens, place):
        return None
    if inflected(token.lemma.lower(), token.tag, "VERB") != word:
        return None  # "fell" with the tag of "fallen"
    return inflected(new, token.tag, "VERB")


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]).strip(_SIGNS) if 0 <= place < len(tokens) else ""


def _is_number(tokens: Sequence[Token], place: int) -> bool:
    """Whether a number begins at a token: "5", "$ 5"."""
    if not 0 <= place < len(tokens):
        return False
    text = tokens[place].text
    return text.lstrip("$")[:1].isdigit() or tokens[place].pos == "NUM" or text in ("$", "£", "€")


def _limit(tokens: Sequence[Token], place: int) -> str | None:
    """ "More than 100 people" becomes "fewer than 100 people"."""
    before = _word(tokens, place - 1)
    if _word(tokens, place + 1) != "than" or before in _BEFORE_MORE | POSSESSIVES | _SHORT or _is_told(tokens, place):
        return None
    number = place + 2
    if _word(tokens, number) in ("a", "an") and _word(tokens, number + 1) in _HALF - CALENDAR_UNITS:
        return "less" if _word(tokens, place) == "more" else "more"
    if not _is_counted(tokens, number):
        return None
    money = False
    while _is_number(tokens, number) or _word(tokens, number) in SCALES:
        money = money or tokens[number].text[:1] in "$£€" or tokens[number].text.endswith("%")
        number += 1
    if money and sum(token.text[:1] in "$£€" for token in tokens) > 1:
        return None  # "$3 million of more than $5 million"
    noun = next((n for n in range(number, min(number + 4, len(tokens))) if tokens[n].pos in ("NOUN", "PROPN")), None)
    if noun is None and sum(letter.isdigit() for letter in tokens[place + 2].text) < _LARGE:
        return None  # "a rating of more than 9"
    if noun is not None and not {_word(tokens, noun), _word(tokens, noun)[:-1]}.isdisjoint(CALENDAR_UNITS):
        return None  # how long something takes is most often told or known
    if _word(tokens, place) != "more":
        return "more"
    unit = noun is not None and not {_word(tokens, noun), _word(tokens, noun)[:-1]}.isdisjoint(_UNITS | {"centuries"})
    return "less" if money or unit else "fewer"


def _is_counted(tokens: Sequence[Token], number: int) -> bool:
    """Whether a number begins at a token that bounds what is counted, in a sentence that argues nothing from it."""
    if not _is_number(tokens, number) or _word(tokens, number) in ONCE_TWICE | {"one", "1"}:
        return False
    words = [_word(tokens, n) for n in range(len(tokens))]
    # a headline tells the same number, and "three times" compares two others
    if words.count(words[number]) > 1 or "times" in words[number + 1 : number + 4]:
        return False
    if any(_word(tokens, at) in _LARGE_PLURAL or _word(tokens, at) == "than" for at in range(number, number + 4)):
        return False
    return not _is_told(tokens, number) and not _is_weighed(tokens, number)


def _is_told(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence argues from an amount, or says that it is large or small."""
    near = [_word(tokens, n) for n, token in enumerate(tokens) if token.sent == tokens[place].sent]
    told = _ARGUING | _EXTREME | CONTRASTS | NEGATIONS
    obliged = any(one in ("have", "has", "had") and other == "to" for one, other in pairwise(near))
    return obliged or not told.isdisjoint(near) or any(word.endswith("n't") for word in near)


def _is_weighed(tokens: Sequence[Token], number: int) -> bool:
    """Whether an aside says what an amount means: "$750, a fortune"."""
    while _is_number(tokens, number) or _word(tokens, number) in SCALES:
        number += 1
    return number + 1 < len(tokens) and tokens[number].text == "," and tokens[number + 1].tag == "DT"


def _is_bound(tokens: Sequence[Token], place: int) -> bool:
    """Whether "over" means "more than": "over 3,000 people", not "won over 5 days"."""
    number = place + 1
    if not _is_counted(tokens, number) or _word(tokens, place - 1) in _BEFORE_OVER or tokens[number].text[:1] == "$":
        return False
    while _is_number(tokens, number) or _word(tokens, number) in SCALES:
        number += 1
    noun = _word(tokens, number)
    return bool(noun) and tokens[number].tag == "NNS" and not {noun, noun[:-1], tokens[number].lemma} & _UNITS


def _direction(tokens: Sequence[Token], place: int) -> str | None:
    """ "5 km north of Pune" becomes "5 km south of Pune", in a text with no other direction."""
    if tokens[place].pos not in ("NOUN", "ADV", "ADJ") or _word(tokens, place + 1) in (
        "coast",
        "korea",
        "india",
        "to",
        "-",
    ):
        return None
    directions = [_word(tokens, n) for n in range(len(tokens)) if any(each in _word(tokens, n) for each in _DIRECTIONS)]
    names = [n for n, token in enumerate(tokens) if token.pos == "PROPN"]
    named = bool(names) and _word(tokens, place + 1) != "of"  # "expand east"
    near = [n for n in names if place < n <= place + _REFERENCE]
    if near and any(n < place or n > near[-1] for n in names):
        return None  # the map tells where one named place lies from another
    if any(token.tag in ("JJS", "RBS") for token in tokens[max(0, place - 2) : place]):
        return None  # "the worst film east of Hollywood"
    if named or len(directions) > 1 or tokens[place].text != tokens[place].text.lower() or is_on_map(tokens, place):
        return None
    return _DIRECTIONS[_word(tokens, place)]


def _is_dated(tokens: Sequence[Token], place: int) -> bool:
    """ "In early May", "the early 1990s", with no other date of that time beside it."""
    after = _word(tokens, place + 1)
    year = after[:4] if after[:4].isdigit() and len(after) in (4, 5) else ""
    if not (year or after in MONTHS) or _word(tokens, place - 1) not in ("in", "the", "since", "during"):
        return False
    others = [_word(tokens, n) for n in range(len(tokens)) if n != place + 1]
    if not {"later", "then", "finally"}.isdisjoint(others):
        return False  # another date follows
    near = [word for word in others if (word in MONTHS if not year else word[:3] == year[:3]) or word in _DATES]
    return len(near) == 1


def _is_measured(tokens: Sequence[Token], place: int) -> bool:
    """Whether an amount follows a verb of change."""
    if tokens[place].lemma.lower() in ("gain", "lose") and not any(
        _word(tokens, n) in _GAINED or tokens[n].text.endswith("%")
        for n in range(place + 1, place + 4)
        if n < len(tokens)
    ):
        return False
    moves = tokens[place].lemma.lower() in _MOVES
    near = tokens[place + 1 : place + 4]
    if moves and not any(
        _word(near, n) in _GAINED or one.text[:1] in "$£€#" or one.text[-1:] == "%" for n, one in enumerate(near)
    ):
        return False  # "dropped two notes"
    if _word(tokens, place + 1) in _BEFORE_MEASURES:
        place += 1
    return _is_number(tokens, place + 1)


def _is_share(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun is a change by some percent: "a 5 percent increase", "a rise of 5 percent"."""
    before = tokens[place - 1].text if place else ""
    after = _word(tokens, place + 1) == "of" and _is_number(tokens, place + 2)
    return after or before.endswith("%") or _word(tokens, place - 1) in PERCENT


def _is_moved(tokens: Sequence[Token], place: int) -> bool:
    """Whether a price is "up 5 percent", or closed "higher"."""
    before = tokens[place - 1].lemma.lower() if place else ""
    if before not in _BEFORE_SIDES and not (place and tokens[place - 1].text.endswith(",")):
        return False
    if _word(tokens, place) in ("up", "down"):
        return _is_number(tokens, place + 1) and _word(tokens, place + 1) != "one"
    ends = place + 1 == len(tokens) or tokens[place + 1].pos in ("PUNCT", "ADP", "PROPN", "CCONJ")
    return before in _BEFORE_SIDES and ends


def _is_free(tokens: Sequence[Token], place: int) -> bool:
    """Whether nothing else of the text tells the way that an amount went, or why."""
    others = {word for n, token in enumerate(tokens) if n != place for word in (_word(tokens, n), token.lemma.lower())}
    if not others.isdisjoint(_trends() | FEW):
        return False
    sentence = [n for n, token in enumerate(tokens) if token.sent == tokens[place].sent]
    return all(_word(tokens, n) not in _AGAINST for n in sentence)


def _asked(tokens: Sequence[Token], place: int) -> str | None:
    """ "How can I gain weight?" becomes "How can I lose weight?"."""
    token, lemma = tokens[place], tokens[place].lemma.lower()
    verbs: Collection[str] = {other.lemma.lower() for n, other in enumerate(tokens) if n != place}
    words = {_word(tokens, n) for n in range(len(tokens))}
    if not place or token.tag not in ("VB", "VBP", "VBG") or not _ASKED.keys().isdisjoint(verbs):
        return None
    if not words.isdisjoint(NOT | JOINERS | {"but", "without", "instead", "than", "while", "if"}):
        return None
    if lemma in ("increase", "decrease", "reduce", "raise", "lower") and _goes_between(tokens, place):
        return None
    if lemma in ("buy", "sell") and not words.isdisjoint({"best", "my", "cheap", "cheapest", "new", "worth", "trade"}):
        return None
    if lemma in ("buy", "sell") and "from" in words:
        return None
    if lemma in ("buy", "sell") and place > 2 and tokens[place - 1].tag == "MD" and tokens[place - 3].pos == "NOUN":
        return None  # "a pill that you can buy"
    after = tokens[place + 1 : place + 4]
    owned = any(one.pos == "ADJ" or one.tag == "PRP$" or noun_kind(one.lemma.lower()) == "person" for one in after)
    owned = owned or any(plain(one) in ("people", "who") for one in after)
    if lemma in ("create", "delete") and (owned or {one.lemma.lower() for one in after}.isdisjoint(_KEPT)):
        return None  # nobody creates an inactive account, or deletes people
    if lemma in ("add", "remove") and not words.isdisjoint({"from", "to"} - {_word(tokens, place - 1)}):
        return None
    if lemma in ("upload", "download") and "from" in words:
        return None
    if lemma in ("remember", "forget") and _word(tokens, place - 1) == "to":
        return None  # "things to remember"
    if lemma in ("gain", "lose") and (words.isdisjoint(_LOST) or "fat" in words):
        return None
    if _word(tokens, place - 1) == "to" and tokens[place - 2].pos == "NOUN" and _word(tokens, place - 2) not in _MEANS:
        return None  # "workouts to lose weight" are made for it
    if lemma in ("save", "spend") and "money" not in words:
        return None
    if lemma in ("like", "love", "hate") and token.tag != "VBP":
        return None
    if lemma == "stop" and not (place + 1 < len(tokens) and tokens[place + 1].tag == "VBG"):
        return None
    return inflected(_ASKED[lemma], token.tag, "VERB")


def _goes_between(tokens: Sequence[Token], place: int) -> bool:
    """Whether two numbers after a verb tell the way: "increase it from 315 to 330"."""
    near = range(place + 1, len(tokens) - 1)
    numbers = {_word(tokens, n) for n in near if _is_number(tokens, n + 1)}
    return {"from", "to"} <= numbers


def _asked_noun(tokens: Sequence[Token], place: int) -> str | None:
    """ "What is the difference between them?" becomes "What is the similarity between them?"."""
    token = tokens[place]
    new = _ASKED_NOUNS.get(token.lemma.lower())
    words = [_word(tokens, n) for n in range(len(tokens))]
    told = (new[:_STEM], f"dis{new}"[:_STEM], "pros", "demeri") if new else ()
    beside = not new or any(word[:_STEM] in told for word in words)
    number = words[place - 1] if place else ""
    term = place > 0 and tokens[place - 1].pos == "NOUN"  # "potential difference"
    beside = beside or term or not {"same", "why"}.isdisjoint(words)
    alone = words.count(words[place]) == 1 and number not in ("make", "makes", "no", "any", "not", "as")
    if new is None or beside or not alone or not {"or", "but", "without", "not", "than"}.isdisjoint(words):
        return None
    return inflected(new, token.tag, token.pos)


@cache
def _trends() -> frozenset[str]:
    clashes: Mapping[str, Sequence[str]] = lexicon("antonyms")["clashes"]
    return frozenset(clashes["TREND"]) | _CHANGES.keys() | _SIDES.keys()
