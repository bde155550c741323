import pickle
import warnings

import pytest
import torch
from datasets import Dataset
from training_parts import Encode, EncodeTags, entities, sentiment, tokenizer

import hf_robust as hr
from hf_robust.core.errors import ColumnError, EmptyDataError, UsageError
from hf_robust.training import AugmentedDataset

TASK = hr.task("sentiment-classification")


@pytest.fixture(scope="module")
def encode():
    return Encode(tokenizer(sentiment(40)["text"][:]))


def items(dataset, start=0):
    return [dataset[place] for place in range(start, len(dataset))]


def test_length_is_fixed_and_content_changes(encode):
    data = sentiment(40)
    rows = AugmentedDataset(data, TASK, ["keyboard", "ocr"], encode=encode, budget=0.5)
    epochs = []
    for epoch in range(3):
        rows.set_epoch(epoch)
        assert len(rows) == 60 == len(items(rows))
        assert sum(rows.counts.values()) == 20
        epochs.append(items(rows, 40))
    assert epochs[0] != epochs[1] != epochs[2]
    rows.set_epoch(0)
    assert items(rows, 40) == epochs[0]


def test_clean_rows_are_those_that_map_gives(encode):
    data = sentiment(20)
    rows = AugmentedDataset(data, TASK, ["keyboard"], encode=encode)
    assert [rows[place] for place in range(20)] == list(data.map(encode, batched=True))


def test_augmented_items_are_encoded_changed_rows(encode):
    data = sentiment(20)
    rows = AugmentedDataset(data, TASK, ["word-case"], encode=encode, budget=1.0, seed=4)
    rows.set_epoch(2)
    shown = rows.augmented_rows(2)
    assert rows.epoch == 2 and len(shown) == 20
    for item, row in zip(items(rows, 20), shown):
        assert item["text"] == row["text"] and item["label"] == row["label"]
        assert item["input_ids"] == encode({"text": [row["text"]]})["input_ids"][0]
        assert row["robust"]["status"] == "changed"
    assert set(rows[0]) == set(rows[39]) == {"text", "label", "input_ids", "attention_mask"}


def test_batches_equal_single_items(encode):
    rows = AugmentedDataset(sentiment(10), TASK, ["keyboard"], encode=encode)
    rows.set_epoch(0)
    order = [14, 0, 12, 12, 3, 10]
    assert rows.__getitems__(order) == [rows[place] for place in order]
    assert rows[-1] == rows[14]
    with pytest.raises(IndexError):
        rows[15]


def test_clean_rows_in_the_place_of_augmented_ones_are_counted_and_told_once(encode):
    data = Dataset.from_dict({"text": ["so ok", "no go", "a clever film", "hm"], "label": [0, 1, 0, 1]})
    rows = AugmentedDataset(data, TASK, ["keyboard"], encode=encode, budget=1.0)
    with pytest.warns(UserWarning, match="3 of 4 augmented rows are clean rows"):
        rows.set_epoch(0)
    assert rows.counts == {"keyboard": 1, "clean": 3} and len(rows) == 8
    clean = [rows[place] for place in range(4)]
    assert all(rows[place] in clean for place in (5, 6, 7)) and rows[4] not in clean
    assert rows.__getitems__([7, 4, 0]) == [rows[7], rows[4], rows[0]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows.set_epoch(1)


def test_warm_up_holds_clean_rows_without_a_warning(encode):
    rows = AugmentedDataset(sentiment(10), TASK, ["keyboard"], encode=encode, start_epoch=1)
    clean = [rows[place] for place in range(10)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows.set_epoch(0)
    assert rows.counts == {"keyboard": 0, "clean": 5} and all(item in clean for item in items(rows, 10))
    rows.set_epoch(1)
    assert not any(item in clean for item in items(rows, 10))


def test_set_epoch_twice_draws_once(encode):
    calls = []

    def counted(batch):
        calls.append(len(batch["text"]))
        return encode(batch)

    rows = AugmentedDataset(sentiment(10), TASK, ["keyboard"], encode=counted)
    calls.clear()
    rows.set_epoch(0)
    rows.set_epoch(0)
    assert calls == [5]


def test_an_epoch_writes_no_file(encode, tmp_path):
    sentiment(20).save_to_disk(tmp_path / "data")
    rows = AugmentedDataset(Dataset.load_from_disk(tmp_path / "data"), TASK, ["keyboard"], encode=encode)
    before = set(tmp_path.rglob("*"))
    for epoch in range(3):
        rows.set_epoch(epoch)
        items(rows)
    assert set(tmp_path.rglob("*")) == before
    assert not rows._extra.cache_files


def test_can_be_pickled(encode):
    rows = AugmentedDataset(sentiment(10), TASK, ["keyboard"], encode=encode)
    rows.set_epoch(1)
    copy = pickle.loads(pickle.dumps(rows))
    assert items(copy) == items(rows)
    for one in (rows, copy):
        one.set_epoch(2)
    assert items(copy) == items(rows)


def test_rows_without_encode_stay_raw():
    rows = AugmentedDataset(sentiment(6), TASK, ["word-case"])
    rows.set_epoch(0)
    assert [set(rows[place]) for place in (0, 8)] == [{"text", "label"}] * 2


def test_removed_columns_and_tensor_format(encode):
    data = sentiment(6).with_format("torch")
    rows = AugmentedDataset(data, TASK, ["keyboard"], encode=encode, remove_columns=["text"])
    rows.set_epoch(0)
    for place in (0, 8):
        assert "text" not in rows[place] and isinstance(rows[place]["input_ids"], torch.Tensor)


def test_a_column_with_provenance_is_replaced():
    data = sentiment(6).map(hr.Perturb("keyboard", TASK), batched=True)
    rows = AugmentedDataset(data, TASK, ["ocr"], budget=1.0)
    rows.set_epoch(0)
    assert set(rows[0]) == {"text", "label"}
    assert {record["transformation"] for record in rows.augmented_rows(0)["robust"]} == {"ocr"}


def test_tags_are_aligned_with_perturbed_tokens():
    data = entities(12)
    encode = EncodeTags(tokenizer([" ".join(tokens) for tokens in data["tokens"][:]]))
    task = hr.task("named-entity-recognition")
    rows = AugmentedDataset(data, task, ["entity-typos"], encode=encode, budget=1.0)
    rows.set_epoch(0)
    for item in items(rows):
        assert item["labels"] == [-100, 1, 2, 0, 3, 0, 0, 0, -100] and len(item["input_ids"]) == 9


def test_answers_stand_at_their_offsets_in_perturbed_contexts():
    contexts = [f"Many people admire Norway number {n} since winters there remain fine." for n in range(8)]
    answers = [{"text": ["winters"], "answer_start": [context.index("winters")]} for context in contexts]
    data = Dataset.from_dict({"context": contexts, "question": ["What remains?"] * 8, "answers": answers})
    rows = AugmentedDataset(data, hr.task("extractive-qa"), ["typos", "punctuation"], budget=1.0)
    rows.set_epoch(0)
    for item in items(rows, 8):
        start = item["answers"]["answer_start"][0]
        assert item["context"] not in contexts and item["context"][start:].startswith("winters")


def test_neighbors_are_annotated_once_for_all_epochs():
    data = entities(12)
    task = hr.task("named-entity-recognition")
    rows = AugmentedDataset(data, task, ["concat-sentences"], budget=0.5)
    for epoch in range(2):
        rows.set_epoch(epoch)
        item = rows[12]
        assert len(item["tokens"]) > 7 and len(item["tokens"]) == len(item["ner_tags"])
        assert set(item) == {"tokens", "ner_tags"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([{"text": "a"}], "expected a datasets.Dataset, found list"),
        (sentiment(4).to_iterable_dataset(), "a stream has no length"),
        (sentiment(4).with_transform(lambda batch: batch), "pass that function as encode"),
        (sentiment(4).add_column("input_ids", [[1]] * 4), "use encode=<the function"),
        (sentiment(4).add_column("input_ids", [[1]] * 4).remove_columns("text"), "its text is gone"),
    ],
)
def test_data_that_cannot_work_is_refused(data, message):
    with pytest.raises(UsageError, match=message):
        AugmentedDataset(data, TASK, ["keyboard"])


def test_absent_columns_and_empty_data_are_refused():
    with pytest.raises(ColumnError, match="sentence"):
        AugmentedDataset(sentiment(4), hr.task("sentiment-classification", text="sentence"), ["keyboard"])
    with pytest.raises(EmptyDataError):
        AugmentedDataset(sentiment(4).select([]), TASK, ["keyboard"])


@pytest.mark.parametrize(
    ("encode", "message"),
    [
        ("tokenize", "encode must be a function"),
        (lambda batch: [1, 2], "must return a mapping"),
        (
            lambda batch: {"input_ids": batch["body"]},
            "encode reads .body., which is no column of the rows; they have text",
        ),
        (lambda batch: {"input_ids": [[1]]}, "one row for each row"),
    ],
)
def test_an_encode_that_cannot_work_is_refused(encode, message):
    with pytest.raises(UsageError, match=message):
        AugmentedDataset(sentiment(4), TASK, ["keyboard"], encode=encode)


def test_an_encode_that_forgets_a_column_later_is_refused(encode):
    def forgetful(batch):
        found = dict(encode(batch))
        clean = all("the" in text.split() for text in batch["text"])
        return found if clean else {"input_ids": found["input_ids"]}

    rows = AugmentedDataset(sentiment(6), TASK, [{"name": "word-case", "case": "upper"}], encode=forgetful)
    with pytest.raises(UsageError, match="encode gave attention_mask for the clean rows"):
        rows.set_epoch(0)


def test_a_chain_may_join_rows_at_its_end():
    data = Dataset.from_dict({"tokens": [["Oslo", "won"], ["We", "left"]], "ner_tags": [["B-LOC", "O"], ["O", "O"]]})
    rows = AugmentedDataset(data, hr.task("named-entity-recognition"), [["typos", "concat-sentences"]], budget=0.5)
    rows.set_epoch(0)
    assert rows.counts == {"typos+concat-sentences": 1, "clean": 0} and len(rows[2]["tokens"]) == 4
