"""The description of the two YAML formats: complete, read as it says, and printed by the command line."""

import inspect
from sys import modules

import pytest
from click.testing import CliRunner

from hf_robust.capability import behavior, capabilities, read_behavior, read_spec, schema, specification_names
from hf_robust.capability.read_behavior import behaviors
from hf_robust.cli import main
from hf_robust.core.yaml_nodes import Key, Node
from hf_robust.slices import read_rules

TABLES = {
    False: list(schema._SEARCHED.values()),
    True: list(schema._WRITTEN.values()),
}


@pytest.mark.parametrize("written", [False, True])
def test_the_example_is_read(written, tmp_path):
    (tmp_path / "brands.txt").write_text("Acme\n")
    path = tmp_path / "mine.yaml"
    path.write_text(schema.describe_format(written).partition("An example\n")[2].replace("\n  ", "\n")[2:])
    read = behavior(path) if written else capabilities(path)
    assert list(read) == (["names.of-people", "negation.not-good"] if written else ["A"])


def test_every_mapping_with_fixed_keys_is_described(monkeypatch):
    """Whatever the readers look for in the files of the package stands in one of the tables."""
    asked = []
    plain = Node.keys

    def keys(self, known, needed=(), noun="key"):
        asked.append(known)
        return plain(self, known, needed, noun)

    monkeypatch.setattr(Node, "keys", keys)
    for room in (modules["hf_robust.capability.read_spec"], modules["hf_robust.capability.read_behavior"]):
        monkeypatch.setattr(room, "_packaged", room._packaged.__wrapped__)  # other tests may have read the files
    for name in specification_names():
        capabilities(name)
    for name in behaviors():
        behavior(name)
    described = {name for tables in TABLES.values() for keys in tables for name in keys} | {"words"}
    labels_and_roles = {"negative", "neutral", "positive", "text", "premise", "hypothesis", "sentence1", "sentence2"}
    labels_and_roles |= {"context", "question", "entailment", "contradiction", "hateful", "non-hateful", "offensive"}
    known = {name for names in asked for name in names}
    assert len(asked) > 100 and not known - described - labels_and_roles, known - described - labels_and_roles


@pytest.mark.parametrize("written", [False, True])
def test_every_described_key_is_read(written):
    modules = [read_behavior] if written else [read_spec, read_rules]
    source = "".join(inspect.getsource(module) for module in modules)
    names = {name for keys in TABLES[written] for name in keys}
    unread = {name for name in names if f'"{name}"' not in source.replace("SHARED_KEYS", "")}
    # these are taken by their table: one value each, whatever the key
    by_table = {*schema.MASK_KEYS, *schema.SHARED_KEYS, *schema.CONFIDENCE_KEYS}
    assert unread <= by_table | {"up", "down", "same"}, unread
    assert all(isinstance(key, Key) for keys in TABLES[written] for key in keys.values())


SINGLE = ("true or false", "whole number", "number", "number from 0 to 1", "code", "a task")


@pytest.mark.parametrize("written", [False, True])
def test_every_key_with_a_single_value_has_its_reader_in_the_table(written):
    keys = {name: key for table in TABLES[written] for name, key in table.items() if key.expected in SINGLE}
    assert keys and not [name for name, key in keys.items() if key.read is None and name not in ("pairs", "margin")]


def test_the_command_prints_every_key():
    for written in (False, True):
        printed = CliRunner().invoke(main, ["capabilities", "schema", *["--behavior"] * written]).output
        lines = {line.split()[0].rstrip("*") for line in printed.splitlines() if line.startswith("  ")}
        assert {name for keys in TABLES[written] for name in keys} <= lines


def test_a_missing_key_is_still_named(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("task: sentiment-classification\nversion: '1'\n")
    with pytest.raises(Exception, match="'labels' is missing; expected task, version, labels, capabilities"):
        capabilities(path)
