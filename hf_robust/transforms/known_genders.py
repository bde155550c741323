"""Facts of a text that tell the gender of its people: times, churches, authors of species, heads of government."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import GENDERED
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.foreign_forms import foreign_letter
from hf_robust.transforms.place_ties import TAXA

# few women held an office, served or studied then
_OLD = re.compile(r"\b(?:1[5-8]\d\d|19[01]\d)\b|\b(?:1[5-9]th|(?:sixt|sevent|eight|ninet)eenth)[- ]century\b")
_WARS = re.compile(r"\b(?:World War|WWI?I|Civil War|Vietnam War|Korean War)\b")
_OF_MEN_THEN = frozenset(
    """admiral architect army ascended attorney battalion brigade businessman captain cavalry climbed colonel
    commissioner congress contract corps council delegate elected engineer expedition explorer founded general governor
    industrialist infantry intendant inventor invented judge jurist justice lawyer legislator legislature lieutenant
    mayor member merchant military minister missionary naval navy officer ordained parliament physician politician
    priest professor regiment representative reverend scientist senate senator served sheriff shipyard soldier statesman
    surgeon surveyor troops veteran""".split()
)
_SOLDIERS = frozenset("army battalion corps force infantry marine marines navy pilot regiment served veteran".split())
_CLERGY = re.compile(
    r"\b(?:archbishops|archdiocese|catholic|dioceses?|friars?|jesuits?|monsignor|papal|priesthood|rabbis|seminar(?:y|ians?)"
    r"|vatican)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:first|only) (?:female|male|woman|man|girl|boy|lady)\b|\bLGBT|\blittle (?:guy|man)\b|\b(?:gay|same-sex)\b"
)
_AUTHOR = re.compile(r"(?:\b[A-Z]\.){1,2} ?[A-Z][a-z]{0,6}\.")  # "R.Br."
_LED = re.compile(r"\b(?:his|her|hers) (?:[\w-]+ )?(?:cabinet|government|junta|personality cult|presidency|regime)\b")
_STORM = re.compile(r"\b(?:hurricane|tropical (?:depression|storm)|typhoon|mph|cyclone)\b", re.IGNORECASE)
_RESULT = re.compile(
    r"\) (?:beat|bt) |\bbeat [A-Z].* \d{1,2}-\d{1,2}\b|\b(?:lbw|not out|run out) |\bc [A-Z]\w+ b [A-Z]"
)  # of tennis, badminton and cricket
_PARENTS = re.compile(
    r"\b(?:couple|parents)\b.*\b[A-Z]\w+ and [A-Z]\w+|\b[A-Z]\w+ and [A-Z]\w+.*\b(?:couple|parents)\b"
)
_STREET = re.compile(r"[A-Z][a-z]+ (?:Avenue|Blvd|Boulevard|Drive|Expressway|Freeway|Highway|Lane|Parkway|Turnpike)\b")


def refuse_facts(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text with a fact that tells the gender of somebody whose words change.

    Args:
        doc: The text.
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When it has one.
    """
    if not edits:
        return
    for pattern, reason in _REASONS:
        if found := pattern.search(doc.text):
            raise NotApplicable(reason(found[0]))
    if known := _known().search(doc.text):
        raise NotApplicable(f"'{known[0]}' is known")
    names = any(
        doc.text[edit.start].isupper() for edit in edits if doc.text[edit.start : edit.end].lower() not in GENDERED
    )
    if names:
        _refuse_names(doc)
    if to == "female":
        _refuse_times(doc)


def _refuse_names(doc: Doc) -> None:
    """Refuse a text in which a name stands in another form too, or may be one of a storm or a street.

    Raises:
        NotApplicable: When one does.
    """
    if letter := foreign_letter(doc.text):
        raise NotApplicable(f"'{letter}' may belong to a form of the name in another script")
    for pattern in (_STORM, _STREET):
        if found := pattern.search(doc.text):
            raise NotApplicable(f"'{found[0]}': the name may not be one of a person")
    if _RESULT.search(doc.text):
        raise NotApplicable("a name in a result of sport: the gender may be known")
    if _PARENTS.search(doc.text):
        raise NotApplicable("the names may be those of a couple")
    if not TAXA.isdisjoint(lower_words(doc)) and (found := _AUTHOR.search(doc.text)):
        raise NotApplicable(f"'{found[0]}' may be the short form of the name")


def _refuse_times(doc: Doc) -> None:
    """Refuse a text about somebody who did at a past time what hardly any woman did then.

    Raises:
        NotApplicable: When it is about one.
    """
    words = lower_words(doc)
    for pattern, callings in ((_OLD, _OF_MEN_THEN), (_WARS, _SOLDIERS)):
        found = pattern.search(doc.text)
        if found is not None and (calling := min(words & callings, default="")):
            raise NotApplicable(f"'{calling}' at the time of '{found[0]}': hardly any were women")


_REASONS: Sequence[tuple[re.Pattern[str], Callable[[str], str]]] = (
    (_CLERGY, "'{}': the clergy of this religion are men".format),
    (_FIRST, "'{}' tells the gender".format),
    (_LED, "'{}': readers may know who is meant".format),
)


@cache
def _known() -> re.Pattern[str]:
    """People and offices whose gender readers know, where a part of the name does not tell who is meant."""
    names = (r"\W+".join(map(re.escape, name.split())) for name in lexicon("genders")["known_in_full"])
    return re.compile(rf"\b(?:{'|'.join(names)})\b")
