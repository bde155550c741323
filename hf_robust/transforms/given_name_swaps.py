"""Given names of a text that become names of the other gender."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    DOTTED_TITLES,
    GENDERED,
    GENERATIONS,
    LANDSCAPE,
    OFFICES,
    PARTS_OF_NAMES,
    POSSESSIVES,
    RANKS,
    ROLES,
    RULERS,
    SHORT_DOTTED,
    SHORT_TITLES,
    STATE_OFFICES,
)
from hf_robust.language.english.name_origins import (
    family_names,
    genders_of_names,
    given_names,
    language_of_given,
    name_pool,
    origins,
    surnames,
)
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.language.english.places import places
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import in_title
from hf_robust.transforms.defined_things import is_numeral, is_thing
from hf_robust.transforms.entity_spans import KINDS, TITLES, is_person
from hf_robust.transforms.gendered_words import GENDERS, core_of, gender_of
from hf_robust.transforms.new_names import one_to_one, shuffled
from hf_robust.transforms.no_person_words import name_kinds
from hf_robust.transforms.person_signs import may_be_it
from hf_robust.transforms.place_names import is_listed_place
from hf_robust.transforms.same_person import (
    is_before_title,
    is_first_name,
    is_particle,
)

_OF_SURNAMES = SHORT_TITLES | SHORT_DOTTED | {"miss", "mister", "madam"}
# with a name after it somebody is meant whose gender everybody knows
_OFFICES = OFFICES | {"gen.", "general"} | {"justice", "justices", "premier", "secretary"}
_OF_RULERS = (STATE_OFFICES - {"minister"}) | RULERS | {"presidents"}
_OF_MEN_AFTER = GENERATIONS | {"show"}
_SHORTEST = 4  # letters of a given name that is not listed
# after them a name that stands alone is rather a surname: "Professor Xavier"
_OF_SURNAMES_OFTEN = (
    (OFFICES - {"emperor", "pope"}) | ROLES | RANKS | DOTTED_TITLES | {"agent", "doctor", "dr"} | {"judge", "sheriff"}
)
# "Rocky Mountains", "Dirk Hartog Island", "Mt. Vernon"
_LAND = LANDSCAPE | frozenset(
    "avenue canyon cape creek falls flats forest hills lane mt mt. mount park peak peninsula point road street".split()
)
_QUOTES = frozenset("\" '' `` “ ” ‘ ’".split())
_TITLE_WORDS = 7  # tokens of a title of a work, with the quotation mark
_FEASTS = frozenset({"easter", "noel", "ramadan", "sirius", "trent"})  # given names too, as stars and rivers are
_MODALS = frozenset({"may", "will"})
_FIRMS = frozenset("GmbH LLC LLP N.V. NV PLC S.A. S.p.A. SA SpA plc".split())  # behind the name of a company
_SAINTS = frozenset("st st. saint".split())


class GivenNames:
    """Given names of the other gender in one text.

    Args:
        to: The gender that names move to.
        words: The edits of the words of the text.
        whole: Whether all people of the text change, those of both genders. Then a name that stands alone changes also
            where it may be a surname, and a name that no list has stays.
    """

    def __init__(self, doc: Doc, to: str, words: Sequence[Edit], whole: bool = False):
        self.doc, self.to, self.tokens, self.words, self.whole = doc, to, doc.tokens, words, whole
        self.known = given_names()
        self.other = GENDERS[to == "female"]
        self.pronouns = any(doc.text[edit.start : edit.end].lower() in GENDERED for edit in words)

    def edits(self) -> list[Edit]:
        """The edits of all names that move.

        Raises:
            NotApplicable: When a name stays that the other edits contradict.
        """
        cores = [core_of(token) for token in self.tokens]
        found = [n for n, core in enumerate(cores) if core[:1].isupper() and self.known.get(core.lower()) == self.other]
        found = [n for n in found if self._may_be_name(n)]
        families = self._families() if found else set()
        names = {n: cores[n].lower() for n in found if self._is_given(n, families)}
        full = {name for n, name in names.items() if self._may_change(n, name)}
        sure = {n: name for n, name in names.items() if name in full and self._is_free(n)}
        open_ones = [n for n in found if n not in sure and not self._is_surname(n, families)]
        open_ones += [n for n in found if self._is_middle(n) and not self.whole]
        if open_ones:
            raise NotApplicable(f"the name '{cores[open_ones[0]]}' cannot be changed")
        table = _new_names(self.to)
        if self.pronouns and not self.whole:
            unlisted = self._unlisted(cores)
            sure |= {n: core.lower() for n, core in enumerate(cores) if core[:1].isupper() and core.lower() in unlisted}
            table = {**table, **unlisted} if unlisted else table
        if self.words or sure:
            self._refuse_known(bool(sure), cores)
        if self.words:
            self._refuse_hidden()
        elif sure and not any(token.pos in ("VERB", "AUX") for token in self.tokens):
            raise NotApplicable("no verb next to the names, so it is not clear whether they are people")
        new = one_to_one(table, set(sure.values()), {core.lower() for core in cores})
        if set(sure.values()) - new.keys():
            raise NotApplicable("there are too many names")
        return [self._edit(n, new[name]) for n, name in sorted(sure.items())]

    def _unlisted(self, cores: Sequence[str]) -> dict[str, tuple[Sequence[str], int]]:
        """Given names that are not listed, of people whose gender the pronouns show, and what they may become.

        Raises:
            NotApplicable: When the text has pronouns of both genders, so that nothing tells the gender.
        """
        found: dict[str, tuple[Sequence[str], int]] = {}
        for n, token in enumerate(self.tokens):
            if not cores[n][:1].isupper() or not self._opens_unlisted(n):
                continue
            named = is_person(entity_at(self.doc, token.start, token.end))
            if not named or cores[n].lower() in PARTS_OF_NAMES or len(cores[n]) < _SHORTEST:
                continue
            shown = any(gender_of(core.lower()) == self.to for core in cores)
            unclear = cores[n + 1].isupper() or in_title(self.tokens, n) or is_listed_place(cores[n])
            unclear = unclear or cores[n].lower() in family_names() or is_listed_place(cores[n + 1])
            unclear = unclear or cores[n] in organizations_by_first_word() or bool(tags_of(cores[n].lower()))
            unclear = unclear or (bool(tags_of(cores[n + 1].lower())) and cores[n + 1].lower() not in family_names())
            if shown or unclear or not self._is_free(n) or not cores[n].isalpha() or cores[n].isupper():
                raise NotApplicable(f"the gender of '{token.text}' is not known")
            if not self._is_meant(n) or (found and cores[n].lower() not in found):
                raise NotApplicable(f"no pronoun certainly refers to '{token.text}'")
            pool = _shuffled_pool(family_names().get(cores[n + 1].lower(), ""), self.to)
            found[cores[n].lower()] = (pool, sum(map(ord, cores[n])) % len(pool))
        return found

    def _is_meant(self, number: int) -> bool:
        """Whether a name that is not listed is one of a person whom a pronoun after it may mean."""
        last = number
        while last + 1 < len(self.tokens) and self._is_proper_or_initial(last + 1):
            last += 1
        words = [token.text for token in self.tokens[number : last + 1]]
        if any(word.lower() in name_kinds() | _LAND or is_numeral(word) for word in words):
            return False
        if is_thing(self.tokens, last + 1) or is_before_title(self.tokens, last + 1):
            return False
        before = self.tokens[number - 1].text.lower() if number else ""
        if before in POSSESSIVES or self._is_quoted(number):
            return False
        pronouns = (edit.start for edit in self.words if self.doc.text[edit.start : edit.end].lower() in GENDERED)
        return before not in ("the", "a", "an") and max(pronouns, default=0) > self.tokens[last].start

    def _edit(self, number: int, name: str) -> Edit:
        start, old = self.tokens[number].start, core_of(self.tokens[number])
        return Edit(start, start + len(old), name.upper() if len(old) > 1 and old.isupper() else name)

    def _may_change(self, number: int, name: str) -> bool:
        # "Jefferson Airplane": no other word shows a person
        rare = name in family_names() and name not in origins(self.other)
        if not self.words and rare and self._is_proper(number + 1):
            last = core_of(self.tokens[number + 1]).lower()
            if last not in family_names() and last not in self.known:
                return False
        return name in _new_names(self.to) and self._is_sure(number, name) and self._is_free(number)

    def _may_be_name(self, number: int) -> bool:
        """Whether a listed name may mean somebody here; words and places that are names too need the recognizer."""
        token = self.tokens[number]
        entity = entity_at(self.doc, token.start, token.end)
        word = core_of(token).lower()
        if word in _FEASTS or (self._is_proper(number + 1) and self.tokens[number + 1].text.lower() in _LAND):
            return False
        if is_person(entity):
            return True
        surname = word in family_names() and not is_particle(self.tokens, number + 1)
        return entity is None and token.pos == "PROPN" and not surname and word not in _doubtful()

    def _is_place(self, number: int) -> bool:
        token = self.tokens[number]
        entity = entity_at(self.doc, token.start, token.end)
        return entity is not None and KINDS.get(entity.label) == "place" and is_listed_place(core_of(token))

    def _is_person(self, number: int) -> bool:
        return is_person(entity_at(self.doc, self.tokens[number].start, self.tokens[number].end))

    def _is_free(self, number: int) -> bool:
        return self.doc.is_free(self.tokens[number].start, self.tokens[number].end)

    def _refuse_known(self, names: bool, cores: Sequence[str]) -> None:
        """Sport is played by one gender, and holders of offices are known."""
        words = {core.lower() for core in cores}
        large = {core.lower() for n, core in enumerate(cores) if core[:1].isupper() and not self._is_place(n)}
        if known := large & _known():
            raise NotApplicable(f"'{min(known)}' is a famous person")
        people = names or self.pronouns or any(is_person(entity) for entity in self.doc.entities)
        if people and (sports := (words | {word.removesuffix("s") for word in words}) & _sports()):
            raise NotApplicable(f"'{min(sports)}' and a name: the gender may be known")
        for number, (before, token) in enumerate(zip(self.tokens, self.tokens[1:])):
            low = before.text.lower()
            raised = low in _OF_RULERS and number > 0 and before.text[:1].isupper() and token.pos != "PROPN"
            if raised or (low in _OFFICES and token.pos == "PROPN" and token.text[:1].isupper()):
                raise NotApplicable(f"'{before.text} {token.text}' may be known")

    def _refuse_hidden(self) -> None:
        """Names in small letters beside words that change."""
        low, known = self.doc.text.islower(), genders_of_names()
        for n, token in enumerate(self.tokens):
            if not token.text.islower() or not token.text[:1].isalpha():
                continue
            core = core_of(token).lower()
            listed = core in known
            behind = self.tokens[n + 1].text if n + 1 < len(self.tokens) else ""
            named = listed and (token.pos == "PROPN" and len(core) > _SHORTEST)
            named = named or (listed and behind.islower() and behind in surnames())
            if low and not named:
                named = is_person(entity_at(self.doc, token.start, token.end)) or self._acts(n)
                named = named or (listed and len(core) > _SHORTEST and core not in _doubtful())
            if named:
                raise NotApplicable(f"'{core}' may be a name")

    def _acts(self, number: int) -> bool:
        """Whether a word without its capital may be the name of somebody who does something: "caine proves"."""
        token, rest = self.tokens[number], self.tokens[number + 1 : number + 5]
        if token.pos != "PROPN" and not (number == 0 and token.text in surnames()):
            return False
        if entity_at(self.doc, token.start, token.end) is not None or not token.text.isalpha():
            return False
        after = next((one for one in rest if one.pos not in ("PUNCT", "ADV", "CCONJ")), None)
        return after is not None and (after.pos in ("VERB", "AUX") or after.tag in ("WP", "POS"))

    def _opens_unlisted(self, number: int) -> bool:
        """Whether a name of two words or more begins here, with a given name that is not listed."""
        core = core_of(self.tokens[number]).lower()
        return self._opens(number) and self._is_proper(number + 1) and core not in self.known

    def _opens(self, number: int) -> bool:
        """Whether a name begins here; a title before it says its gender or is no name."""
        if not self._is_proper(number) or self.tokens[number].text.lower() in TITLES:
            return False
        before = self.tokens[number - 1].text.lower() if number else ""
        return before not in _OF_SURNAMES and (number == 0 or not self._is_proper(number - 1) or before in TITLES)

    def _is_proper(self, number: int) -> bool:
        if number >= len(self.tokens):
            return False
        token = self.tokens[number]
        return token.pos == "PROPN" and token.text[:1].isupper() and token.text[-1:].isalpha()

    def _families(self) -> set[str]:
        """What follows a given name somewhere in the text; alone it is the surname too."""
        after = (n for n in range(1, len(self.tokens)) if self._follows_given(n) and self._is_last(n))
        return {core_of(self.tokens[n]).lower() for n in after}

    def _is_surname(self, number: int, families: set[str]) -> bool:
        word = core_of(self.tokens[number]).lower()
        before = self.tokens[number - 1].text.lower() if number else ""
        if self._follows_given(number) or before in _OF_SURNAMES or word in families:
            return True
        if self.whole and self._is_person(number):
            return self._is_inside(number) or not self._is_first(number, word)
        # alone, a name that is a surname too is one
        return word in family_names() and not self._is_proper(number + 1) and not is_particle(self.tokens, number + 1)

    def _is_middle(self, number: int) -> bool:
        """Whether a listed name is inside of one that begins otherwise: "Quilis Ben Zorp", "Marion Eugene Berg"."""
        if not number or not self._is_proper(number - 1) or self._is_last(number) or not self._is_name(number):
            return False
        before = core_of(self.tokens[number - 1]).lower()
        called = before in self.known or not (before in TITLES or tags_of(before))  # no "Administrator"
        return called and self.known.get(before, "unisex") == "unisex"

    def _is_after_title(self, number: int) -> bool:
        """Whether a title says that a name that stands alone is a surname: "Professor Xavier"."""
        before = self.tokens[number - 1].text.lower() if number else ""
        return before in _OF_SURNAMES | _OF_SURNAMES_OFTEN and self._is_last(number)

    def _is_given(self, number: int, families: set[str]) -> bool:
        token, before = self.tokens[number], self.tokens[number - 1] if number else None
        word = core_of(token)
        if not self._is_name(number) or _is_joined(self.doc.text, token):
            return False
        if self._is_after_title(number):
            return False
        if self.whole and self._is_inside(number):
            return False
        if not self._follows_given(number):
            return word.lower() not in families
        if before is not None and self.known.get(core_of(before).lower()) == self.to:
            return False  # "Sarah Ben Quilis"
        if not self._is_last(number):
            return True
        # "Mary Ann" has two given names; "James Dean" has not
        first = core_of(before).lower() if before is not None else ""
        alone = number < 2 or not self._follows_given(number - 1)
        surname = word.lower() in surnames() or word.lower() in _doubtful()  # "Linda Hope"
        return alone and self.other == self.known.get(first) == "female" and not surname

    def _is_inside(self, number: int) -> bool:
        """Whether a listed name goes on with a name that shows no such gender: "Riadh Ben Zorp", "Anna Tom Zorp"."""
        if not number or not self._is_person(number) or not self._is_proper(number - 1):
            return False
        entity = entity_at(self.doc, self.tokens[number].start, self.tokens[number].end)
        first = number - 1 if entity is None else self.doc.token_at(entity.start)
        if any(self.known.get(core_of(token).lower()) == self.to for token in self.tokens[first:number]):
            return True
        before = self.tokens[number - 1]
        low = core_of(before).lower()
        called = low in self.known and core_of(self.tokens[number]).lower() not in ("ben", "bin")
        return not (called or before.text.isupper() or low in TITLES or tags_of(low) or len(low) < _SHORTEST)

    def _is_name(self, number: int) -> bool:
        """A capitalized proper noun, or inside of a person; no part of what another entity is called."""
        token = self.tokens[number]
        if not token.text[:1].isupper():
            return False
        entity = entity_at(self.doc, token.start, token.end)
        if is_person(entity):
            return True
        whole = entity is None or (entity.start >= token.start and entity.end <= token.end)
        return token.pos == "PROPN" and whole

    def _is_sure(self, number: int, name: str) -> bool:
        """Whether a person is meant: in no title; of "Rose", "Paris" and "Norman" the recognizer must say so."""
        token, before = self.tokens[number], self.tokens[number - 1] if number else None
        low = "" if before is None else before.text.lower()
        if token.text.isupper() or low in _SAINTS or low in ("the", "a", "an") or self._is_kind(number):
            return False
        person = self._is_person(number)
        whole = self.whole and person
        if before is not None and self._is_proper(number - 1) and low not in TITLES | self.known.keys() and not whole:
            return False
        last = number
        while last + 1 < len(self.tokens) and self._is_proper_or_initial(last + 1) and last < number + 3:
            last += 1
        words = [self.tokens[n].text for n in range(number + person, last + 1)]  # "Bill" of a person is no law
        if any(word in _kinds() | _FIRMS or word.lower() in name_kinds() | _LAND or is_numeral(word) for word in words):
            return False
        if low in _LAND or (low == "." and number > 1 and self.tokens[number - 2].text.lower() in _LAND):
            return False
        if is_thing(self.tokens, last + 1) or is_before_title(self.tokens, last + 1) or self._is_quoted(number):
            return False
        if may_be_it(self.doc, number, last + 1):
            return False
        if last > number and is_listed_place(words[-1]) and words[-1].lower() not in family_names():
            return False  # "Christian Spain"
        if last + 1 < len(self.tokens) and self.tokens[last + 1].text.lower() in _OF_MEN_AFTER:
            return False
        after = self.tokens[last + 1] if last + 1 < len(self.tokens) else None
        particle = whole and is_particle(self.tokens, last + 1)
        if after is not None and after.pos == "PROPN" and after.text[:1].isalnum() and not particle:
            return False
        if before is not None and before.text in (".", "?", "!") and after is not None and after.text == "?":
            return False  # "Anna? Tom?" may be of a story
        if name in _doubtful() and self._may_be_word(number) and not whole:
            return False
        if last > number or particle:
            short = last < number + 3 or whole
            return core_of(token) == token.text and (person or name not in _doubtful()) and short
        return person and name not in places() and self._is_first(number, name)

    def _is_first(self, number: int, name: str) -> bool:
        """Whether a name that stands alone is a given name."""
        if self.whole:
            return name not in family_names() or self._calls_by_first_names()
        return name not in family_names() and is_first_name(self.tokens, number)

    def _calls_by_first_names(self) -> bool:
        """Whether somebody is called by a given name alone that is no surname."""
        cores = [core_of(token).lower() for token in self.tokens]
        lone = (n for n, core in enumerate(cores) if core in self.known and core not in family_names())
        return any(self._opens(n) and self._is_last(n) and self._is_person(n) for n in lone)

    def _is_kind(self, number: int) -> bool:
        """Whether a word that is a name too stands behind an article and an adjective: "a retired Dean"."""
        near = self.tokens[max(0, number - 2) : number]
        described = len(near) > 1 and near[0].text.lower() in ("a", "an") and not near[1].text[:1].isupper()
        return described and core_of(self.tokens[number]).lower() in _doubtful() and self._is_last(number)

    def _is_quoted(self, number: int) -> bool:
        """Whether a title of a work in quotation marks begins with a name: '"Yuri on Ice" differs'."""
        if not number or self.tokens[number - 1].text not in _QUOTES:
            return False
        inside = self.tokens[number : number + _TITLE_WORDS]
        close = next((n for n, token in enumerate(inside) if token.text in _QUOTES), 0)
        return close > 0 and not any(token.pos in ("VERB", "AUX") or token.text in ",.?!" for token in inside[:close])

    def _may_be_word(self, number: int) -> bool:
        """Whether a name may be a verb or a noun: in a headline, or of a question: "Will Anna Smith win?"."""
        after = core_of(self.tokens[number + 1]).lower() if number + 1 < len(self.tokens) else ""
        surname = after in family_names() or after in surnames()
        if core_of(self.tokens[number]).lower() in _MODALS and self._is_proper(number + 1):
            return not surname or after in self.known
        return not surname and in_title(self.tokens, number)

    def _is_proper_or_initial(self, number: int) -> bool:
        text = self.tokens[number].text
        return self._is_proper(number) or (len(text) == 2 and text[0].isupper() and text[1] == ".")

    def _follows_given(self, number: int) -> bool:
        """Whether it goes on with a name that began before: a listed one, an initial, or any of the same person."""
        if number == 0 or not self._is_name(number) or not self._is_name(number - 1):
            return False
        token, before = self.tokens[number], self.tokens[number - 1]
        word = before.text.lower()
        if before.end + 1 < token.start or core_of(before) != before.text or word in TITLES:
            return False
        if word in self.known or (len(word) == 2 and word[1] == "."):
            return True
        entity = entity_at(self.doc, token.start, token.end)
        return entity is not None and is_person(entity) and entity.start <= before.start and self._is_last(number)

    def _is_last(self, number: int) -> bool:
        after = number + 1
        if after >= len(self.tokens) or core_of(self.tokens[number]) != self.tokens[number].text:
            return True
        return not (self._is_name(after) and any(c.isalpha() for c in self.tokens[after].text))


@cache
def _new_names(to: str) -> Mapping[str, tuple[Sequence[str], int]]:
    """For each given name of the other gender the names of its language that it may become, and its own place."""
    other = GENDERS[to == "female"]
    table: dict[str, tuple[Sequence[str], int]] = {}
    for place, name in enumerate(sorted(name for name, gender in given_names().items() if gender == other)):
        pool = _shuffled_pool(language_of_given(name), to)
        table[name] = (pool, place % len(pool))
    return table


@cache
def _shuffled_pool(language: str, to: str) -> Sequence[str]:
    return shuffled(new for new in name_pool(language, to) if new.lower() not in _doubtful())


@cache
def _doubtful() -> frozenset[str]:
    """Given names that are also words or places."""
    return frozenset(name.lower() for name in lexicon("genders")["also_words"]) | places().keys()


@cache
def _kinds() -> frozenset[str]:
    return frozenset(lexicon("organizations")["kinds"])


@cache
def _sports() -> frozenset[str]:
    return frozenset(lexicon("genders")["sports"])


@cache
def _known() -> frozenset[str]:
    return frozenset(lexicon("genders")["known"])


def _is_joined(text: str, token: Token) -> bool:
    """Whether a hyphen or a slash makes it a part of something longer."""
    return text[token.start - 1 : token.start] in ("-", "/") or text[token.end : token.end + 1] in ("-", "/")
