"""Retraining on test cases: the split by seed, cases as training rows, cases among augmented rows, before and after."""

import warnings
from types import SimpleNamespace

import pytest
from datasets import ClassLabel, Dataset, Features, Value, concatenate_datasets
from training_parts import BAD, GOOD, NOUNS, TASK, Encode, sentiment, tokenizer, trainer_of

import hf_robust as hr
from hf_robust.adapters.embedded import embedded_predictor
from hf_robust.capability.cases import case_record, case_row, features
from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, UsageError
from hf_robust.training import as_training_rows, failure_rates, split_cases
from hf_robust.training.retraining import all_cases

NAMED = hr.task("sentiment-classification", label_names=["neg", "pos"])


def table(rows, roles=("text",)):
    made = [
        case_row(roles, [text], case_record(name, [text], accepted=accepted, seed_id=seed))
        for name, seed, text, accepted in rows
    ]
    return Dataset.from_list(made, features=features(roles))


def many(seeds=20, grown=4, name="LC1"):
    return table(
        [
            (name, f"{name}-{seed}", f"{name} text {seed} {case}", ["positive" if seed % 2 else "negative"])
            for seed in range(seeds)
            for case in range(grown)
        ]
    )


def ids(part):
    return {case["seed_id"] for case in part["case"][:]}


def test_no_seed_is_in_two_parts_and_none_is_lost():
    cases = concatenate_datasets([many(), many(10, name="LC2")])
    parts = split_cases(cases, seed=3)
    assert {name: len(ids(part)) for name, part in parts.items()} == {"train": 24, "validation": 3, "test": 3}
    assert sum(map(len, parts.values())) == len(cases)
    assert not ids(parts["train"]) & ids(parts["test"]) and not ids(parts["validation"]) & ids(parts["test"])
    held = [case["capability"] for case in parts["test"]["case"][:]]
    assert {name: held.count(name) for name in held} == {"LC1": 8, "LC2": 4}
    assert parts["train"].features == cases.features


def test_the_split_is_seeded_and_does_not_depend_on_the_order_of_rows():
    cases = many(30)
    first = {name: ids(part) for name, part in split_cases(cases, seed=1).items()}
    shuffled = cases.select(list(reversed(range(len(cases)))))
    assert {name: ids(part) for name, part in split_cases(shuffled, seed=1).items()} == first
    assert {name: ids(part) for name, part in split_cases(cases, seed=2).items()} != first


def test_seeds_that_share_a_text_stay_together():
    rows = [("LC1", f"LC1-{n}", f"one {n}", ["positive"]) for n in range(20)]
    rows += [("LC2", f"LC2-{n}", f"one {n}", ["positive"]) for n in range(20)]
    rows += [("LC2", f"LC2-{n}", f"two {n}", ["positive"]) for n in range(20)]
    parts = split_cases(table(rows))
    texts = {name: {text.split()[1] for text in part["text"][:]} for name, part in parts.items()}
    assert not texts["train"] & texts["test"] and not texts["train"] & texts["validation"]
    assert len(texts["test"]) == 2


@pytest.mark.parametrize(
    ("seeds", "sizes"), [(1, (1, 0, 0)), (2, (1, 0, 1)), (3, (1, 1, 1)), (5, (3, 1, 1)), (100, (80, 10, 10))]
)
def test_few_seeds_still_have_a_held_out_part(seeds, sizes):
    assert tuple(len(ids(part)) for part in split_cases(many(seeds)).values()) == sizes


def test_other_ratios():
    sizes = [len(ids(part)) for part in split_cases(many(10), ratios=(0.5, 0, 0.5)).values()]
    assert sizes == [5, 0, 5]
    assert [len(ids(part)) for part in split_cases(many(10), ratios=(1, 0, 0)).values()] == [10, 0, 0]
    for ratios in ((8, 1), (0, 1, 1), (8, -1, 1), (8, "1", 1), (8, float("inf"), 1)):
        with pytest.raises(UsageError, match="ratios are three numbers"):
            split_cases(many(4), ratios=ratios)


def test_cases_come_as_tables_mappings_and_suites():
    one, other = many(3), many(2, name="LC2")
    nothing = one.select([])
    entries = {"LC1": SimpleNamespace(seeds=one, expanded=nothing), "LC2": SimpleNamespace(seeds=other, expanded=other)}
    assert len(all_cases([one, other])) == len(all_cases({"a": one, "b": other})) == 20
    assert len(all_cases(SimpleNamespace(entries=entries))) == 28
    with pytest.raises(ColumnError, match="have a column 'case'; found text, label"):
        all_cases(sentiment(4))
    with pytest.raises(EmptyDataError, match="no test cases"):
        all_cases(one.select([]))
    with pytest.raises(EmptyDataError, match="no test cases"):
        all_cases([])
    with pytest.raises(UsageError, match="found str"):
        all_cases("LC1")


def test_cases_that_teach_no_single_label_are_left_out_and_counted():
    cases = table(
        [
            ("A", "A-1", "good", ["positive"]),
            ("A", "A-2", "so so", ["positive", "neutral"]),
            ("A", "A-3", "nothing said", []),
            ("A", "A-4", "neither", ["neutral"]),
            ("A", "A-5", "bad", ["negative"]),
        ]
    )
    left_out = "of 5 cases.* left out: 1 accept several labels, 1 accept no label, 1 have a label beside neg, pos$"
    with pytest.warns(UserWarning, match=left_out):
        rows = as_training_rows(cases, TASK, ["neg", "pos"])
    assert rows[:] == {"text": ["good", "bad"], "label": [1, 0]}
    assert rows.features["label"] == ClassLabel(names=["neg", "pos"])
    with pytest.raises(EmptyDataError, match="of 1, 1 accept several labels"):
        as_training_rows(cases.select([1]), TASK, ["neg", "pos"])
    with pytest.warns(UserWarning, match="1 accept several labels, 1 accept no label$"):
        assert as_training_rows(cases, TASK)["label"][:] == ["positive", "neutral", "negative"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (ClassLabel(names=["neg", "pos"]), [1]),
        (ClassLabel(names=["POSITIVE", "NEGATIVE"]), [0]),
        (Value("int32"), [1]),
        (Value("string"), ["pos"]),
    ],
)
def test_labels_take_the_type_of_the_training_data(kind, expected):
    value = "pos" if kind == Value("string") else 1
    form = Features({"text": Value("string"), "label": kind})
    clean = Dataset.from_dict({"text": ["x"], "label": [value]}, features=form)
    cases = table([("A", "A-1", "good", ["positive"])])
    rows = as_training_rows(cases, NAMED, like=clean)
    assert rows["label"][:] == expected
    assert len(concatenate_datasets([clean, rows])) == 2
    if kind == Value("int32"):
        with pytest.raises(LabelError, match="numbers without names"):
            as_training_rows(cases, TASK, like=clean)


def test_texts_are_called_as_in_the_task():
    task = hr.task("sentiment-classification", text="sentence", label="gold")
    rows = as_training_rows(table([("A", "A-1", "good", ["positive"])]), task)
    assert rows[:] == {"sentence": ["good"], "gold": ["positive"]}
    with pytest.raises(ColumnError, match="have a column 'premise'"):
        as_training_rows(table([("A", "A-1", "good", ["yes"])]), hr.task("natural-language-inference"))
    with pytest.raises(UsageError, match="cases train a classifier"):
        as_training_rows(table([("A", "A-1", "good", ["yes"])]), hr.task("part-of-speech"))


def test_failure_rates_by_capability():
    cases = concatenate_datasets(
        [
            table([("LC10", "s", "good", ["positive"]), ("LC10", "s", "bad", ["positive", "neutral"])]),
            table([("LC2", "s", "bad", ["negative"]), ("LC2", "s", "odd", ["neutral"]), ("LC2", "s", "?", [])]),
            table([("LC3", "s", "odd", ["neutral"])]),
        ]
    )
    found = failure_rates(lambda texts: ["pos" if "good" in text else "neg" for text in texts], cases, NAMED)
    assert list(found) == ["LC2", "LC3", "LC10"]
    assert [(rate["failure_rate"], rate["n"]) for rate in found.values()] == [(0.0, 1), (None, 0), (0.5, 2)]
    with pytest.raises(UsageError, match="count wrong classes"):
        failure_rates(len, cases, hr.task("part-of-speech"))


@pytest.fixture(scope="module")
def words():
    return tokenizer(sentiment(64)["text"][:], [f"LC1 text {n} {m}" for n in range(20) for m in range(4)])


def test_epochs_draw_cases_anew_and_all_before_any_again(words):
    clean, cases = sentiment(40), many(10, 2)
    callback = hr.AugmentCallback(TASK, cases=cases, budget=0.5, seed=4)
    data = callback.wrap(clean)
    seen = []
    for epoch in range(2):
        data.set_epoch(epoch)
        assert data.counts == {"cases": 20, "clean": 0} and len(data) == 60
        seen.append([data[place]["text"] for place in range(40, 60)])
        assert sorted(seen[-1]) == sorted(cases["text"][:])
    assert seen[0] != seen[1]
    again = callback.wrap(clean)
    again.set_epoch(1)
    assert [row["text"] for row in again.__getitems__(list(range(40, 60)))] == seen[1]
    assert {row["label"] for row in again.__getitems__(list(range(40, 60)))} == {0, 1}
    rows = again.augmented_rows(0)
    assert rows["text"][:] == seen[0] and rows["robust"][0] is None


def test_cases_and_transformations_share_the_slots(words):
    clean = sentiment(40)
    data = hr.AugmentedDataset(clean, TASK, ["keyboard"], cases=many(3, 2), budget=1.0, encode=Encode(words))
    data.set_epoch(0)
    assert data.counts == {"keyboard": 20, "cases": 20, "clean": 0}
    assert set(data[79]) == set(data[0]) and data[79]["input_ids"]
    texts = [row["text"] for row in data.augmented_rows(0)]
    assert sum(text.startswith("LC1 text") for text in texts) == 20
    assert repr(data) == "AugmentedDataset(40 clean + 40 by keyboard, cases; epoch 0)"
    alone = hr.AugmentedDataset(clean, TASK, ["keyboard"], budget=0.5)
    alone.set_epoch(0)
    assert alone.counts == {"keyboard": 20, "clean": 0}


def test_cases_begin_with_their_epoch_and_may_outnumber_the_clean_rows():
    data = hr.AugmentedDataset(sentiment(4), TASK, cases=many(3, 2), budget=3.0, start_epoch=1)
    data.set_epoch(0)
    assert data.counts == {"cases": 0, "clean": 12} and data[15]["text"] == data[3]["text"]
    data.set_epoch(1)
    assert data.counts == {"cases": 12, "clean": 0}
    texts = [data[place]["text"] for place in range(4, 16)]
    assert all(texts.count(text) == 2 for text in texts)


def test_other_columns_of_the_clean_rows_stay_and_are_empty_for_cases():
    clean = sentiment(4).add_column("source", ["a", "b", "c", "d"])
    data = hr.AugmentedDataset(clean, TASK, ["keyboard"], cases=many(3, 2), budget=2.0)
    data.set_epoch(0)
    assert [data[place]["source"] for place in range(8, 12)] == [None] * 4
    assert all(data[place]["source"] for place in range(8))


def test_wrong_cases_are_refused():
    with pytest.raises(UsageError, match="up to 1000; found 1001"):
        hr.AugmentCallback(TASK, cases=many(2), budget=1001)
    with pytest.raises(UsageError, match="up to 2, the number of transformations and one for the cases; found 3"):
        hr.AugmentCallback(TASK, ["keyboard"], cases=many(2), budget=3)
    with pytest.raises(UsageError, match="transformations must be a list"):
        hr.AugmentCallback(TASK)
    plain = Dataset.from_dict({"text": ["a"], "label": ["pos"]})
    with pytest.raises(UsageError, match=r"as_training_rows\(cases, task, like=dataset\)"):
        hr.AugmentCallback(TASK, cases=plain).wrap(sentiment(4))
    with pytest.raises(ColumnError, match="label"):
        hr.AugmentCallback(TASK, cases=plain.remove_columns("label")).wrap(sentiment(4))
    rows = as_training_rows(many(2), TASK, like=sentiment(4))
    data = hr.AugmentCallback(TASK, cases=rows).wrap(sentiment(4))
    assert data[5]["text"].startswith("LC1 text")


def turned():
    """Cases in which a word that the clean data never has turns the adjective round."""
    rows = []
    for place, word in enumerate([*GOOD, *BAD]):
        label, turns = ("negative", "spoiled") if word in GOOD else ("positive", "redeemed")
        rows += [
            ("LC6", f"LC6-{place}-{noun}", f"the {noun} was {word} but {turns}{more}", [label])
            for noun in NOUNS
            for more in ("", " again", " today")
        ]
    return table(rows)


@pytest.mark.parametrize("how", ["callback", "concatenated"])
def test_retraining_lowers_the_failure_rate_on_held_out_seeds(tmp_path, how):
    clean, cases = sentiment(96), turned()
    parts = split_cases(cases, seed=1)
    tokens = tokenizer(clean["text"][:], cases["text"][:])
    options = {
        "num_train_epochs": 6,
        "learning_rate": 5e-3,
        "lr_scheduler_type": "constant",
        "per_device_train_batch_size": 32,
    }
    encode = Encode(tokens)
    before = trainer_of(tmp_path, tokens, clean.map(encode, batched=True), **options)
    if how == "callback":
        callback = hr.AugmentCallback(TASK, cases=parts["train"], budget=1.5, encode=encode)
        after = trainer_of(tmp_path, tokens, callback.wrap(clean), [callback], **options)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            rows = as_training_rows(parts["train"], TASK, like=clean)
        after = trainer_of(tmp_path, tokens, concatenate_datasets([clean, rows]).map(encode, batched=True), **options)
    rates = []
    for trainer in (before, after):
        trainer.train()
        rates.append(failure_rates(trainer.model, parts["test"], NAMED, tokenizer=tokens)["LC6"])
    assert rates[0]["n"] == rates[1]["n"] == len(parts["test"]) > 15
    assert rates[0]["failure_rate"] > 0.7 and rates[1]["failure_rate"] < 0.3
    if how == "callback":
        assert [entry["cases"] for entry in callback.history] == [144] * 6


def test_failure_rates_of_a_model_without_neutral():
    """The specification's labels may be three where the model has two."""
    task = hr.task("sentiment-classification", label_names=["negative", "neutral", "positive"])
    cases = table([("LC6", "s", "A good film.", ["positive", "neutral"]), ("LC1", "s", "A film.", ["neutral"])])
    two = embedded_predictor(hr.task("sentiment-classification", label_names=["negative", "positive"]))
    found = failure_rates(two, cases, task)
    assert (found["LC6"]["failure_rate"], found["LC6"]["n"]) == (0.0, 1)
    assert found["LC1"]["failure_rate"] is None and found["LC1"]["n"] == 0
