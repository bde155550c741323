"""The file of a configuration: read, checked with the line of each mistake, written back exactly."""

from dataclasses import replace

import pytest

from hf_robust.configured.config_choices import (
    AttackChoice,
    CapabilityChoice,
    DataChoice,
    Limits,
    ModelChoice,
    PromptsChoice,
    SuiteChoice,
)
from hf_robust.configured.configuration import Configuration, load, written
from hf_robust.configured.pushed_results import COMMIT, PULL_REQUEST
from hf_robust.core.errors import SpecError

FULL = Configuration(
    task="natural-language-inference",
    dataset=DataChoice(
        source="rows, # of mine.jsonl",
        split="test",
        columns={"premise": "no", "label": "yes: 1"},
        fields=("premise",),
        id="1",
        label_names=("a,b", "null", "É"),
        scheme="BIO PER_B O",
        offsets="utf-16",
        quotes="literal",
        limit=20,
        drop_unlabeled=True,
    ),
    models=(
        ModelChoice(),
        ModelChoice(model="me/x", name="mine", label_map={"=1": "no"}, params={"beams": 4, "prefix": "a: "}),
        ModelChoice(model="0x10", revision="1e3", batch_size=8, device="cpu", precision="auto", train="t.csv"),
    ),
    transformations=(
        "keyboard",
        {"name": "ocr", "rate": 1e-05},
        ("typos", {"name": "twitter", "mode": "at"}),
    ),
    language="zh",
    baseline="mine",
    variants=2,
    protect=("Paris", "on", "~"),
    protect_defaults=False,
    nlp="en_core_web_sm",
    filters={"words-changed": "strict", "edit-distance": {"least": 0.5}},
    slices=("length", {"name": "length", "quantiles": 3}),
    weakest=True,
    save_answers=True,
    metric="rouge:rougeL",
    bias=("gender",),
    capabilities=(CapabilityChoice(), CapabilityChoice(source="me/cases", revision="v1.0.0", seeds_per_capability=3)),
    attacks=(AttackChoice(), AttackChoice(recipe="bae", budget=9, inside=True)),
    seed=-3,
    thresholds=Limits(
        fail_under={"*": 0.8, "keyboard": 0.5},
        min_confidence=0.5,
        unrated="skip",
        junit="j.xml",
        fail_on_regression=True,
        summary="job.md",
        baseline="before/report.json",
    ),
    prompts=PromptsChoice(count=32, axes=("instruction",), repeats=3),
    push_results=PULL_REQUEST,
    formats=("latex", "markdown"),
    out="report",
    cache_dir="cache",
    max_errors=0.5,
    num_proc=2,
)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "robust.yaml"


def read(file, text):
    file.write_text(text, encoding="utf-8")
    return load(file)


@pytest.mark.parametrize(
    "configuration",
    [
        Configuration(),
        FULL,
        Configuration(suite=SuiteChoice(source="me/suite", revision="v1.0.0", content_hash="0123")),
        Configuration(
            push_results=COMMIT, bias=(), capabilities=(CapabilityChoice(),), thresholds=Limits(fail_under={"*": 0.5})
        ),
        Configuration(prompts=PromptsChoice(count="all", perturb=None)),
        Configuration(prompts=PromptsChoice(perturb="shots")),
        Configuration(models=(ModelChoice(),), attacks=(AttackChoice(),), transformations=(("keyboard", "ocr"),)),
    ],
)
def test_what_is_written_is_read_as_the_same(file, configuration):
    text = written(configuration, "Two lines\nof a title.")
    found = read(file, text)
    assert found == configuration
    assert written(found, "Two lines\nof a title.") == text


def test_each_key_of_the_full_file_is_used(file):
    """So that a key that is added without a test of its round trip is noticed."""
    unused = [
        name for name in Configuration.__dataclass_fields__ if getattr(FULL, name) == getattr(Configuration(), name)
    ]
    assert unused == ["version", "suite"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dataset: rows.jsonl\ntask: nli\n", {"dataset": DataChoice(source="rows.jsonl"), "task": FULL.task}),
        ("models: me/x\n", {"models": (ModelChoice(model="me/x"),)}),
        ("models:\n  model: me/x\n", {"models": (ModelChoice(model="me/x"),)}),
        ("models: [null, a/b]\n", {"models": (ModelChoice(), ModelChoice(model="a/b"))}),
        ("suite: saved\n", {"suite": SuiteChoice(source="saved")}),
        ("transformations: all\n", {}),
        ("transformations:\n", {}),
        ("transformations: keyboard\n", {"transformations": ("keyboard",)}),
        ("transformations: [keyboard+ocr]\n", {"transformations": (("keyboard", "ocr"),)}),
        ("transformations: [{name: ocr}]\n", {"transformations": ("ocr",)}),
        ("capabilities: false\n", {}),
        ("capabilities: true\n", {"capabilities": (CapabilityChoice(),)}),
        ("capabilities: cases\n", {"capabilities": (CapabilityChoice(source="cases"),)}),
        ("bias: true\n", {"bias": ()}),
        ("bias: false\n", {}),
        ("slices: all\n", {"slices": ("all",)}),
        ("slices: [{name: length}]\n", {"slices": ("length",)}),
        ("push_results: true\n", {"push_results": PULL_REQUEST}),
        ("push_results: false\n", {}),
        ("attacks: bae\n", {"attacks": (AttackChoice(recipe="bae"),)}),
        ("thresholds: {fail_under: 1}\n", {"thresholds": Limits(fail_under={"*": 1.0})}),
    ],
)
def test_short_forms(file, text, expected):
    assert read(file, text) == replace(Configuration(), **expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed: 1\n\nmodel: me/x\n", "robust.yaml:3: model: unknown key 'model'; did you mean models?"),
        ("seed: x\n", "robust.yaml:1: seed: expected a whole number, found 'x'"),
        ("seed: 1\nseed: 2\n", "robust.yaml:2: seed: the key is there twice; the first is in line 1"),
        ("version: 2\n", "expected 1, found 2; a newer hf_robust may read it"),
        ("task: sentimental\n", "robust.yaml:1: task: unknown task 'sentimental'; did you mean sentiment"),
        ("variants: 0\n", "expected a whole number of at least 1, found 0"),
        ("weakest: perhaps\n", "weakest: expected true or false, found 'perhaps'"),
        ("out: ''\n", "out: expected a text, found an empty one"),
        ("dataset:\n  sourse: x\n", "robust.yaml:2: dataset.sourse: unknown key 'sourse'; did you mean source?"),
        ("dataset:\n  limit: 0\n", "dataset.limit: expected a whole number of at least 1"),
        ("dataset: [a]\n", "dataset: expected a mapping, found a list"),
        ("dataset: {columns: text}\n", "dataset.columns: expected a mapping, found 'text'"),
        ("models: []\n", "models: expected from 1 to 10 models, found 0"),
        (f"models: [{', '.join(f'm{n}' for n in range(11))}]\n", "expected from 1 to 10 models, found 11"),
        ("models: [a/b, a/b]\n", "no two models may be called 'a/b', nor one 'comparison'; give it a 'name'"),
        ("models: [a/b, a-b]\n", "no two models may be called 'a-b'"),
        ("models: [comparison]\n", "no two models may be called 'comparison'"),
        ("models: [mine, other]\nbaseline: mne\n", "robust.yaml:2: baseline: unknown model 'mne'; did you mean mine?"),
        ("baseline: old/report.json\n", "a report of an earlier run stands under thresholds, as their baseline"),
        ("push_results: yes please\n", "push_results: expected true, false or commit, found yes please"),
        ("models:\n- model: a/b\n  precision: half\n", "robust.yaml:3: models.1.precision: unknown precision 'half'"),
        ("models:\n- model: a/b\n  batch_size: 0\n", "models.1.batch_size: expected a whole number of at least 1"),
        ("transformations: []\n", "expected names of transformations, or all; found an empty list"),
        ("transformations:\n- ocr\n- keybord\n", "robust.yaml:3: transformations.2: unknown transformation 'keybord'"),
        ("transformations:\n- name: ocr\n  rat: 1\n", "ocr has no parameter 'rat'; it has"),
        ("transformations:\n- name: ocr\n  rate: 7\n", "robust.yaml:2: transformations.1.name: ocr: rate must be"),
        ("transformations:\n- rate: 7\n", "a transformation given as a mapping needs 'name'"),
        ("transformations: [[]]\n", "expected the parts of a chain, found none"),
        ("filters: {similarty: 1}\n", "robust.yaml:1: filters.similarty: unknown validator 'similarty'; did you mean"),
        ("filters: {words-changed: 7}\n", "from 0 to 1"),
        ("bias: gendr\n", "robust.yaml:1: bias: unknown kind of bias 'gendr'; did you mean gender?"),
        ("slices: [lenght]\n", "robust.yaml:1: slices.1: unknown subpopulation 'lenght'; did you mean length?"),
        ("slices: [{name: length, q: 1}]\n", "unknown parameter of length 'q'"),
        ("attacks: [pwss]\n", "unknown attack recipe 'pwss'; did you mean pwws"),
        ("attacks:\n- recipe: pwws\n  like: me\n", "robust.yaml:3: attacks.1.like: unknown source 'me'"),
        ("thresholds: {fail_under: 80}\n", "thresholds.fail_under: expected a number from 0 to 1, found 80; type 0.8"),
        ("thresholds: {fail_under: {ocr: high}}\n", "thresholds.fail_under.ocr: expected a number, found 'high'"),
        ("thresholds: {unrated: drop}\n", "unknown choice 'drop'; expected one of: keep, skip"),
        ("suite: saved\nseed: 1\ndataset: x\n", "robust.yaml:3: dataset: has no meaning with the suite"),
        ("suite: saved\nattacks: pwws\n", "attacks: has no meaning with the suite"),
        ("- a\n- b\n", "robust.yaml:1: (the file): expected a mapping, found a list"),
        ("just text\n", "(the file): expected a mapping, found 'just text'"),
        ("", "is empty; expected a mapping with models, transformations, task, dataset"),
        ("a: [1\n", "no YAML"),
        ("a: &a [x]\nb: [*a, *c]\n", "no YAML"),
    ],
)
def test_mistakes_are_said_with_their_line(file, text, message):
    with pytest.raises(SpecError) as error:
        read(file, text)
    assert message in str(error.value)


def test_a_bomb_of_aliases_is_refused_at_once(file):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(SpecError, match="each alias counted"):
        read(file, "\n".join(lines))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SpecError, match="cannot be read"):
        load(tmp_path / "none.yaml")
