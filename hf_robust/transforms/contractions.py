"""Contractions expanded, and full forms contracted."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    COMMON_PREPOSITIONS,
    COORDINATORS,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
    GOALS,
    PARTICLES,
    POSSESSIVES,
    QUANTITIES,
    SINGULAR_POINTERS,
    SUBJECT_PRONOUNS,
)
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.lexicons import ContractionRow as Row
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import UNPARSED_TASKS, Transformation, match_case, preserves, register

_CLITIC = re.compile(r"(n't|'[a-z]+)$")
_APOSTROPHE = re.compile("['’]")
_LEAD = re.compile(r"(\w*)(?: \w+)?")  # what a clitic may lean on, backwards: its word, and the word before it
_LONGEST_LEAD, _FORMS = 32, 4096  # characters; forms that are remembered
_NEXT_WORD = re.compile(r"\s+(\w+)")
_NOT_PAST = frozenset("need feed speed bleed breed heed proceed exceed succeed embed shed wed indeed".split())
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;,\"“(]\s*|\b(?:but|and|so|or|then|wh\w+|how)\s+)\Z", re.IGNORECASE)
_LOOK_BACK = 24  # characters in which a sentence start is looked for
_ASKING = re.compile(r"\b(?:why|when|where|how)\s+\Z", re.IGNORECASE)
_ENDS_ASKING, _NEXT_CAPITAL = re.compile(r"[^.!?;:]{0,200}\?"), re.compile(r"\s+[A-Z]")
_TOKEN_CLITIC = re.compile(r"(?<=\w)(n't|'[a-z]+)(?=\s|$)")
# between an auxiliary and its verb
_ADVERBS = re.compile(
    r"(?:\s+(?:all|already|also|always|both|clearly|ever|finally|just|long|never|not|obviously|often|only|probably|"
    r"really|recently|simply|since|still))+(?=\s)",
    re.IGNORECASE,
)
# after these the verb has lost what follows it: "I know who he is in the film"
_GAP_BEFORE = re.compile(r"\b(?:as|than|wh\w+|how(?:ever)?)\s+\Z", re.IGNORECASE)
_NOT_AFTER_MEDIAL = COORDINATORS | {"not", "because", "if", "when", "then"}
_WITH_US = (PARTICLES - {"away", "up"}) | {"know", "have", "in", "alone", "through", "into"}  # "let" is "allow" here
_BEFORE_NOUN = POSSESSIVES | DEMONSTRATIVES | ARTICLES | DISTRIBUTIVES | QUANTITIES | {"one", "any", "such"}
# "typing on it is slow", "reading it is fun": there the pronoun is no subject
_OBJECTS = SINGULAR_POINTERS | {"it", "you"}
_OBJECT_BEFORE = COMMON_PREPOSITIONS | GOALS | frozenset("over toward towards under upon without".split())
_NEGATION = re.compile(r"\s*n['’]t\b", re.IGNORECASE)
_COMPOUND = re.compile(r"\s?-")  # "shoot-'em-up"
_IMPERATIVE = frozenset({"dare", "worry", "forget", "ever", "fret"})  # "Don't you worry" asks nothing


@register
@dataclass(frozen=True, kw_only=True)
class Contraction(Transformation):
    """Expand all contractions, and contract all phrases that have a contraction.

    Negative questions keep their word order ("Don't you" and "Do you not"). Ambiguous clitics are resolved by the
    following word ("it's been" is "it has been"). Tokenized forms ("does n't") are supported too.

    Args:
        mode: ``both``, ``expand`` or ``contract``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Contraction".

    Example:
        >>> Contraction().preview("It's true that they are not here. Don't you think?")
        "It is true that they aren't here. Do you not think?"
    """

    mode: str = "both"

    name = "contraction"
    version = "4"
    level = "word"
    linguistics = "morphology"
    seed_name = "Contraction"
    choice = "contractions and no phrases that can be contracted"
    # a negation that moves behind its subject would need a head of its own
    effects = preserves(*UNPARSED_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("both", "expand", "contract"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return _edits(doc, [read for mode, read in _READERS if self.mode in (mode, "both")])


def _edits(doc: Doc, readers: Iterable[Callable[[Doc], Iterator[list[Edit]]]]) -> list[Edit]:
    found: list[Edit] = []
    taken: list[Offsets] = []
    for read in readers:
        _add(found, taken, read(doc), doc)
    found.sort(key=lambda edit: (edit.start, edit.end))
    return found


def _add(found: list[Edit], taken: list[Offsets], groups: Iterator[list[Edit]], doc: Doc) -> None:
    """Groups that overlap none before; ``taken`` are the sorted places of those."""
    for group in groups:
        start, end = group[0].start, group[-1].end
        place = bisect_left(taken, (start, end))
        overlaps = any(start < last and first < end for first, last in taken[max(0, place - 1) : place + 1])
        if not overlaps and doc.is_free(start, end):
            found.extend(group)
            taken.insert(place, (start, end))


@cache
def _expansion_table() -> tuple[re.Pattern[str], dict[str, list[Row]]]:
    rows: dict[str, list[Row]] = {}
    for row in lexicon("contractions"):
        if row.direction in ("both", "expand"):
            rows.setdefault(row.contracted, []).append(row)
    forms = sorted(rows, key=lambda form: (-len(form), form))
    return _phrase_pattern(map(_contracted_pattern, forms)), rows


@cache
def _contraction_table() -> tuple[PhraseTable, dict[str, list[Row]]]:
    rows: dict[str, list[Row]] = {}
    for row in lexicon("contractions"):
        if row.direction in ("both", "contract"):
            rows.setdefault(row.expanded, []).append(row)
    return PhraseTable(rows), rows


def _phrase_pattern(patterns: Iterator[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(patterns)})(?![\w'’-])", re.IGNORECASE)


def _contracted_pattern(form: str) -> str:
    """A contracted form with either apostrophe, whole or split as tokenizers do (``does n't``)."""
    pattern = re.escape(_CLITIC.sub(lambda clitic: "\0" + clitic.group(), form))
    return pattern.replace("\0", " ?").replace("'", "['’]")


def _at_apostrophes(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches of a pattern whose every match holds an apostrophe, tried only where one stands."""
    at = 0
    for sign in _APOSTROPHE.finditer(text):
        place = sign.start()
        if place < at:
            continue
        lead = _LEAD.match(text[max(at, place - _LONGEST_LEAD) : place][::-1])
        starts = () if lead is None else (place - lead.end(), place - lead.end(1))
        for start in dict.fromkeys((*starts, place)):
            match = pattern.match(text, start)
            if match is not None and match.end() > place:
                yield match
                at = match.end()
                break


@lru_cache(_FORMS)
def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower().replace("’", "'"))


def _next_word(text: str, at: int) -> str:
    found = _NEXT_WORD.match(text, at)
    return found.group(1).lower() if found else ""


def _verb_after(text: str, at: int) -> str:
    """The next word that is no adverb."""
    adverbs = _ADVERBS.match(text, at)
    return _next_word(text, adverbs.end() if adverbs else at)


def _starts_sentence(text: str, at: int) -> bool:
    return _SENTENCE_START.search(text, max(0, at - _LOOK_BACK), at) is not None


def _expansions(doc: Doc) -> Iterator[list[Edit]]:
    pattern, rows = _expansion_table()
    for match in _at_apostrophes(pattern, doc.text):
        form = _plain(match.group())
        known = rows.get(form) or rows[form.replace(" ", "")]
        following = _next_word(doc.text, match.end())
        perfect = next((row for row in known if row.when == "perfect"), None)
        other = next((row for row in known if row.when != "perfect"), None)
        row = perfect if perfect and _is_perfect(form, _verb_after(doc.text, match.end())) else other
        if row is None or following == "not" or _is_question(form, following, doc.text, *match.span()):
            continue
        if _COMPOUND.match(doc.text, match.end()) or _in_title(doc.text, *match.span()):
            continue
        yield _expansion(doc, match.span(), row)


def _is_question(form: str, following: str, text: str, start: int, end: int) -> bool:
    """ "Isn't the film", "Why don't cats": there the negation would have to move behind a subject of its own."""
    if not form.endswith("n't") or not _starts_sentence(text, start):
        return False
    asks = _ASKING.search(text, max(0, start - _LOOK_BACK), start) or _ENDS_ASKING.match(text, end)
    return asks is not None or following in _BEFORE_NOUN | SUBJECT_PRONOUNS


def _in_title(text: str, start: int, end: int) -> bool:
    """ "Prices Don't Fall": there "not" would need a capital, too."""
    short = text[start:end]
    titled = short[0].isupper() and not short.isupper() and short[:2] not in ("I'", "I’", "I ")
    return titled and (start > 0 or "n" in short.lower()[-3:]) and _NEXT_CAPITAL.match(text, end) is not None


def _expansion(doc: Doc, span: Offsets, row: Row) -> list[Edit]:
    old = doc.text[span[0] : span[1]]
    # a token list keeps its tokens: "ca n't" becomes "can not"
    expanded = "can not" if row.expanded == "cannot" and " " in old else row.expanded
    return [Edit(*span, _phrase_case(old, expanded))]


def _is_perfect(form: str, following: str) -> bool:
    clitic = _CLITIC.search(form)
    followers = lexicon("inversions")["perfect_followers"]
    if not clitic:
        return False
    # "he'd wanted" is "he had wanted": "would" takes no past form
    regular = clitic.group() == "'d" and following.endswith("ed") and following not in _NOT_PAST
    return regular or following in followers.get(clitic.group(), ())


def _contractions(doc: Doc) -> Iterator[list[Edit]]:
    """The phrases that may be contracted."""
    table, rows = _contraction_table()
    for start, end, phrase in table.find(doc):
        row = next((row for row in rows[phrase] if _may_contract(row, doc.text, start, end)), None)
        if row is not None:
            short = _phrase_case(doc.text[start:end], row.contracted)
            split = doc.bounds is not None and " " in phrase
            yield [Edit(start, end, _TOKEN_CLITIC.sub(r" \1", short) if split else short)]


def _may_contract(row: Row, text: str, start: int, end: int) -> bool:
    following = _next_word(text, end)
    if row.when == "initial":
        return following not in _WITH_US and _starts_sentence(text, start)
    if row.when == "medial":
        gap = _GAP_BEFORE.search(text, max(0, start - _LOOK_BACK), start)
        # "Who is it" has nothing behind the subject to lean on
        asks = row.contracted.startswith(("wh", "how")) and following in SUBJECT_PRONOUNS
        # "if you will a film" has no verb either
        bare = row.contracted.endswith("'ll") and following in _BEFORE_NOUN
        alone = asks or bare or gap is not None or _is_object(row.expanded, text, start)
        free = not alone and not _is_bound(row, text, start, end)
        return free and bool(following) and following not in _NOT_AFTER_MEDIAL
    if row.when == "aux":
        if _has_negation(text, end) or _is_object(row.expanded, text, start):
            return False
        verb = _verb_after(text, end)
        return verb == "been" or _is_perfect(row.contracted, verb)
    return not (row.expanded == "can not" and following == "only")


def _is_bound(row: Row, text: str, start: int, end: int) -> bool:
    """ "is n't" has its clitic already; "all there is to see" and "what is missing here is" lean on nothing."""
    if _has_negation(text, end):
        return True
    if row.expanded.startswith("there "):
        return _next_word(text, end) == "to"
    return row.expanded.startswith("here ") and not _starts_sentence(text, start)


def _has_negation(text: str, end: int) -> bool:
    return text[end : end + 2].strip()[:1] in ("n", "N") and _NEGATION.match(text, end) is not None


def _is_object(phrase: str, text: str, start: int) -> bool:
    if phrase.partition(" ")[0] not in _OBJECTS:
        return False
    before = text[max(0, start - _LOOK_BACK) : start].lower().split()
    return bool(before) and (before[-1] in _OBJECT_BEFORE or before[-1].endswith("ing"))


@lru_cache(_FORMS)
def _phrase_case(source: str, replacement: str) -> str:
    """Case of the phrase; I is a capital unless it was none."""
    letters = [c for c in source if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return replacement.upper()
    new = replacement if source[:1] == "i" else re.sub(r"\bi\b", "I", replacement)
    return match_case(source[:1], new) if source[:1].isupper() else new


@cache
def _inversion_patterns() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]:
    table = lexicon("inversions")
    by_negation = {negated: auxiliary for auxiliary, negated in table["auxiliaries"].items()}
    subjects = "|".join(sorted(table["subjects"], key=len, reverse=True))
    negated = "|".join(_contracted_pattern(form) for form in sorted(by_negation, key=len, reverse=True))
    plain = "|".join(sorted(table["auxiliaries"], key=len, reverse=True))
    expand = re.compile(rf"(?<![\w'’-])({negated})\s({subjects})(?![\w'’-])", re.IGNORECASE)
    contract = re.compile(rf"(?<![\w'’-])({plain})\s({subjects})(\snot)(?![\w'’-])", re.IGNORECASE)
    return expand, contract, by_negation


def _inverted_expansions(doc: Doc) -> Iterator[list[Edit]]:
    """ "Don't you" becomes "Do you not": the negation moves behind the subject."""
    expand, _, by_negation = _inversion_patterns()
    for match in _at_apostrophes(expand, doc.text):
        following = _next_word(doc.text, match.end())
        subject = match.group(2).lower()
        # "Isn't this film": a subject of several words
        longer = subject in _BEFORE_NOUN and bool(following)
        if longer or following in _IMPERATIVE or not _starts_sentence(doc.text, match.start()):
            continue
        form = _plain(match.group(1)).replace(" ", "")
        auxiliary = by_negation[form]
        special = lexicon("inversions")["special"].get(f"{form} {subject}")
        if special is not None:
            auxiliary = special.split()[0]
        not_tags = {"upos": ["PART"], "xpos": ["RB"]}
        negation = " NOT" if match.group(1).isupper() else " not"
        clitic = match.start(1) + match.group(1).find(" ") if " " in match.group(1) else match.end(1)
        removed = [Edit(clitic, match.end(1), "")] if clitic < match.end(1) else []
        yield [
            Edit(match.start(1), clitic, _phrase_case(match.group(1), auxiliary)),
            *removed,
            Edit(match.end(2), match.end(2), negation, not_tags),
        ]


def _inverted_contractions(doc: Doc) -> Iterator[list[Edit]]:
    """ "Do you not" becomes "Don't you"; a token list keeps its tokens, so it keeps the full form."""
    if doc.bounds is not None or " not" not in doc.text.lower():
        return
    _, contract, _ = _inversion_patterns()
    negations = lexicon("inversions")["auxiliaries"]
    for match in contract.finditer(doc.text):
        if _starts_sentence(doc.text, match.start()):
            negated = negations[match.group(1).lower()]
            yield [
                Edit(match.start(1), match.end(1), _phrase_case(match.group(1), negated)),
                Edit(match.start(3), match.end(3), ""),
            ]


# in this order: what the first finds the others leave
_READERS = (
    ("expand", _inverted_expansions),
    ("expand", _expansions),
    ("contract", _inverted_contractions),
    ("contract", _contractions),
)
