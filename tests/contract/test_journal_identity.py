"""Each option of an attack is changed in turn: a journal of the other value is refused, or the option is harmless."""

import inspect
import json
from itertools import chain
from pathlib import Path
from unittest import mock

import pytest
import spacy
from click.testing import CliRunner
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust
import hf_robust as hr
from hf_robust.adapters import as_predictor
from hf_robust.attacks import attack_run
from hf_robust.attacks.constraints.positions import MostWords
from hf_robust.attacks.goals.confidence_goals import SureOfOther
from hf_robust.attacks.journal import Journal
from hf_robust.attacks.results import AttackResult
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.cli import main
from hf_robust.cli.attack_command import attack_command
from hf_robust.core.errors import UsageError

ROWS = [
    {"a": "A fine film.", "b": "It is good.", "gold": 0, "key": "x", "other": "so", "also": "k", "turned": 1},
    {"a": "A dull play.", "b": "It is bad.", "gold": 1, "key": "y", "other": "no", "also": "l", "turned": 0},
]


class Stopped(Exception):
    """The attack has come to its journal."""


def header_of(call):
    """The header of the journal of an attack, which is stopped there."""
    headers = []

    def stop(path, header, rows=None):
        headers.append(header)
        raise Stopped

    with mock.patch.object(attack_run, "Journal", stop):
        call()
    assert headers
    return headers[0]


def is_refused(folder, first, second):
    """Whether a journal of one header is refused with the other."""
    path = folder / "journal.jsonl"
    with Journal(path, first) as journal:
        journal.add(AttackResult(0, "a", "failed"))
    assert Journal(path, first).finished
    try:
        return not Journal(path, second).finished
    except UsageError:
        return True


# --- the command ---------------------------------------------------------------------------------------------------

NLI = {"--task": "nli", "--text-column": "a", "--pair-column": "b", "--label-column": "gold", "--dataset": "DATA"}
NLI |= {"--label-names": "entailment,neutral", "--id-column": "key", "--recipe": "deepwordbug"}
TRAINED = NLI | {"--model": "linear-inference-baseline", "--train": "TRAIN"}
SENTIMENT = {"--task": "sentiment-classification", "--text-column": "a", "--label-column": "gold", "--dataset": "DATA"}
SENTIMENT |= {"--label-names": "positive,negative", "--recipe": "deepwordbug"}
SCORED = {"--task": "text-regression", "--text-column": "a", "--label-column": "gold", "--dataset": "DATA"}
SCORED |= {"--recipe": "deepwordbug"}
TAGS = {"--task": "ner", "--text-column": "tokens", "--label-column": "tags", "--dataset": "TAGS"}
TAGS |= {"--recipe": "deepwordbug"}
OF_MODELS = ("--model", "--train", "--label-map")  # the others are typed with a function in place of the model
HARMLESS = {
    *("--list", "--out", "--format", "--junit", "--fail-under", "--suite-out", "--labels-hold"),  # what is written
    *("--gate", "--strict"),  # how the result is judged
    *("--width", "--cache-dir", "--batch-size", "--device", "--force"),  # how many at once, where, what is remembered
    "--shard",  # which rows are attacked; the results are those of all rows
    "--max-queries",  # rows that it does not reach for are not in the journal
    *("--api-key-env", "--header", "--concurrency", "--requests-per-minute", "--tokens-per-minute"),  # how it is sent
    *("--prices", "--max-cost", "--no-store", "--answers"),  # what is paid, and where answers are kept
}
NOT_AT_HAND = {  # of datasets and models of the Hub: what is loaded is in the identity of the rows or the model
    *("--split", "--config", "--dataset-revision", "--model-revision", "--model-param", "--precision"),
    *("--fields", "--drop-unlabeled"),  # --field stands for the first; without the second such rows are refused
    # what a language model is asked is in its fingerprint (tests/unit/adapters/language_models/test_language_model.py)
    *("--prompt", "--examples", "--answer", "--base-url", "--provider"),
    *("--offsets", "--quotes"),  # the rows are read with these, and they are in the identity
}
CHANGED = {
    "--recipe": (NLI, "deepwordbug", "pruthi"),
    "--like": (NLI | {"--recipe": "pwws"}, "paper", "textattack"),
    "--budget": (NLI, None, "7"),
    "--field": (NLI, "premise", "hypothesis"),
    "--inside": (TAGS, None, True),
    "--target": (NLI, None, "neutral"),
    "--by": (SCORED, None, "2"),
    "--score-range": (SCORED, "0,1", "0,5"),
    "--transformations": (NLI, "keyboard", "ocr"),
    "--model": (TAGS, None, "PIPELINE"),
    "--label-map": (TAGS, None, "PERSON=LOC"),
    "--train": (TRAINED, "TRAIN", "TRAIN2"),
    "--dataset": (NLI, "DATA", "DATA2"),
    "--task": (SENTIMENT, "sentiment-classification", "text-classification"),
    "--text-column": (SENTIMENT, "a", "b"),
    "--pair-column": (NLI, "b", "other"),
    "--label-column": (SENTIMENT, "gold", "turned"),
    "--column": (NLI | {"--pair-column": None}, "hypothesis=b", "hypothesis=other"),
    "--language": (NLI | {"--recipe": "worst-transformations"}, "en", "zh"),
    "--id-column": (NLI, "key", "also"),
    "--label-names": (SENTIMENT, "positive,negative", "negative,positive"),
    "--limit": (NLI, None, "1"),
    "--seed": (NLI, "1", "2"),
    "--first": (NLI, None, "1"),
    "--scheme": (TAGS, None, "IOB1"),
    "--protect": (NLI, None, "film"),
    "--no-protect-defaults": (NLI, None, True),
    "--nlp": (NLI | {"--recipe": "bae"}, None, "PIPELINE"),
}


def test_each_option_of_the_command_is_named_here():
    known = CHANGED.keys() | HARMLESS | NOT_AT_HAND
    unnamed = [option.opts for option in attack_command.params if not {*option.opts, *option.secondary_opts} & known]
    assert not unnamed, "say here whether the option changes a result, and with which values"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    many = [
        {**row, "a": f"{row['a']} {number}", "key": f"{row['key']}{number}"} for number in range(10) for row in ROWS
    ]
    tags = [{"tokens": ["Anna", "left", "Oslo"], "tags": ["B-PER", "O", "B-LOC"]}]
    contents = {"DATA": ROWS, "DATA2": ROWS[::-1], "TRAIN": many, "TRAIN2": many[2:], "TAGS": tags}
    made = {"PIPELINE": str(folder / "pipeline")}
    for name, rows in contents.items():
        made[name] = str(folder / f"{name}.jsonl")
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    pipeline = spacy.load(Path(hf_robust.__file__).parent / "language/embedded/en_robust_sm")
    pipeline.meta["version"] = "9.9.9"
    pipeline.to_disk(made["PIPELINE"])
    return made


def stand_in(choice, task, asked, **_):
    """A model that is there at once."""
    return as_predictor(lambda values: [0] * len(values), task, cache_key="v1")


def typed(files, given, real=False):
    """The header of the journal of a command."""
    words = [[name] if value is True else [name, files.get(value, value)] for name, value in given.items() if value]
    names = [*chain.from_iterable(words), "--out", files["DATA"] + "-out"]

    def run():
        found = CliRunner().invoke(main, ["attack", *names])
        assert isinstance(found.exception, Stopped), (found.output, found.exception)

    if real:
        return header_of(run)
    with mock.patch("hf_robust.cli.attack_command.predictor_for", stand_in):
        return header_of(run)


@pytest.mark.parametrize("option", CHANGED)
def test_a_changed_option_of_the_command_is_another_run(option, files, tmp_path):
    given, before, after = CHANGED[option]
    real = option in OF_MODELS
    one, other = (typed(files, {**given, option: value}, real) for value in (before, after))
    assert is_refused(tmp_path, one, other)


def test_the_same_command_goes_on(files, tmp_path):
    assert not is_refused(tmp_path, typed(files, NLI), typed(files, NLI))
    assert not is_refused(tmp_path, typed(files, NLI), typed(files, {**NLI, "--width": "3", "--batch-size": "7"}))


# --- in Python -----------------------------------------------------------------------------------------------------

TASK = hr.task("sentiment-classification")
PAIRS = hr.task("nli", label_names=["entailment", "neutral"])
FEATURES = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})


def model(texts):
    return ["pos" if "good" in str(text) else "neg" for text in texts]


def of_pairs(pairs):
    return ["neutral" if "good" in str(pair) else "entailment" for pair in pairs]


def rows(features=FEATURES, **columns):
    return Dataset.from_dict({"text": ["A good film", "A dull film"], "label": [1, 0]} | columns, features=features)


def tagged(sentences):
    return [["B-PER" if token == "Anna" else "O" for token in tokens] for tokens in sentences]


PLAIN = {"model": model, "rows": rows(), "recipe": "deepwordbug", "task": TASK, "cache_key": "v1"}
TWO = {**PLAIN, "model": of_pairs, "task": PAIRS}
SCORES = {**PLAIN, "model": lambda texts: [2.0 + ("good" in text) for text in texts], "task": "text-regression"}
SCORES["rows"] = Dataset.from_dict({"text": ["A good film", "A dull film"], "score": [3.0, 1.0]})
LABELS = {**PLAIN, "model": lambda texts: [["a"] for text in texts], "task": "multi-label-classification"}
LABELS["rows"] = Dataset.from_dict({"text": ["A good film", "A dull film"], "labels": [["a", "b"], ["b"]]})
TWO["rows"] = Dataset.from_dict({"premise": ["A film", "B"], "hypothesis": ["good one", "C"], "label": [1, 0]})
NER = {**PLAIN, "model": tagged, "task": hr.task("ner")}
NER["rows"] = Dataset.from_dict({"tokens": [["Anna", "left"]], "ner_tags": [["B-PER", "O"]]})
FREE = {
    *("cache", "journal", "progress", "source", "split", "command", "width", "keep", "batch_size", "device"),
    *("cache_dir", "options", "own", "self"),
    "max_queries",  # rows that it does not reach for are not in the journal
    "record",  # a column of the output, not of the journal
    "train",  # a trained model is its own identity
}
OF_TORCH_MODELS = {"tokenizer", "revision", "max_length", "dtype", "precision"}  # in the identity of the model
ARGUMENTS = {
    "model": (PLAIN, model, of_pairs),
    "rows": (PLAIN, rows(), rows(text=["A good book", "A dull film"])),
    "recipe": (PLAIN, "deepwordbug", "pruthi"),
    "task": (PLAIN, TASK, hr.task("hate-speech-detection")),
    "budget": (PLAIN, None, 5),
    "seed": (PLAIN, 0, 1),
    "like": (PLAIN | {"recipe": "pwws"}, "paper", "textattack"),
    "goal": (PLAIN, None, SureOfOther()),
    "target": (PLAIN, None, "pos"),
    "by": (SCORES, 1.0, 2.0),
    "threshold": (LABELS, 0.5, 0.4),
    "transformation": (PLAIN, "keyboard", "ocr"),
    "constraints": (PLAIN, [], [MostWords(share=0.5)]),
    "search": (PLAIN, None, Greedy()),
    "field": (TWO, "premise", "hypothesis"),
    "inside": (NER, False, True),
    "protect": (PLAIN, (), ("film",)),
    "protect_defaults": (PLAIN, True, False),
    "nlp": (PLAIN | {"recipe": "pwws"}, None, "somewhere"),
    "label_map": (PLAIN, None, {"pos": "neg", "neg": "pos"}),
    "cache_key": (PLAIN, "v1", "v2"),
}


@pytest.mark.parametrize("function", [hr.attack, hr.Attack, as_predictor])
def test_each_argument_is_named_here(function):
    unnamed = inspect.signature(function).parameters.keys() - ARGUMENTS.keys() - FREE - OF_TORCH_MODELS
    assert not unnamed, "say here whether the argument changes a result, and with which values"


def python(given):
    def run():
        with pytest.raises(Stopped):
            hr.attack(journal="never", **given)

    return header_of(run)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_changed_argument_is_another_run(name, tmp_path):
    given, before, after = ARGUMENTS[name]
    assert is_refused(tmp_path, python({**given, name: before}), python({**given, name: after}))


NAMED = hr.task("sentiment-classification", label_names=["neg", "pos"])
PARTS_OF_ROWS = {
    "label names": ({"label": ["pos", "neg"]}, {"label": ["neg", "pos"]}),
    "ids": ({"key": ["a", "b"]}, {"key": ["a", "c"]}),
    "order of rows": ({}, {"text": ["A dull film", "A good film"], "label": [0, 1]}),
    "kind of labels": ({"label": [1, 0]}, {"label": ["pos", "neg"]}),
}


@pytest.mark.parametrize("part", PARTS_OF_ROWS)
def test_each_part_of_the_rows_counts(part, tmp_path):
    task = hr.task("sentiment-classification", label_names=["neg", "pos"], id="key")
    key = {"key": ["a", "b"]}
    one, other = (python({**PLAIN, "task": task, "rows": rows(None, **{**key, **c})}) for c in PARTS_OF_ROWS[part])
    assert is_refused(tmp_path, one, other)


def test_numbers_with_names_in_another_order_are_another_run(tmp_path):
    turned = Features({"text": Value("string"), "label": ClassLabel(names=["pos", "neg"])})
    assert is_refused(tmp_path, python(PLAIN), python({**PLAIN, "rows": rows(turned)}))


def test_a_column_of_annotation_counts(tmp_path):
    plain = rows()
    assert is_refused(tmp_path, python(PLAIN), python({**PLAIN, "rows": plain.add_column("text__ann", ["a", "b"])}))


def test_harmless_arguments_do_not_count(tmp_path):
    assert not is_refused(tmp_path, python(PLAIN), python({**PLAIN, "width": 3, "batch_size": 2, "source": "me"}))


def test_an_upgrade_is_another_run(tmp_path, monkeypatch):
    before = python(PLAIN)
    monkeypatch.setattr(hf_robust, "__version__", "99")
    assert is_refused(tmp_path, before, python(PLAIN))
