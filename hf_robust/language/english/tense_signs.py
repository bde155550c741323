"""Signs in a text that its verbs cannot all move to another tense."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_FINITE,
    CALENDAR_UNITS,
    CALENDAR_UNITS_PLURAL,
    CONDITIONS,
    DAY_PARTS,
    HAVE_TENSED,
    HOURS_AND_MINUTES,
    INDEFINITE_ARTICLES,
    MONTHS,
    NEXT_AND_LAST,
    POINTERS,
    POSSESSIVES,
    SEASONS,
    TERMS,
    TIME_NOUNS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import ADVERBS, is_first, is_name, plain
from hf_robust.language.lexicons.wordnet import noun_kind

FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
QUOTES = frozenset({'"', "“", "”", "``", "''", "`", "‘", "«", "»"})
# times that go with the past alone, or with a perfect form
_OF_PAST = frozenset(
    "ago lately recently formerly previously originally once earlier since yesterday overnight".split()
)
# times that go with the present alone
_OF_PRESENT = frozenset("now nowadays currently presently today tonight tomorrow current tmrw tonite".split())
# what is so at all times
_TIMELESS = frozenset(
    """difference differences equal equals equation formula derivative integral polynomial theorem abbreviation acronym
        synonym antonym atomic molar molecular boiling melting sqrt sin cos log math modulo logarithm radius
        hypotenuse prime divisible molarity law laws axiom definition""".split()
)
_OPERATORS = re.compile(r"\^|√|[\w)]\s?[=+*]\s?[\w(]|\d\s?/\s?\d")
_WANTED = frozenset("good best better cheapest easiest fastest top ways way tips some".split())
_SAID = frozenset({"said", "told", "reported", "announced"})
# a stretch of somebody's life, or of the past
_SPAN_OF_YEARS = re.compile(r"\([^()]*\b\d{4}\b[^()]*[-–—][^()]*\b\d{4}\b[^()]*\)")
# "from 1983 to 1984", "on December 6, 1992"
_YEAR = re.compile(r"\b(?:from|between|until|\d{1,2} ?,) (?:1[0-9]|20)\d\d\b")
_IN_YEAR = re.compile(r"\b(?:in|on|since) (?:1[0-9]|20)\d\d\b")
# what is there at all times: a species, a mountain, a river
_NATURE = frozenset({"species", "genus", "plant", "tributary"})
_KINDS_OF_NATURE = frozenset({"animal", "plant", "object"})
_VERBS_OF_NATURE = 3  # finite verbs of a text that tells more than what it is and where
_PERIODS = frozenset("days years youth childhood boyhood girlhood teens reign tenure lifetime".split())
# how a time of the present is called in the past, and the other way round
_TO_PAST = {"now": "then", "nowadays": "then", "currently": "then", "presently": "then", "today": "yesterday"}
_TO_PRESENT = {"yesterday": "today"}
_OWNERS = POSSESSIVES | {"'s"}
_NEAR = POINTERS | NEXT_AND_LAST | {"coming", "recent"}
_AHEAD = frozenset({"next", "coming"})
_UNITS = (
    CALENDAR_UNITS
    | CALENDAR_UNITS_PLURAL
    | SEASONS
    | DAY_PARTS
    | TERMS
    | HOURS_AND_MINUTES
    | TIME_NOUNS
    | {"fall", "nights"}
)
# conditions and wishes, sayings and contractions without their mark: none of them is moved word by word
WILL = frozenset({"will", "'ll", "wo"})
_UNMOVED = frozenset(
    """wish wishes wished lest let lets 'd thank thanks please im ive id ill youre theyre thats whats
        theres heres hes shes dont doesnt didnt cant wont isnt arent wasnt werent aint ain't gonna wanna gotta
        http https u ur r s t ya""".split()
)
_COMMON = frozenset({"NN", "NNS", "VB", "VBG", "VBN", "VBD", "VBZ", "VBP", "RB", "IN", "DT", "RBR", "JJ"})
_OPENERS = frozenset({"DT", "IN", "PRP", "PRP$", "WRB", "EX"})
_TOO_LONG = "the text is too long to determine its tense"
_CONDITION = "the text expresses a condition, a wish, thanks or a request, or contains a link or an informal spelling"
_ALWAYS = "the text describes a species or a part of nature"
_OWN_TIME = "the text has a time expression that fits only its tense"
SAYING = "the text has a set phrase with a verb"
TITLED = "the text looks like a title or a headline (capitals, or no final punctuation)"
_WORDS_AT_LEAST, _LONG_NAME, _MOST, _LOUD = 6, 6, 300, 5


def why_fixed(tokens: Sequence[Token], past: bool) -> str | None:
    """Why the verbs of a text cannot move to the other tense; None where nothing speaks against it.

    Args:
        past: Whether the text is in the past.
    """
    words = [plain(token) for token in tokens]
    if len(words) > _MOST:
        return _TOO_LONG
    if not _UNMOVED.isdisjoint(words) or (not CONDITIONS.isdisjoint(words) and (past or not WILL.isdisjoint(words))):
        return _CONDITION
    if _has_fixed_time(tokens, words, past):
        return _OWN_TIME
    if not past and "?" in words and (_asks_for_a_law(tokens, words) or _asks_for_advice(words) or _asks_of_any(words)):
        return "the text asks about a general fact"
    if not past and _describes_nature(tokens):
        return _ALWAYS
    if _tells_listener(words):
        return SAYING
    if past and _tells_of_becoming(words):
        return "the text tells what its writer became at some time"
    if past and ("happened", "to") in pairwise(words):
        return "the text is about what happened to somebody"
    if past and _ends_speech(tokens, words):
        return "speech stands without its quotation marks"
    if past and (
        reads_as_headline(tokens) or _is_dateline(tokens)
    ):  # above a text in the past, a headline has the present
        return TITLED
    if "that" not in words and "all" not in words:
        return None
    return SAYING if any(_is_set_phrase(tokens, place) for place in range(1, len(tokens))) else None


def _tells_listener(words: Sequence[str]) -> bool:
    """ "I tell you that it is good" stresses what is said; it reports no talk."""
    return any(words[n : n + 3] == ["i", "tell", "you"] for n in range(len(words)))


def _tells_of_becoming(words: Sequence[str]) -> bool:
    """ "I became a fan" happens once; "I become a fan" would be a habit."""
    return any(
        word == "became" and not {"i", "we"}.isdisjoint(words[max(0, n - 2) : n]) for n, word in enumerate(words)
    )


def why_mixed(tokens: Sequence[Token]) -> str | None:
    """Why a text with both tenses cannot move to the past; None where nothing speaks against it."""
    words = [plain(token) for token in tokens]
    if len(words) > _MOST:
        return _TOO_LONG
    if not (_UNMOVED | CONDITIONS).isdisjoint(words):
        return _CONDITION
    near = any(one in POINTERS | _AHEAD and other in _UNITS | WEEKDAYS for one, other in pairwise(words))
    if near or not (_OF_PRESENT - {"currently"}).isdisjoint(words):
        return _OWN_TIME
    if _describes_nature(tokens):
        return _ALWAYS
    return SAYING if _tells_listener(words) else None


def times_in(tokens: Sequence[Token], past: bool) -> dict[int, str]:
    """What the times of a text become in the other tense, by their indices: "now" becomes "then".

    Args:
        past: Whether the text is in the past.
    """
    table = _TO_PRESENT if past else _TO_PAST
    words = [plain(token) for token in tokens]
    inside = quoted(tokens)
    found = {index: table[word] for index, word in enumerate(words) if word in table and index not in inside}
    pair = ("last", "this") if past else ("this", "that")
    for index, (one, other) in enumerate(pairwise(words)):
        if (
            one == pair[0]
            and index not in inside
            and other in _UNITS
            and other not in DAY_PARTS
            and other not in TIME_NOUNS
        ):
            found[index] = pair[1]
    return found


def _has_fixed_time(tokens: Sequence[Token], words: Sequence[str], past: bool) -> bool:
    """Whether a text names a time that has no counterpart in the other tense."""
    table = _TO_PRESENT if past else _TO_PAST
    fixed = _OF_PAST if past else _OF_PRESENT
    if any(word in fixed and word not in table for word in words):
        return True
    if past and (_has_past_period(words) or _looks_back(tokens, words)):
        return True
    if past and (_names_day_of_event(tokens, words) or _SPAN_OF_YEARS.search(" ".join(words))):
        return True
    if past and (_names_time_of_event(tokens, words) or _YEAR.search(" ".join(words))):
        return True
    if (
        not past
        and _has_perfect(tokens, words)
        and any(one == "since" and other[:1].isdigit() for one, other in pairwise(words))
    ):
        return True
    if past and any(word[:3].isdigit() and word.endswith("0s") for word in words):  # "in the 1980s it was"
        return True
    for one, other in pairwise(words):
        if one == "now" and other == "that":
            return True
        if one in _NEAR and other in _UNITS:
            if past:
                moves = (one == "last" and other != "night") or one in _AHEAD or (one == "this" and len(other) > 3)
            else:
                moves = one in POINTERS | {"that"}
            if not moves or (other in DAY_PARTS and past):
                return True
    return not past and any(one in _AHEAD and other in _UNITS | WEEKDAYS | MONTHS for one, other in pairwise(words))


def _names_day_of_event(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "Was established Thursday" and "said on Friday"; "arrived on Monday" moves, as "arrives" may be a plan."""
    for place, word in enumerate(words):
        if word in WEEKDAYS and place:
            told = words[place - 1] == "on" and words[max(0, place - 2)] in _SAID
            if told or tokens[place - 1].tag in ("VBN", "VBD"):
                return True
    return False


def _names_time_of_event(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "The last general election", "in April", and "was traded on Friday", which is no plan."""
    for place, word in enumerate(words[:-1]):
        if word == "last" and words[place + 1] not in _UNITS and tokens[place + 1].pos in ("ADJ", "NOUN"):
            return True
        if word in ("in", "since") and words[place + 1] in MONTHS and tokens[place + 1].pos == "PROPN":
            return True
    passive = any(one in ("was", "were") and other.tag == "VBN" for one, other in zip(words, tokens[1:]))
    dated = (
        "yesterday" in words
        or _IN_YEAR.search(" ".join(words))
        or any(one == "on" and other in WEEKDAYS for one, other in pairwise(words))
    )
    return passive and bool(dated)


def _has_perfect(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a verb is in the perfect: "has grown", "have always grown"."""
    for place, word in enumerate(words):
        if word in HAVE_TENSED:
            after = next((token for token in tokens[place + 1 :] if token.tag not in ADVERBS), None)
            if after is not None and after.tag == "VBN":
                return True
    return False


def _asks_for_advice(words: Sequence[str]) -> bool:
    """ "Is it possible to ...?" and "What is a good phone?" are not asked of the past."""
    if words[:2] == ["is", "it"]:
        return "to" in words or "for" in words or "if" in words
    opens = words[0] in ("what", "which", "where", "who") and words[1:2] in (["is"], ["are"], ["'s"])
    return opens and not _WANTED.isdisjoint(words[2:6])


def _asks_of_any(words: Sequence[str]) -> bool:
    """ "Does a black hole have a mass?" and "How does an engine start?" ask of all such things."""
    near = list(pairwise(words[:4]))
    return any(one in ("do", "does", "is", "are") and other in INDEFINITE_ARTICLES for one, other in near)


def _describes_nature(tokens: Sequence[Token]) -> bool:
    """Whether a text says what a living species, a mountain or a river is, and more of it than where it is."""
    verbs = [place for place, token in enumerate(tokens) if token.tag in FINITE]
    if len(verbs) < _VERBS_OF_NATURE or plain(tokens[verbs[0]]) not in ("is", "are"):
        return False
    if any(plain(token) == "extinct" for token in tokens):
        return False
    noun = None
    for token in tokens[verbs[0] + 1 :]:
        if token.tag[:2] == "NN":
            noun = token.lemma.lower() or plain(token)
        elif noun is not None or token.tag in FINITE:
            break
    return noun is not None and (noun in _NATURE or noun_kind(noun) in _KINDS_OF_NATURE)


def _has_past_period(words: Sequence[str]) -> bool:
    """ "In the past two days", "in my student days" and "in his youth" are no times of the present."""
    for place, word in enumerate(words):
        before = words[max(0, place - 3) : place]
        if word in _UNITS and not {"past", "last", "previous"}.isdisjoint(before[:-1]):
            return True
        if word in _PERIODS and before and not _OWNERS.isdisjoint(before) and "in" in words[max(0, place - 4) : place]:
            return True
    return False


def _looks_back(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "When I was your age", "when it first came out"."""
    return any(
        word == "when" and tokens[n + 1].tag[:2] in ("PR", "NN") and words[n + 2] in ("was", "were", "first", "came")
        for n, word in enumerate(words[:-2])
    )


def _asks_for_a_law(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a question is one of mathematics or science, or asks what a word means."""
    if not _TIMELESS.isdisjoint(words) or _asks_for_a_term(tokens):
        return True
    return _OPERATORS.search(" ".join(words)) is not None


def _ends_speech(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a short sentence after a question or a cry says who said it: "Where was it? she cried."."""
    for place in range(2, len(words)):
        if words[place - 1] in ("?", "!") and place + 1 < len(words) and tokens[place + 1].tag == "VBD":
            ends = place + 2 == len(words) or words[place + 2] == "."
            if tokens[place].tag in ("PRP", "NNP") and ends:
                return True
    return False


def reads_oddly(tokens: Sequence[Token]) -> bool:
    """Whether a text is or has a title, a headline without its mark, or quoted speech."""
    return _quotes_a_verb(tokens) or reads_as_headline(tokens)


def reads_as_headline(tokens: Sequence[Token]) -> bool:
    """Whether a text is or has a title, or a headline without its mark."""
    titled = len(tokens) > _MOST or _is_title(tokens)
    return titled or any(_is_saying(tokens, place) for place in range(1, len(tokens)))


def _is_dateline(tokens: Sequence[Token]) -> bool:
    """Whether a word in capitals seems to begin a sentence, as below a headline: "forced out NORWAY's Berg took"."""
    return any(
        len(token.text) >= _LOUD and token.text.isupper() and token.text.isalpha() and tokens[place].text.islower()
        for place, token in enumerate(tokens[1:])
    )


def _is_saying(tokens: Sequence[Token], place: int) -> bool:
    """ "That is,", and a sentence that begins without a mark before it, as after a headline."""
    token, before = tokens[place], tokens[place - 1]
    if token.sent != before.sent:
        return before.text[-1:].isalnum() and not token.text.islower()
    text = token.text
    if text.islower():
        return _is_set_phrase(tokens, place)
    if text in ("-", "--") and place + 1 < len(tokens) and token.start > before.end:  # "AP - It rains"
        return (before.tag == "NNP" or before.text == ")") and tokens[place + 1].text[:1].isupper()
    return text[:1].isupper() and _opens_anew(tokens, place) and _tells_more(tokens, place)


def _is_set_phrase(tokens: Sequence[Token], place: int) -> bool:
    """ "All you can eat", and "that is,"."""
    text, before = tokens[place].text, plain(tokens[place - 1])
    if text == "can":
        return before == "you" and plain(tokens[place - 2]) == "all"
    ends = text == "is" and (place + 1 == len(tokens) or tokens[place + 1].pos == "PUNCT")
    return ends and before == "that"


def _opens_anew(tokens: Sequence[Token], place: int) -> bool:
    """Whether a capital begins a sentence though no mark ended the one before."""
    token, before = tokens[place], tokens[place - 1]
    small = before.text.islower()
    if token.tag == "NNP" and small and _stand_apart(tokens, place):
        return True
    loud = token.text.isupper() and (len(token.text) > 1 or token.text == "I")
    if loud or is_first(tokens, place):
        return False
    joined = small and ((before.tag == "NNS" and token.tag != "NNPS") or (before.tag == "NN" and token.tag in _COMMON))
    return (token.tag in _OPENERS and before.pos != "PUNCT") or joined


def _tells_more(tokens: Sequence[Token], place: int) -> bool:
    """Whether a finite verb stands at a token or after it in its sentence, as after a headline without its mark."""
    while place < len(tokens) and tokens[place].sent == tokens[place - 1].sent:
        if tokens[place].tag in FINITE:
            return True
        place += 1
    return False


def _stand_apart(tokens: Sequence[Token], place: int) -> bool:
    """Whether a name belongs with nothing right before it, as the name that begins another sentence."""
    token, before = tokens[place], tokens[place - 1]
    return before.tag[:2] in ("NN", "JJ", "RB") and before.head != token.head != place - 1 and before.head != place


def _is_title(tokens: Sequence[Token]) -> bool:
    """Whether most words have a capital, or a verb has one in the midst of a sentence."""
    if any(token.tag in FINITE and is_name(tokens, place) for place, token in enumerate(tokens)):
        return True
    words = [token for token in tokens if token.text[:1].isalpha()]
    raised = [token for token in words if token.text[0].isupper()]
    tells = any(token.tag in FINITE and token.pos == "AUX" and token.text.islower() for token in tokens)
    if len(words) >= _WORDS_AT_LEAST and 2 * len(raised) > len(words) and not tells:
        return True
    if _opens_with_name(tokens) >= _LONG_NAME:
        return True
    common = [token for token in raised if token.tag in _COMMON - {"JJ"} and not token.text.isupper()]
    return len(common) > 1 + sum(is_first(tokens, place) for place in range(len(tokens)))


def _opens_with_name(tokens: Sequence[Token]) -> int:
    """How many titled words a text opens with; none where they are the name that "is" or "was" follows."""
    size = place = 0
    while place < len(tokens) and (not tokens[place].text[:1].isalpha() or _may_be_titled(tokens[place])):
        if tokens[place].text == "(":
            break
        size += tokens[place].text[:1].isalpha()
        place += 1
    if place < len(tokens) and tokens[place].text == "(":
        place = next((n for n in range(place, len(tokens)) if tokens[n].text == ")"), place) + 1
    return 0 if place < len(tokens) and tokens[place].text in BE_FINITE else size


def _may_be_titled(token: Token) -> bool:
    return token.text[0].isupper() or token.tag in ("IN", "TO", "POS", "DT")


def _quotes_a_verb(tokens: Sequence[Token]) -> bool:
    marks = _quotation_marks(tokens)
    if not marks:
        return False
    inside = tokens[marks[0] : marks[-1] + 1] if len(marks) % 2 == 0 else tokens
    return any(token.tag[:1] in ("V", "M") for token in inside)


def _quotation_marks(tokens: Sequence[Token]) -> list[int]:
    return [n for n, token in enumerate(tokens) if token.text in QUOTES or token.tag in ("``", "''")]


def quoted(tokens: Sequence[Token]) -> Collection[int]:
    """The indices of the tokens inside quotation marks; all of them where a mark is missing."""
    marks = _quotation_marks(tokens)
    if len(marks) == 1:  # the other mark stands in another row, so that all of the text, or most, is speech
        return ()
    if len(marks) % 2:
        return range(len(tokens))
    return {n for opens, ends in zip(marks[::2], marks[1::2], strict=True) for n in range(opens, ends)}


def _asks_for_a_term(tokens: Sequence[Token]) -> bool:
    """ "What is thermal energy?"."""
    if len(tokens) < 4 or [plain(token) for token in tokens[:2]] != ["what", "is"]:
        return False
    end = next((n for n, token in enumerate(tokens) if token.text == "?"), 2)
    return all(token.tag in ("NN", "NNS", "JJ") for token in tokens[2:end])


def simply_asked(tokens: Sequence[Token]) -> Collection[int]:
    """The numbers of the sentences that end as questions and state no condition."""
    found = set(asked(tokens))
    return found - {token.sent for token in tokens if plain(token) in CONDITIONS} if found else found


def asked(tokens: Sequence[Token]) -> Collection[int]:
    """The numbers of the sentences that end as questions."""
    return {token.sent for token in tokens if token.text == "?"}
