"""People of whom a text has the surname or the given name alone."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    DOTTED_TITLES,
    GENDERED,
    INDEFINITE_ARTICLES,
    NEAR_KIN,
    OFFICES,
    RANKS,
    ROLES,
    SURNAME_TITLES,
    VERSUS,
)
from hf_robust.language.english.name_origins import (
    family_names,
    given_names,
    language_of_family,
    language_of_given,
    name_pool,
)
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.language.english.places import place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entities_of_tokens, entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.capital_words import (
    capital_numbers,
    core,
    is_name_word,
    is_proper,
    is_title_word,
    lower_words,
    proper_numbers,
    stands_apart,
)
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.gendered_words import gender_of
from hf_robust.transforms.names_apart import also_words, is_name_apart, is_plain_given
from hf_robust.transforms.no_person_words import COMPANIES, is_no_name
from hf_robust.transforms.old_names import is_famous_alone, is_of_myth
from hf_robust.transforms.person_signs import (
    BUSINESS,
    CREATED,
    DUOS,
    REVERED,
    SPEECH,
    gender_shown,
    has_initial_and_figures,
    is_signed,
    may_be_it,
    may_be_signed,
)
from hf_robust.transforms.place_names import is_listed_place
from hf_robust.transforms.surname_signs import has_surname_sign

_OF_SURNAMES = DOTTED_TITLES | SURNAME_TITLES | OFFICES | RANKS | (ROLES - {"captain", "director"})
_OF_SURNAMES |= frozenset("frau herr judge justice lady lord madame miss mistress monsieur secretary".split())
_OF_GIVEN = frozenset("aunt brother cousin dame sir sister uncle".split())  # titles before given names
_ALSO_ADJECTIVES = frozenset({"general", "justice", "major"})
_WITH_Y = frozenset({"arabic", "czech", "french", "hungarian", "indian", "russian", "slavic"})  # names end with it
# beside them a name of an artist or a saint is a certain one
_OF_ART = frozenset(
    "apostle apostles basilica chapel fresco frescoes painter painting paintings renaissance tomb".split()
)
_SAINTS_AND_CASES = VERSUS | {"saint", "st", "st."}  # "St. Quilis", "Quilis v. Zorp"
_STORMS = frozenset("cyclone hurricane hurricanes storm storms typhoon".split())  # they have given names
_CLOSING = frozenset({'"', "”", "''", "’", "quot;"})
_PAIRING = frozenset({"and", "&"})
_STOPS = frozenset(".?!")
# what papers, stations, schools and companies have: "Quilis's circulation", "Quilis's Prof. Zorp"
_OF_GROUPS = frozenset(
    """advertisers alumni branches campus ceo chairman circulation customers dean editors employees faculty franchise
    headquarters investors newsroom offices outlets parent president prof prof. professor ratings readers readership
    shareholders spokesman spokeswoman stock stockholders stores students subscribers subsidiary viewers website
    workers""".split()
)
_OF_THINGS = [[verb, article] for verb in ("is", "was") for article in ("a", "an", "the")]


class PersonName(NamedTuple):
    """A person as the text calls them.

    Args:
        given: Given names, in lower case; empty where only the surname is known.
        surnames: Surnames in lower case; none where only the given name is known.
        language: The language that the names come from; empty where it is not known.
        gender: ``female`` or ``male``; empty where nothing in the text shows it.
    """

    given: tuple[str, ...]
    surnames: tuple[str, ...]
    language: str
    gender: str

    @property
    def parts(self) -> tuple[str, ...]:
        """All parts that change."""
        return (*self.given, *self.surnames)


def has_article(tokens: Sequence[Token], first: int) -> bool:
    """Whether an article stands before a name, or one with an adjective: "a cocked Kalashnikov"."""
    if first > 1 and tokens[first - 1].pos == "ADJ" and tokens[first - 1].text.islower():
        return tokens[first - 2].text.lower() in INDEFINITE_ARTICLES
    return first > 0 and tokens[first - 1].text.lower() in ARTICLES


def is_common_word(word: str) -> bool:
    """Whether a dictionary has a word in lower case as a noun, an adjective or a verb."""
    return bool(tags_of(word) - {"NNP", "NNPS"})


@lru_cache(maxsize=2)
def lone_names(doc: Doc) -> Sequence[PersonName]:
    """People of whom the text has the surname or the given name alone."""
    return tuple(_find_short_names(doc))


def _find_short_names(doc: Doc) -> Iterator[PersonName]:
    tokens, marks, signed = doc.tokens, entities_of_tokens(doc), may_be_signed(doc)
    for number in proper_numbers(doc):
        entity = marks[number]
        if has_initial_and_figures(tokens, number):
            word = core(tokens[number]).lower()
            if not is_no_name(word) and not is_listed_place(word):
                yield PersonName((), (word,), language_of_family(word), "")
            continue
        told = is_person(entity) or (entity is None and signed) or _is_titled(tokens, number)
        if not told or not stands_apart(tokens, number, number + 1):
            continue
        word = core(tokens[number]).lower()
        if (
            is_no_name(word)
            or word in REVERED
            or is_title_word(tokens[number])
            or (number and tokens[number - 1].text in ("in", "near") and core(tokens[number]) == tokens[number].text)
            or word in TITLES
            or (number and is_name_word(tokens, number - 1) and not is_title_word(tokens[number - 1]))
        ):
            continue
        beside = {token.text.lower() for token in tokens[max(0, number - 1) : number + 2]}
        if not beside.isdisjoint(_SAINTS_AND_CASES) or _is_maker(doc, number, word):
            continue
        name = _short_name(doc, number, word)
        if name is None or not is_name_apart(doc, number, number + 1) or is_famous_alone(word):
            continue
        capitals = (core(tokens[other]).lower() for other in capital_numbers(doc))
        if not (name.given and is_of_myth(word, capitals)):
            yield name


def _short_name(doc: Doc, number: int, word: str) -> PersonName | None:
    tokens, token = doc.tokens, doc.tokens[number]
    entity = entity_at(doc, token.start, token.end)
    person = is_person(entity) and entity is not None and entity.start >= token.start
    if [one.text for one in tokens[number + 1 : number + 3]] in _OF_THINGS and not (
        is_signed(doc, number, person) or (is_plain_given(word) and _is_somebody(tokens, number + 3))
    ):
        return None  # "Quilis is a novel"
    if number and tokens[number - 1].text in _STOPS and tokens[min(number + 1, len(tokens) - 1)].text == "?":
        return None  # "Anna? Tom?" may be of a story
    if number and f"{tokens[number - 1].text} {token.text}".lower() in COMPANIES:
        return None
    if _is_shop(tokens, number) or _has_readers(tokens, number):
        return None
    if has_article(tokens, number) or may_be_it(doc, number, number + 1):
        return None  # "the Countess", who is called by her title
    if _is_titled(tokens, number) and (is_person(entity) or entity is None) and word not in place_names():
        ranked = tokens[number - 1].text.lower() in _ALSO_ADJECTIVES
        ranked = ranked or "NNS" in tags_of(word)  # "Deputy Commander Operations"
        if ranked and is_common_word(word) and word not in family_names() and word not in given_names():
            return None  # "General Assembly"
        gender = given_names().get(word, "unisex")
        noble = tokens[number - 1].text.lower() in ("lady", "madame")
        if noble and gender != "unisex" and word not in family_names():
            return PersonName((word,), (), _language(word), gender)  # "Lady Anna"
        return PersonName((), (word,), language_of_family(word), "")
    if is_listed_place(word) or word in place_names():
        quoted = person and given_names().get(word, "unisex") != "unisex" and _is_quoted_speaker(doc, number)
        return PersonName((word,), (), _language(word), given_names()[word]) if quoted else None
    # "Hope added" names somebody by the surname, or as shortly
    says = any(token.text in SPEECH for token in tokens[number + 1 : number + 2])
    surname = word not in given_names() or (word in also_words() and says)
    if (person or entity is None) and surname and is_signed(doc, number, person):
        if not (says or word in family_names() or _is_of_one(doc, word)):
            return None  # "she plays the role of Quilisa": it may be her given name
        return PersonName((), (word,), language_of_family(word), "")
    kin = tokens[number - 1].text if number else ""
    if person and kin in NEAR_KIN and word not in given_names() and gender_of(kin) and not is_common_word(word):
        return PersonName((word,), (), _language(word), gender_of(kin) or "")  # "his wife Quilis"
    if person and surname and not is_common_word(word) and has_surname_sign(doc, number):
        return PersonName((), (word,), language_of_family(word), "")
    if "Tom, Dick" in doc.text or "Tom , Dick" in doc.text:
        return None  # anybody
    if not person or _may_be_company(doc, number, word) or not _STORMS.isdisjoint(lower_words(doc)):
        return None
    if word in given_names() and language_of_given(word) != family_names().get(word):
        gender = given_names()[word]
        plain = word not in also_words() and word not in place_names()
        # "Perry has called two sessions" may name somebody by the surname
        acts = any(one.tag in ("VBD", "VBZ", "MD") for one in tokens[number + 1 : number + 2])
        plain = plain and not (acts and (word in family_names() or word in _ALSO_SURNAMES))
        alone = gender != "unisex" and plain and not _is_half_of_pair(tokens, number)
        if alone and family_names().get(word) == "english":  # "Anderson", whose given name is rare
            return PersonName((), (word,), "english", gender if gender == "male" else "")
        if alone:
            return PersonName((word,), (), _language(word), gender)
        if gender == "unisex" and person and acts and _is_of_either(doc, number, word):
            return PersonName((), (word,), language_of_family(word), "male")
        if gender == "unisex" and person and plain and not _is_half_of_pair(tokens, number):
            shown = gender_shown(doc, number, "")
            fits = shown is not None and (shown or acts)
            return PersonName((word,), (), _language(word), shown or "") if fits else None
    if is_either(word) and not _is_half_of_pair(tokens, number) and _is_of_one(doc, word):
        called = number > 0 and tokens[number - 1].text.lower() in _OF_GIVEN
        given, surnames = ((word,), ()) if called else ((), (word,))  # "Uncle John"
        return PersonName(given, surnames, language_of_family(word), given_names()[word])
    if word in given_names() and language_of_given(word) != family_names().get(word):
        fits = acts and gender != "unisex" and word in also_words()
        if fits and not _opens_sentence(tokens, number) and not _is_half_of_pair(tokens, number):
            named = gender == "male"  # "When Mark died": a name of either kind is right for a surname as well
            given, surnames = ((), (word,)) if named else ((word,), ())
            return PersonName(given, surnames, _language(word), gender) if _is_of_one(doc, word) else None
        return None
    surname = word in family_names() or (_acts(tokens, number) and BUSINESS.isdisjoint(lower_words(doc)))
    if surname and _is_shown(doc, number, word):
        return PersonName((), (word,), language_of_family(word), "")
    return None


def _language(word: str) -> str:
    """The language of a given name; English ones that others have taken over stay so: "Freddy"."""
    language = language_of_given(word)
    return "" if word.endswith(("y", "ie")) and language not in _WITH_Y else language


def _is_maker(doc: Doc, number: int, word: str) -> bool:
    """Whether somebody who is known by one name made a work, or is one of a text on art."""
    before = [token.text for token in doc.tokens[max(0, number - 2) : number]]
    made = before[1:] == ["by"] and before[0] in CREATED | {"built", "designed"}
    certain = made or (word not in family_names() and not _OF_ART.isdisjoint(lower_words(doc)))
    return certain and noun_kind(word) == "person"


def _is_of_either(doc: Doc, number: int, word: str) -> bool:
    """Whether a name of both genders is a surname, too, and nobody in the text is a woman: "Casey"."""
    if word not in family_names() or word in also_words() or word in place_names() or not _is_of_one(doc, word):
        return False
    return not _is_half_of_pair(doc.tokens, number) and gender_shown(doc, number, "") in ("", "male")


def _is_shop(tokens: Sequence[Token], number: int) -> bool:
    """Whether a possessive without a noun names a shop or a brand: "some Quilis's at the store", not "of Quilis's"."""
    after = tokens[number + 1 : number + 3]
    own = core(tokens[number]) != tokens[number].text
    beyond = after if own else after[1:]
    if not own and not (after and after[0].text in ("'s", "’s")):
        return False
    before = tokens[number - 1].text if number else ""
    return before not in ("of", "than") and (not beyond or beyond[0].pos in ("ADP", "DET", "PUNCT", "CCONJ"))


def _has_readers(tokens: Sequence[Token], number: int) -> bool:
    """Whether a name owns what only a group of people has."""
    own = core(tokens[number]) != tokens[number].text
    beyond = number + 1 + (not own)
    owner = own or (beyond <= len(tokens) and tokens[beyond - 1 : beyond] and tokens[beyond - 1].text in ("'s", "’s"))
    return bool(owner) and not _OF_GROUPS.isdisjoint(token.text.lower() for token in tokens[beyond : beyond + 2])


def _opens_sentence(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token is the first word of a sentence, where all words have a capital."""
    return number == 0 or not tokens[number - 1].text[-1:].isalnum()


def _is_somebody(tokens: Sequence[Token], number: int) -> bool:
    """Whether a noun phrase is headed by a word for a person: "an excellent host who"."""
    for token, after in zip(tokens[number:], tokens[number + 1 :], strict=False):
        if token.pos == "NOUN" and after.pos != "NOUN":
            return noun_kind(token.text) == "person"
        if token.pos not in ("ADJ", "ADV", "NOUN", "PROPN"):
            return False
    return False


def _is_half_of_pair(tokens: Sequence[Token], number: int) -> bool:
    """Whether a name stands in a pair that may share a surname or that everybody knows: "Johnny and June Cash"."""
    for sign, other in ((number + 1, number + 2), (number - 1, number - 2)):
        if not 0 < sign < len(tokens) - 1 or other < 0 or tokens[sign].text not in _PAIRING:
            continue
        if not is_proper(tokens, other):
            continue
        first, last = sorted((number, other))
        words = [core(tokens[at]).lower() for at in (first, last)]
        alone = not is_name_word(tokens, last + 1) and all(word in given_names() for word in words)
        if not alone or " and ".join(words) in DUOS or tokens[sign].text == "&":
            return True
    return False


def is_either(word: str) -> bool:
    """Whether a word in lower case is a name of men and a surname as well: "Murray".

    Example:
        >>> is_either("murray"), is_either("anna")
        (True, False)
    """
    plain = given_names().get(word) == "male" and word in family_names() and word not in also_words()
    return plain and language_of_family(word) in ("", "english")


@cache
def names_of_either() -> Sequence[str]:
    """Names of men that are surnames as well."""
    return tuple(
        name
        for name in name_pool("", "surnames")
        if is_either(name.lower())
        and language_of_given(name.lower()) in ("", "english")  # not "Roberts", a Latvian
        and name.lower() not in place_names()
    )


def _is_of_one(doc: Doc, word: str) -> bool:
    """Whether all words of a text that show a gender can go with a name of a man."""
    shown = {gender_of(token.text.lower()) for token in doc.tokens} - {None}
    return shown != {"female"} and word not in lexicon("organizations")["known"]


def _may_be_company(doc: Doc, number: int, word: str) -> bool:
    """Whether a name in a text on business may be one of a company: "Lowe's stock"."""
    words = lower_words(doc)
    if not words.isdisjoint(GENDERED) or _is_quoted_speaker(doc, number):
        return False
    return not words.isdisjoint(BUSINESS) or word in lexicon("organizations")["known"]


def _is_quoted_speaker(doc: Doc, number: int) -> bool:
    """Whether a name stands beside the verb of what somebody says: '"No, uncle," said Quilis', '", Quilis said'."""
    opening = doc.tokens[number - 1].text if number else ""
    says = [token.text for token in doc.tokens[number + 1 : number + 2]]
    if says and says[0] in SPEECH and opening in _CLOSING | {","} and '"' in doc.text:
        return True
    before = [token.text for token in doc.tokens[max(0, number - 2) : number]]
    return len(before) > 1 and before[1] in SPEECH and before[0] in _CLOSING


def _is_shown(doc: Doc, number: int, word: str) -> bool:
    """Whether the text treats a surname as a person; companies, products and places have such names too."""
    after = doc.tokens[number + 1] if number + 1 < len(doc.tokens) else None
    if after is not None and (after.text.lower() in SPEECH or after.text == "who"):
        return True
    if after is not None and after.tag == "RB" and doc.tokens[number + 2 : number + 3]:
        after = doc.tokens[number + 2]  # "Quilis then won"
    if word in family_names() and after is not None and after.tag in ("VBD", "VBZ"):
        return doc.tokens[number].text not in organizations_by_first_word()
    return any(token.text.lower() in GENDERED for token in doc.tokens)


def _acts(tokens: Sequence[Token], number: int) -> bool:
    """Whether somebody with a name that is not listed does or has something: "Fillmore argued", "Quilis's list"."""
    before = tokens[number - 1] if number else None
    after = tokens[number + 1] if number + 1 < len(tokens) else None
    if after is None or (before is None and after.text.lower() not in SPEECH):
        return False
    if before is not None and (before.pos in ("DET", "ADP", "ADJ") or before.text[:1].isupper()):
        return False
    return after.text.lower() in SPEECH or after.tag in ("VBD", "VBZ", "MD", "POS")


def _is_titled(tokens: Sequence[Token], number: int) -> bool:
    title = tokens[number - 1].text if number else ""
    return title.lower() in _OF_SURNAMES and title[:1].isupper() and title[1:].islower()


_ALSO_SURNAMES = frozenset("dwight gilbert henry jordan kerry maxwell perry philip ray terry vernon wesley".split())
