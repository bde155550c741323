"""Samples of rows keep the shares of the classes, the order of the source, and depend on seed and content alone."""

import pytest
from datasets import Dataset, DatasetDict

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.tasks.row_sampling import class_counts, classes_in_words, sample_rows

SIZES = {"b": 300, "a": 100, "c": 20}


def by_label(**extra):
    rows = [
        {"premise": f"{label} {n}", "hypothesis": "x", "label": label} for label, m in SIZES.items() for n in range(m)
    ]
    return Dataset.from_list([{**row, **{k: v(i) for k, v in extra.items()}} for i, row in enumerate(rows)])


@pytest.mark.parametrize("size", [3, 10, 42, 100, 419])
@pytest.mark.parametrize("seed", [0, 1, 7])
def test_classes_keep_their_shares_in_a_sorted_file(size, seed):
    data, task = by_label(), hr.task("natural-language-inference")
    sample = sample_rows(data, task, size, seed)
    counts = class_counts(sample, task)
    assert len(sample) == size and set(counts) == set(SIZES)
    for label, rows in SIZES.items():
        assert abs(counts[label] - size * rows / 420) <= 1 or counts[label] == 1
    premises = data["premise"][:]
    places = [premises.index(text) for text in sample["premise"]]
    assert places == sorted(places)


def test_the_order_of_the_file_does_not_matter_and_the_seed_does():
    data, task = by_label(), hr.task("natural-language-inference")
    chosen = set(sample_rows(data, task, 50, 3)["premise"])
    assert set(sample_rows(data.shuffle(seed=1), task, 50, 3)["premise"]) == chosen
    assert set(sample_rows(data, task, 50, 4)["premise"]) != chosen


def test_an_id_column_decides_where_there_is_one():
    data, task = by_label(id=lambda place: f"row-{place}"), hr.task("natural-language-inference", id="id")
    other = data.map(lambda row: {"premise": row["premise"].upper()})
    assert sample_rows(data, task, 30)["id"] == sample_rows(other, task, 30)["id"]


def test_class_labels_numbers_and_missing_labels():
    data = Dataset.from_dict({"text": [f"t{n}" for n in range(30)], "label": [0] * 20 + [1] * 8 + [None] * 2})
    task = hr.task("text-classification", label_names=["no", "yes"])
    assert class_counts(data, task) == {"no": 20, "yes": 8, "no label": 2}
    assert len(sample_rows(data, task, 15)) == 15


def test_tasks_without_one_label_a_row_draw_at_random():
    qa = Dataset.from_list(
        [
            {"context": f"It is {n}.", "question": "?", "answers": {"text": [str(n)], "answer_start": [6]}}
            for n in range(200)
        ]
    )
    task = hr.task("extractive-qa")
    sample = sample_rows(qa, task, 40, 2)
    assert class_counts(qa, task) == {} and len(sample) == 40
    assert sample["context"] != qa["context"][:40]


def test_rows_with_entities_keep_their_share():
    rows = [{"tokens": [f"w{n}", "Bob"], "ner_tags": ["O", "B-PER" if n < 40 else "O"]} for n in range(200)]
    sample = sample_rows(Dataset.from_list(rows), hr.task("named-entity-recognition"), 50)
    assert sum(tags[1] != "O" for tags in sample["ner_tags"]) == 10


def test_more_rows_than_there_are_is_all_of_them():
    data = by_label()
    assert len(sample_rows(data, hr.task("natural-language-inference"), 1000)) == 420


def test_a_size_of_nothing_is_refused():
    with pytest.raises(UsageError, match="at least 1 row"):
        sample_rows(by_label(), hr.task("natural-language-inference"), 0)


def test_many_classes_are_counted_in_words():
    assert classes_in_words({str(n): 1 for n in range(10)}, most=2) == "0 10%, 1 10%, 8 more"


@pytest.mark.parametrize("label_names", [None, ["-1", "0", "1"]])
@pytest.mark.parametrize("labels", [[-1, 0, 1], [-1.0, 0.0, 1.0], [None, 0, 1], [float("nan"), 0.0, 1.0]])
def test_all_rows_are_in_the_shares_of_the_classes(labels, label_names):
    data = Dataset.from_dict({"text": [str(n) for n in range(30)], "label": labels * 10})
    task = hr.task("text-classification", label_names=label_names)
    is_class = labels[0] == -1 and label_names
    counts = class_counts(data, task)
    assert counts == {"0": 10, "1": 10, "-1" if is_class else "no label": 10}
    assert sorted(task.labels_in(data)) == (label_names or ["0", "1"])
    assert ("no label 33%" in classes_in_words(counts, most=1)) == (not is_class)


def test_booleans_are_shown_as_the_data_has_them():
    data = Dataset.from_dict({"text": ["a", "b", "c"], "label": [True, False, True]})
    assert list(class_counts(data, hr.task("text-classification"))) == ["True (1)", "False (0)"]
    named = hr.task("text-classification", label_names=["no", "yes"])
    assert list(class_counts(data, named)) == ["yes", "no"]


def test_a_dict_of_splits_is_refused_with_the_split_to_name():
    data = DatasetDict(test=Dataset.from_dict({"text": ["a", "b"], "label": ["x", "y"]}))
    for read in (lambda: sample_rows(data, "sentiment", 9), lambda: hr.task("sentiment").bind(data)):
        with pytest.raises(UsageError, match=r"found a DatasetDict; choose a split: dataset\['test'\]"):
            read()
