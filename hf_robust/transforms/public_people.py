"""People of a text whose gender readers know, or that nothing in the text tells."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    GENDERED,
    GENERATIONS,
    MONTHS,
    NEAR_KIN,
    POSSESSIVE_CLITICS,
    WEEKDAYS,
)
from hf_robust.language.english.name_origins import family_names, genders_of_names, given_names, origins
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import in_title
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.gendered_words import GENDERS, core_of, gender_of
from hf_robust.transforms.no_person_words import COMPANIES
from hf_robust.transforms.person_signs import CREATED, SPEECH
from hf_robust.transforms.place_names import is_listed_place

_CALENDAR = MONTHS | WEEKDAYS
_ON_STAGE = frozenset(
    """acting activist activists actor actors actress album albums apartheid band bands bassist cast celebrity
    character characters comedian comedy composed composer documentary drama drummer explorer explorers film
    films guitarist jazz movie movies musician novel novels philosopher physicist poem poems poetry portrayal
    rapper reviewers reviews role sang sing singer singers sings sitcom song songs soundtrack starred starring
    stars theater theologian tv vocalist""".split()
)
_SCORE = re.compile(r"(?<![\d-])\d{1,3}-\d{1,3}(?![\d-])")
# people whom the public does not know
_PRIVATE = frozenset(
    """brother brothers daughter family father hostage kidnapped killed mother neighbor neighbour sister slain son
    stabbed student teenager victim victims""".split()
)
_KIN = NEAR_KIN | frozenset(
    """aunt boyfriend brothers cousin dad daughters fathers girlfriend grandfather grandmother husbands mom mothers mum
    nephew niece sisters sons uncle wives""".split()
)
# names and forms of address of one gender that have no other form with a capital
_ADDRESSES = frozenset(
    """bub buddy chico dame gramps grannie guv junior laddie lassie ma mac madame mademoiselle mamma milady milord
    missus missy monsieur opa oma pa padre pappy pop poppa pops queenie senor senora sonny squire unc""".split()
)
_MARRIED = re.compile(r"\b(?:boyfriend|girlfriend|marriage|marr(?:ied|ies|y)|wedding)\b")
_MADE = CREATED | {"described", "named", "photographed"}


def refuse_unknown(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text that names somebody whose gender the edits, or those of the other text of a pair, contradict.

    Args:
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When there is somebody.
    """
    if not edits:
        return
    refuse_fixed(doc, edits, to)
    families = _families(doc)
    lone = [core_of(doc.tokens[first]).lower() for first, end in _runs(doc) if end == first + 1]
    firsts = any(given_names().get(name) in GENDERS and name not in family_names() for name in lone)
    pronouns = any(doc.text[edit.start : edit.end].lower() in GENDERED for edit in edits)
    for first, end in _runs(doc):
        tokens = doc.tokens[first:end]
        if len(tokens) == 1:
            _refuse_alone(doc, first, families, edits, to)
            if firsts and core_of(tokens[0]) not in families and _may_be_first(doc, first, edits, to, pronouns):
                raise NotApplicable(f"the gender of '{tokens[0].text}' is not known")
            continue
        if all(core_of(token) in families for token in tokens):
            continue
        if not is_person(entity_at(doc, tokens[0].start, tokens[0].end)):
            continue
        inside = any(tokens[0].start <= edit.start < tokens[-1].end for edit in edits)
        known = any(given_names().get(core_of(token).lower()) in (to, "unisex") for token in tokens)
        if not inside and not known:
            raise NotApplicable(f"the gender of '{tokens[0].text}' is not known")


def refuse_fixed(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text with a name that tells the gender by itself: "Anton Berg Jr.", or one of a famous person.

    Args:
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When there is one.
    """
    for first, end in _runs(doc) if edits else ():
        tokens = doc.tokens[first:end]
        if called := next((token.text for token in tokens if core_of(token).lower() in _ADDRESSES), ""):
            raise NotApplicable(f"'{called}' is a name of one gender")
        after = doc.tokens[end].text if end < len(doc.tokens) else ""
        if to == "female" and not {tokens[-1].text.lower(), after.lower()}.isdisjoint(GENERATIONS):
            raise NotApplicable(f"'{tokens[-1].text} {after}' is the name of a man")
        if after == "&" and core_of(tokens[-1]).lower() in given_names():
            raise NotApplicable(f"'{tokens[-1].text} &' may begin the name of a pair that is known")
        person = len(tokens) > 1 and is_person(entity_at(doc, tokens[0].start, tokens[0].end))
        if person and _famous().get(doc.text[tokens[0].start : tokens[-1].end].removesuffix("'s").lower(), to) != to:
            raise NotApplicable(f"'{tokens[0].text} {tokens[-1].text}' is a famous person")


def _refuse_alone(doc: Doc, number: int, families: set[str], edits: Sequence[Edit], to: str) -> None:
    """Refuse a given name of the other gender that stays alone, and is no surname.

    Raises:
        NotApplicable: When it is one.
    """
    token = doc.tokens[number]
    name = core_of(token)
    stays = name not in families and all(edit.start != token.start for edit in edits)
    gender = given_names().get(name.lower(), to)
    person = name.lower() not in family_names() and is_person(entity_at(doc, token.start, token.end))
    if stays and gender not in (to, "unisex") and (person or _is_whom(doc, number, edits)):
        raise NotApplicable(f"the gender of '{token.text}' is not known")


def _may_be_first(doc: Doc, number: int, edits: Sequence[Edit], to: str, pronouns: bool) -> bool:
    """Whether a name that stays, of a text that calls people by their first names, may be a first name too.

    Args:
        doc: The text.
        number: The name.
        edits: What changes in the text.
        to: The gender that people move to.
        pronouns: Whether pronouns change, too, which may mean a name that no list has.
    """
    token, rest = doc.tokens[number], doc.tokens[number + 1 : number + 2]
    name = core_of(token).lower()
    before = doc.tokens[number - 1].text.lower() if number else ""
    said = bool(rest) and rest[0].text in SPEECH
    if before in TITLES or said or any(edit.start == token.start for edit in edits):
        return False
    if not is_person(entity_at(doc, token.start, token.end)) or given_names().get(name) in (to, "unisex"):
        return False
    if name in origins("male" if to == "female" else "female"):
        return True
    return pronouns and name not in family_names() and not is_listed_place(core_of(token))


def _is_whom(doc: Doc, number: int, edits: Sequence[Edit]) -> bool:
    """Whether a pronoun after a name may mean it: "Dave shook his head", "Dave's house, which he bought"."""
    token, after = doc.tokens[number], doc.tokens[number + 1 : number + 2]
    own = core_of(token) != token.text or (after and after[0].text in POSSESSIVE_CLITICS)
    name = core_of(token).lower()
    common = name in origins("female") or name in origins("male")  # more often a given name than a surname
    if not (own and common) and (not after or after[0].pos not in ("VERB", "AUX")):
        return False
    return any(edit.start > token.end and doc.text[edit.start : edit.end].lower() in GENDERED for edit in edits)


def refuse_public(doc: Doc, names: Sequence[Edit]) -> None:
    """Refuse a text whose people are known to the public: those of films, songs and sport.

    Args:
        names: The edits of names.

    Raises:
        NotApplicable: When something says that they are.
    """
    starts = {edit.start for edit in names}
    for first, end in _runs(doc):
        tokens = doc.tokens[first:end]
        name = doc.text[tokens[0].start : tokens[-1].start] + core_of(tokens[-1])
        if starts.isdisjoint(token.start for token in tokens):
            continue
        if name.lower() in _famous():
            raise NotApplicable(f"'{name}' is a famous person")
        if name.lower() in COMPANIES or _is_owner(doc.tokens, end):
            raise NotApplicable(f"'{name}' may be a part of another name")
        if first and _is_title(doc.tokens, first):
            raise NotApplicable(f"'{name}' may be a part of a title")
    for edit in names:
        number = doc.token_at(edit.start)
        full = " ".join(core_of(token).lower() for token in doc.tokens[number : number + 2])
        if full in _famous():
            raise NotApplicable(f"'{full}' is a famous person")
    words = {token.text.lower() for token in doc.tokens}
    runs = list(_runs_at(doc, starts))
    behind = bool(runs) and all(_is_behind(doc.tokens, first) for first, _ in runs)
    if not words.isdisjoint(_ON_STAGE) and words.isdisjoint(GENDERED) and not behind:
        raise NotApplicable("a name in a text on films, music or books: the person may be known")
    if not behind and not words.isdisjoint(_ON_STAGE) and any(len(run) > 1 for run in _runs_with(doc, starts)):
        raise NotApplicable("a full name, and a word of public life: the gender may be known")
    _refuse_teams(doc)


def _refuse_teams(doc: Doc) -> None:
    """Refuse a text that names a team or a score.

    Raises:
        NotApplicable: When it does.
    """
    for token in doc.tokens:
        known = organizations_by_first_word().get(token.text, ()) if token.pos == "PROPN" else ()
        if any((one.place or "club" in one.group) and doc.text.startswith(one.name, token.start) for one in known):
            raise NotApplicable(f"a name and the team '{token.text}': the gender may be known")
    if score := _SCORE.search(doc.text):
        raise NotApplicable(f"'{score[0]}' and a name: the gender may be known")


def refuse_news(doc: Doc, edits: Sequence[Edit]) -> None:
    """Refuse a text on sport or films that names somebody whose words change: readers may know them.

    Args:
        edits: What changes in the text.

    Raises:
        NotApplicable: When it names somebody, unless it is about victims and their families.
    """
    words = {token.text.lower() for token in doc.tokens}
    named = next((entity for entity in doc.entities if is_person(entity)), None)
    pronouns = any(doc.text[edit.start : edit.end].lower() in GENDERED for edit in edits)
    if pronouns or (edits and named is not None):
        _refuse_teams(doc)
    if not edits or named is None:
        return
    if words.isdisjoint(_ON_STAGE) or not words.isdisjoint(_PRIVATE):
        return
    if pronouns:
        raise NotApplicable(f"'{doc.text[named.start : named.end]}' may be known from films")


def refuse_mixed(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text where a new pronoun could mean somebody whose gender it had before: "he met a woman".

    Args:
        edits: What changes in the text.
        to: The gender that people move to.

    Raises:
        NotApplicable: When there is a noun for somebody of that gender.
    """
    subjects = [edit.start for edit in edits if doc.text[edit.start : edit.end].lower() in ("he", "she")]
    for token in doc.tokens if subjects else ():
        low = token.text.lower()
        told = low not in GENDERED and low not in _KIN and token.pos == "NOUN" and gender_of(low) == to
        if told and token.end < subjects[-1]:
            raise NotApplicable(f"'{token.text}' would be whom the new pronouns mean")
    if not any(doc.text[edit.start : edit.end].lower() in GENDERED for edit in edits):
        return
    named = any(token.text[:1].isupper() and given_names().get(core_of(token).lower()) == to for token in doc.tokens)
    if named and (married := _MARRIED.search(doc.text)):
        raise NotApplicable(f"'{married[0]}': the pronouns may mean somebody's husband or wife")


def _is_behind(tokens: Sequence[Token], first: int) -> bool:
    """Whether a name is one of who wrote or directed something, whom few readers know: "directed by Anna Smith"."""
    return first > 1 and tokens[first - 1].text == "by" and tokens[first - 2].text in _MADE


def _runs_at(doc: Doc, starts: Collection[int]) -> Iterator[tuple[int, int]]:
    """Where the names stand in which one of the edits begins."""
    for first, end in _runs(doc):
        if any(token.start in starts for token in doc.tokens[first:end]):
            yield first, end


def _runs_with(doc: Doc, starts: Collection[int]) -> Iterator[Sequence[Token]]:
    """The names in which one of the edits begins."""
    return (doc.tokens[first:end] for first, end in _runs_at(doc, starts))


def _is_owner(tokens: Sequence[Token], end: int) -> bool:
    """Whether the name of a thing goes on after a possessive: "Anna Quill's Old Bakery"."""
    if end + 1 >= len(tokens) or tokens[end].text not in POSSESSIVE_CLITICS or in_title(tokens, end + 1):
        return False
    return tokens[end + 1].text[:1].isupper() and tokens[end + 1].pos in ("PROPN", "ADJ")


def _is_title(tokens: Sequence[Token], first: int) -> bool:
    """Whether a name is in a title of its own: "Like Mike", "Tom Sawyer Abroad"."""
    before = tokens[first - 1]
    raised = before.text[:1].isupper() and before.text[-1:].isalpha() and before.text.lower() not in TITLES
    return raised and before.pos in ("VERB", "ADP", "ADJ", "SCONJ") and not in_title(tokens, first - 1)


def _runs(doc: Doc) -> Iterator[tuple[int, int]]:
    """Names as they stand: the first token and the one after the last."""
    tokens, first = doc.tokens, 0
    while first < len(tokens):
        end = first
        while end < len(tokens) and _is_proper(tokens[end]):
            end += 1
        if end > first:
            yield first, end
        first = end + 1


def _families(doc: Doc) -> set[str]:
    """Surnames that the text has after a listed given name too."""
    runs = (doc.tokens[first:end] for first, end in _runs(doc))
    return {core_of(run[-1]) for run in runs if len(run) > 1 and core_of(run[0]).lower() in genders_of_names()}


def _is_proper(token: Token) -> bool:
    low = token.text.lower()
    return token.pos == "PROPN" and token.text[:1].isupper() and low not in TITLES and low not in _CALENDAR


@cache
def _famous() -> Mapping[str, str]:
    """The gender by full name in lower case."""
    return {row[0].lower(): row[1] for row in lexicon("persons")}
