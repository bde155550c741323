"""Names of people that a text uses for something that does not change with them."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.language.english.name_origins import given_names
from hf_robust.transforms.capital_words import capital_numbers, core, lower_words
from hf_robust.transforms.names_apart import PARTICLES

_QUOTED = re.compile(r"(?:\"+|[“«]|``)\s?([^\"“”«»`]{2,60}?)\s?(?:\"+|[”»]|'')")
_FIRM = re.compile(r"(?:[A-Z]\w+, )+[A-Z]\w+,? & [A-Z]\w+")  # "Emerson, Lake & Palmer"
_SMALL = 3  # letters of a word that has no capital in a title: "and", "the"
WORKS = frozenset("film movie musical novel opera play sitcom".split())
_ROLES = frozenset({"character", "characters"})
# names that friends use, by which of them; the name changes with none of them
_SHORT_NAMES = """al=albert,alfred,allen abby=abigail abe=abraham andy=andrew barb=barbara ben=benjamin bert=albert
    beth=elizabeth betty=elizabeth bill=william billy=william bob=robert bobby=robert cathy=catherine,katherine
    charlie=charles chris=christopher,christine,christina chuck=charles cindy=cynthia dan=daniel danny=daniel
    dave=david debbie=deborah dick=richard don=donald donnie=donald doug=douglas drew=andrew ed=edward,edwin,edgar
    eddie=edward fred=frederick,alfred freddie=frederick gabe=gabriel gene=eugene gerry=gerald greg=gregory
    hal=harold,henry hank=henry harry=harold,henry jack=john jackie=jacqueline jake=jacob jeff=jeffrey
    jenny=jennifer jerry=gerald,jerome jim=james jimmy=james joe=joseph joey=joseph johnny=john josh=joshua
    kate=katherine,kathleen kathy=katherine,kathleen ken=kenneth kenny=kenneth kim=kimberly larry=lawrence
    len=leonard lenny=leonard leo=leonard,leopold lou=louis,louise maggie=margaret marty=martin matt=matthew
    max=maximilian,maxwell meg=margaret mick=michael mickey=michael mike=michael mitch=mitchell molly=mary
    nate=nathan,nathaniel ned=edward nick=nicholas nicky=nicholas norm=norman ollie=oliver patty=patricia
    peg=margaret peggy=margaret pete=peter phil=philip,phillip ray=raymond rich=richard rick=richard ricky=richard
    rob=robert ron=ronald ronnie=ronald russ=russell sally=sarah sam=samuel,samantha sandy=alexander,sandra
    stan=stanley steve=stephen,steven sue=susan,suzanne susie=susan ted=edward,theodore teddy=edward,theodore
    terry=terence,theresa tim=timothy timmy=timothy toby=tobias tom=thomas tommy=thomas tony=anthony val=valerie
    vicky=victoria vince=vincent walt=walter wes=wesley will=william zack=zachary"""
_DERIVED = ("ean", "eans", "esque", "ian", "ians", "iana", "ism", "isms", "ist", "ists", "ite", "ites")
_LEAST = 4  # letters of a name that such a word may come from: not "Art", "artist"
_FULL = 3  # words of a name that may be those of two people


def kept_parts(doc: Doc, parts: Collection[str]) -> set[str]:
    """The parts of names that a title, a derived word, a familiar form or a particle keeps.

    Args:
        doc: The text.
        parts: The parts in lower case.

    Example:
        >>> doc = Doc.tagged("George/PROPN Orwell/PROPN had/VERB no/DET Orwellian/ADJ fears/NOUN")
        >>> kept_parts(doc, {"george", "orwell"})
        {'orwell'}
    """
    words, tokens = lower_words(doc), doc.tokens
    kept = {part for part in parts if len(part) >= _LEAST and _has_derived(part, words)}
    kept.update(
        part for found in _FIRM.findall(doc.text) for part in re.findall(r"\w+", found.lower()) if part in parts
    )
    titles = [found.span(1) for found in _QUOTED.finditer(doc.text) if _is_title(found[1])]
    plays = not words.isdisjoint(_ROLES)
    for number in capital_numbers(doc):
        token = tokens[number]
        part = core(token).lower()
        if part not in parts:
            kept.update(name for name in _short_names().get(part, ()) if name in parts)
            continue
        before = tokens[number - 1].text if number else ""
        quoted = any(start <= token.start < end for start, end in titles)
        placed = before == "of" and number > 1 and tokens[number - 2].text[:1].isupper()  # "Lord of Quilis"
        of_work = before in WORKS or (plays and before == "from")  # "Anna from Quilis Redbank"
        if quoted or placed or of_work or before in PARTICLES or _is_played(doc, number):
            kept.add(part)
    return kept


@cache
def _short_names() -> Mapping[str, Sequence[str]]:
    """The names that a familiar form stands for."""
    pairs = (pair.partition("=") for pair in _SHORT_NAMES.split())
    return {short: names.split(",") for short, _, names in pairs}


def _is_played(doc: Doc, number: int) -> bool:
    """Whether an actor of another gender stands in brackets after a name: "Bebe Quilis (Anna Smith)"."""
    after = [core(token).lower() for token in doc.tokens[number : number + 4]]
    if "(" not in after[1:3]:
        return False
    genders = {given_names().get(after[0]), given_names().get(after[min(after.index("(") + 1, len(after) - 1)])}
    return genders == {"female", "male"}


def may_be_two(parts: Sequence[str]) -> bool:
    """Whether two people may be named without a comma: given name, surname, given name.

    Args:
        parts: The parts of a name in lower case.

    Example:
        >>> may_be_two(("kristy", "swanson", "omar")), may_be_two(("anna", "maria", "smith"))
        (True, False)
    """
    if len(parts) < _FULL or parts[1] in given_names():
        return False
    return parts[0] in given_names() and parts[-1] in given_names()


def _has_derived(part: str, words: Collection[str]) -> bool:
    """Whether a word comes from a name: "Orwellian", "Kafkaesque", "Nietzschean"."""
    stems = {part, part.rstrip("aeiouy")}
    return any(stem + ending in words for stem in stems for ending in _DERIVED)


def _is_title(quoted: str) -> bool:
    """Whether a quotation has capitals like a title, and is no sentence that somebody says."""
    words = [word for word in re.findall(r"[^\W\d_]+", quoted) if len(word) > _SMALL]
    return quoted[:1].isupper() and all(word[0].isupper() for word in words)
