"""Transformations that read whole rows: what they see, and what becomes of the columns."""

from dataclasses import dataclass

import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable, TransformationError, UsageError
from hf_robust.tasks import NER, NLI, QA
from hf_robust.transforms.base import Effect, preserves
from hf_robust.transforms.row_changes import BatchedRows, RowChange, RowTransformation

NAMES = ["entailment", "neutral", "contradiction"]
LABEL = ClassLabel(names=NAMES)


@dataclass(frozen=True, kw_only=True)
class Deny(RowTransformation):
    """The hypothesis denied."""

    name = "deny"
    level = "sentence"
    linguistics = "syntax"
    effects = {NLI: Effect.CHANGES}

    def change(self, row, rng):
        if row.gold["label"] != "entailment":
            raise NotApplicable("the label is not entailment")
        return RowChange({"hypothesis": [Edit(0, 0, "It is false: ")]}, {"label": "contradiction"})


@dataclass(frozen=True, kw_only=True)
class Ask(RowTransformation):
    """The question with the first name of the context."""

    name = "ask"
    level = "sentence"
    linguistics = "syntax"
    needs = frozenset({"pos"})
    effects = preserves(QA)

    def change(self, row, rng):
        assert [token.pos for token in row.docs["question"].tokens] and row.docs["context"].marks
        name = row.docs["context"].tokens[0].text
        return RowChange({"question": [Edit(0, 0, f"{name}: ")], "context": [Edit(0, 0, "Well, ")]})


@dataclass(frozen=True, kw_only=True)
class Join(RowTransformation):
    """The row and one of the pool."""

    name = "join"
    level = "sentence"
    linguistics = "syntax"
    needs = frozenset({"pool"})
    effects = preserves(NER)

    def change(self, row, rng):
        (other, *_) = row.pool
        end = len(row.docs["tokens"].text)
        return RowChange({"tokens": [Edit(end, end, " " + " ".join(other["tokens"]), {"gold": other["ner_tags"]})]})


def pairs(labels, label=LABEL):
    features = Features({"premise": Value("string"), "hypothesis": Value("string"), "label": label})
    rows = {"premise": ["A man runs."] * len(labels), "hypothesis": ["Somebody moves."] * len(labels), "label": labels}
    return Dataset.from_dict(rows, features=features)


def test_a_new_label_is_written_as_the_column_holds_it():
    task = hr.task(NLI)
    rows = pairs([0, 1, 2]).map(hr.Perturb(Deny(), task, keep="all"), batched=True)
    assert rows["label"] == [2, 1, 2]
    assert rows[0]["hypothesis"] == "It is false: Somebody moves." and rows[0]["premise"] == "A man runs."
    assert [r["status"] for r in rows["robust"]] == ["changed", "not_applicable", "not_applicable"]
    assert rows[1]["robust"]["reason"] == "the label is not entailment"
    (edit,) = rows[0]["robust"]["edits"]
    assert (edit["field"], edit["start"], edit["before"], edit["after"]) == ("hypothesis", 0, "", "It is false: ")
    named = pairs(["entailment"], Value("string")).map(hr.Perturb(Deny(), task), batched=True)
    assert named["label"] == ["contradiction"]


def test_a_label_that_the_data_does_not_have_is_refused():
    data = pairs([0], ClassLabel(names=["entailment", "not_entailment"]))
    (row,) = data.map(hr.Perturb(Deny(), hr.task(NLI), keep="all"), batched=True)
    assert row["label"] == 0 and row["hypothesis"] == "Somebody moves."
    assert row["robust"]["status"] == "not_applicable" and "'contradiction'" in row["robust"]["reason"]


def test_the_effect_reaches_the_suite_and_the_score():
    suite = hr.Suite.build(pairs([0, 0]), hr.task(NLI), [Deny()])
    assert suite["deny"].effect == "changes"
    report = hr.run(lambda rows: ["contradiction" if "false" in r["hypothesis"] else "entailment" for r in rows], suite)
    (result,) = report.results
    assert result["perturbed"] == 1.0 and result["original"] == 1.0


def test_all_texts_are_annotated_and_spans_move():
    data = Dataset.from_dict(
        {
            "context": ["Anna left Oslo."],
            "question": ["Where was she?"],
            "answers": [{"text": ["Oslo"], "answer_start": [10]}],
        }
    )
    (row,) = data.map(hr.Perturb(Ask(), hr.task(QA)), batched=True)
    assert row["question"] == "Anna: Where was she?"
    assert row["context"] == "Well, Anna left Oslo." and row["answers"] == {"text": ["Oslo"], "answer_start": [16]}
    suite = hr.Suite.build(data, hr.task(QA), [Ask()])
    assert suite["ask"].perturbed[0]["question"] == row["question"]


def test_words_that_the_user_protects_stay():
    perturb = hr.Perturb(Replace(), hr.task(NLI), protect=["man"], keep="all")
    (row,) = pairs([0]).map(perturb, batched=True)
    assert row["robust"]["reason"] == "it would change protected text" and row["premise"] == "A man runs."


@dataclass(frozen=True, kw_only=True)
class Replace(RowTransformation):
    """The premise in other words."""

    name = "replace"
    level = "word"
    linguistics = "syntax"
    effects = preserves(NLI)

    def change(self, row, rng):
        return RowChange({"premise": [Edit(2, 5, "person")]})


def tagged(order):
    texts = [["Anna", "ran"], ["Oslo", "won"], ["Rome", "lost"], ["Bern", "fell"]]
    rows = [texts[place] for place in order]
    names = ["O", "B-PER", "B-LOC"]
    features = Features({"tokens": [Value("string")], "ner_tags": [ClassLabel(names=names)]})
    tags = [[1 if tokens[0] == "Anna" else 2, 0] for tokens in rows]
    return Dataset.from_dict({"tokens": rows, "ner_tags": tags}, features=features)


def test_other_rows_do_not_depend_on_order_or_batches():
    task = hr.task(NER)

    def joined(data, **options):
        rows = hr.annotate(data, task, {"pool"}, pool=1).map(hr.Perturb(Join(), task), batched=True, **options)
        return {row["tokens"][0]: (row["tokens"], row["ner_tags"]) for row in rows}

    found = joined(tagged(range(4)))
    assert found == joined(tagged([2, 0, 3, 1]), batch_size=1)
    assert all(len(tokens) == 4 and tokens[0] != tokens[2] for tokens, _ in found.values())
    suite = hr.Suite.build(tagged(range(4)), task, [Join()])
    assert suite["join"].perturbed[0]["tokens"] == found["Anna"][0]
    assert "tokens__pool" not in suite["join"].perturbed.column_names


def test_without_other_rows_it_says_what_to_do():
    with pytest.raises(UsageError, match="pool"):
        tagged(range(2)).map(hr.Perturb(Join(), hr.task(NER)), batched=True)


def test_a_text_alone_has_no_row():
    with pytest.raises(UsageError, match="not a text alone"):
        hr.Perturb(Deny())("a text")


def test_preview_of_a_row():
    row = {"premise": "A man runs.", "hypothesis": "Somebody moves.", "label": "entailment"}
    assert Deny().preview_row(row)["label"] == "contradiction"
    with pytest.raises(NotApplicable):
        Deny().preview_row({**row, "label": "neutral"})
    asked = {"context": "Anna left.", "question": "Who left?", "answers": {"text": ["Anna"], "answer_start": [0]}}
    assert Ask().preview_row(asked)["answers"] == {"text": ["Anna"], "answer_start": [6]}


def test_rows_that_are_asked_together():
    asked = []

    @dataclass(frozen=True, kw_only=True)
    class Together(BatchedRows):
        name = "together"
        level = "sentence"
        linguistics = "syntax"
        effects = preserves(NLI)

        def changes_batch(self, rows, rngs):
            asked.append(len(rows))
            found = {"Yes.": RowChange({"premise": [Edit(0, 3, "No")]}), "No.": None}
            return [found.get(row.docs["premise"].text, NotApplicable("it says neither")) for row in rows]

    row = {"premise": "Yes.", "hypothesis": "x", "label": "neutral"}
    assert Together().preview_row(row)["premise"] == "No."
    assert Together().preview_row({**row, "premise": "No."})["premise"] == "No."
    with pytest.raises(NotApplicable, match="neither"):
        Together().preview_row({**row, "premise": "Well."})
    rows = Dataset.from_list([{**row, "premise": premise} for premise in ("Yes.", "No.", "Well.")])
    done = rows.map(hr.Perturb(Together(), hr.task(NLI), keep="all"), batched=True)
    assert [(one["premise"], one["robust"]["status"]) for one in done] == [
        ("No.", "changed"),
        ("No.", "not_applicable"),
        ("Well.", "not_applicable"),
    ]
    assert asked == [1, 1, 1, 3]


def test_edits_out_of_order_are_a_fault_of_the_transformation():
    class Wrong(Replace):
        def change(self, row, rng):
            return RowChange({"premise": [Edit(5, 6, "x"), Edit(0, 1, "y")]})

    with pytest.raises(TransformationError, match="out of order"):
        pairs([0, 0]).map(hr.Perturb(Wrong(), hr.task(NLI)), batched=True)
