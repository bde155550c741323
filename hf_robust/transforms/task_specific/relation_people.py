"""People of a relation get other names of their gender and language."""

import re
from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    FEMININE,
    MASCULINE,
    NEAR_KIN,
    PARTS_OF_NAMES,
    RANKS,
    THIRD_PERSON,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)
from hf_robust.language.english.name_origins import (
    family_names,
    genders_of_names,
    given_names,
    language_of_family,
    name_pool,
    origins,
    rare_surnames,
)
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import RULING
from hf_robust.transforms.entity_spans import TITLES
from hf_robust.transforms.name_languages import language_of_name, languages_of_text
from hf_robust.transforms.old_names import is_of_old_times, names_of_time
from hf_robust.transforms.row_changes import TaskRow
from hf_robust.transforms.task_specific.relation_mentions import (
    RelationMention,
    gender_of,
    mentions_of,
    tells_gender,
)
from hf_robust.transforms.task_specific.relation_signs import is_of_family

_NAME = re.compile(r"[A-ZÀ-Þ][^\W\d_]*(?:['’\-][^\W\d_]+)*\.?\Z")
_PARTICLES = PARTS_OF_NAMES | {"der"}
_SUFFIX = re.compile(r"([IVX]+|Jr\.?|Sr\.?|Junior|Senior)\Z")
_RANKS = TITLES | frozenset("adm. capt. chairman col. dr first gen. lt. maj. pope pvt. secretary sgt. vice".split())
_HONOURS = frozenset("CB CBE CH CMG CVO DBE DFC DSC DSO GBE GCB GCMG KBE KCB KCMG MBE MC MP OBE QC VC".split())
_ROYAL = (
    (TITLES_OF_WOMEN - COURTESY_OF_WOMEN - {"sister"})
    | (TITLES_OF_MEN - COURTESY_OF_MEN - {"brother", "duke", "father"})
    | {"emperor", "empress", "saint"}
)
_TITLED = frozenset((",", "(", "of"))  # what stands behind these in a mention is a title or a place
_NOBLE = (RULING - {"god", "prophet"}) | {"pope", "heir", "lady", "lord", "nobleman", "noblewoman", "tribe"}
_OF_WOMEN, _OF_MEN = ("eva", "ina", "ova"), ("ev", "in", "ov")  # how surnames of East Europe end
_SENTENCE_ENDS = frozenset(".!?")
_QUOTES = frozenset("\"'“”‘’`") | {"``", "''"}


def person_edits(
    row: TaskRow, mention: RelationMention, kind: str, names: dict[str, str], rng: RowRandom
) -> list[Edit]:
    """The edits that make a person another one of the same gender and language, wherever the name stands.

    Args:
        row: The row.
        mention: The person.
        kind: As for ``swap-entity``.
        names: What a part of a name becomes, also in the other mention; the new parts are added.
        rng: The draws.

    Raises:
        NotApplicable: When the gender or the language cannot be told, or the name is one of old times.
    """
    doc = row.docs["tokens"]
    if not _is_told(doc, *mentions_of(row)):
        raise NotApplicable(
            "nothing in the sentences ties subject and object, so the relation may hold for this person only"
        )
    core = _core_of_person(doc, mention)
    words = [token.text for token in core]
    single = len(core) == 1
    if not single and words[0] == words[-1]:
        raise NotApplicable(f"given name and surname of the {mention.role} are one")
    of_family = is_of_family(str(row.gold["relation"]))
    is_given = single and _is_given(doc, core, of_family)
    if not single and of_family and _are_given(words):
        raise NotApplicable(f"the {mention.role} has two given names and no surname")
    if is_of_old_times(doc.text) or _names_nobles(doc):
        raise NotApplicable("the sentence is about nobles, a myth or old times, when people had other names")
    if words[-1].lower() in RANKS:
        raise NotApplicable(f"the {mention.role} is a rank")  # "Lance Corporal"
    gender = gender_of(row, mention, core)
    words_of_text = {token.text.lower() for token in doc.tokens}
    said = {"male"} if words_of_text & MASCULINE else set[str]()
    said = set() if of_family else said | ({"female"} if words_of_text & FEMININE else set())
    if gender is None or (gender and said and gender not in said):
        raise NotApplicable("title or pronoun and given name are of two genders")
    needs_gender = (not single or is_given) and (tells_gender(doc) or of_family)
    keeps_given = not gender and not single
    if not gender and needs_gender and single:
        raise NotApplicable(f"the gender of the {mention.role} cannot be told")
    gender = gender or rng.choice(("female", "male"))
    taken = {token.text for token in doc.tokens} | set(names.values())
    if kind == "multi-type":
        table = lexicon("name_kinds")["many_types"]
        given, surname = _drawn_name((table[gender], table["surnames"]), taken, rng)
    else:
        language = _language_of(doc, mention, core)
        pools = names_of_time(doc.text, name_pool(language, gender)), _surnames(language, kind)
        given, surname = _drawn_name(pools, taken, rng)
        if words[-1].endswith(_OF_WOMEN) and surname.endswith(_OF_MEN):
            surname += "a"  # "Petrova"
    given = words[0] if keeps_given else given
    parts = {words[0]: given if is_given or not single else surname}
    if not single:
        parts[words[-1]] = surname
    for part, new in parts.items():
        names.setdefault(part, new)
    whole = names[words[0]] if single else f"{names[words[0]]} {names[words[-1]]}"
    edits = [Edit(core[0].start, core[-1].end, whole)]
    return edits + _elsewhere(doc, mention, words, parts, names, whole)


def _is_given(doc: Doc, core: Sequence[Token], of_family: bool) -> bool:
    """Whether a name of one word is a given name: "Bona of Savoy", "Charles II", "Princess Mabel", "her son Orro"."""
    name, place = core[0].text.lower(), doc.tokens.index(core[0])
    before = doc.tokens[place - 1].text.lower() if place else ""
    after = doc.tokens[place + 1].text if place + 1 < len(doc.tokens) else ""
    if before in _ROYAL or after == "of" or _SUFFIX.match(after):
        return True
    listed = name in given_names() and name not in family_names()
    return listed or (of_family and (before not in _RANKS or before in NEAR_KIN))


def _is_told(doc: Doc, one: RelationMention, other: RelationMention) -> bool:
    """Whether two mentions stand in one sentence, or the later sentence goes on about the first one.

    The end of a bracket that begins before the first mention separates them as the end of a sentence does.
    """
    first, second = sorted((one, other), key=lambda mention: mention.first)
    depth, start = 0, first.last
    for place in range(first.last, second.first):
        token = doc.tokens[place]
        depth += token.text.startswith("(") - (token.text == ")")
        initial = len(doc.tokens[place - 1].text) == 1
        if (token.text in _SENTENCE_ENDS and not initial) or depth < 0:
            start, depth = place + 1, 0
    if start == first.last:
        return True
    again = {token.text for token in first.tokens(doc)} | THIRD_PERSON
    return any(token.text in again or token.text.lower() in again for token in doc.tokens[start:])


def _are_given(words: Sequence[str]) -> bool:
    """Whether a name of two words has two given names of one gender and no surname: "Mary Frances"."""
    sides = {genders_of_names().get(word.lower()) for word in (words[0], words[-1])}
    return (
        len(words) == 2
        and len(sides) == 1
        and sides <= {"female", "male"}
        and words[-1].lower() not in origins("surnames")
    )


def _core_of_person(doc: Doc, mention: RelationMention) -> Sequence:
    """The tokens of a name without titles before it and what follows it."""
    tokens = list(mention.tokens(doc))
    ranks = [number for number, token in enumerate(tokens[:-1]) if _is_rank(tokens, number)]
    tokens = tokens[ranks[-1] + 1 :] if ranks else tokens
    tokens = tokens[: next((at for at, token in enumerate(tokens) if at and token.text in _TITLED), None)]
    while len(tokens) > 1 and _SUFFIX.match(tokens[-1].text):
        tokens.pop()
    for number, token in enumerate(tokens):
        word = token.text
        inner = 0 < number < len(tokens) - 1
        initial = len(word) == 2 and word[1] == "."
        shouted = len(word) > 2 and word.isupper()
        named = _NAME.match(word) and not shouted and (not word.endswith(".") or (initial and number < len(tokens) - 1))
        hyphen = inner and word == "-" and tokens[number + 1].text[:1].isupper()  # "Hans - Rudolf"
        if not (named or hyphen or (inner and word in _PARTICLES)) or (initial and not number and len(tokens) < 2):
            raise NotApplicable(f"the {mention.role} is not a plain name of a person")
    words = {token.text for token in tokens if len(token.text) > 1}
    if any(token.text == "-" for token in tokens) and not words.isdisjoint(
        one.text for one in [*doc.tokens[: mention.first], *doc.tokens[mention.last :]]
    ):
        raise NotApplicable(f"part of the {mention.role} stands elsewhere in the sentence")
    after = doc.tokens[mention.last] if mention.last < len(doc.tokens) else None
    before = doc.tokens[mention.first - 1] if mention.first else None
    inside = doc.tokens[mention.last + 1].text if mention.last + 1 < len(doc.tokens) else ""
    if after is not None and after.text == "(" and inside in _QUOTES:
        raise NotApplicable(f"the {mention.role} has a short form in brackets")
    longer = after is not None and after.pos == "PROPN" and after.text[:1].isupper() and after.text not in _HONOURS
    if after is not None and (after.text in ("-", "&", "/") or longer):
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    joined = before is not None and before.text in ("-", "&", "/")
    if before is not None and after is not None and before.text in _QUOTES and after.text in _QUOTES:
        raise NotApplicable(f"the {mention.role} stands in quotation marks like a title")
    if before is not None and (joined or _is_other_name(before.text, before.pos, mention.first)):
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    return tokens


def _is_rank(tokens: Sequence[Token], number: int) -> bool:
    """Whether a word is a title; behind a given name, it is a surname: "Martin Luther King Jr"."""
    given = number > 0 and tokens[number - 1].text.lower() in genders_of_names()
    return tokens[number].text.lower() in _RANKS and not given


def _is_other_name(word: str, pos: str, place: int) -> bool:
    lone = word.lower() in _RANKS or word.rstrip(".") != word or place == 1
    return pos == "PROPN" and word[:1].isupper() and not lone and word.lower() in genders_of_names()


def _elsewhere(
    doc: Doc,
    mention: RelationMention,
    words: Sequence[str],
    parts: dict[str, str],
    names: dict[str, str],
    whole: str,
) -> list[Edit]:
    """The edits where a person is named again, in full or by a part of the name."""
    tokens, found, number = doc.tokens, list[Edit](), 0
    while number < len(tokens):
        word = tokens[number].text
        if mention.first <= number < mention.last:
            number += 1
        elif [token.text for token in tokens[number : number + len(words)]] == list(words) and len(words) > 1:
            found.append(Edit(tokens[number].start, tokens[number + len(words) - 1].end, whole))
            number += len(words)
        elif word in parts:
            if len(words) == 1 and number and tokens[number - 1].text == "of":  # "King Ova of Orra"
                raise NotApplicable("the name stands again as that of a place")
            beside = [tokens[place] for place in (number - 1, number + 1) if 0 <= place < len(tokens)]
            named = (token for token in beside if token.pos == "PROPN" and token.text[:1].isupper())
            if len(words) > 1 and word == words[-1] and _has_given_before(tokens, number):
                pass  # a relative: both get the new surname
            elif any(token.text.lower() not in _RANKS for token in named):
                if not _shares(names, [token.text for token in beside]):
                    raise NotApplicable("part of the name stands in another name")
            elif len(words) > 1 and word == words[0] and word.lower() not in genders_of_names():
                raise NotApplicable("it cannot be told which part of the name stands again")
            found.append(Edit(tokens[number].start, tokens[number].end, names[word]))
            number += 1
        elif any(len(part) > 3 and part in word for part in parts):
            raise NotApplicable("part of the name stands in another word")
        else:
            number += 1
    return found


def _has_given_before(tokens: Sequence[Token], number: int) -> bool:
    """Whether another given name stands before a surname, and no further name behind it."""
    before, after = tokens[number - 1 : number] if number else (), tokens[number + 1 : number + 2]
    given = bool(before) and before[0].pos == "PROPN" and before[0].text[:1].isupper()
    return given and not any(token.text[:1].isupper() or token.text in ("-", "&", "'s") for token in after)


def _shares(names: dict[str, str], beside: Sequence[str]) -> bool:
    """Whether what stands beside a part of a name is a part of the other mention's name."""
    return any(word in names for word in beside)


def _names_nobles(doc: Doc) -> bool:
    """Whether a text has a title of nobles; behind a name and before no name it is a surname: "Carole King"."""
    for place, token in enumerate(doc.tokens):
        if token.text.lower() in _NOBLE:
            before = doc.tokens[place - 1].text if place else ""
            after = doc.tokens[place + 1].text if place + 1 < len(doc.tokens) else ""
            named = before.istitle() and before.lower() not in ARTICLES and before.lower() not in _RANKS
            if not (token.text.istitle() and named and (not after.istitle() or _SUFFIX.match(after))):
                return True
    return False


def _language_of(doc: Doc, mention: RelationMention, core: Sequence[Token]) -> str:
    """The language that the name of a person comes from; ``english`` for one that only the sentence tells.

    Raises:
        NotApplicable: When nothing tells it, or the sentence names a people that has names of no listed language.
    """
    words = [token.text.lower() for token in core if token.text not in _PARTICLES]
    particles = [token.text for token in core if token.text in _PARTICLES]
    first = doc.tokens.index(core[0])
    peoples = languages_of_text(doc.tokens)
    if len(words) == 1:
        language = origins("female").get(words[0]) or origins("male").get(words[0]) or ""
        language = language or ("" if words[0] in given_names() else language_of_family(words[0]))
    else:
        language = language_of_name(doc.tokens, first, first + len(core), words, particles)
        family = language_of_family(words[-1])
        if language == "english" and family and peoples <= {family}:
            language = family  # "Charles Leclerc"
    if language and language not in peoples and not _is_of(language, words[0], words[-1]):
        language = ""
    sure = language == "english" or language in peoples or words[0] in given_names()
    if language in ("", "english") and peoples:
        sure = "english" in peoples or language_of_family(words[-1]) == "english"
    if not language and "english" in peoples:
        language, sure = "english", True
    if not language or not sure:
        raise NotApplicable(f"nothing tells from which language the name of the {mention.role} is")
    return language


def _is_of(language: str, given: str, surname: str) -> bool:
    """Whether a name is of a language, and not of another one that has the given name, too: "Maria Carbone"."""
    if language_of_family(surname) == language:
        return True
    others = _languages_of(given) - {language}
    return not others and (surname.isascii() or language != "english")


@cache
def _languages_of(given: str) -> frozenset[str]:
    """The languages that have a given name in lower case."""
    return frozenset(
        language
        for table in (lexicon("origins"), lexicon("more_names"))
        for language, group in table.items()
        if any(given in group[gender].lower().split() for gender in ("female", "male"))
    )


def _surnames(language: str, kind: str) -> Sequence[str]:
    """The surnames of a language; for ``low-frequency``, the rarer ones, if enough are listed."""
    usual = name_pool(language, "surnames")
    return (rare_surnames(language) or usual) if kind == "low-frequency" else usual


def _drawn_name(pools: tuple[Sequence[str], Sequence[str]], taken: set[str], rng: RowRandom) -> tuple[str, str]:
    """A given name and a surname that do not stand in the text."""
    first, last = (rng.choice([name for name in pool if name not in taken]) for pool in pools)
    if first == last:
        last = rng.choice([name for name in pools[1] if name not in taken and name != first])
    return first, last
