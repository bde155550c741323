"""A false statement that looks like an answer, for reading comprehension."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.doc import Doc, Span, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import MissingResource, NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.constituency.parsers import constituency_parser, parser_stamp
from hf_robust.language.english.articles import article
from hf_robust.language.english.closed_classes import GENDERED, POINTERS
from hf_robust.language.english.fake_answers import Fake, Wanted, fake_answer, in_the_gap
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.passages import leans, token_sentences
from hf_robust.language.english.places import place_names
from hf_robust.language.english.question_distractors import Alteration, alterations, is_sport
from hf_robust.language.english.statement_form import is_well_written, unfit
from hf_robust.language.english.statements import Statement, statement
from hf_robust.language.english.topic_distractors import topic_sentence
from hf_robust.language.english.verbs import reinflected
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.tasks import QA
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import BatchedRows, RowChange, TaskRow

if TYPE_CHECKING:
    from nltk import Tree

_MADE_BY = "__parser__"
_NAME_OF = re.compile(r"\b(first |last |full |)name of (?:the|a|an) ([a-z]+)\b")
_OPEN = "the context does not end with a sentence"
_LONGEST = 30  # words of a question
_NEAR_START = 8  # tokens at the start of a sentence, where it takes up what was said before
_POINTING = (GENDERED - {"herself", "himself"}) | POINTERS | {"they", "them", "it"}
_TIGHT = frozenset(".,;:!?%)]'’") | {"'s", "’s", "n't"}
_TO_MANY = {"was": "were", "is": "are", "has": "have", "does": "do"}
_AGREEING = {True: _TO_MANY, False: {many: one for one, many in _TO_MANY.items()}}
_PRESENT = {True: ("VBZ", "VBP"), False: ("VBP", "VBZ")}
_OWNERS = ("his ", "her ", "its ", "their ", "my ", "our ", "your ")
_SURE_KINDS = frozenset({"person", "date", "number"}) | {"member", "place"}
_ONE_ONLY = frozenset(
    """first last only main sole besides between age found founded invent invented discover discovered recognize
        created""".split()
)  # of one person or thing
_FIRST_PLACES = ("start", "end", "random")


@register
@dataclass(frozen=True, kw_only=True)
class AddSentenceDiverse(BatchedRows):
    """Add a distractor sentence that answers a similar but different question.

    A name, a number or a noun of the question is replaced with another one of the same type. A wrong answer of the
    expected type (person, place, date, number of the same format) replaces the question
    phrase. Rules over the constituency tree of the question turn it into a statement. If no rule makes a statement
    that is plausible beside the context, a simpler sentence is added. It names a work or an event about something that
    the question names, or else the context, and a person, a place, a year or a number, as the question asks. The wrong
    answer does not occur in the context, and no correct answer occurs in the sentence. The sentence is added between
    two sentences or at the end, so that the answers do not change.

    Args:
        place: ``start`` or ``end`` of the context, or ``random`` (before a sentence that begins with a name, or at the
            end).

    Source: TextFlint (Wang et al. 2021), section 3, "AddSentDiverse"; after Jia and Liang 2017, "Adversarial Examples
        for Evaluating Reading Comprehension Systems", section 3.3.

    Example:
        >>> row = {"context": "In 1990 the cup went to Ana Ruiz.", "question": "Who won the cup in 1990?"}
        >>> row["answers"] = {"text": ["Ana Ruiz"], "answer_start": [24]}
        >>> AddSentenceDiverse(place="end").preview_row(row)["context"]
        'In 1990 the cup went to Ana Ruiz. Heidi Swanson won the cup in 1959.'
    """

    place: str = "random"

    name = "add-sentence-diverse"
    version = "6"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AddSentDiverse"
    choice = "question from which a distractor can be made"
    needs = frozenset({"pos", "dep", "lemma", "ent"})
    resources = ("constituency-parser", "wordnet")
    effects = preserves(QA)

    def __post_init__(self) -> None:
        self._require_choice("place", _FIRST_PLACES)

    def changes_batch(self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]) -> list[RowChange | NotApplicable]:
        """All questions are parsed together, each once."""
        reasons = [_why_not(row) for row in rows]
        words = {_words(row.docs["question"]): None for row, reason in zip(rows, reasons) if reason is None}
        trees = dict(zip(words, constituency_parser().parse_all(list(words)) if words else ()))
        found: list[RowChange | NotApplicable] = []
        for row, rng, reason in zip(rows, rngs, reasons):
            try:
                if reason is not None:
                    raise NotApplicable(reason)
                new = distractor(row, trees[_words(row.docs["question"])], rng)
            except NotApplicable as why:
                told = topic_sentence(row.docs["question"], row.docs["context"], rng.fork(1))
                if told is None or reason == _OPEN or _holds_answer(told, row.docs["context"]):
                    found.append(why)
                    continue
                new = told
            found.append(RowChange({"context": [self._edit(row.docs["context"], new, rng)]}))
        return found

    def _edit(self, doc: Doc, new: str, rng: RowRandom) -> Edit:
        """The statement at an edge of a sentence: not before one that leans on the one before it."""
        tokens = doc.tokens
        bounds = token_sentences(doc)
        starts = [tokens[first].start for first, end in bounds[1:] if not leans(tokens, first, end)]
        start, end = tokens[0].start, tokens[-1].end
        words = {word.lower().strip(".,") for word in new.split()}
        free = [
            at
            for at in starts
            if not any(mark.start < at < mark.end for mark in doc.marks)
            and tokens[doc.token_at(at)].pos == "PROPN"
            and not _means_again(tokens, doc.token_at(at), words)
        ]
        at = {"start": start, "end": end}.get(self.place)
        at = rng.choice([*free, end]) if at is None else at
        if at == end:
            gap = "" if doc.text[end:].startswith((" ", "\n")) and doc.text[end:].strip() else " "
            return Edit(end, end, gap + new)
        return Edit(at, at, new + " ")

    def __getstate__(self) -> dict[str, Any]:
        try:
            made_by = parser_stamp()
        except MissingResource:
            made_by = "missing"
        return {**super().__getstate__(), _MADE_BY: made_by}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def _means_again(tokens: Sequence[Token], first: int, words: set[str]) -> bool:
    """Whether a sentence soon says "the" of a noun that the statement before it would then mean: "The forest ..."."""
    near = tokens[first : first + _NEAR_START]
    return any(
        one.text.lower() == "the" and following.pos == "NOUN" and any(following.text.lower() in word for word in words)
        for one, following in pairwise(near)
    )


def _words(doc: Doc) -> tuple[str, ...]:
    return tuple(token.text for token in doc.tokens)


def _why_not(row: TaskRow) -> str | None:
    question, context = row.docs["question"], row.docs["context"]
    words = [word.lower() for word in _words(question)]
    if question.bounds is not None or context.bounds is not None:
        return "context or question is a list of tokens"
    if not context.tokens or context.text.rstrip()[-1] not in '.!?"”’)':
        return _OPEN
    if len(words) > _LONGEST or any(mark in words for mark in ('"', "“", "(", ";")):
        return "the question is too long, or has a quotation or brackets"
    named = next((place for place, token in enumerate(question.tokens) if token.pos in ("PROPN", "NOUN")), len(words))
    if {"this", "these", "those"} & set(words) or any(word in _POINTING for word in words[: named + 1]):
        return "the question leans on another one"
    return None


def _needs_article(context: Doc, fake: Fake) -> bool:
    """Whether "the" stands before the right answer and not in it, and the wrong one is a common noun: "the west"."""
    if not context.marks or fake.preposition or fake.kind not in ("member", "phrase") or not fake.text[:1].islower():
        return False
    mark = context.marks[0]
    place = context.token_at(mark.start)
    bare = not context.text[mark.start : mark.end].lower().startswith(("the ", "a ", "an "))
    return bare and place > 0 and context.tokens[place - 1].text.lower() == "the" and " " not in fake.text


class _Filled(NamedTuple):
    """A word or words of a statement, and whether a space stands before it."""

    text: str
    spaced: bool


def distractor(row: TaskRow, tree: "Tree", rng: RowRandom) -> str:
    """The false statement for a row.

    Args:
        tree: The question's tree.
        rng: Draws.

    Raises:
        NotApplicable: When no rule covers the question, or none makes another question or a wrong answer of it.
    """
    question, context = row.docs["question"], row.docs["context"]
    told = statement(tree)
    if told is None:
        raise NotApplicable("no rule makes a statement of the question")
    tags = [tag for _, tag in tree.pos()]
    taken = f"{context.text} {question.text}".lower()
    if (odd := unfit(question.text)) is not None:
        raise NotApplicable(odd)
    golds = list(dict.fromkeys(context.text[mark.start : mark.end] for mark in context.marks))
    changed = alterations(question, tags, told.asked, taken, rng)
    # another noun alone may mean the same: "award", "trophy"
    if not any(map(_is_sure, changed)):
        raise NotApplicable("the question has no name or number that could become another")
    _check_alterations(question, tags, changed)
    asked = [text for text, _ in _told([_Part(n) for n in range(*told.asked)], question, changed)]
    wanted = _wanted(context, golds, tuple(asked), " ".join([taken, *(one.text.lower() for one in changed)]), row)
    fake = fake_answer(wanted, rng)
    if fake is not None and _needs_article(context, fake):
        fake = fake._replace(text=f"the {fake.text}")
    inside = None if fake is None else in_the_gap(fake, asked, told.role == "adverb")
    if fake is None or inside is None or fake.text.startswith(_OWNERS):
        raise NotApplicable("no rule tells the type of the answer")
    if "%" in fake.text or (fake.kind not in _SURE_KINDS and not (fake.many and wanted.sport)):
        raise NotApplicable("no rule tells the type of the answer")
    if fake.kind == "person" and golds and not wanted.label.startswith("PER"):
        raise NotApplicable("no rule tells the type of the answer")
    if fake.kind == "person" and told.role == "subject" and _are_several(told, question):
        other = fake_answer(wanted._replace(taken=f"{taken} {fake.text.lower()}"), rng)
        if other is None:
            raise NotApplicable("no rule tells the type of the answer")
        fake = fake._replace(text=f"{fake.text} and {other.text}", many=True)
        inside = fake.text
    if not any(_sets_apart(one, told, inside) for one in changed):
        raise NotApplicable("the statement would say nothing else than the question asks")
    agrees = _is_many(fake, asked) if told.role == "subject" else None
    text = _sentence(told, inside, question, changed, tags, agrees)
    _check(text, fake.text, golds)
    if not is_well_written(text):
        raise NotApplicable("the statement would not be a sentence of good English")
    return text


def _is_sure(one: Alteration) -> bool:
    return one.hard and (one.text[:1].isupper() or any(map(str.isdigit, one.text)))


def _sets_apart(one: Alteration, told: Statement, inside: str) -> bool:
    """Whether an alteration makes the statement answer another question: it is certain, and stands in it."""
    stands = any(one.start <= piece.word < one.end for piece in told.pieces)
    return _is_sure(one) and (stands or one.text in inside)


def _are_several(told: Statement, question: Doc) -> bool:
    """Whether the question asks for several: "who were"."""
    gap = next(number for number, piece in enumerate(told.pieces) if piece.word < 0)
    following = told.pieces[gap + 1 : gap + 2]
    return bool(following) and question.tokens[following[0].word].text in ("were", "are")


def _is_many(fake: Fake, asked: Sequence[str]) -> bool | None:
    """Whether a verb is plural with a wrong answer as its subject; None where that is not known."""
    if asked[0].lower() != "how":
        return fake.many
    counted = len(asked) > 2 and asked[1].lower() == "many"
    return fake.text.lower() not in ("1", "one") if counted else None


class _Part(NamedTuple):
    word: int
    form: str | None = None


def _told(pieces: Sequence[Any], doc: Doc, changed: Sequence[Alteration]) -> Iterator[_Filled]:
    """The words of a statement, those that were altered in their new form."""
    at: dict[int, Alteration] = {place: one for one in changed for place in range(one.start, one.end)}
    last = -2
    for piece in pieces:
        place = piece.word
        token = doc.tokens[place]
        spaced = place != last + 1 or doc.text[token.start - 1 : token.start].isspace() or not place
        last = place
        one = at.get(place)
        if one is not None and place != one.start:
            continue
        yield _Filled(one.text if one is not None and piece.form is None else piece.form or token.text, spaced)


def _agreed(verb: _Filled, tag: str, many: bool) -> _Filled:
    old, new = _PRESENT[many]
    form = _AGREEING[many].get(verb.text)
    if form is None and tag == old:
        form = reinflected(verb.text, old, new)
    return verb._replace(text=form or verb.text)


def _sentence(
    told: Statement,
    inside: str,
    doc: Doc,
    changed: Sequence[Alteration],
    tags: Sequence[str],
    many: bool | None,
) -> str:
    """The statement as it is written; its verb agrees with a subject that is one or many, where that is known."""
    pieces = list(told.pieces)
    gap = next(number for number, piece in enumerate(pieces) if piece.word < 0)
    after = list(_told(pieces[gap + 1 :], doc, changed))
    if many is not None and after:
        verb = next((n for n in (0, 1) if tags[pieces[gap + 1 + n].word].startswith("VB")), 0) if len(after) > 1 else 0
        after[verb] = _agreed(after[verb], tags[pieces[gap + 1 + verb].word], many)
    parts = [*_told(pieces[:gap], doc, changed), _Filled(inside, True), *after]
    for number, (part, following) in enumerate(pairwise(parts)):
        if part.text in ("a", "an"):
            parts[number] = part._replace(text=article(following.text))
    text = "".join((" " if part.spaced and part.text not in _TIGHT else "") + part.text for part in parts).strip()
    first = parts[0].text
    text = text[:1].upper() + text[1:] if first[:1].islower() else text
    return re.sub(r" (?=['’]s\b|,)", "", text).rstrip(" ?.!") + "."


def _wanted(context: Doc, golds: Sequence[str], asked: tuple[str, ...], taken: str, row: TaskRow) -> Wanted:
    sport = is_sport(taken)
    named = _NAME_OF.search(row.docs["question"].text)
    person = named is not None and (named.group(1) != "" or noun_kind(named.group(2)) == "person")
    if not golds:
        return Wanted("", asked, taken=taken, sport=sport, person=person)
    mark = context.marks[0]
    first, end = context.token_at(mark.start), context.token_at(mark.end)
    tokens = context.tokens[first:end]
    tags = tuple(token.tag for token in tokens)
    before = next((n for n, tag in enumerate(tags) if tag in ("IN", "TO") and n), len(tags))
    heads = [token.lemma for token in tokens[:before] if token.tag.startswith("NN")]
    entity = entity_at(context, mark.start, mark.end)
    label = entity.label if entity is not None else ""
    return Wanted(
        context.text[mark.start : mark.end], asked, label, tags, heads[-1] if heads else "", taken, sport, person
    )


def _check_alterations(question: Doc, tags: Sequence[str], changed: Sequence[Alteration]) -> None:
    """Refuse a statement that everybody knows to be wrong, or that contradicts the context.

    Raises:
        NotApplicable: When a country, a known place or a people would be another one, when a superlative stays, or
            when another number stands beside the name of a person.
    """
    table = lexicon("fake_answers")
    kept = [n for n in range(len(tags)) if not any(one.start <= n < one.end for one in changed)]
    if not _ONE_ONLY.isdisjoint(question.tokens[n].text.lower() for n in kept) or {"JJS", "RBS"} & {*tags}:
        raise NotApplicable("the statement would contradict the context")
    people = any(entity.label.startswith("PER") and _is_kept(question, entity, kept) for entity in question.entities)
    for one in changed:
        old = " ".join(token.text for token in question.tokens[one.start : one.end]).lower()
        follows = tags[one.end] if one.end < len(tags) else ""
        if one.text in table["coined"] and not follows.startswith("NN"):
            raise NotApplicable("no rule tells the type of a name of the question")
        known = (
            one.text in table["sets"]["continent"]
            or old in place_names()
            or old in peoples()
            or one.text in table["peoples"]
        )
        if known or (people and any(map(str.isdecimal, one.text))):
            raise NotApplicable("the statement would contradict the context")


def _is_kept(question: Doc, entity: Span, kept: Sequence[int]) -> bool:
    return question.token_at(entity.start) in kept


def _holds_answer(text: str, context: Doc) -> bool:
    low = f" {_plain(text)} "
    return any(f" {_plain(context.text[mark.start : mark.end])} " in low for mark in context.marks)


def _check(text: str, fake: str, golds: Sequence[str]) -> None:
    """Refuse a statement that could be an answer after all."""
    low = f" {_plain(text)} "
    for gold in golds:
        if f" {_plain(gold)} " in low or _plain(gold) in _plain(fake) or _plain(fake) in _plain(gold):
            raise NotApplicable("the statement would hold a right answer")


def _plain(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in text.lower()).split())
