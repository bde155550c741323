"""People of the past, of myths and of wars, whose gender a text or its reader knows."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.name_origins import family_names, given_names, surnames
from hf_robust.language.lexicons.people import known_people
from hf_robust.transforms.capital_words import is_initial, is_proper, lower_words
from hf_robust.transforms.gendered_words import core_of

# few women held an office, served or studied then
_OLD = re.compile(r"\b19[0-4]\d\b")
_OF_MEN_THEN = frozenset(
    """admiral architect army ascended attorney battalion brigade businessman captain cavalry climbed colonel commander
    commissioner congress consul contract corps council delegate elected engineer expedition explorer founded front
    general governor industrialist infantry intendant inventor invented judge jurist justice lawyer legislator
    legislature lieutenant major mayor member merchant military minister missionary naval navy offensive officer
    ordained parliament physician politician priest professor regiment representative reverend scientist senate
    senator sergeant
    served sheriff shipyard soldier squadron statesman surgeon surveyor troops veteran""".split()
)
_CENTURY = re.compile(
    r"\b(?:[1-9]|1\d)(?:st|nd|rd|th)?[- ](?:century|centuries)\b"
    r"|\b(?:eight|nine|seven|six|fif|four|thir)teenth[- ]century\b"
    r"|\b(?:\d{1,4} ?(?:AD|BC|BCE|CE)|AD ?\d{1,4}|B\.C\.|A\.D\.)(?!\w)|\b1[0-8]\d0s\b",
    re.IGNORECASE,
)
_WARS = re.compile(
    r"\b(?:World Wars?|WW ?I{1,2}|WW[12]|Great War|(?:Civil|Vietnam|Korean|Boer|Crimean|Winter|Continuation) War"
    r"|Revolutionary War|War of (?:Independence|18\d\d|the)|Third Reich|Nazis?|Wehrmacht|Luftwaffe|Kriegsmarine|Gestapo"
    r"|Waffen|SS|Panzer\w*|Confederate|Napoleonic|[Cc]rusades?|[Cc]rusaders?|D-Day|Blitz|Allied forces|Red Army"
    r"|[Ff]ield [Mm]arshal|Prussian"
    r"|Royal Flying Corps|Imperial (?:Japanese )?(?:Army|Navy))\b|-? ?\b(?:Ober|Unter|Haupt|Korvetten|Brigade)[\w-]*"
    r"(?:leutnant|führer|kapitän|general)\b|\bU ?- ?(?:boats?|\d{2,4})\b"
)
_MYTH = re.compile(
    r"\b(?:myth(?:s|ic|ical|ology|ological)?|legend(?:s|ary)?|deity|deities|demigods?|folklore|fairy ?tales?"
    r"|bibl(?:e|ical)|[Gg]ospels?|(?:Old|New) Testament|Qu?[ru]['’]?an|Torah|Talmud|Hadith|rabbinic(?:al)?|Midrash"
    r"|prophets?|patriarchs?"
    r"|disciples?|Puranas?|Mahabharata|Ramayana|Iliad|Aeneid|Vedas?|Rigveda|titans?|nymphs?|trojan|pharaohs?"
    r"|[Dd]ynast(?:y|ies)|sultans?|sultanate|caliphs?|caliphate|shogun|daimy[oō]|samurai|gladiators?|centurions?|vikings?"
    r"|medieval|ancient|renaissance|byzantine|ottoman|holy roman|saints?|monks?|crucified|martyr(?:s|ed|dom)?"
    r"|scriptures?|epistles?)\b",
    re.IGNORECASE,
)
_BORN = re.compile(r"\b[Bb]orn\b[^)]{0,30}\b19\d\d")  # grown up later
_DIGITS = 4  # of a year that stands without a preposition
_BEFORE_AMOUNTS = frozenset({"over", "than"})
_YEAR = re.compile(r"1[0-8]\d\d(?:[-–/]\d{2,4})?\Z|[5-9]\d\d\Z")


def refuse_past(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text about people of the past, of a war or of a myth: readers know of which gender they are.

    Args:
        doc: The text.
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When it is about them.
    """
    if not edits:
        return
    if year := next(_years(doc.tokens), ""):
        raise NotApplicable(f"'{year}': the gender of people of that time is known")
    for pattern, reason in ((_CENTURY, "'{}': the gender of people of that time is known"), (_MYTH, "'{}': {}")):
        if found := pattern.search(doc.text):
            raise NotApplicable(reason.format(found[0], "the gender of those whom stories of old tell of is known"))
    if known := next(_known(doc), ""):
        raise NotApplicable(f"'{known}' is a famous person")
    if to == "female":
        _refuse_service(doc)


def _refuse_service(doc: Doc) -> None:
    """Refuse a text about somebody who fought in a war, or who did what hardly any woman did then.

    Raises:
        NotApplicable: When it is about one.
    """
    if war := _WARS.search(doc.text):
        raise NotApplicable(f"'{war[0]}': hardly any soldiers were women")
    year = _OLD.search(_BORN.sub("", doc.text))
    if year is not None and (calling := min(_callings(doc), default="")):
        raise NotApplicable(f"'{calling}' at the time of '{year[0]}': hardly any were women")


def _callings(doc: Doc) -> frozenset[str]:
    """What men did then, of the words of a text; a "general election" is none."""
    found = lower_words(doc) & _OF_MEN_THEN
    return found - {"general"} if "eneral election" in doc.text else found


def _years(tokens: Sequence[Token]) -> Iterator[str]:
    """Years before 1900, which count nothing: "in 1853", not "1500 people"."""
    for number, token in enumerate(tokens):
        if not _YEAR.match(token.text):
            continue
        before = tokens[number - 1].text.lower() if number else ""
        after = tokens[number + 1] if number + 1 < len(tokens) else None
        counts = after is not None and (after.pos in ("NOUN", "NUM", "ADJ") or after.text in ("%", "per"))
        short = len(token.text) < _DIGITS and before not in ("in", "circa", "c.")
        counts = counts or (number > 0 and tokens[number - 1].pos in ("NOUN", "SYM"))  # "flight 1737"
        if not counts and not short and before not in _BEFORE_AMOUNTS:
            yield token.text


def _known(doc: Doc) -> Iterator[str]:
    """Names of people and gods whom WordNet has, alone or with their given names."""
    tokens, known = doc.tokens, known_people()
    for first, token in enumerate(tokens):
        opens = is_proper(tokens, first) and not is_proper(tokens, first - 1)
        if not opens or (first and is_initial(tokens[first - 1])):
            continue
        last = first
        while is_proper(tokens, last + 1) and last < first + 3:
            last += 1
        words = [core_of(one).lower() for one in tokens[first : last + 1]]
        if len(words) > 1 and " ".join(words) in known:
            yield " ".join(one.text for one in tokens[first : last + 1])
        listed = words[0] in family_names() or words[0] in given_names() or words[0] in surnames()
        if len(words) == 1 and words[0] in known and not listed:
            yield token.text
