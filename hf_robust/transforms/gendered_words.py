"""Pronouns, titles and nouns of one gender, and what becomes of each in a text that is moved to the other."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    BE_TENSED,
    COURTESY_OF_WOMEN,
    DISTRIBUTIVES,
    PLURAL_POINTERS,
    POSSESSIVE_CLITICS,
    POSSESSIVES,
    SINGULAR_POINTERS,
    SUBJECT_PRONOUNS,
)
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.english.places import places
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import match_case
from hf_robust.transforms.capital_words import in_title
from hf_robust.transforms.entity_spans import is_person
from hf_robust.transforms.pronoun_cases import case_of

GENDERS = ("female", "male")
_CLITIC = re.compile(r"['’](?:s|ll|d|re|ve|m)\Z", re.IGNORECASE)
_IN_LAW = "-in-law"
_HYPHEN_BEFORE = ("ex-", "great-", "half-", "step-")
# only with a given name after it: "Aunt" alone may be anything
_BEFORE_GIVEN = frozenset("aunt auntie uncle".split())
_SHORT = frozenset("mr mr. mrs mrs. ms ms.".split())
_DETERMINERS = ("DET", "NUM", "ADJ")
_POSSESSIVES = POSSESSIVES | DISTRIBUTIVES | ANY_SOME_NO | SINGULAR_POINTERS | POSSESSIVE_CLITICS | {"whose", "another"}
_CALLS = frozenset("man men boy boys girl girls guy lady woman brother sister".split())
_CRIES = frozenset({"oh", "ah", "hey"})
_DOING = frozenset({"did", "do", "does"})
_BARE = frozenset("boy gentleman girl guy lady man woman".split())
_GENERIC = frozenset("boys gentlemen girls guys ladies men women".split())
_COUNTING = (POSSESSIVES - {"its"}) | PLURAL_POINTERS | frozenset("the some several few couple both".split())
_OF_PEOPLE = frozenset(
    "band bunch couple crew crowd dozens gang group groups line lot number pair row team trio".split()
)
_COMPARING = frozenset("better fellow great greater greatest lesser more most real".split())
_OF_MEN = re.compile(r"[a-z]{2,}(?:man|men|woman|women|boy|boys|girl|girls)(?:'s|ship)?")
_OF_GROUPS = frozenset("men women boys girls ladies gentlemen mother father mothers fathers".split())


def gender_of(word: str) -> str | None:
    """The gender of a pronoun, a title or a noun in lower case.

    Example:
        >>> gender_of("aunt"), gender_of("himself"), gender_of("doctor")
        ('female', 'male', None)
    """
    return _genders().get(word)


@cache
def bound_words() -> frozenset[str]:
    """Words in lower case that go with one gender, so that a text with them is left."""
    return frozenset(lexicon("genders")["bound"])


def word_swaps(doc: Doc, to: str, mixed: bool = False, pairs: bool = False) -> list[Edit]:
    """The edits of all words of the other gender.

    Args:
        to: ``female`` or ``male``.
        mixed: Whether the text may have words of the gender ``to``, too. They stay. A text with both words of a pair,
            such as *he or she* and *husband and wife*, is refused all the same.
        pairs: Whether the text may have both words of a pair, because the words of the gender ``to`` change as well.

    Raises:
        NotApplicable: When one of them cannot be changed, or when the text has words of both genders.
    """
    found = [(number, core_of(token).lower()) for number, token in enumerate(doc.tokens)]
    if not mixed:
        _refuse_bound(doc, found)
    genders = _genders()
    gendered = [(number, low) for number, low in found if low in genders]
    there = {low for _, low in gendered if genders[low] == to}
    if there and not mixed:
        raise NotApplicable(f"the text has '{min(there)}', which is already {to}")
    swaps = [(number, low) for number, low in gendered if genders[low] != to]
    if mixed:
        swaps = [(number, low) for number, low in swaps if not _is_in_name(doc, number)]
    if not swaps:
        return []
    others = [low for number, low in found if _OF_MEN.fullmatch(low) and low not in _no_men()]
    if others := [low for low in others if not mixed or low in doc.text]:
        raise NotApplicable(f"'{others[0]}' may be specific to one gender")
    if there and not pairs:
        _refuse_pairs(found, swaps, there, to)
    if pairs:
        _refuse_uneven(found, to)
    return list(_edits(doc, swaps, to, mixed, pairs))


def _is_in_name(doc: Doc, number: int) -> bool:
    """Whether a noun is a word of a longer name: "the Beach Boys"."""
    token = doc.tokens[number]
    if token.text[:1].islower() or token.pos != "PROPN" or number == 0 or token.text.lower() in _SHORT:
        return False
    before, rest = doc.tokens[number - 1], doc.tokens[number + 1 : number + 2]
    entity = entity_at(doc, token.start, token.end)
    if entity is not None and not is_person(entity) and (entity.start < token.start or entity.end > token.end):
        return True
    named = before.pos == "PROPN" and before.text[:1].isupper()
    return token.text.lower() in _nouns_of_both() and named and not (rest and rest[0].pos == "PROPN")


@cache
def _nouns_of_both() -> frozenset[str]:
    return frozenset(_nouns("female")) | frozenset(_nouns("male"))


def refuse_bound(doc: Doc, edits: Sequence[Edit]) -> None:
    """Refuse a text that has a word of one gender, such as *beard*, in a sentence with edits.

    Args:
        doc: The text.
        edits: What changes in it.

    Raises:
        NotApplicable: When there is such a word.
    """
    if not edits:
        return
    sentences = sentence_numbers(doc.tokens)
    numbers = range(len(doc.tokens))
    changed = {sentences[doc.token_at(edit.start)] for edit in edits if doc.token_at(edit.start) in numbers}
    _refuse_bound(doc, [(n, core_of(token).lower()) for n, token in enumerate(doc.tokens) if sentences[n] in changed])


def _refuse_bound(doc: Doc, words: Sequence[tuple[int, str]]) -> None:
    for number, low in words:
        if low in bound_words() or doc.tokens[number].text.lower() in bound_words():
            raise NotApplicable(f"'{low}' is specific to one gender")


def sentence_numbers(tokens: Sequence[Token]) -> Sequence[int]:
    """The number of the sentence of each token, told by the marks that end sentences.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> sentence_numbers(Doc.tagged("He/PRON ran/VERB ./PUNCT We/PRON sat/VERB").tokens)
        [0, 0, 0, 1, 1]
    """
    found, number = [], 0
    for token in tokens:
        found.append(number)
        number += token.text in (".", "!", "?")
    return found


def _refuse_pairs(found: Sequence[tuple[int, str]], swaps: Sequence[tuple[int, str]], there: set[str], to: str) -> None:
    """Two people of the text would get the same word: "a husband and his wife", "he or she".

    Raises:
        NotApplicable: When they would.
    """
    roots = {low.removesuffix("s") for low in there}
    for _, low in swaps:
        new = _nouns(to).get(low) or _titles(to).get(low, "").lower()
        if new and (new.removesuffix("s") in roots or not roots.isdisjoint(_MARRIED.get(new.rstrip("."), ()))):
            raise NotApplicable(f"the text has both words of a pair, '{low}' and '{new}'")
    for (_, one), (_, link), (_, other) in zip(found, found[1:], found[2:]):
        if link in ("or", "and", "/") and {gender_of(one), gender_of(other)} == set(GENDERS):
            raise NotApplicable(f"the text has both words of a pair, '{one}' and '{other}'")


def _refuse_uneven(found: Sequence[tuple[int, str]], to: str) -> None:
    """Refuse two words that go together and would not come back in the other order: "ladies and gentlemen".

    Raises:
        NotApplicable: When there are two.
    """
    for (_, one), (_, link), (_, other) in zip(found, found[1:], found[2:]):
        new, other_new = other_noun(one, to), other_noun(other, to)
        both = link in ("or", "and") and {gender_of(one), gender_of(other)} == set(GENDERS)
        if both and (other_new or new) and other != new and one != other_new:
            raise NotApplicable(f"'{one} {link} {other}' is a fixed phrase")


_MOTHERS = ("mama", "mom", "mommy", "mother", "mum", "mummy")
_FATHERS = ("dad", "daddy", "father", "papa")
_MARRIED = {
    "ms": ((COURTESY_OF_WOMEN - {"lady"}) | {"mrs.", "ms."}),
    "mr": ("mr", "mr."),
    "woman": ("women", "lady"),
    "women": ("woman", "ladie"),
    **dict.fromkeys(_MOTHERS, _MOTHERS),
    **dict.fromkeys(_FATHERS, _FATHERS),
}


def _titles(to: str) -> Mapping[str, str]:
    titles: Mapping[str, str] = lexicon("genders")["titles"][to]
    return titles


def _edits(doc: Doc, swaps: Sequence[tuple[int, str]], to: str, mixed: bool, pairs: bool) -> Iterator[Edit]:
    fixed = [span[:2] for span in _fixed().find(doc)]
    guys = {n for n, token in enumerate(doc.tokens) if token.text.lower() == "guys"}
    if to == "female" and any(n == 0 or doc.tokens[n - 1].text.lower() != "you" for n in guys):
        raise NotApplicable("'guys' may refer to both genders")
    for number, low in swaps:
        token, word = doc.tokens[number], core_of(doc.tokens[number])
        start, end = token.start, token.start + len(word)
        new = _new_word(doc, number, low, to, mixed, pairs)
        inside = any(first <= start and end <= last for first, last in fixed)
        if new is None or inside or not _is_apart(doc.text, token, word) or not doc.is_free(start, end):
            raise NotApplicable(f"'{word}' may be part of a name, a title or a fixed phrase")
        law = _IN_LAW if doc.bounds is None and doc.text.startswith(_IN_LAW, end) else ""
        yield Edit(start, end + len(law), match_case(word, new) + law)  # the whole word


def _new_word(doc: Doc, number: int, low: str, to: str, mixed: bool, pairs: bool) -> str | None:
    pronouns, titles = lexicon("genders")["pronouns"][to], lexicon("genders")["titles"][to]
    tokens = doc.tokens
    if low in pronouns or low in ("his", "her"):
        if (tokens[number].pos == "PROPN" or _is_raised(tokens, number)) and not in_title(tokens, number):
            return None
        return _pronoun(tokens, number, low, mixed) if low in ("his", "her") else pronouns[low]
    if low in titles and _is_title(doc, number, low):
        return titles[low].lower() if tokens[number].text.islower() else titles[low]
    new = _nouns(to).get(low)
    return new if new is not None and _is_noun(doc, number, low, pairs) else None


def _is_raised(tokens: Sequence[Token], number: int) -> bool:
    """A capital inside a sentence, as in a title or when a god is meant."""
    text = tokens[number].text
    if not text[:1].isupper() or number == 0:
        return False
    before = tokens[number - 1]
    return before.text[-1:].isalnum() and (len(text) == 1 or not text.isupper() or before.text.isupper())


def _pronoun(tokens: Sequence[Token], number: int, low: str, mixed: bool) -> str:
    """What "his" or "her" becomes.

    Raises:
        NotApplicable: When the tag, the parse and the verb before it do not say how it is used.
    """
    case = case_of(tokens, number)
    after = tokens[number + 1] if number + 1 < len(tokens) else tokens[number]
    told = low == "his" and after.pos in ("ADJ", "NOUN") and after.text.islower()
    if case is None and mixed and told and tokens[max(0, number - 1)].text != "of":
        case = "possessive"  # whatever the parse says: a noun follows
    if case is None:
        raise NotApplicable(
            f"'{tokens[number].text}' may be a possessive or stand alone: its tag and parse do not tell"
        )
    if low == "his":
        return "her" if case == "possessive" else "hers"
    return "his" if case == "possessive" else "him"


def _is_title(doc: Doc, number: int, low: str) -> bool:
    token, rest = doc.tokens[number], doc.tokens[number + 1 : number + 2]
    small = doc.text.islower() and low in _SHORT and bool(rest) and rest[0].text.isalpha()
    if small or not rest or not token.text.removesuffix(".").istitle() or not rest[0].text[:1].isupper():
        return small
    following = core_of(rest[0]).lower()
    behind = doc.tokens[number + 2 : number + 4]
    if len(behind) == 2 and behind[0].text.lower() == "the" and behind[1].text[:1].isupper():
        return False  # "Mr. Fox the Postman" is a title
    entity = entity_at(doc, rest[0].start, rest[0].end)
    person = is_person(entity)
    if not person and (rest[0].pos != "PROPN" or entity is not None or following in places()):
        return False
    return low not in _BEFORE_GIVEN or following in genders_of_names()


def _is_noun(doc: Doc, number: int, low: str, anybody: bool) -> bool:
    """A noun that means people, or ``anybody``, in no compound, no name, and called to nobody."""
    tokens, token = doc.tokens, doc.tokens[number]
    before = tokens[number - 1] if number else None
    after = tokens[number + 1] if number + 1 < len(tokens) else None
    entity = entity_at(doc, token.start, token.end)
    if entity is not None and not (is_person(entity) and entity.end <= token.end and entity.start >= token.start):
        return False
    kin = low in _as_names()
    if token.pos not in ("NOUN", "ADJ") and not (kin and token.pos in ("PROPN", "INTJ")):
        return False
    if _is_raised(tokens, number) and not (kin and before is not None and _is_low(before, number)):
        return False
    if after is not None and after.pos in ("NOUN", "PROPN") and after.text[:1].isalpha():
        # "mother tongue" and "Mother Teresa", but "his brother Tom"
        person = token.text.islower() and after.text[:1].isupper() and after.pos == "PROPN" and low in _nouns_of_both()
        if not person:
            return False
    if low in _BARE and before is not None and before.pos == "NOUN" and before.text[-1:].isalpha():
        return False  # "bus boy"
    possessive = after is not None and after.text in ("'s", "’s", "'", "’")
    if possessive and low in _OF_GROUPS and tokens[number].text[:1].isupper() | (low[-1:] == "n" or low[-1:] == "s"):
        return False  # "men's final", "Mother's Day"
    behind = tokens[number + 2].text[:1] if possessive and number + 2 < len(tokens) else ""
    if behind.isupper() and token.text[:1].isupper():
        return False  # "Dad's Army"
    if low in _CALLS and _is_call(tokens, number):
        return False
    if low in _GENERIC and not anybody and not _is_counted(tokens, number):
        return False
    return low not in _BARE or _is_determined(tokens, number)


def _is_low(before: Token, number: int) -> bool:
    """What a title of kin may follow: "I told Mom", not "Killing My Father"."""
    return before.pos != "PROPN" and (number == 1 or not before.text[:1].isupper())


def _is_call(tokens: Sequence[Token], number: int) -> bool:
    """ "Man, that was good", "come on, man!", "and boy, are they right" and "oh boy was I wrong"."""
    before = tokens[number - 1] if number else None
    after = [token.text.lower() for token in tokens[number + 1 : number + 3]]
    opens = before is None or not before.text[-1:].isalnum() or before.pos in ("CCONJ", "INTJ", "SCONJ")
    opens = opens or (before is not None and before.text.lower() in _CRIES)
    asks = len(after) > 1 and after[0] in BE_TENSED | _DOING and after[1] in SUBJECT_PRONOUNS
    return opens and (asks or not after or not after[0][:1].isalnum())


def _is_determined(tokens: Sequence[Token], number: int) -> bool:
    """Whether a singular noun has an article or the like, or opens a caption: "Man on a bicycle"."""
    for place in range(number - 1, max(-1, number - 5), -1):
        token = tokens[place]
        low = token.text.lower()
        if low in _POSSESSIVES or token.pos == "DET" or token.tag == "PRP$":
            return low not in ("no", "any", "every")
        if token.pos not in _DETERMINERS and token.pos not in ("NOUN", "ADV", "PUNCT", "CCONJ", "VERB", "PROPN"):
            return False
    if number and all(token.pos in ("ADJ", "NUM", "PUNCT", "CCONJ") for token in tokens[:number]):
        return True
    after = tokens[number + 1 : number + 2]
    return number == 0 and bool(after) and after[0].pos in ("ADP", "VERB", "AUX", "SCONJ", "CCONJ")


def _is_counted(tokens: Sequence[Token], number: int) -> bool:
    """Whether "men" are certain ones: "two men", "a group of young men", or "Men in hats" of a caption."""
    for place in range(number - 1, max(-1, number - 5), -1):
        token = tokens[place]
        low = token.text.lower()
        if low in _COUNTING or token.pos == "NUM" or token.tag == "PRP$":
            return low != "all" or tokens[place + 1].pos == "NUM"
        if low == "of":
            return place > 0 and tokens[place - 1].text.lower() in _OF_PEOPLE
        if token.pos not in ("ADJ", "NOUN", "ADV", "PUNCT", "CCONJ", "VERB", "PROPN") or low in _COMPARING:
            return False
    after = tokens[number + 1 : number + 2]
    opens = all(token.pos in ("ADJ", "NOUN", "ADV", "PUNCT", "CCONJ", "VERB", "PROPN") for token in tokens[:number])
    return opens and number < 4 and bool(after) and after[0].pos in ("ADP", "VERB", "AUX")


def _is_apart(text: str, token: Token, word: str) -> bool:
    """Not a part of a compound, save of those as in "ex-wife" and "mother-in-law"."""
    end = token.start + len(word)
    after = text[end : end + 1] not in ("-", "/") or text.startswith(_IN_LAW, end)
    before = text[token.start - 1 : token.start] if token.start else ""
    prefix = text[max(0, token.start - 6) : token.start].lower()
    return after and before != "/" and (before != "-" or prefix.endswith(_HYPHEN_BEFORE))


def core_of(token: Token) -> str:
    """The token without a possessive or a clitic, which token lists may hold in one piece."""
    text = token.text
    return _CLITIC.sub("", text) if ("'" in text or "’" in text) and len(text) > 2 else text


@cache
def _nouns(to: str) -> Mapping[str, str]:
    """New noun by old, singular and plural."""
    table = lexicon("genders")
    size = {"female": 1, "male": -1}[to]
    rows = (row for nouns in table["nouns"] for row in (nouns[:2], nouns[2:]) if row)
    return {**dict(row[::size] for row in rows), **table["one_way"][to]}


def other_noun(word: str, to: str) -> str | None:
    """The noun of a gender for one of the other gender, in lower case, if there is one.

    Example:
        >>> other_noun("wife", "male"), other_noun("teacher", "male")
        ('husband', None)
    """
    return _nouns(to).get(word)


@cache
def _as_names() -> frozenset[str]:
    return frozenset(lexicon("genders")["as_names"])


@cache
def _no_men() -> frozenset[str]:
    """Words that end like nouns of one gender and are none, with those that have one and are looked at beside."""
    return frozenset(lexicon("genders")["no_men"]) | frozenset(_genders()) | bound_words()


@cache
def _fixed() -> PhraseTable:
    return PhraseTable(lexicon("genders")["fixed"])


@cache
def _genders() -> Mapping[str, str]:
    table = lexicon("genders")
    genders = {"his": "male", "her": "female"}
    for to, other in (GENDERS, GENDERS[::-1]):
        for words in (table["titles"][to], _nouns(to), table["pronouns"][to]):
            genders |= dict.fromkeys(words, other)
    return genders
