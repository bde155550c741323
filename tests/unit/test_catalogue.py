"""The catalogue says of each transformation what its class says."""

from hf_robust import registry
from hf_robust.catalogue import catalogue, describe, markdown_table, text_table


def test_every_transformation_is_listed_once():
    assert [row["name"] for row in catalogue()] == list(registry.transformations.names())


def test_by_task():
    names = [row["name"] for row in catalogue("natural-language-inference")]
    assert "keyboard" in names and not {"number", "named-entity", "entity-typos"} & set(names)


def test_tables_have_a_line_for_each():
    size = len(registry.transformations.names())
    assert len(text_table(catalogue()).splitlines()) == size + 1
    assert len(markdown_table().splitlines()) == size + 2
    assert all(line.count("|") == 8 for line in markdown_table().splitlines())


def test_describe_names_parameters_and_effects():
    text = describe(registry.transformations.get("keyboard"))
    assert "layout='qwerty'" in text and "extractive-qa: preserves" in text
