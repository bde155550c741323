"""Words that show that a name is one of a person."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import MONTHS
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.transforms.entity_spans import TITLES
from hf_robust.transforms.place_names import is_listed_place

SPEECH = frozenset(
    """said says told added asked admitted argued warned explained insisted noted replied
    nodded smiled frowned laughed sighed shrugged whispered shouted muttered recalled recalls""".split()
)
_LIVED = frozenset("born c. ca. circa died née".split()) | {month.capitalize() for month in MONTHS}
CREATED = frozenset(
    """authored choreographed composed conducted directed edited hosted illustrated narrated painted penned played
    portrayed sung written""".split()
)
_AGE = re.compile(r"[1-9]\d")
_FIGURES = re.compile(r" \d{1,2}(?:\.\d)?-\d{1,2}-\d{1,3}-\d{1,2}\b")  # of a bowler
_PEOPLE = frozenset(
    """actor actress architect athlete author bishop boxer campaigner captain chairman coach composer cricketer
    cyclist dancer defender director drummer engineer explorer fencer footballer goalkeeper governor guitarist judge
    lawyer leader lecturer mayor midfielder minister model musician officer painter player poet politician president
    producer professor rapper rower sculptor senator singer skier soldier songwriter spokesman striker swimmer
    teacher wrestler winger writer""".split()
)
_SPACE = 12  # tokens in brackets after a name
_WORDS_BEFORE = 9  # tokens from "is" to the noun
_BALANCE = re.compile(r" \( ?\d{1,2}-\d{1,2} ?\) ")  # games won and lost
_QUOTED = re.compile(r"[,.?!] ?(?:\"|''|”|quot;) \Z")
_TAXON = re.compile(r"\b[A-Z][a-z]+ [a-z]{5,}\b[\s'(]*\Z")
_DESCRIBED_IN = re.compile(r" ?, (?:17|18|19|20)\d\d\b ?(?:\)|\Z|\.)")  # a species, by whom and when
_ANY_SIGN = re.compile(
    r"(?:17|18|19|20)\d\d|year-old|sa(?:id|ys)|added|(?:described|named) by|, ?[1-9]\d ?,|\d-\d", re.IGNORECASE
)
_REPORTS = frozenset("said says added".split())
YEAR = re.compile(r"(?:1[89]|20)\d\d")


def has_sign(doc: Doc, first: int, end: int) -> bool:
    """Whether a title, a role or a verb of saying beside a name says that it is one of a person."""
    tokens = doc.tokens
    before = tokens[first - 1] if first else None
    after = tokens[end] if end < len(tokens) else None
    if before is not None and (before.text.lower() in TITLES or _is_role(before)):
        return True
    made = first > 1 and before is not None and before.text == "by" and tokens[first - 2].text in CREATED
    if made or (before is not None and before.text in ("starring", "featuring")):
        return True  # "directed by Anna Smith"
    if after is None:
        return False
    if _FIGURES.match(doc.text, tokens[end - 1].end):
        return True
    if after.text in ("is", "was"):
        return _is_called_person(tokens, end + 1)
    if after.text == "(":
        close = next((n for n in range(end, min(len(tokens), end + _SPACE)) if tokens[n].text == ")"), len(tokens))
        if close + 1 < len(tokens) and tokens[close + 1].text in ("is", "was") and _is_called_person(tokens, close + 2):
            return True
        inside = tokens[end + 1 : end + 3]
        listed = len(inside) > 1 and inside[1].text == ")" and is_listed_place(inside[0].text)  # in results of sport
        return listed or (bool(inside) and (inside[0].pos == "NUM" or inside[0].text in _LIVED))
    return after.text.lower() in SPEECH or after.text == "who"


def _is_role(token: Token) -> bool:
    """Whether a noun in small letters says what somebody is: "striker Anna Smith", not "centuries Aelia Capitolina"."""
    return token.tag in ("NN", "") and token.pos == "NOUN" and token.text.islower()


def may_be_signed(text: str) -> bool:
    """Whether a text has some of the words and figures that :func:`is_signed` looks for beside a name.

    Args:
        text: The text.
    """
    return _ANY_SIGN.search(text) is not None


def is_signed(doc: Doc, number: int, person: bool) -> bool:
    """Whether words show that a surname is one, listed or not.

    They are those of a report, an age, the balance of a pitcher, or of who described a species: "..., said Quilis.",
    "the 30-year-old Quilis", "Quilis (10-8) won", "described by Quilis in 1918",
    "Orchis alba (Quilis, 1861)", "Quilis, 46,", "Quilis, the leader",
    "Quilis 14-3-52-1".
    """
    tokens = doc.tokens
    if tokens[number].text in organizations_by_first_word():
        return False
    before = [token.text.lower() for token in tokens[max(0, number - 2) : number]]
    after = tokens[number + 1 : number + 5]
    if before[-1:] and before[-1].endswith("-year-old"):
        return True
    if _QUOTED.search(doc.text, 0, tokens[number].start) and after and after[0].text in _REPORTS:
        return True  # '... was found, " Quilis said'
    if before[-1:] and before[-1] in _REPORTS:
        return not after or after[0].text in (".", ",", "''", '"')
    if _DESCRIBED_IN.match(doc.text, tokens[number].end) and _TAXON.search(doc.text, 0, tokens[number].start):
        return True
    if [token.text for token in after[::2]] == [",", ","] and _AGE.fullmatch(after[1].text):
        return True
    if person and len(after) > 2 and after[0].text == "," and (after[1].text == "who" or _is_described(after[1:])):
        return True
    if _FIGURES.match(doc.text, tokens[number].end):
        return True
    if before in (["described", "by"], ["named", "by"]) and len(after) > 1:
        return after[0].text == "in" and YEAR.fullmatch(after[1].text) is not None
    balance = _BALANCE.match(doc.text, tokens[number].end)
    verb = doc.token_at(balance.end()) if balance else len(tokens)
    return verb < len(tokens) and tokens[verb].tag == "VBD"


def _is_called_person(tokens: Sequence[Token], number: int) -> bool:
    """Whether a noun phrase says that somebody is a person: "an Australian footballer", "governor of the state"."""
    for token in tokens[number : number + _WORDS_BEFORE]:
        low = token.text
        if low in _PEOPLE or (token.pos == "NOUN" and low.endswith(("ist", "ician", "sman", "woman"))):
            return True
        if token.pos not in ("DET", "ADJ", "PROPN", "NOUN", "ADV", "PUNCT", "CCONJ", "VERB") and low != "of":
            return False
    return False


def _is_described(tokens: Sequence[Token]) -> bool:
    """Whether an apposition says what somebody is: "a persistent campaigner"."""
    if tokens[0].text not in ("a", "an", "the"):
        return False
    words = [token.text for token in tokens[1:3]]
    return any(word in _PEOPLE or word.endswith(("ist", "ician", "sman", "woman")) for word in words)
