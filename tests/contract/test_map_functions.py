"""What every ``datasets.map`` function must do: one base, stable fingerprints, columns as declared."""

import json
import os
import pickle
from pathlib import Path

import pyarrow as pa
import pytest
from datasets import ClassLabel, Dataset, Features, Value
from datasets.fingerprint import Hasher
from other_process import printed

import hf_robust as hr
from hf_robust.capability import FillRows, Template
from hf_robust.capability.expansion.expand import Expand
from hf_robust.capability.make_seeds import MakeSeeds
from hf_robust.capability.search import Search
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.core.mapping import MapFunction
from hf_robust.language.annotation import Annotate
from hf_robust.language.spacy_pipelines import spacy_name

TASK = hr.task("sentiment-classification", text="sentence")
NAMED = hr.task("sentiment-classification", text="sentence", label_names=["neg", "pos"])
ROWS = {"sentence": ["This is awful.", "It is a dull film."], "label": ["neg", "neg"]}


def functions():
    """One of each class, by its name."""
    capability = hr.capabilities("sentiment-classification", "published")["LC4"]
    rules = {"LC4/sentence": capability.searches["sentence"].rules[1]}
    made = (
        hr.Perturb(["synonym", "keyboard"], TASK),
        hr.Attack("deepwordbug", NAMED, budget=3, keep="all"),
        Annotate(["sentence"], {"pos"}, spacy_name()),
        hr.WordImportance(None, TASK, "random"),
        hr.Validate(["words-changed", "similarity"], TASK, original="sentence"),
        Search(rules, TASK),
        MakeSeeds(capability, TASK),
        Expand(sentiment="vader", parser="embedded", min_count=4),
        hr.SliceColumns(TASK, [{"name": "length", "bounds": [[3, None]]}, "phrase"]),
        FillRows(Template("{lead} {sentence}", columns=["sentence"], lead=["He said:", "I say:"])),
    )
    return {type(function).__name__: function for function in made}


def hashes():
    return {name: Hasher.hash(function) for name, function in functions().items()}


FUNCTIONS = functions()


@pytest.fixture(scope="module", autouse=True)
def _made():
    """Functions keep the models that they ask: they are made for these tests and dropped at their end."""
    FUNCTIONS.update(functions())
    yield
    FUNCTIONS.update(dict.fromkeys(FUNCTIONS))


def classes(cls=MapFunction):
    return {sub for child in cls.__subclasses__() for sub in (child, *classes(child))}


def test_each_class_is_tested():
    ours = {cls.__name__ for cls in classes() if cls.__module__.startswith("hf_robust.")}
    assert ours == set(FUNCTIONS)


@pytest.fixture(scope="module")
def elsewhere():
    """The hashes in another process."""
    code = "import json, test_map_functions; print(json.dumps(test_map_functions.hashes()))"
    here = Path(__file__).parent
    path = os.pathsep.join([str(here), str(here.parent), os.environ.get("PYTHONPATH", "")])
    return json.loads(printed(code, PYTHONPATH=path))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_hash_is_the_same_in_every_process(name, elsewhere):
    function = FUNCTIONS[name]
    assert elsewhere[name] == Hasher.hash(function)
    assert Hasher.hash(pickle.loads(pickle.dumps(function))) == Hasher.hash(function)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_hash_follows_the_version(name, monkeypatch):
    before = Hasher.hash(FUNCTIONS[name])
    monkeypatch.setattr(type(FUNCTIONS[name]), "version", "999")
    assert Hasher.hash(FUNCTIONS[name]) != before


@pytest.mark.parametrize("name", FUNCTIONS)
def test_missing_columns_and_rows_are_refused(name):
    function = FUNCTIONS[name]
    assert function.columns_in and function.columns_out
    with pytest.raises(ColumnError, match=f"expects the columns {function.columns_in[0]}.*found: other"):
        function({"other": ["a"]})
    with pytest.raises(UsageError, match="batched=True"):
        function(dict.fromkeys(function.columns_in, "a"))


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("Expand", "MakeSeeds")])
def test_a_plain_mapping_goes_in_and_comes_out(name):
    """What an engine other than `datasets` needs."""
    function = FUNCTIONS[name]
    made = function({**ROWS, "id": [7, 8]})
    assert isinstance(made, dict) and set(function.columns_out) <= set(made)
    assert {len(values) for values in made.values()} == {len(made[function.columns_out[0]])}
    if function.keeps_rows:
        assert set(made) == set(function.columns_out)
    else:
        assert {*ROWS, "id"} <= set(made)


def test_seeds_from_a_plain_mapping():
    found = FUNCTIONS["Search"](ROWS)
    made = FUNCTIONS["MakeSeeds"]({**ROWS, **found})
    assert tuple(made) == FUNCTIONS["MakeSeeds"].columns_out and made["text"] == [
        "This is not awful.",
        "This isn't awful.",
    ]


@pytest.mark.parametrize("name", ["Perturb", "Attack", "WordImportance", "Validate", "SliceColumns"])
def test_a_table_of_arrow_gives_the_rows_of_map_and_keeps_names_of_labels(name):
    """What ``ray.data`` asks for: ``map_batches(function, batch_format="pyarrow")``."""
    labels = ClassLabel(names=["neg", "pos"])
    features = Features({"sentence": Value("string"), "label": labels, "place": Value("int32")})
    rows = Dataset.from_dict({"sentence": ROWS["sentence"], "label": [0, 0], "place": [7, 8]}, features=features)
    function = FUNCTIONS[name]
    found = function(rows.with_format("arrow")[:])
    mapped = rows.map(function, batched=True).with_format("arrow")[:]
    assert isinstance(found, pa.Table) and found.num_rows == 2
    assert found.schema.remove_metadata() == mapped.schema.remove_metadata()
    assert found.replace_schema_metadata().equals(mapped.replace_schema_metadata())
    assert Features.from_arrow_schema(found.schema)["label"] == labels
