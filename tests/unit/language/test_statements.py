"""Questions as statements, wrong answers of the right type, and passages."""

import pytest

from hf_robust.core.doc import Annotation, Doc
from hf_robust.core.randomness import RowRandom
from hf_robust.language.annotation import annotate_values
from hf_robust.language.constituency.parsers import constituency_parser
from hf_robust.language.english.fake_answers import Fake, Wanted, fake_answer, in_the_gap
from hf_robust.language.english.fake_numbers import other_numbers
from hf_robust.language.english.passages import passages, sentences
from hf_robust.language.english.question_distractors import alterations
from hf_robust.language.english.statements import statement

STATEMENTS = {
    "Who won the cup in 1990 ?": "_ won the cup in 1990",
    "What did Anna win in 1990 ?": "Anna won _ in 1990",
    "How many points did the team score ?": "the team scored _",
    "Who did the king fight for in 1205 ?": "the king fought for _ in 1205",
    "When was the edict signed ?": "the edict was signed _",
    "Where does Carl live ?": "Carl lives _",
    "In what year did Anna leave Rome ?": "Anna left Rome _",
    "What was the score of the game ?": "the score of the game was _",
    "Who was the leader of the army ?": "_ was the leader of the army",
    "How old was Carl when he left Rome ?": "Carl was _ when he left Rome",
    "After the war , who ruled the city ?": "After the war , _ ruled the city",
    "How many prizes has Anna won ?": "Anna has won _",
    "Who can play the piano ?": "_ can play the piano",
    "What did Luther call the mass ?": "Luther called the mass _",
    "How many people died in Paris ?": "_ died in Paris",
    "What year did Anna leave Rome ?": "Anna left Rome _",
    "What was the city named after ?": "the city was named after _",
}


def doc_of(text):
    (row,) = annotate_values([text], {"pos", "dep", "lemma", "ent"})
    return Doc(text, annotation=Annotation.of_column(row))


@pytest.fixture(scope="module")
def parser():
    return constituency_parser("embedded")


def test_questions_become_statements(parser):
    words = [question.split() for question in STATEMENTS]
    found = {}
    for tokens, tree in zip(words, parser.parse_all(words)):
        told = statement(tree)
        parts = () if told is None else told.pieces
        found[" ".join(tokens)] = " ".join(
            part.form or (tokens[part.word] if part.word >= 0 else "_") for part in parts
        )
    assert found == STATEMENTS


@pytest.mark.parametrize(
    "question",
    ["Is Lima cold ?", "Why ?", "Go home .", "Did Anna win the cup ?", "How many days was Anna kept out of Rome ?"],
)
def test_other_sentences_have_no_statement(parser, question):
    assert statement(parser.parse(question.split())) is None


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("gold", "asked", "kind"),
    [
        ("308", ("How", "many", "points"), "number"),
        ("12 May 1705", ("When",), "date"),
        ("Ana Ruiz", ("Who",), "person"),
        ("France", ("What", "country"), "place"),
        ("west", ("Which", "direction"), "member"),
    ],
)
def test_a_wrong_answer_is_of_the_type_of_the_right_one(gold, asked, kind, seed):
    tags = ("NNP",) * len(gold.split())
    fake = fake_answer(Wanted(gold, asked, tags=tags, taken=gold.lower()), RowRandom(seed))
    assert fake.kind == kind
    assert gold.lower() not in fake.text.lower()
    assert fake.text.lower() not in gold.lower()


@pytest.mark.parametrize("seed", range(12))
def test_numbers_keep_their_shape(seed):
    rng = RowRandom(seed)
    assert other_numbers("£30m", False, rng)[0::3] == "£m"
    percent = other_numbers("91%", False, rng)
    assert percent.endswith("%") and 0 < int(percent[:-1]) < 100
    low, high = other_numbers("30 to 50 people", False, rng).split()[0:3:2]
    assert int(low) <= int(high)
    day = other_numbers("January 27, 1967", False, rng).split()
    assert 1 <= int(day[1].rstrip(",")) <= 28 and int(day[2]) < 1967
    assert int(other_numbers("4:51", False, rng).split(":")[1]) < 60
    assert other_numbers("seven", False, rng) not in ("seven", "one")


@pytest.mark.parametrize("gold", ["break their vows", "P ⊆ NP", "as you like it in the long run of all things here"])
def test_what_has_no_type_has_no_wrong_answer(gold):
    tags = ("VB",) if gold.startswith("break") else ()
    assert fake_answer(Wanted(gold, ("What",), tags=tags), RowRandom(1)) is None


def test_wrong_answers_take_the_preposition_that_they_need():
    assert in_the_gap(Fake("12 May 1705", "date"), ["When"], True) == "on 12 May 1705"
    assert in_the_gap(Fake("1900s", "date"), ["In", "what", "year"], True) == "in the 1900s"
    assert in_the_gap(Fake("39", "number"), ["How", "old"], False) == "39 years old"
    assert in_the_gap(Fake("39 seconds", "number"), ["How", "much", "time"], False) == "39 seconds"
    assert in_the_gap(Fake("Ann Lee", "person"), ["Which", "player"], False) == "the player Ann Lee"
    assert in_the_gap(Fake("Ann Lee", "person"), ["Whose", "wall"], False) == "Ann Lee's wall"
    assert in_the_gap(Fake("12", "number"), ["How", "much", "heavier"], False) is None


@pytest.mark.parametrize("seed", range(8))
def test_an_altered_question_asks_something_else(seed):
    doc = doc_of("Which player from France won the cup in 1990?")
    tags = [token.tag for token in doc.tokens]
    found = alterations(doc, tags, (0, 2), doc.text.lower(), RowRandom(seed))
    assert any(one.hard for one in found)
    for one in found:
        assert one.text != doc.text[doc.tokens[one.start].start : doc.tokens[one.end - 1].end]


def test_sentences_end_where_the_text_looks_like_it():
    text = 'Dr. Ito met J. Smith at 5 p.m. in the hall. "Go!" he said. The U.S. Army left.'
    doc = doc_of(text)
    first, *_, (start, end) = sentences(doc)
    assert "p.m. in the hall" in text[slice(*first)]
    assert text[start:end] == "The U.S. Army left."
    assert "".join(text[start:end] for start, end in sentences(doc)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "second",
    ["He left.", "However, rain fell.", "This was late.", "The team won.", "In June, snow fell.", "Smith left."],
)
def test_a_sentence_that_leans_stays_with_the_one_before(second):
    assert len(passages(doc_of(f"The team of John Smith met in Rome. {second}"))) == 1


@pytest.mark.parametrize("second", ["Rain fell in Lima.", "A dog lost its tail.", "In May 1990, snow fell."])
def test_a_sentence_that_stands_alone_begins_a_passage(second):
    assert len(passages(doc_of(f"The team of John Smith met in Rome. {second}"))) == 2
