"""What the command line and the README say of each transformation is what its class says."""

from hf_robust.cli.catalog import describe, markdown_table
from hf_robust.core import registry


def test_the_table_of_the_readme_has_a_line_for_each():
    table, shared = markdown_table().split("\n\n", 1)
    assert len(table.splitlines()) == len(registry.transformations.names()) + 2
    assert all(line.count("|") == 9 for line in table.splitlines())
    assert "- `rate`: Share of the words that can be changed" in shared and "- `choose`: `random`" in shared


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
