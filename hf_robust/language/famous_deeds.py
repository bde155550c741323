"""What a text says that one person is known for, so that another person would not fit it."""

import re
from collections.abc import Iterator

from hf_robust.language.famous_names import FamousMention

_NEAR = 80  # characters before a name in which the text tells what it is measured by
_MAKERS = frozenset({"composer", "director", "writer"})
_AUTHORS = frozenset({"author", "writer"})
# somebody sings or dances, speaks with an accent, got a prize for a work, or had other parts
_DOES = re.compile(
    r"(?:['’]s?\s[^.!?]{0,30}|[^.!?]{0,60}?\s)(?:sings?|sang|sung|singing|danc(?:e|es|ed|ing)|tap-?danc\w+|voice|accent)\b"
    r"|[^.!?]{0,30}\b(?:got|gets|winning|won|wins|received|nominat\w+) (?:an?|the|his|her|for)\b"
    r"|, (?:the|a) (?:master|king|queen|legend|genius|icon)\b"
    r"|\s(?:has|had) (?:also )?(?:played|directed|made|starred|appeared|written)\b"
    r"|['’]s?\s(?:\w+\s){0,2}(?:character|role|part) (?:from|in|of)\b"
    r"|\s?\((?:the\s)?[A-Z\"“‘'][^()]*\b(?:movies|films|series)\)"
    r"|['’]s?\s['\"“‘][A-Z]"
    r"|[^.!?]{0,60} as (?:the )?(?:Lieutenant|Inspector|Captain|Detective|Doctor|Dr\.?) [A-Z]"
)
_BEFORE_DEEDS = re.compile(
    r"\b(?:that of|(?:danc(?:e|es|ing)|duets?|songs?|sing(?:s|ing)?) (?:with|by|of|between))\s\Z",
    re.IGNORECASE,
)
_OTHER_WORK = re.compile(r"\b[Hh](?:is|er) (?:later|earlier|next|previous|other|own) [\"“‘'A-Z]|\balter ego\b")
_FILMED = re.compile(r"\b(?:filmed|shot|scenes?) (?:t?here )?with\s\Z", re.IGNORECASE)  # "filmed there with Ann Lee"
# how a work is judged: by the manner of a maker whom readers know
_MEASURES = re.compile(
    r"\b(?:compar\w+|up there with|reminiscent of|remind\w*|rivals?|worthy of|(?:vein|style|manner|school|spirit|world)"
    r" of|(?:imitat|emulat|echo|parod|homage|tribute|rip-?off)\w*|than|like|unlike|as (?:good|bad|well) as|fans? of)\s"
    r"(?:[^.!?]{0,50}?[\s/(])?\Z",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"[A-Z][\w.'’-]+(?:,| and| or| nor|/| &| to)\s?\Z")
_AND_ANOTHER = re.compile(r"(?:,| and| or| nor|/| &) ?(?:[A-Z][\w.'’-]+ ){0,2}[A-Z][\w.'’-]+")
_CREDIT = re.compile(r"\b(?:by|roles?|cameos?|starring|featuring)\b[^.!?]{0,40}\Z")  # here names only stand in a list
_WORKS = r"(?:movies?|films?|flicks?|pictures?|franchises?|works?|stories|novels?|books?)"
_MAKES = re.compile(
    rf"[^.!?]{{0,50}}\b(?:making|makes|made) (?:\w+ ){{0,2}}{_WORKS}\b|\s{_WORKS} instead\b", re.IGNORECASE
)
_TYPICAL = re.compile(r"\btypical\s\Z|[A-Z][\w'’]+[\"”’']?\s(?:directed )?by\s\Z")  # also "Vertigo by ..."
_OF_MAKER = re.compile(
    r"['’]s?\s(?:\([^()]*\)\s)?(?:\w+\s)?(?:masterpiece|masterwork|best|worst|finest|style|trademark|usual|typical)\b"
)
_OF_AUTHOR = re.compile(r"\b(?:written|wrote|story|novel|book|recit\w+|quot\w+)\b[^.!?]{0,40}\Z", re.IGNORECASE)
_WRITTEN = re.compile(r"\b(?:screenplays?|scripts?|stor(?:y|ies)|novels?|books?|works?|plays?)\b")
_YEAR = re.compile(r"(?<![\w.,])(19\d\d|20[012]\d)(?:['’]?s)?(?!\w|,\d)|(?<![\w.,$])([2-9]0)['’]?s\b")


def is_known_for(text: str, person: FamousMention) -> bool:
    """Whether a text says what one person does, has made or stands for.

    That somebody sings or dances, has an accent, got a prize or had another part; that an author wrote something; that
    a director, a writer or a composer is a measure of a style, stands beside another name or made other films.

    Args:
        text: The text.
        person: The person in it; all other places of the surname and the first name count, too.

    Example:
        >>> from hf_robust.language.famous_names import Famous
        >>> ann = FamousMention(0, 7, Famous("Ann Lee", "an American actress", "person", role="actor"))
        >>> is_known_for("Ann Lee left. Ann's singing is great.", ann), is_known_for("Ann Lee is good.", ann)
        (True, False)
    """
    role = person.entry.role
    for start, stop in _places(text, person):
        before = text[max(0, start - _NEAR) : start]
        if (
            _FILMED.search(before)
            or _DOES.match(text, stop)
            or _BEFORE_DEEDS.search(before)
            or _OTHER_WORK.search(text[stop : stop + 2 * _NEAR])
        ):
            return True
        if role in _AUTHORS and (_OF_AUTHOR.search(before) or _WRITTEN.search(before + text[stop : stop + _NEAR])):
            return True
        if role in _MAKERS and (_TYPICAL.search(before) or _OF_MAKER.match(text, stop)):
            return True
        if role in _MAKERS and (_MEASURES.search(before) or _MAKES.match(text, stop)):
            return True
        beside = _BESIDE.search(before) or _AND_ANOTHER.match(text, stop)
        if role in _MAKERS and beside and not _CREDIT.search(before):
            return True
    return False


def _places(text: str, person: FamousMention) -> Iterator[tuple[int, int]]:
    yield person.start, person.end
    parts = person.entry.name.split()
    if len(parts) > 1:
        for found in re.finditer(rf"\b(?:{re.escape(parts[0])}|{re.escape(parts[-1])})\b", text):
            if not person.start <= found.start() < person.end:
                yield found.span()


def years_of(text: str) -> set[int]:
    """The years that a text names; a decade counts by its middle.

    Example:
        >>> sorted(years_of("A film from 1951, not from the early 40's."))
        [1944, 1951]
    """
    found = set[int]()
    for year in _YEAR.finditer(text):
        short = year[2] is not None
        decade = short or text[year.end() - 1] == "s"
        number = 1900 + int(year[2]) if short else int(year[1])
        found.add(number + 4 if decade and number % 10 == 0 else number)
    return found
