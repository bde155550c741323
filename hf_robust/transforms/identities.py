"""Person names, pronouns and gendered nouns swapped to the chosen gender."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.word_tables import WordTable
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.english.places import places
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA, HATE_SPEECH, NER, NLI, PARSING, POS, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.transforms.annotated_words import edits_of_annotated
from hf_robust.transforms.base import Transformation, match_case, preserves, register
from hf_robust.transforms.entities import TITLES, entity_at, genders_of_names, is_person, one_to_one, shuffled, surnames

GENDERS = ("female", "male")
_CLITIC = re.compile(r"['’](?:s|ll|d|re|ve|m)\Z", re.IGNORECASE)
_LONGEST_CLITIC = 3
_JOINING = frozenset({"and", "or", "nor", "&", "/", "vs", "vs.", "versus"})
_HYPHEN_BEFORE = ("ex-", "great-", "half-", "step-")
# only with a given name after it: "King" and "Lady" alone are surnames, firms and bands
_BEFORE_GIVEN = frozenset("aunt auntie king lady lord prince princess queen uncle".split())
_OF_SURNAMES = frozenset("mr mr. mrs mrs. ms ms. miss mister madam".split())
_END = frozenset(".,;:!?)")


@register
@dataclass(frozen=True, kw_only=True)
class SwapGender(Transformation):
    """Person names, titles, pronouns and gendered nouns move to the chosen gender.

    Nothing is drawn: a name becomes the same other name wherever it stands, so the texts of a pair still speak
    of the same person. Surnames stay, and so do names of both genders and pairs as in *ladies and gentlemen*.
    A few pairs of texts differ in nothing but a gender; such a pair loses its label.

    Args:
        to: ``female`` or ``male``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Prejudice".

    Example:
        >>> doc = Doc.tagged("He/PRON/PRP loved/VERB/VBD his/PRON/PRP$ aunt/NOUN")
        >>> SwapGender(to="male").preview(doc), SwapGender().preview(doc)
        ('He loved his uncle', 'She loved her aunt')
    """

    to: str = "female"

    name = "swap-gender"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Prejudice (name)"
    needs = frozenset({"ent", "pos"})
    # not questions: they keep the names that the context loses
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, NER, POS, PARSING)

    def __post_init__(self) -> None:
        self._require_choice("to", GENDERS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        found = _Names(doc, self.to).edits() + list(_word_swaps(doc, self.to))
        return with_articles(doc, sorted(edit for edit in found if doc.is_free(edit.start, edit.end)))

    def edits_annotated(self, texts: AnnotatedTexts, draws: Draws) -> EditColumns | None:
        may = _words_that_change(self.to).holds(texts.column, texts.tokens)
        may |= texts.holding("'") & (texts.tokens.end - texts.tokens.start > _LONGEST_CLITIC)
        return edits_of_annotated(self.edits, texts, draws, texts.with_tokens(may))


class _Names:
    """Given names of the other gender in one text.

    Args:
        doc: The text.
        to: The gender that names move to.
    """

    def __init__(self, doc: Doc, to: str):
        self.doc, self.to, self.tokens = doc, to, doc.tokens
        self.known = genders_of_names()
        self.other = GENDERS[to == "female"]

    def edits(self) -> list[Edit]:
        known, other = self.known, self.other
        found = [n for n, token in enumerate(self.tokens) if known.get(_core(token).lower()) == other]
        if not found:
            return []
        families = self._families()
        given = [n for n in found if self._is_given(n, families)]
        names = {n: _core(self.tokens[n]).lower() for n in given}
        # a name that has to stay in one place stays in all
        kept = {name for n, name in names.items() if not self.doc.is_free(self.tokens[n].start, self.tokens[n].end)}
        sure = {name for n, name in names.items() if self._is_sure(n, name)} - kept
        new = one_to_one(_new_names(self.to), sure, {_core(token).lower() for token in self.tokens})
        changed = {n: new[name] for n, name in names.items() if name in new and self._is_sure(n, name)}
        return [self._edit(n, name) for n, name in changed.items()]

    def _edit(self, number: int, name: str) -> Edit:
        start, old = self.tokens[number].start, _core(self.tokens[number])
        return Edit(start, start + len(old), name.upper() if len(old) > 1 and old.isupper() else name)

    def _families(self) -> set[str]:
        """What follows a given name somewhere in the text; alone it is the surname too."""
        after = (n for n in range(1, len(self.tokens)) if self._follows_given(n) and self._is_last(n))
        return {_core(self.tokens[n]).lower() for n in after}

    def _is_given(self, number: int, families: set[str]) -> bool:
        token, before = self.tokens[number], self.tokens[number - 1] if number else None
        word = _core(token)
        if not self._is_name(number) or _is_joined(self.doc.text, token):
            return False
        if before is not None and before.text.lower() in _OF_SURNAMES and self._is_last(number):
            return False
        if not self._follows_given(number):
            return word.lower() not in families or not self._is_last(number)
        if not self._is_last(number):
            return True
        # "Mary Ann" has two given names; "James Dean" has not
        first = _core(before).lower() if before is not None else ""
        alone = number < 2 or not self._follows_given(number - 1)
        return alone and self.other == self.known.get(first) == "female" and word.lower() not in surnames()

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
        """ "Rose", "Paris" and "Norman" need a recognizer that sees a person in them, and no noun after them."""
        if name not in _doubtful():
            return True
        after = self.tokens[number + 1 : number + 2]
        beside_noun = bool(after) and after[0].pos in ("NOUN", "ADJ") and after[0].text.islower()
        return not beside_noun and is_person(entity_at(self.doc, self.tokens[number].start, self.tokens[number].end))

    def _follows_given(self, number: int) -> bool:
        """Whether it goes on with a name that began before: a listed one, an initial, or any of the same person."""
        if number == 0 or not self._is_name(number) or not self._is_name(number - 1):
            return False
        token, before = self.tokens[number], self.tokens[number - 1]
        word = before.text.lower()
        if before.end + 1 < token.start or _core(before) != before.text or word in TITLES:
            return False
        if word in self.known or (len(word) == 2 and word[1] == "."):
            return True
        entity = entity_at(self.doc, token.start, token.end)
        return entity is not None and is_person(entity) and entity.start <= before.start and self._is_last(number)

    def _is_last(self, number: int) -> bool:
        after = number + 1
        if after >= len(self.tokens) or _core(self.tokens[number]) != self.tokens[number].text:
            return True
        return not (self._is_name(after) and any(c.isalpha() for c in self.tokens[after].text))


def _word_swaps(doc: Doc, to: str) -> Iterator[Edit]:
    """Pronouns, titles and nouns."""
    table, titles = _nouns(to), lexicon("genders")["titles"][to]
    pronouns = lexicon("genders")["pronouns"][to]
    tokens = doc.tokens
    found = []
    for number, token in enumerate(tokens):
        word = _core(token)
        low = word.lower()
        if low in pronouns or low in ("his", "her"):
            new = _pronoun(tokens, number, low, to) if low in ("his", "her") else pronouns[low]
        elif low in titles and _is_title(doc, number, low):
            new = titles[low]
        else:
            new = table.get(low) if low in table and _is_noun(doc, number, low) else None
        if new is not None and not (token.pos == "PROPN" and low in pronouns) and _is_apart(doc.text, token, word):
            found.append((number, Edit(token.start, token.start + len(word), match_case(word, new))))
    if found:
        pairs, fixed = _pairs(tokens), [span[:2] for span in _fixed().find(doc)]
        for number, edit in found:
            if number not in pairs and not any(start <= edit.start and edit.end <= end for start, end in fixed):
                yield edit


def _pronoun(tokens: Sequence[Token], number: int, low: str, to: str) -> str | None:
    """What "his" or "her" becomes: with a noun after it, or standing for one."""
    token = tokens[number]
    after = tokens[number + 1].text if number + 1 < len(tokens) else "."
    before_noun = token.tag != "PRP" and after[:1] not in _END
    if to == "female":
        return ("her" if before_noun else "hers") if low == "his" else None
    return ("his" if before_noun else "him") if low == "her" else None


def _is_title(doc: Doc, number: int, low: str) -> bool:
    token, rest = doc.tokens[number], doc.tokens[number + 1 : number + 2]
    if not rest or not token.text[:1].isupper() or not rest[0].text[:1].isupper():
        return False
    following = _core(rest[0]).lower()
    entity = entity_at(doc, rest[0].start, rest[0].end)
    person = is_person(entity)
    if not person and (rest[0].pos != "PROPN" or entity is not None or following in places()):
        return False
    return low not in _BEFORE_GIVEN or following in genders_of_names()


def _is_noun(doc: Doc, number: int, low: str) -> bool:
    tokens, token = doc.tokens, doc.tokens[number]
    entity = entity_at(doc, token.start, token.end)
    if token.pos in ("NOUN", "ADJ") or (token.pos == "PROPN" and token.text.islower()):
        return entity is None or is_person(entity)
    if token.pos not in ("PROPN", "INTJ") or low not in _nouns_as_names():
        return False
    beside = (tokens[n].pos for n in (number - 1, number + 1) if 0 <= n < len(tokens))
    return "PROPN" not in beside and (entity is None or entity.end <= token.end)


def _is_apart(text: str, token: Token, word: str) -> bool:
    """Not a part of a compound, save of those as in "ex-wife" and "mother-in-law"."""
    end = token.start + len(word)
    after = text[end : end + 1] not in ("-", "/") or text.startswith("-in-law", end)
    before = text[token.start - 1 : token.start] if token.start else ""
    prefix = text[max(0, token.start - 6) : token.start].lower()
    return after and before != "/" and (before != "-" or prefix.endswith(_HYPHEN_BEFORE))


def _pairs(tokens: Sequence[Token]) -> set[int]:
    """Numbers of the words that stand for both genders together: "ladies and gentlemen", "his or her"."""
    kinds = _kinds()
    found: set[int] = set()
    for number, token in enumerate(tokens):
        if number == 0 or token.text.lower() not in _JOINING:
            continue
        left = number - 2 if tokens[number - 1].text.lower() in ("'s", "’s") else number - 1
        one = kinds.get(tokens[left].text.lower()) if left >= 0 else None
        if one is None:
            continue
        for right in range(number + 1, min(number + 4, len(tokens))):
            two = kinds.get(tokens[right].text.lower())
            if two is not None and two[0] == one[0] and two[1] != one[1]:
                found |= {left, right}
                break
            if tokens[right].pos not in ("DET", "PRON", "ADJ"):
                break
    return found


@cache
def _nouns(to: str) -> Mapping[str, str]:
    """New noun by old, singular and plural."""
    table = lexicon("genders")
    size = {"female": 1, "male": -1}[to]
    rows = (row for nouns in table["nouns"] for row in (nouns[:2], nouns[2:]) if row)
    return {**dict(row[::size] for row in rows), **table["one_way"][to]}


@cache
def _nouns_as_names() -> frozenset[str]:
    return frozenset(lexicon("genders")["as_names"])


@cache
def _words_that_change(to: str) -> WordTable:
    """The words that may become others, names among them."""
    other = GENDERS[to == "female"]
    names = {name for name, gender in genders_of_names().items() if gender == other}
    table = lexicon("genders")
    return WordTable(names | {"his", "her"} | {*table["pronouns"][to], *table["titles"][to], *_nouns(to)})


@cache
def _fixed() -> PhraseTable:
    return PhraseTable(lexicon("genders")["fixed"])


@cache
def _kinds() -> Mapping[str, tuple[str, str]]:
    """Kind of word and its gender."""
    table = lexicon("genders")
    kinds: dict[str, tuple[str, str]] = {"his": ("pronoun", "male"), "her": ("pronoun", "female")}
    for to, other in (GENDERS, GENDERS[::-1]):
        kinds |= dict.fromkeys(table["titles"][to], ("noun", other))
        kinds |= dict.fromkeys(_nouns(to), ("noun", other))
        kinds |= dict.fromkeys(table["pronouns"][to], ("pronoun", other))
    return kinds


@cache
def _new_names(to: str) -> Mapping[str, tuple[Sequence[str], int]]:
    """For each given name of the other gender the names that it may become, and the place of its own."""
    people = lexicon("entities")["PERSON"]
    others = people["first_male" if to == "female" else "first_female"]
    pool = shuffled(name for name in people[f"first_{to}"] if name.lower() not in _doubtful())
    return {name.lower(): (pool, place) for place, name in enumerate(others)}


@cache
def _doubtful() -> frozenset[str]:
    """Given names that are also words or places."""
    return frozenset(name.lower() for name in lexicon("genders")["also_words"]) | places().keys()


def _core(token: Token) -> str:
    """The token without a possessive or a clitic, which token lists may hold in one piece."""
    text = token.text
    return _CLITIC.sub("", text) if ("'" in text or "’" in text) and len(text) > 2 else text


def _is_joined(text: str, token: Token) -> bool:
    """Whether a hyphen or a slash makes it a part of something longer."""
    return text[token.start - 1 : token.start] in ("-", "/") or text[token.end : token.end + 1] in ("-", "/")
