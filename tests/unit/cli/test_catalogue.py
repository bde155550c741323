"""The catalogue says of each transformation what its class says."""

from hf_robust.cli.catalog import catalogue, describe, markdown_table, text_table
from hf_robust.core import registry


def test_every_transformation_is_listed_once():
    assert [row["name"] for row in catalogue()] == list(registry.transformations.names())


def test_by_task():
    names = [row["name"] for row in catalogue("natural-language-inference")]
    assert "keyboard" in names and not {"number", "named-entity", "entity-typos"} & set(names)


def test_tables_have_a_line_for_each():
    size = len(registry.transformations.names())
    assert len(text_table(catalogue()).splitlines()) == size + 1
    assert len(markdown_table().splitlines()) == size + 2
    assert all(line.count("|") == 9 for line in markdown_table().splitlines())


def test_list_says_what_happens_to_the_label():
    line = next(line for line in text_table(catalogue()).splitlines() if line.startswith("keyboard "))
    assert line.split()[:6] == ["keyboard", "character", "morphology", "10", "-", "preserves"]


def test_describe_names_parameters_and_effects():
    text = describe(registry.transformations.get("keyboard"))
    assert "layout='qwerty'" in text and "extractive-qa: preserves" in text


def test_describe_shows_what_people_thought():
    text = describe(registry.transformations.get("keyboard"))
    assert "extractive-qa: plausibility 3.37 -> 3.30, grammaticality 3.78 -> 3.57, confidence 0.95" in text
    title = describe(registry.transformations.get("word-case"))
    assert "WordCase-title, part-of-speech: plausibility 3.67 -> 3.60" in title
    unrated = type("Unrated", (registry.transformations.get("keyboard"),), {"name": "unrated"})
    assert "Human ratings: none published" in describe(unrated)
