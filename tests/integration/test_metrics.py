"""The `evaluate` modules under metrics/: loading, computing, combining, their layout, and the built wheel."""

import ast
import doctest
import importlib.util
import pickle
import re
import sys
from pathlib import Path

import evaluate
import numpy as np
import pytest
import yaml

from hf_robust.core.errors import EmptyDataError, UnknownNameError, UsageError
from hf_robust.scoring.evaluate_modules import load_metric, metric_names

ROOT = Path(__file__).resolve().parents[2]
PAIRED = ["attack_success_rate", "prediction_consistency", "robustness_gap"]
LABELLED = [*PAIRED, "worst_case_accuracy"]
CASES = ["failure_rate", "label_consistency", "pass_to_fail"]
PARSED = {"production_rule_coverage": ["hf_robust.language.constituency"]}  # what parses texts for a module
TEXTS = ["neuron_coverage", "production_rule_coverage", "self_bleu"]
TASKS = ["coreference_f1", "dependency_scores", "gap_f1", "relation_f1", "sense_accuracy", "word_segmentation"]
TASKS += ["multi_label_f1", "score_shift", "span_f1"]
NAMES = sorted([*LABELLED, *CASES, *TEXTS, *TASKS])
ROWS = {"original_predictions": [1, 0, 1, 1], "predictions": [1, 1, 0, 1], "references": [1, 0, 1, 0]}
IDS = {"ids": ["a", "a", "b", "b"]}
ACCEPTED = {"predictions": [1, 1, 0, 1], "references": [[1], [0, 2], [1], [0, 1]]}
SEEDS = {"seed_predictions": [1, 0, 1, 2], "seed_references": [[1], [0, 2], [1], [0, 1]]}
RATED = {**ACCEPTED, "relevancy": [5.0, None, 4.0, 3.0]}
TREES = ["(S (NP (DT Both)) (VP (VBP work)))", "(FRAG (CC Or) (NP (DT both)))", "(S (VP (VB Go)))", "(NP (NN Yes))"]
NEURONS = {"predictions": [[2.0, 0.5], [0.0, 0.5], [0.5, -1.0], [0.1, 0.1]]}
CLUSTERS = [[[[0, 0], [2, 3]]], [], [[[1, 1], [4, 4], [6, 6]]], [[[0, 0], [5, 5]], [[2, 2], [3, 3]]]]
DEPENDENCIES = [{"heads": [2, 0], "deprels": [name, "root"]} for name in ("nsubj", "det", "nsubj", "obj")]
LINKS = [{"a": True, "b": False}, {"a": False, "b": True}, {"a": False, "b": False}, {"a": True, "b": False}]
RELATIONS = ["kills", "Other", "lives in", "kills"]
SPANS = [[{"start": at, "end": at + 3, "type": "PER"}, {"start": at, "end": at, "type": "LOC"}] for at in range(4)]
BOUNDS = {"low": [0.0, 0.0], "high": [1.0, 1.0]}


def _columns(name: str) -> dict:
    if name in PAIRED:
        return ROWS
    own = {
        "failure_rate": ACCEPTED,
        "pass_to_fail": {**ACCEPTED, **SEEDS},
        "label_consistency": RATED,
        "neuron_coverage": NEURONS,
        "production_rule_coverage": {"predictions": TREES},
        "self_bleu": {"predictions": TREES},
        **{name: _beside_others(values) for name, values in zip(TASKS, (CLUSTERS, DEPENDENCIES, LINKS, RELATIONS))},
        "word_segmentation": _beside_others([["他", "来了"], ["他", "来"], ["我", "爱"], ["他来", "了"]]),
        "multi_label_f1": _beside_others([["a", "b"], [], ["a"], ["b"]]),
        "span_f1": _beside_others(SPANS),
        "score_shift": {name: [value / 2 for value in values] for name, values in ROWS.items()},
        "sense_accuracy": {"predictions": RELATIONS, "references": [[name, "k"] for name in RELATIONS]},
    }
    return own.get(name) or {"predictions": ROWS["predictions"], "references": ROWS["references"], **IDS}


def _beside_others(values: list) -> dict:
    """Gold values, and predictions of which only some are right."""
    return {"predictions": [values[3], *values[1:]], "references": values}


def _options(name: str) -> dict:
    """What a module needs besides columns."""
    return {"neuron_coverage": BOUNDS, "production_rule_coverage": {"trees": True}}.get(name, {})


def _scored(name: str) -> dict:
    return load_metric(name).compute(**_columns(name), **_options(name))


def _source(name: str) -> Path:
    return ROOT / "metrics" / name / f"{name}.py"


def _import(path: Path):
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_metric_names_are_the_folders():
    folders = sorted(path.name for path in (ROOT / "metrics").iterdir() if path.is_dir())
    assert metric_names() == NAMES == folders


def test_an_unknown_metric_is_named_with_its_neighbors():
    with pytest.raises(UnknownNameError, match="did you mean robustness_gap"):
        load_metric("robustnes_gap")


@pytest.mark.parametrize("name", NAMES)
def test_a_checkout_loads_by_relative_path(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    metric = evaluate.load(f"metrics/{name}", keep_in_memory=True)
    assert metric.name == name
    assert metric.compute(**_columns(name), **_options(name)) == _scored(name)


@pytest.mark.parametrize("name", NAMES)
def test_load_metric_works_from_any_folder_in_memory_and_pickles(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    metric = load_metric(name)
    first = metric.compute(**_columns(name), **_options(name))
    assert pickle.loads(pickle.dumps(metric)).compute(**_columns(name), **_options(name)) == first
    assert list(tmp_path.iterdir()) == []


def test_gap_values():
    result = load_metric("robustness_gap").compute(**ROWS, total=8)
    assert (result["original"], result["perturbed"]) == (0.75, 0.25)
    assert (result["drop"], result["coverage"]) == (0.5, 0.5)
    assert (result["broken"], result["mended"], result["p_value"]) == (2, 0, 0.5)


def test_attack_consistency_and_worst_case_values():
    attack = load_metric("attack_success_rate").compute(**ROWS)
    assert (attack["n_success"], attack["n_attacked"]) == (2, 3)
    assert load_metric("prediction_consistency").compute(**ROWS)["consistency"] == 0.5
    worst = load_metric("worst_case_accuracy").compute(
        predictions=[1, 0, 1, 1], references=[1, 1, 1, 1], **IDS, is_original=[True, False, True, False]
    )
    assert (worst["worst_case_accuracy"], worst["original"], worst["drop"]) == (0.5, 1.0, 0.5)


@pytest.mark.parametrize(
    ("measure", "original", "perturbed", "gold"),
    [
        ("accuracy", ["x", "y"], ["x", "x"], ["x", "y"]),
        ("accuracy", np.array([1, 0]), np.array([1, 1]), np.array([1, 0])),
        ("token_accuracy", [[3], [4]], [[3], [3]], [[3], [4]]),
        ("token_accuracy", [[], [3, 4]], [[], [3, 3]], [[], [3, 4]]),
        ("token_accuracy", [["1"], ["DT"]], [["1"], ["NN"]], [["1"], ["DT"]]),
        ("seqeval_f1", [[], ["B-A"]], [[], ["B-B"]], [[], ["B-A"]]),
        (
            "squad_f1",
            ["x y", "z"],
            ["x y", "w"],
            [{"text": ["x y"], "answer_start": [0]}, {"text": ["z"], "answer_start": [4]}],
        ),
        ("squad_exact_match", ["x", "z"], ["x", "w"], ["x", "z"]),
        ("relation_f1", ["x", "z"], ["x", "Other"], ["x", "z"]),
        ("sense_accuracy", ["x", "z"], ["x", "w"], [["x"], ["y", "z"]]),
        ("bleu", ["A dog runs.", "Two cats sleep."], ["A dog runs.", "Two."], ["A dog runs.", "Two cats sleep."]),
        ("aspect_accuracy", [["a", "b"], ["a"]], [["a", "b"], ["b"]], [["a", "b"], ["a"]]),
        ("conll_f1", CLUSTERS[2:], [CLUSTERS[2], CLUSTERS[0]], CLUSTERS[2:]),
        ("las", DEPENDENCIES[:2], [DEPENDENCIES[0]] * 2, DEPENDENCIES[:2]),
    ],
)
def test_gap_takes_every_kind_of_label(measure, original, perturbed, gold):
    columns = {"original_predictions": original, "predictions": perturbed, "references": gold}
    result = load_metric("robustness_gap").compute(**columns, measure=measure)
    assert result["original"] == pytest.approx(1.0)
    assert result["perturbed"] < 0.99
    assert (result["n"], result["broken"]) == (2, 1)


def test_gap_takes_tensors_and_dataset_columns():
    import torch
    from datasets import Dataset

    rows = Dataset.from_dict(ROWS)
    columns = {
        "original_predictions": torch.tensor(ROWS["original_predictions"]),
        "predictions": rows["predictions"],
        "references": rows["references"],
    }
    assert load_metric("robustness_gap").compute(**columns)["drop"] == 0.5


def test_perturbed_references_pass_beside_the_columns():
    result = load_metric("robustness_gap").compute(**ROWS, perturbed_references=ROWS["predictions"])
    assert result["perturbed"] == 1.0


def test_consistency_needs_no_references():
    columns = {key: ROWS[key] for key in ("original_predictions", "predictions")}
    assert load_metric("prediction_consistency").compute(**columns)["n_same"] == 2


@pytest.mark.parametrize("name", NAMES)
def test_batches_and_single_rows_add_up_and_empty_batches_are_skipped(name):
    columns, metric = _columns(name), load_metric(name)
    metric.add_batch(**{key: [] for key in columns})
    metric.add_batch(**{key: values[:2] for key, values in columns.items()})
    for row in (2, 3):
        singular = {"predictions": "prediction", "references": "reference"}
        metric.add(**{singular.get(key, key): values[row] for key, values in columns.items()})
    assert metric.compute(**_options(name)) == _scored(name)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_to_score_is_a_clear_error(name):
    metric = load_metric(name)
    with pytest.raises(EmptyDataError, match="no rows to score"):
        metric.compute(**{key: [] for key in _columns(name)}, **_options(name))
    with pytest.raises(EmptyDataError, match="no rows to score"):
        metric.compute(**_options(name))


@pytest.mark.parametrize("name", [*LABELLED, *CASES])
def test_columns_of_different_length_are_refused_and_the_module_stays_usable(name):
    columns, metric = _columns(name), load_metric(name)
    with pytest.raises(UsageError, match="predictions has 1 rows, references has 4"):
        metric.compute(**{**columns, "predictions": [1]})
    assert metric.compute(**columns) == load_metric(name).compute(**columns)


def test_scores_instead_of_classes_are_refused_in_batches_and_rows():
    metric = load_metric("robustness_gap")
    with pytest.raises(UsageError, match="argmax"):
        metric.compute(**{**ROWS, "predictions": [0.9, 0.1, 0.2, 0.7]})
    with pytest.raises(UsageError, match="argmax"):
        metric.add(prediction=0.9, reference=1, original_predictions=1)


def test_a_refused_first_batch_does_not_fix_the_kind_of_label():
    metric = load_metric("robustness_gap")
    with pytest.raises(ValueError, match="expected format"):
        metric.compute(original_predictions=["a"], predictions=["a"], references=[1])
    assert metric.compute(**ROWS)["drop"] == 0.5


def test_wrong_measure_and_missing_columns_are_named():
    metric = load_metric("robustness_gap")
    with pytest.raises(UnknownNameError, match="squad_f1"):
        metric.compute(**ROWS, measure="f1")
    with pytest.raises(UsageError, match="missing input references"):
        metric.compute(original_predictions=[1], predictions=[1])


def test_combine_computes_modules_with_the_same_inputs():
    combined = evaluate.combine([load_metric(name) for name in PAIRED]).compute(**ROWS)
    assert combined["drop"] == 0.5
    assert combined["prediction_consistency_consistency"] == combined["robustness_gap_consistency"] == 0.5
    assert combined["n_attacked"] == 3


def test_combine_of_all_modules_goes_through_add_batch():
    combined = evaluate.combine([load_metric(name) for name in LABELLED])
    combined.add_batch(**ROWS, **IDS)
    result = combined.compute()
    assert (result["drop"], result["worst_case_accuracy"]) == (0.5, 0.0)
    combined.add(prediction=1, reference=1, original_predictions=1, ids="a")
    assert combined.compute()["drop"] == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_examples_of_module_and_card_run(name):
    module = _import(_source(name))
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    card = (ROOT / "metrics" / name / "README.md").read_text(encoding="utf-8")
    blocks = [module._KWARGS_DESCRIPTION, *re.findall(r"```python\n(.*?)```", card, re.DOTALL)]
    assert len(blocks) == 3
    for block in blocks:
        runner.run(parser.get_doctest(block, {}, name, str(_source(name)), 0))
    assert runner.tries >= 9
    assert runner.failures == 0


@pytest.mark.parametrize("name", NAMES)
def test_module_layout_is_what_evaluate_needs(name):
    module = _import(_source(name))
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, evaluate.EvaluationModule)
    ]
    assert [cls.__module__ for cls in found] == [module.__name__]
    assert evaluate.Metric.__doc__ not in (found[0].__doc__, None)
    assert "Args:" in found[0].__doc__ and "Examples:" in found[0].__doc__
    imports = [
        node
        for node in ast.walk(ast.parse(_source(name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert all(len(node.names) == 1 for node in imports)
    assert all(getattr(node, "level", 0) == 0 for node in imports)
    assert {getattr(node, "module", None) or node.names[0].name for node in imports} == {
        "evaluate",
        "hf_robust.scoring",
        "typing",
        *PARSED.get(name, ()),
    }


@pytest.mark.parametrize("name", NAMES)
def test_folder_can_become_a_space(name):
    folder = ROOT / "metrics" / name
    assert {path.name for path in folder.iterdir()} - {"__pycache__"} == {
        f"{name}.py",
        "README.md",
        "app.py",
        "requirements.txt",
    }
    _, front, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    card = yaml.safe_load(front)
    assert set(card) == {
        "title",
        "emoji",
        "colorFrom",
        "colorTo",
        "sdk",
        "sdk_version",
        "app_file",
        "pinned",
        "tags",
        "description",
    }
    assert (card["sdk"], card["app_file"], card["tags"]) == ("gradio", "app.py", ["evaluate", "metric"])
    colours = {"red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray"}
    assert {card["colorFrom"], card["colorTo"]} <= colours
    assert isinstance(card["sdk_version"], str) and len(card["title"]) <= 50
    assert re.findall(r"^## (.+)$", body, re.MULTILINE) == [
        "Metric description",
        "How to use",
        "Inputs",
        "Output values",
        "Examples",
        "Limitations and bias",
        "Citation",
    ]
    assert (folder / "requirements.txt").read_text(encoding="utf-8").split() == [
        "hf-robust",
        "evaluate==0.4.6",
        "gradio",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_card_documents_every_input(name):
    metric = load_metric(name)
    arguments = metric._compute.__code__.co_varnames[1 : metric._compute.__code__.co_argcount]
    card = (ROOT / "metrics" / name / "README.md").read_text(encoding="utf-8")
    assert [argument for argument in arguments if f"\n| `{argument}` |" not in card] == []
    assert [argument for argument in arguments if f"    {argument}: " not in metric.inputs_description] == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("attack_success_rate", ("n_success", "2")),
        ("coreference_f1", ("muc", "[1.0, 0.5, 0.6666666666666666]")),
        ("dependency_scores", ("las", "0.5")),
        ("failure_rate", ("failure_rate", "0.25")),
        ("gap_f1", ("masculine_f1", "1.0")),
        ("label_consistency", ("relevancy", "0.875")),
        ("neuron_coverage", ("bound_cov", "0.25")),
        ("pass_to_fail", ("pass_to_fail_rate", "0.5")),
        ("production_rule_coverage", ("production_rule_coverage", "6")),
        ("self_bleu", ("n", "3")),
        ("prediction_consistency", ("n_same", "2")),
        ("relation_f1", ("relation_f1", "0.5")),
        ("robustness_gap", ("drop", "0.5")),
        ("sense_accuracy", ("sense_accuracy", "0.5")),
        ("span_f1", ("span_f1", "0.8")),
        ("worst_case_accuracy", ("worst_case", "0.5")),
    ],
)
def test_page_scores_its_example_without_gradio(name, expected, monkeypatch):
    monkeypatch.setitem(sys.modules, "gradio", None)
    app = _import(ROOT / "metrics" / name / "app.py")
    assert expected in [tuple(pair) for pair in app.page.score(app.page.example)]
    assert app.page.score(app.page.example)[0][0] != "hint"
    blank = [[""] * len(app.page.columns), [None] * len(app.page.columns)]
    assert app.page.score([*app.page.example, *blank]) == app.page.score(app.page.example)
    assert app.page.score(blank)[0][0] == "hint"
    numbers = {
        "gap_f1": ["his", "A", "B"],
        "span_f1": ["0 1 A"] * 2,
        "label_consistency": [0, 0, 5],
        "production_rule_coverage": ["(NN 0)"],
    }
    found = app.page.score([numbers.get(name, [0] * len(app.page.columns))])
    assert ["n_neurons" if name == "neuron_coverage" else "n", "1"] in found


@pytest.mark.parametrize(
    ("name", "row", "hint"),
    [
        ("dependency_scores", ["x", "root", "0", "root"], "heads must be numbers"),
        ("gap_f1", ["his", "C", "A"], "'C'"),
        ("label_consistency", ["pos", "pos", "6"], "from 1 to 5"),
        ("neuron_coverage", ["0", "1", "x", "2"], "'x'"),
        ("production_rule_coverage", ["Both work"], "no bracketed tree"),
    ],
)
def test_page_says_what_is_wrong_in_a_cell(name, row, hint):
    ((first, message),) = _import(ROOT / "metrics" / name / "app.py").page.score([row])
    assert first == "hint" and hint in message


def test_page_can_be_built_with_gradio():
    gradio = pytest.importorskip("gradio", reason="gradio is not installed; the Space brings it")
    app = _import(ROOT / "metrics" / "robustness_gap" / "app.py")
    assert isinstance(app.page.demo(), gradio.Interface)
