"""Facts of a text that tell the gender of its people: times, churches, authors of species, heads of government."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import GENDERED
from hf_robust.language.english.name_origins import family_names, surnames
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.foreign_forms import foreign_letter
from hf_robust.transforms.no_person_words import name_kinds
from hf_robust.transforms.place_names import is_listed_place
from hf_robust.transforms.place_ties import TAXA

_CLERGY = re.compile(
    r"\b(?:archbishops|archdiocese|catholic|dioceses?|friars?|jesuits?|monsignor|papal|priesthood|rabbis|seminar(?:y|ians?)"
    r"|vatican)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:first|only) (?:female|male|woman|man|girl|boy|lady)\b|\bLGBT|\blittle (?:guy|man)\b|\b(?:gay|same-sex)\b"
)
_AUTHOR = re.compile(r"(?:\b[A-Z]\.){1,2} ?[A-Z][a-z]{0,6}\.")  # "R.Br."
_LED = re.compile(
    r"\b(?:his|her|hers) (?:[\w-]+ )?(?:cabinet|government|junta|personality cult|presidency|regime)\b", re.IGNORECASE
)
# of somebody whose words stand in another sentence, too; how few of them there were is a fact
_BIRTH = re.compile(
    r"\b(?:maternity|paternity|pregnan(?:t|cy)|g[ai]v(?:e|en|es|ing) birth|miscarriage|girly|girlish|boyish|ladylike)\b"
    r"|\b(?:first|only|highest number)\b[^.;]{0,40}\b(?:men|women|girls|boys)\b",
    re.IGNORECASE,
)
_TROOPS = re.compile(r"\b(?:his|her|their) men\b")
# "Arnarsdóttir", "Goncharova", "Ivanovna"
_MARKED = re.compile(r"\b[A-Z]\w{2,}(?:d[oó]ttir|ova|eva|skaya|ovna|evna|[oe]vich|ówna)\b")
_OF_CYCLISTS = re.compile(
    r"\b(?:Tour de [A-Z]|Giro d|Vuelta|Grand Tours?|[Rr]ace leader|(?:bicycle|cycle|stage) race|peloton"
    r"|rider [A-Z]|(?:pink|yellow) jersey)"
)
# there are few, and readers of news know who they were
_IN_OFFICE = re.compile(
    r"\b(?:prime minister|premier|head of (?:state|government)|(?:foreign|defen[cs]e|finance|interior) minister"
    r"|secretary[- ]general|chancellor of [A-Z]|secretary of (?:state|defense)|treasury secretary|Kremlin"
    r"|gubernatorial|race for governor|leadership (?:challenge|contest|election)|(?:presidential|senate) race)\b",
    re.IGNORECASE,
)
_STORM = re.compile(r"\b(?:hurricane|tropical (?:depression|storm)|typhoon|mph|cyclone)\b", re.IGNORECASE)
_RESULT = re.compile(
    r"\) (?:beat|bt) |\bbeat [A-Z].* \d{1,2}-\d{1,2}\b|\b(?:lbw|not out|run out) |\bc [A-Z]\w+ b [A-Z]"
)  # of tennis, badminton and cricket
_PARENTS = re.compile(
    r"\b(?:couple|parents)\b.*\b[A-Z]\w+ and [A-Z]\w+|\b[A-Z]\w+ and [A-Z]\w+.*\b(?:couple|parents)\b"
)
# one of two parents would get the gender of the other
_CHILD_OF_TWO = re.compile(
    r"\b[A-Z]\w+ and [A-Z]\w+(?: [A-Z]\w+)? ?['’]s? (?:[\w-]+ ){0,3}(?:bab(?:y|ies)|child(?:ren)?|daughters?|sons?)\b"
    r"|\b(?:child(?:ren)?|daughters?|sons?)(?: born)? (?:of|to) [^.;]{3,80}? and [^.;]{0,30}?[A-Z]"
    r"|\bborn(?: [^.;(]{1,80})? to (?:[a-z]+ ){0,4}(?:[A-Z][\w.]* )+(?:\([^)]*\) )?and (?:[a-z]+ ){0,3}[A-Z]"
)
# "the Wayans brothers"
_SIBLINGS = re.compile(
    r"\b(?!(?:All|Both|Four|Her|His|My|Older|Other|Our|Six|Some|The|Their|Three|Twin|Two|Younger)\b)[A-Z][a-z]+"
    r" (?:[Bb]rothers|[Ss]isters)\b"
)
_NOBLE = re.compile(
    r"\b(?:Count(?:ess)?|Earl|Elector|Landgrave|Marquess|Marquis|Palatine|Viscount(?:ess)?) of [A-Z]"
    r"|\b(?:Archduke|Archduchess|Count(?:ess)? Palatine|Margrav(?:e|ine))\b"
)
_FOUNDED = re.compile(r"\b(?:is|was) (?:acquired|established|founded|headquartered|incorporated|launched) (?!by\b)")
# whoever rules is known, and so is a child of theirs who ruled as well
_RULED = re.compile(
    r"\b(?:chieftains?|crowned|coronation|(?:de|en)throned|regents?|reign(?:ed|s)?|rulers?|sovereigns?|throne|vassals?)\b"
)
_NUMBERED = re.compile(r" (?:[IVX]{2,}|[VX]|I of)\b")  # "Louis XIV"
_IN_BRACKETS = re.compile(r"[A-Z][\w'’-]+ ?\( ?\Z")  # "Jean Cauvin (John Calvin)"
_BUILT = re.compile(r"(?: [A-Z][\w.]*)*? ([A-Z][a-z]+)\b(?! [A-Z])")  # "Sheldon Farmhouse"
_HALL = re.compile(r"(?: [A-Z][\w.]*)* ([a-z]+)\b")  # "Victor Babes hospital"
_ALONE = re.compile(r"[\"“`'‘][A-Z][\w-]+[,.]?[\"”'’]")  # "called 'Anna'"
_ADDRESS = re.compile(r"[\w.+-]+ ?@ ?\w+(?:\.\w+)*|(?<!\w)@\w+")
_STREET = re.compile(r"[A-Z][a-z]+ (?:Avenue|Blvd|Boulevard|Drive|Expressway|Freeway|Highway|Lane|Parkway|Turnpike)\b")


def refuse_facts(doc: Doc, edits: Sequence[Edit], everybody: bool = False) -> None:
    """Refuse a text with a fact that tells the gender of somebody whose words change.

    Args:
        doc: The text.
        edits: What changes in it.
        everybody: Whether all people of the text change, so that a couple stays one.

    Raises:
        NotApplicable: When it has one.
    """
    if not edits:
        return
    for pattern, reason in _REASONS:
        if found := pattern.search(doc.text):
            raise NotApplicable(reason(found[0]))
    if known := _known(doc):
        raise NotApplicable(f"'{known}' is known")
    names = any(
        doc.text[edit.start].isupper() for edit in edits if doc.text[edit.start : edit.end].lower() not in GENDERED
    )
    if names:
        _refuse_names(doc, edits)
    if names and not everybody and (_PARENTS.search(doc.text) or _CHILD_OF_TWO.search(doc.text)):
        raise NotApplicable("the names may be those of a couple")


def _refuse_names(doc: Doc, edits: Sequence[Edit]) -> None:
    """Refuse a text in which a name stands in another form too, as in an address, or may be one of a storm or a street.

    Raises:
        NotApplicable: When one does, or when a name has the number of a ruler.
    """
    if ruler := next((edit for edit in edits if _NUMBERED.match(doc.text, edit.end)), None):
        raise NotApplicable(f"'{doc.text[ruler.start : ruler.end]}' has a number as rulers have, whose gender is known")
    for edit in edits:
        if doc.text[edit.start].isupper() and _IN_BRACKETS.search(doc.text[: edit.start]):
            raise NotApplicable(f"'{doc.text[edit.start : edit.end]}' may be another name of the person before it")
        if (built := _BUILT.match(doc.text, edit.end)) and _is_artifact(built[1].lower()):
            raise NotApplicable(f"'{doc.text[edit.start : built.end()]}' may be the name of a thing")
        name = doc.text[edit.start].isupper() and doc.text[edit.start : edit.end].lower() not in GENDERED
        if name and (built := _HALL.match(doc.text, edit.end)) and built[1] in name_kinds() and _is_artifact(built[1]):
            raise NotApplicable(f"'{doc.text[edit.start : built.end()]}' may be the name of a thing")
    if quoted := next((edit for edit in edits if _ALONE.match(doc.text, edit.start - 1)), None):
        raise NotApplicable(f"'{doc.text[quoted.start : quoted.end]}' is spoken of as a name")
    if address := _ADDRESS.search(doc.text):
        raise NotApplicable(f"'{address[0]}' may hold the name or its initials")
    marked = (found[0] for found in _MARKED.finditer(doc.text))
    if surname := next((name for name in marked if not is_listed_place(name)), ""):
        raise NotApplicable(f"'{surname}' is a surname of one gender")
    if letter := foreign_letter(doc.text):
        raise NotApplicable(f"'{letter}' may belong to a form of the name in another script")
    for pattern in (_STORM, _STREET):
        if found := pattern.search(doc.text):
            raise NotApplicable(f"'{found[0]}': the name may not be one of a person")
    if founded := _FOUNDED.search(doc.text):
        raise NotApplicable(f"'{founded[0].rstrip()}': the name may be one of an organization")
    if _RESULT.search(doc.text):
        raise NotApplicable("a name in a result of sport: the gender may be known")
    if not TAXA.isdisjoint(lower_words(doc)) and (found := _AUTHOR.search(doc.text)):
        raise NotApplicable(f"'{found[0]}' may be the short form of the name")


def _is_artifact(word: str) -> bool:
    """Whether a word in lower case names something that is made, and is no surname."""
    return noun_kind(word) == "artifact" and word not in surnames() and word not in family_names()


_REASONS: Sequence[tuple[re.Pattern[str], Callable[[str], str]]] = (
    (_CLERGY, "'{}': the clergy of this religion are men".format),
    (_NOBLE, "'{}' is a title of one gender".format),
    (_RULED, "'{}': the gender of those who rule is known".format),
    (_SIBLINGS, "'{}' are known as such".format),
    (_FIRST, "'{}' tells the gender".format),
    (_OF_CYCLISTS, "'{}': the gender of those who race is known".format),
    (_IN_OFFICE, "'{}': readers may know who is meant".format),
    (_LED, "'{}': readers may know who is meant".format),
    (_BIRTH, "'{}' is specific to one gender".format),
    (_TROOPS, "'{}' may be soldiers of a time when hardly any were women".format),
)


def _known(doc: Doc) -> str:
    """A person or an office of a text whose gender readers know; empty where there is none."""
    table = _known_by_first_word()
    for token in doc.tokens:
        for name in table.get(token.text, ()):
            if doc.text.startswith(name, token.start) and not doc.text[token.start + len(name) :][:1].isalpha():
                return name
    return ""


@cache
def _known_by_first_word() -> Mapping[str, Sequence[str]]:
    table: dict[str, list[str]] = {}
    for name in lexicon("genders")["known_in_full"]:
        table.setdefault(name.partition(" ")[0], []).append(name)
    return table
