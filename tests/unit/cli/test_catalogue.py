"""What the command line and the documentation say of each transformation is what its class says."""

import pytest
from click.testing import CliRunner

from hf_robust.cli.app import main
from hf_robust.cli.catalog import describe, shared_parameters, transformations_table
from hf_robust.transforms import transformation_registry


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tables_have_a_line_for_each(language):
    lines = [line for line in transformations_table(language).splitlines() if line.startswith("| `")]
    known = transformation_registry.transformations.values(language)
    assert len(lines) == len({cls.name for cls in known if language == "en" or language in cls.languages})
    assert all(line.count("|") == 7 for line in lines)


def test_the_shared_parameters_are_those_of_the_base_class():
    assert "- `rate`: Share of the words that can be changed" in shared_parameters()
    assert "- `choose`: `random`" in shared_parameters()


def test_describe_names_parameters_and_effects():
    text = describe(transformation_registry.transformations.get("keyboard"))
    assert "layout='qwerty'" in text and "extractive-qa: preserves" in text


def test_generated_tests_are_told_apart_from_changed_rows():
    for cls in transformation_registry.transformations.values():
        assert ("generated tests" in describe(cls)) is cls.generated
    assert "| new tests |" in next(line for line in transformations_table().splitlines() if "`overlap`" in line)


def test_describe_shows_what_people_thought():
    text = describe(transformation_registry.transformations.get("keyboard"))
    assert "extractive-qa: plausibility 3.37 -> 3.30, grammaticality 3.78 -> 3.57, quality kept 0.95" in text
    title = describe(transformation_registry.transformations.get("word-case"))
    assert "WordCase-title, part-of-speech: plausibility 3.67 -> 3.60" in title
    unrated = type("Unrated", (transformation_registry.transformations.get("keyboard"),), {"name": "unrated"})
    assert "Human ratings: none published" in describe(unrated)


def test_show_knows_the_capabilities():
    shown = CliRunner().invoke(main, ["show", "LC4"])
    assert shown.exit_code == 0 and "LC4 (sentiment-classification): Negated negative should be" in shown.output
    assert "unknown transformation 'LC99'" in CliRunner().invoke(main, ["show", "LC99"]).output


def test_show_names_a_category_as_reports_do():
    assert "word level, paradigmatic, in reports lexical (" in describe(
        transformation_registry.transformations.get("antonym")
    )
