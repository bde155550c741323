"""Schemes of chunk tags, and labels that point into a text."""

import pytest
from column_paths import assert_same
from corpus import legal_bio
from datasets import Dataset
from hypothesis import given, settings
from hypothesis import strategies as st

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.tasks.aspects import AspectMover
from hf_robust.tasks.chunk_tags import from_bio, of_two_schemes, scheme, to_bio
from hf_robust.tasks.coreference import ClusterMover
from hf_robust.tasks.parsing import TreeMover
from hf_robust.tasks.question_answering import AnswerMover
from hf_robust.tasks.relations import SpanMover
from hf_robust.tasks.tagging import TagMover
from hf_robust.tasks.winograd import SchemaMover

TAGS = st.lists(st.sampled_from(["O", "PER", "LOC"]), max_size=8)


def bio(kinds, starts):
    return [
        "O" if kind == "O" else ("I-" if n and kinds[n - 1] == kind and not starts[n] else "B-") + kind
        for n, kind in enumerate(kinds)
    ]


@settings(deadline=None, max_examples=200)
@given(
    TAGS, st.lists(st.booleans(), min_size=8, max_size=8), st.sampled_from(["BIO", "BIOES", "BILOU", "BMES", "IOB1"])
)
def test_schemes_round_trip(kinds, starts, target):
    tags = bio(kinds, starts)
    other = from_bio(tags, target)
    assert to_bio(other) == tags
    assert len(other) == len(tags)
    if target != "BIO" and any(tag[:2] in ("S-", "E-", "U-", "L-") or tag[:1] == "I" for tag in other):
        # names where none tells them apart
        without = {"IOB1": "BIO" if legal_bio(other) else "IOB1", "BMES": "BES", "BIOES": "BES"}
        assert scheme(other) == target or ("M-" not in {tag[:2] for tag in other} and scheme(other) == without[target])


def test_iob1_marks_only_neighbors():
    assert from_bio(["B-LOC", "B-LOC", "I-LOC", "O", "B-PER"], "IOB1") == ["I-LOC", "B-LOC", "I-LOC", "O", "I-PER"]
    assert to_bio(["I-LOC", "B-LOC", "I-LOC", "O", "I-PER"]) == ["B-LOC", "B-LOC", "I-LOC", "O", "B-PER"]


def test_two_schemes_in_a_row_are_refused(paths):
    task = hr.task("ner")
    rows = {"tokens": [["Anna", "greeted", "New", "York"]] * 2}
    rows["ner_tags"] = [["S-PER", "O", "B-LOC", "L-LOC"], ["S-PER", "O", "B-LOC", "E-LOC"]]
    with pytest.raises(NotApplicable, match="the tags follow two schemes: S-PER and L-LOC"):
        task.label_mover().marks({name: values[0] for name, values in rows.items()})
    found = assert_same(Dataset.from_dict(rows), paths, "keyboard", task=task, keep="all")
    assert [record["status"] for record in found["robust"].to_pylist()] == ["not_applicable", "changed"]


def test_bmes_is_read_and_written_back():
    bmes = ["B-NAME", "M-NAME", "E-NAME", "O", "S-LOC"]
    bio = ["B-NAME", "I-NAME", "I-NAME", "O", "B-LOC"]
    assert scheme(bmes) == "BMES" and to_bio(bmes) == bio and from_bio(bio, "BMES") == bmes
    assert to_bio(["M-NAME", "M-NAME", "M-LOC"]) == ["B-NAME", "I-NAME", "B-LOC"]
    assert of_two_schemes(bmes) == () and of_two_schemes(["S-LOC", "B-NAME", "E-NAME"]) == ()
    assert of_two_schemes([*bmes, "I-LOC"]) == ("M-NAME", "I-LOC")
    assert of_two_schemes([*bmes, "U-LOC"]) == ("E-NAME", "U-LOC")


def test_bmes_rows_are_changed_in_columns_too(paths):
    rows = {"tokens": [["Anna", "Maria", "Smith", "greeted", "Bo"]] * 2}
    rows["ner_tags"] = [["B-PER", "M-PER", "E-PER", "O", "S-PER"], ["B-PER", "M-PER", "I-PER", "O", "O"]]
    found = assert_same(Dataset.from_dict(rows), paths, "keyboard", task=hr.task("ner"), keep="all")
    assert [record["status"] for record in found["robust"].to_pylist()] == ["changed", "not_applicable"]
    assert found["ner_tags"].to_pylist() == rows["ner_tags"]


def test_bilou_is_read():
    assert to_bio(["U-LOC", "B-PER", "I-PER", "L-PER"]) == ["B-LOC", "B-PER", "I-PER", "I-PER"]
    assert scheme(["U-LOC"]) == "BILOU"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("extractive-qa", AnswerMover),
        ("aspect-based-sentiment-analysis", AspectMover),
        ("named-entity-recognition", TagMover),
        ("part-of-speech", TagMover),
        ("parsing", TreeMover),
        ("relation-extraction", SpanMover),
        ("word-sense-disambiguation", SpanMover),
        ("coreference-resolution", ClusterMover),
        ("winograd-schema", SchemaMover),
        ("translation", type(None)),
        ("text-classification", type(None)),
    ],
)
def test_mover_of_each_task(name, kind):
    assert type(hr.task(name).label_mover()) is kind


def test_answers_move_and_grow():
    mover = hr.task("extractive-qa").label_mover()
    row = {"context": "In Oslo it rained.", "answers": {"text": ["Oslo", "it rained"], "answer_start": [3, 8]}}
    marks = mover.marks(row)
    assert [(m.start, m.end) for m in marks] == [(3, 7), (8, 17)]
    edits = [Edit(0, 2, "Within"), Edit(11, 11, "all day ")]
    after = apply(row["context"], edits)
    new = mover.move(row, Doc(row["context"], marks=marks), edits, after)["answers"]
    assert new["text"] == ["Oslo", "it all day rained"]
    assert all(after[a:].startswith(t) for t, a in zip(new["text"], new["answer_start"]))
    with pytest.raises(NotApplicable, match="answer"):
        mover.move(row, Doc(row["context"], marks=marks), [Edit(0, 5, "x")], "x")


@pytest.mark.parametrize(
    "answers",
    [
        {"text": ["Oslo"], "answer_start": [0]},
        {"text": ["Oslo"], "answer_start": [-15]},
        {"text": ["Oslo"], "answer_start": [400]},
    ],
)
def test_answers_that_are_not_there_are_refused(answers):
    mover = hr.task("extractive-qa").label_mover()
    with pytest.raises(NotApplicable, match="offset"):
        mover.marks({"context": "In Oslo it rained.", "answers": answers})


def test_tags_that_do_not_fit_are_refused():
    mover = hr.task("named-entity-recognition").label_mover()
    with pytest.raises(NotApplicable, match="2 tokens but 1 tags"):
        mover.marks({"tokens": ["a", "b"], "ner_tags": ["O"]})


def test_a_tag_that_the_data_does_not_know_is_not_invented():
    mover = hr.task("named-entity-recognition", label_names=["O", "B-LOC"]).label_mover()
    row = {"tokens": ["Oslo"], "ner_tags": [1]}
    edits = [Edit(0, 4, "New York")]
    with pytest.raises(NotApplicable, match="I-LOC"):
        mover.move(row, Doc.of_tokens(["Oslo"]), edits, "New York")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"heads": [0]}, "lengths"),
        ({"heads": [0, 0]}, "root"),
        ({"heads": [2, 1]}, "root"),
        ({"deprels": []}, "lengths"),
    ],
)
def test_broken_trees_are_refused(change, words):
    row = {
        "tokens": ["He", "ran"],
        "heads": [2, 0],
        "deprels": ["nsubj", "root"],
        "pos_tags": ["PRON", "VERB"],
        **change,
    }
    with pytest.raises(NotApplicable, match=words):
        hr.task("parsing").label_mover().marks(row)


def test_heads_as_text_stay_text():
    row = {"tokens": ["He", "ran"], "heads": ["2", "0"], "deprels": ["nsubj", "root"], "pos_tags": ["PRON", "VERB"]}
    doc = Doc.of_tokens(row["tokens"])
    edits = [Edit(6, 6, " .", {"upos": ["PUNCT"], "deprel": ["punct"]})]
    new = hr.task("parsing").label_mover().move(row, doc, edits, "He ran .")
    assert new == {
        "tokens": ["He", "ran", "."],
        "heads": ["2", "0", "2"],
        "deprels": ["nsubj", "root", "punct"],
        "pos_tags": ["PRON", "VERB", "PUNCT"],
    }


def test_aspects_move_with_their_opinions():
    mover = hr.task("aspect-based-sentiment-analysis").label_mover()
    opinion = {"text": "great", "start": 12, "end": 17}
    row = {"text": "The food is great.", "aspects": [{"term": "food", "start": 4, "end": 8, "opinions": [opinion]}]}
    marks = mover.marks(row)
    assert [(row["text"][m.start : m.end], m.label) for m in marks] == [("food", "aspect"), ("great", "opinion")]
    edits = [Edit(0, 3, "Their")]
    new = mover.move(row, Doc(row["text"], marks=marks), edits, apply(row["text"], edits))["aspects"][0]
    assert (new["start"], new["end"]) == (6, 10) and new["opinions"][0] == {"text": "great", "start": 14, "end": 19}
    wrong = {**row, "aspects": [{"term": "wine", "start": 4, "end": 8}]}
    with pytest.raises(NotApplicable, match="offsets"):
        mover.marks(wrong)
    assert mover.marks({**row, "aspects": None}) == []


@pytest.mark.parametrize("tag", [-1, -100, 2, None])
@pytest.mark.parametrize("task", ["ner", "pos"])
def test_a_row_with_a_tag_that_is_none_is_left_as_it_is(task, tag):
    task = hr.task(task, label_names=["O", "B-LOC"])
    column = task.column(task.label_role)
    rows = {"tokens": [["Oslo", "won", "twice"]] * 2, column: [[1, 0, tag], [1, 0, 0]]}
    for name in ("keyboard", "word-case"):
        found = hr.Perturb(name, task, keep="all")(rows)
        assert found[column][0] == [1, 0, tag] and found["tokens"][0] == ["Oslo", "won", "twice"]
        record = found["robust"][0]
        assert record["status"] == "not_applicable"
        assert record["reason"].removeprefix("broken row: ") == (
            "a tag is absent (None)"
            if tag is None
            else f"the tag {tag} is none of the dataset's 2 tags, which count from 0"
        )
        assert found["robust"][1]["status"] == "changed"


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("scheme_name", "single", "last"), [("BILOU", "U", "L"), ("BIOES", "S", "E")])
def test_the_scheme_of_chunk_tags_comes_back(scheme_name, single, last, named):
    tags = ["O", f"{single}-LOC", "O", "B-PER", f"{last}-PER"]
    names = ["O", *(f"{prefix}-{kind}" for kind in ("LOC", "PER") for prefix in ("B", "I", last, single))]
    task = hr.task("ner", label_names=names if named else None)
    values = [names.index(tag) for tag in tags] if named else tags
    row = {"tokens": ["In", "New-York", "met", "Anna", "Smith"], "ner_tags": values}
    doc = Doc.of_tokens(row["tokens"])
    edits = [Edit(3, 11, "New York"), Edit(16, 26, "Bo")]
    new = task.label_mover().move(row, doc, edits, apply(doc.text, edits))
    expected = ["O", "B-LOC", f"{last}-LOC", "O", f"{single}-PER"]
    assert new["tokens"] == ["In", "New", "York", "met", "Bo"]
    assert new["ner_tags"] == ([names.index(tag) for tag in expected] if named else expected)


@pytest.mark.parametrize("inside", ["I", "M"])
def test_an_entity_that_grows_has_inside_tags_of_the_scheme(inside):
    row = {"tokens": ["San", "Marino", "Bay", "Rio"], "ner_tags": ["B-LOC", f"{inside}-LOC", "E-LOC", "S-LOC"]}
    doc = Doc.of_tokens(row["tokens"])
    edits = [Edit(15, 18, "Rio de Janeiro")]
    new = hr.task("ner").label_mover().move(row, doc, edits, apply(doc.text, edits))
    assert new["ner_tags"] == ["B-LOC", f"{inside}-LOC", "E-LOC"] * 2


def test_tags_by_name_stay_names_where_the_task_knows_the_names():
    task = hr.task("ner", label_names=["O", "B-LOC", "I-LOC"])
    row = {"tokens": ["In", "New-York"], "ner_tags": ["O", "B-LOC"]}
    doc = Doc.of_tokens(row["tokens"])
    new = task.label_mover().move(row, doc, [Edit(3, 11, "New York")], "In New York")
    assert new["ner_tags"] == ["O", "B-LOC", "I-LOC"]


def test_tags_of_another_row_come_in_the_scheme_of_the_data():
    task = hr.task("ner")
    row = {"tokens": ["It", "rained"], "ner_tags": ["O", "O"]}
    doc = Doc.of_tokens(row["tokens"])
    edits = [Edit(9, 9, " Anna Smith left", {"gold": ["B-PER", "L-PER", "O"]})]
    new = task.label_mover().move(row, doc, edits, apply(doc.text, edits))
    assert new["ner_tags"] == ["O", "O", "B-PER", "L-PER", "O"]


@pytest.mark.parametrize(
    ("heads", "reason"),
    [
        ([2, 3, 2, 0], "the heads go round in a circle: 2 -> 3 -> 2"),
        ([0, 2, 1, 1], "the heads go round in a circle: 2 -> 2"),
        ([9, 0, 2, 2], "the head of token 1 is 9, outside of the 4 tokens"),
        ([-1, 0, 2, 2], "the head of token 1 is -1, outside of the 4 tokens"),
        (["_", "0", "2", "2"], "the head of token 1 is '_', which is no number"),
        ([None, 0, 2, 2], "the head of token 1 is None, which is no number"),
        ([2, 2, 2, 2], "exactly one root: 0 of 4"),
        ([0, 0, 2, 2], "exactly one root: 2 of 4"),
    ],
)
def test_heads_that_are_no_tree_are_named(heads, reason):
    rows = {
        "tokens": [["Dogs", "bark", "very", "loudly"]],
        "heads": [heads],
        "deprels": [["a", "b", "c", "d"]],
        "pos_tags": [["NOUN", "VERB", "ADV", "ADV"]],
    }
    found = hr.Perturb("keyboard", hr.task("parsing"), keep="all")(rows)
    assert found["robust"][0]["status"] == "not_applicable" and reason in found["robust"][0]["reason"]
    assert found["heads"] == [heads]


@pytest.mark.parametrize("name", ["swap-names", "keyboard"])
@pytest.mark.parametrize(("label", "fits"), [(1, True), (-1, True), (None, True), (float("nan"), True), (5, False)])
def test_a_schema_whose_label_is_no_candidate_is_a_broken_row(name, label, fits):
    text = "Ann paid Eve because she was rich."
    ann, eve, she = (
        {"text": one, "start": text.index(one), "end": text.index(one) + 3} for one in ("Ann", "Eve", "she")
    )
    rows = {"text": [text], "pronoun": [she], "candidates": [[ann, eve]], "label": [label]}
    (record,) = hr.Perturb(name, "winograd-schema", keep="all")(rows)["robust"]
    broken = "broken row: the label 5 is the number of none of the 2 candidates"
    assert (record["status"], record["reason"]) == (("changed", "") if fits else ("not_applicable", broken))
