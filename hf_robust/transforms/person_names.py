"""People whom a text names, and every place where a part of their name stands again."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    GENERATIONS,
    MODALS,
    NEAR_KIN,
    RANKS,
)
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.language.english.places import place_names
from hf_robust.language.entity_lookup import entities_of_tokens, entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.capital_words import (
    capital_numbers,
    core,
    in_title,
    is_initial,
    is_name_word,
    is_proper,
    is_title_word,
    lower_words,
    proper_numbers,
)
from hf_robust.transforms.defined_things import is_numeral, is_thing
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.foreign_forms import has_foreign_form
from hf_robust.transforms.kept_names import kept_parts, may_be_two
from hf_robust.transforms.listed_people import is_called_thing
from hf_robust.transforms.lone_names import PersonName, has_article, is_common_word, lone_names
from hf_robust.transforms.name_languages import language_of_name
from hf_robust.transforms.names_apart import PARTICLES, also_words, is_name_apart, is_plain_given, is_word_itself
from hf_robust.transforms.no_person_words import COMPANIES, is_no_name
from hf_robust.transforms.person_signs import (
    PEOPLE,
    REVERED,
    SPEECH,
    YEAR,
    gender_shown,
    has_sign,
    is_rare,
    is_rare_name,
    may_be_it,
)
from hf_robust.transforms.place_names import is_listed_place

# horses have names like people, and stars those of myths
_OF_HORSES = frozenset("filly foaled racehorse sired stallion thoroughbred constellation constellations".split())
_MOST = 100  # people of a text; each part of a name is looked for everywhere
_LONGEST = 5  # words of a name with initials and particles
_MOST_WORDS = 4  # words of a name that change
_TITLES = TITLES | {"begum", "cardinal", "father", "reverend", "sister"}
_GLUE = frozenset("-/@#._+=")


def people(doc: Doc) -> list[PersonName]:
    """The people whose every mention can be told and changed."""
    found = dict.fromkeys(_full_names(doc))
    linked = {part for name in found for part in name.parts}
    found |= dict.fromkeys(name for name in lone_names(doc) if linked.isdisjoint(name.parts))
    if not found:
        return []
    if len(found) > _MOST or not _OF_HORSES.isdisjoint(lower_words(doc)):
        return []
    known = _artists()
    clear = [name for name in found if known.isdisjoint(_telling(name)) and not may_be_two(name.parts)]
    clear = [name for name in clear if " ".join(name.parts) not in place_names()]  # "Sierra Leone"
    clear = [name for name in clear if not _is_surname_first(doc, name)]
    parts = {part for name in clear for part in name.parts}
    wrong = _unclear_parts(doc, parts) | kept_parts(doc, parts) if parts else set()
    return [name for name in clear if wrong.isdisjoint(name.parts)]


def _is_surname_first(doc: Doc, name: PersonName) -> bool:
    """Whether the first part of a full name is no listed given name, and the text calls somebody by it alone: "Mao"."""
    if not name.given or not name.surnames or name.given[0] in given_names():
        return False
    first, second = name.given[0], name.parts[1]
    words = [core(token).lower() for token in doc.tokens]
    after = [word for before, word in zip(words, [*words[1:], ""], strict=True) if before == first]
    return any(word != second and not word.endswith(".") for word in after)


def _telling(name: PersonName) -> Sequence[str]:
    """The parts that tell a famous person: all but the first given name of several parts, as in "Wayne Berg"."""
    return name.parts[1:] if name.given and name.surnames else name.parts


def why_people_stay(doc: Doc) -> str:
    """Why the people of a text keep their names; empty where the text names none."""
    found = dict.fromkeys((*_full_names(doc), *lone_names(doc)))
    if any(not _artists().isdisjoint(_telling(name)) for name in found):
        return "the name belongs to a famous person"
    if not found:
        return ""
    name = " ".join(next(iter(found)).parts).title()
    return f"a mention of '{name}' may mean something else or belong to a longer name"


def places_of(doc: Doc, parts: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Where parts of names stand: first character, character after the last, and the part.

    Args:
        doc: The text.
        parts: The parts in lower case.
    """
    for number in capital_numbers(doc):
        token = doc.tokens[number]
        word = core(token)
        part = word.lower()
        if part in parts and _is_mention(doc, number):
            yield token.start, token.start + len(word), part


def parts_of(name: PersonName, gender: str) -> Mapping[str, str]:
    """By part of a name the list that a new one comes from.

    Args:
        gender: The gender of the new given names.
    """
    either = not name.given and len(name.surnames) == 1 and bool(name.gender)  # also a given name
    return {**dict.fromkeys(name.given, gender), **dict.fromkeys(name.surnames, "either" if either else "surnames")}


def _is_mention(doc: Doc, number: int) -> bool:
    token = doc.tokens[number]
    return token.pos == "PROPN" or (token.pos in ("X", "NOUN") and is_person(entity_at(doc, token.start, token.end)))


@lru_cache(maxsize=2)  # for the edits and for the reason why there are none
def _full_names(doc: Doc) -> Sequence[PersonName]:
    return tuple(_find_full_names(doc))


def _find_full_names(doc: Doc) -> Iterator[PersonName]:
    tokens, at = doc.tokens, 0
    for number in proper_numbers(doc):
        low = tokens[number].text.lower()
        if number < at or not _may_begin(doc, number) or low in _TITLES or low in SPEECH:
            continue
        if _is_work(doc.text, tokens[number].start):
            continue
        end, first = _end_of_name(doc, number), _first_initial(tokens, number)
        name = _read(doc, number, end)
        if name is None and first < number and end == number + 1:
            name = _read_after_initials(doc, first, number)
        if name is not None and is_name_apart(doc, first, end):
            at = end
            yield name


def _is_work(text: str, start: int) -> bool:
    """Whether a name is one of the works that a clause lists: "films such as Quilis Redbank, Zorp Lane and"."""
    return " such as" in text and _WORKS_LISTED.search(text, 0, start) is not None


def _first_initial(tokens: Sequence[Token], number: int) -> int:
    """The first of the initials before a name; the name itself where it has none, or another name before them."""
    first = number
    while first and is_initial(tokens[first - 1]):
        first -= 1
    return number if first and is_name_word(tokens, first - 1) and not is_title_word(tokens[first - 1]) else first


def _read_after_initials(doc: Doc, first: int, number: int) -> PersonName | None:
    """A surname behind initials, which the recognizer takes for a person with them: "directed by G. R. Quilis"."""
    tokens, word = doc.tokens, core(doc.tokens[number]).lower()
    entity = entity_at(doc, tokens[first].start, tokens[first].end)
    exact = (tokens[first].start, tokens[number].start + len(word))
    if entity is None or (entity.start, entity.end) not in (exact, (exact[0], tokens[number].end)):
        return None
    if not is_person(entity) or is_no_name(word) or word in given_names() or word in place_names():
        return None
    return PersonName((), (word,), language_of_name(tokens, first, number + 1, (word,), ()), "")


def _may_begin(doc: Doc, number: int) -> bool:
    entity = entities_of_tokens(doc)[number]
    if entity is None:
        return is_plain_given(core(doc.tokens[number]).lower())
    return is_person(entity) and not is_called_thing(doc, number)


def _end_of_name(doc: Doc, first: int) -> int:
    tokens, end = doc.tokens, first + 1
    while end < len(tokens) and end < first + _LONGEST and tokens[end].start <= tokens[end - 1].end + 1:
        if core(tokens[end - 1]) != tokens[end - 1].text:
            break
        particle = tokens[end].text.lower() in PARTICLES and is_proper(tokens, end + 1)
        entity = entity_at(doc, tokens[end].start, tokens[end].end)
        apart = entity is not None and not is_person(entity)
        if apart or not (is_proper(tokens, end) or is_initial(tokens[end]) or particle):
            break
        if end - first > 1 and tokens[end].text.lower() in given_names() and is_proper(tokens, end + 1):
            break  # a list without commas: "Anna Smith Barbara Jones"
        end += 1
    while end > first + 1 and tokens[end - 1].text.lower() in GENERATIONS:
        end -= 1
    return end


def _read(doc: Doc, first: int, end: int) -> PersonName | None:
    """A full name of given names, initials, particles and a surname."""
    tokens = doc.tokens[first:end]
    words = [core(token).lower() for token in tokens if not is_initial(token)]
    particles = [word for word in words[1:-1] if word in PARTICLES]
    words = [word for number, word in enumerate(words) if number == 0 or word not in PARTICLES]
    if (
        not 2 <= len(words) <= _MOST_WORDS
        or len(set(words)) < len(words)
        or any(len(word) == 1 for word in words)
        or any(one.startswith(other) for one in words for other in words if one != other)  # "Kirkland Kirk Cox"
        or _is_question(doc.tokens, first, words)
        or any(is_no_name(word) for word in words[1:])
        or " ".join(words[:2]) in COMPANIES
        or words[-1] in _NO_SURNAMES
        or not REVERED.isdisjoint(words)  # "Jesus Christ"
        or _is_rank(words)  # "Warrant Officer"
        or words[0] in PEOPLE  # "Striker Quilis"
        or (words[0] not in given_names() and _may_be_known(doc.tokens, words, end))  # "Warden Anna Smith"
        or (words[0] not in given_names() and is_no_name(words[-1].removesuffix("s")))  # "Warrego and Condamine Rivers"
        or _is_team(words, tokens[-1])
        or _is_agency(doc.text, doc.text[tokens[0].start : tokens[-1].end])
        or not _are_plain(tokens)
    ):
        return None
    opening, last = words[0], words[-1]
    listed = opening in given_names()
    sure = is_person(entity_at(doc, tokens[0].start, tokens[0].end))
    if listed:
        fits = sure or (last in family_names() and last not in place_names())
        exact = _is_exact(doc, first, end) and opening not in place_names()
        fits = fits and (exact or opening not in also_words() or last in family_names() or has_sign(doc, first, end))
    else:
        sign = has_sign(doc, first, end)
        told = last in family_names() and (not _opens_sentence(doc, first) or _is_exact_rare(doc, first, end))
        rare = _is_exact(doc, first, end) and is_rare_name(doc, first, end)
        placed = first > 0 and doc.tokens[first - 1].text in ("at", "in", "near")  # "at Tunbridge Wells"
        placed = placed or (last not in family_names() and is_common_word(last))  # "Cray Computer"
        fits = sure and not is_no_name(opening) and not placed and (sign or told or rare)
    if not fits or _is_place(doc.tokens, first, end):
        return None
    if len(words) > 2 and not listed and words[1] in given_names() and not has_sign(doc, first, end):
        return None  # "Patriots Win George Mason"
    size = 2 if len(words) > 2 and words[1] in given_names() else 1
    given, families = tuple(words[:size]), tuple(words[size:])
    told = last in family_names() or has_sign(doc, first, end) or (listed and _is_exact(doc, first, end))
    if len(words) > 2 and not (sure and told):
        return None
    if listed and last not in family_names() and _is_made(doc.tokens, first):
        return None
    gender = gender_shown(doc, first, given_names().get(opening, ""))
    if gender is None or may_be_it(doc, first, end):
        return None
    language = language_of_name(doc.tokens, first, end, (*given, last), particles)
    return PersonName(given, families, language, gender)


def _is_place(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a larger place follows what may be one: "in Sara Buri, Thailand"."""
    if not first or tokens[first - 1].text not in ("at", "in", "near") or end + 1 >= len(tokens):
        return False
    return tokens[end].text == "," and is_listed_place(tokens[end + 1].text)


def _is_rank(words: Sequence[str]) -> bool:
    """Whether no word of a name is listed and the last one says what somebody is: "Warrant Officer"."""
    if words[-1] in RANKS and words[-1] not in family_names():
        return True  # "Lance Corporal"
    if words[0] in given_names() or words[-1] in family_names():
        return False
    return is_common_word(words[-1]) and noun_kind(words[-1]) == "person"


def _opens_sentence(doc: Doc, number: int) -> bool:
    """Whether a token is the first of a sentence, where all words have a capital."""
    return number == 0 or doc.tokens[number - 1].text[-1:] in _STOPS


def _is_exact(doc: Doc, first: int, end: int) -> bool:
    """Whether the recognizer marks just some tokens as a person, and no other word stands beside them."""
    tokens = doc.tokens
    entity = entity_at(doc, tokens[first].start, tokens[first].end)
    if (
        entity is None
        or not is_person(entity)
        or (entity.start, entity.end) != (tokens[first].start, tokens[end - 1].end)
    ):
        return False
    before = tokens[first - 1].text if first else ""
    after = tokens[end].text if end < len(tokens) else ""
    titled = bool(first) and is_title_word(tokens[first - 1]) and core(tokens[first]).lower() in given_names()
    return (titled or not before[:1].isupper() or len(before) == 1) and not after[:1].isalpha()


def _may_be_known(tokens: Sequence[Token], words: Sequence[str], end: int) -> bool:
    """Whether the first word of a name is a noun for a person, or a name that one person is known by: "Saddam".

    Dates or a party in brackets introduce somebody who is called like a known person: "Malachi Quilis (born 1995)".
    """
    if noun_kind(words[0]) != "person":
        return False
    return is_common_word(words[0]) or end >= len(tokens) or tokens[end].text != "("


def _is_exact_rare(doc: Doc, first: int, end: int) -> bool:
    """Whether a name that opens a sentence begins with a word that is no other: "Lazarus W. Powell (D)"."""
    opening = core(doc.tokens[first]).lower()
    after = doc.tokens[end].text if end < len(doc.tokens) else ""
    return (
        is_rare(opening)
        and not is_listed_place(opening)
        and _is_exact(doc, first, end)
        and after not in ("&", "-", "–")
    )


def _is_team(words: Sequence[str], last: Token) -> bool:
    """Whether a name ends with a plural that is no surname: "Charlotte Bobcats"."""
    if words[-1][-1:] != "s" or words[-1] in family_names():
        return False
    team = any(one.place for one in organizations_by_first_word().get(last.text, ()))
    goods = len(words) > 2 and words[-2] in family_names()  # "Anna Smith Sandals"
    return team or goods or last.tag == "NNPS" or words[0] in place_names()


def _is_agency(text: str, name: str) -> bool:
    """Whether a report begins with a name as that of its news agency: "(Ziff Davis) Ziff Davis - Security ..."."""
    return "(" in text and f"({name}) {name} -" in text


def _is_question(tokens: Sequence[Token], first: int, words: Sequence[str]) -> bool:
    """Whether an auxiliary stands before a name: "Will Anna Smith win"."""
    opens = first == 0 or not tokens[first - 1].text[-1:].isalnum()
    return opens and words[0] in MODALS and len(words) > 2 and words[1] in given_names()


def _is_made(tokens: Sequence[Token], first: int) -> bool:
    """Whether what stands before a name belongs to a product: "a 1970 Roy Challenger"."""
    before = tokens[first - 1] if first else None
    return before is not None and (YEAR.fullmatch(before.text) is not None or has_article(tokens, first))


def _are_plain(tokens: Sequence[Token]) -> bool:
    return all(re.sub("['’-]", "", core(token)).isalpha() or is_initial(token) for token in tokens)


_WORKS_LISTED = re.compile(
    r"\b(?:albums|books|dramas|episodes|films|movies|musicals|novels|operas|pieces|plays|serials|series|shows|singles|songs)"
    r",? such as[^.;]*\Z"
)
_NO_SURNAMES = frozenset(
    """boy combines creations enterprises entertainment films gras girl lady man men pictures productions records show
    studios woman""".split()
)
_STOPS = frozenset(".?!")


def _unclear_parts(doc: Doc, parts: set[str]) -> set[str]:
    """The parts of names that have another meaning somewhere, or cannot change there."""
    tokens = doc.tokens
    wrong = {part for part in parts if _is_glued(doc.text, part)}
    stems = {part[:_STEM]: part for part in parts if len(part) > _STEM}
    nicknamed = _NICKNAMED.search(doc.text) is not None
    for number in capital_numbers(doc):
        token = tokens[number]
        word = core(token).lower()
        if word not in parts and word[:_STEM] in stems and (nicknamed or _is_short_form(doc, token, word, stems)):
            wrong.add(stems[word[:_STEM]])
        # "the Smiths", "Taneyeva" beside "Taneyev"
        stem = word[:-1] if word[-1:] in ("s", "a") and word not in parts else ""
        if stem in parts:
            wrong.add(stem)
        elif word in parts and not _may_change(doc, number, parts):
            wrong.add(word)
    return wrong


_STEM = 4  # letters that a nickname has of a name: "Greenie", of Greenwood
_NICKNAMED = re.compile(r"\b(?:nickname|known as|called|dubbed|alias|aka)", re.IGNORECASE)
_NO_SPACE = re.compile(r"[a-z\d)]{2}\.\Z")
_WORD_AND_SPACE = re.compile(r"[A-Z][a-z]+(?: [a-z]|['’]s )")
_SIGNS = ("+", "=", "@", "#", "_", "(")


def _is_short_form(doc: Doc, token: Token, word: str, stems: Mapping[str, str]) -> bool:
    """Whether a name may be a familiar form of another one: "Wilko", of Wilkinson."""
    if token.pos != "PROPN" or len(word) > len(stems[word[:_STEM]]) or word in given_names() or word in family_names():
        return False
    entity = entity_at(doc, token.start, token.end)
    return not is_listed_place(word) and (entity is None or is_person(entity))


def _is_glued(text: str, part: str) -> bool:
    """Whether a name stands right beside a stop or a sign, where words are not told apart."""
    name = part[:1].upper() + part[1:]
    at = text.find(name)
    while at >= 0:
        if text[at + len(name) : at + len(name) + 1] in _SIGNS:
            return True
        if at and text[at - 1] in "./@#_+=" and (at < 2 or not text[at - 2].isupper()) and not _opens(text, at):
            return True
        at = text.find(name, at + 1)
    return False


def _opens(text: str, at: int) -> bool:
    """Whether a sentence begins right after the stop of another one: "in 2006.Jones began"."""
    return _NO_SPACE.search(text, max(0, at - 4), at) is not None and _WORD_AND_SPACE.match(text, at) is not None


def _may_change(doc: Doc, number: int, parts: set[str]) -> bool:
    tokens, token = doc.tokens, doc.tokens[number]
    word = core(token)
    end = token.start + len(word)
    if not doc.is_free(token.start, end):
        return False
    if not _is_mention(doc, number):
        return word.lower() in also_words()
    glued = doc.text[max(0, token.start - 1) : token.start] in _GLUE and not _opens(doc.text, token.start)
    if glued or doc.text[end : end + 1] in _GLUE - {"."}:
        return False
    if doc.text[end : end + 1] == "." and doc.text[end + 1 : end + 2].isalnum():
        return False
    if number and is_word_itself(tokens, number):
        return False
    after = tokens[number + 1].text if number + 1 < len(tokens) else ""
    if (after == "(" and has_foreign_form(doc.text, end)) or (after in ("is", "was") and is_thing(tokens, number + 1)):
        return False
    if is_numeral(after) or after in ("I", "I."):
        return False  # "Pope John Paul I"
    entity = entity_at(doc, token.start, token.end)
    if entity is not None and not is_person(entity) and (entity.start < token.start or entity.end > token.end):
        return False
    for beside in (number - 1, number + 1):
        if not is_name_word(tokens, beside) or tokens[beside].text.isupper() or in_title(tokens, beside):
            continue
        near = core(tokens[beside]).lower()
        if beside < number and is_title_word(tokens[beside]):
            continue
        fits = near in parts or near in TITLES or near in GENERATIONS or (beside > number and near in given_names())
        fits = fits or (beside < number and _is_relative(doc, beside, number))
        if not fits and (beside > number or (near not in place_names() and near not in peoples())):
            return False
    return True


def _is_relative(doc: Doc, first: int, number: int) -> bool:
    """Whether two tokens name a relative of somebody: "his wife Quilis Walton"."""
    entity = entity_at(doc, doc.tokens[first].start, doc.tokens[first].end)
    if not first or doc.tokens[first - 1].text not in NEAR_KIN or entity is None or not is_person(entity):
        return False
    end = doc.tokens[number].start + len(core(doc.tokens[number]))
    return entity.start == doc.tokens[first].start and entity.end in (end, doc.tokens[number].end)


@cache
def _artists() -> frozenset[str]:
    """Famous people whose works or deeds a text would give to somebody else."""
    return frozenset(lexicon("genders")["known"]) - frozenset(lexicon("genders")["in_office"])
