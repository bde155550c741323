"""Editing model cards: results come in, all else stays byte for byte."""

import pytest
import yaml
from huggingface_hub import ModelCard

from hf_robust.core.errors import HubError
from hf_robust.reports.spliced_card import with_results, with_section, with_tag

FRONT = """license: "mit"   # quoted
language: [en, de]

# what it was trained on
datasets:
- me/reviews
"""
OTHER = {
    "task": {"type": "text-classification"},
    "dataset": {"name": "Reviews", "type": "me/reviews"},
    "metrics": [{"type": "accuracy", "value": 0.9}],
}
OURS = {**OTHER, "source": {"name": "hf_robust", "url": "https://a.b"}}
BODY = "# A model\n\nText with --- and\n---\nmore.\n"


def ours(entry):
    return "source" in entry


def results(card):
    return yaml.safe_load(card.split("---")[1])["model-index"][0]["results"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("body", [BODY, "", "no end"])
@pytest.mark.parametrize("after", ["", "\n# the end\ntags:\n  - x  # y\n"])
def test_the_rest_of_the_card_stays_as_it_is(end, body, after):
    index = yaml.safe_dump({"model-index": [{"name": "m", "results": [OTHER]}]}, sort_keys=False)
    card = f"---\n{FRONT}{index}{after}---\n{body}".replace("\n", end)
    new = with_results(card, "x", [OURS], ours)
    before, rest = FRONT.replace("\n", end), (f"{after}---\n{body}").replace("\n", end)
    assert new.startswith(f"---{end}{before}model-index:{end}") and new.endswith(rest)
    assert results(new) == [OTHER, OURS] and ModelCard(new).data.model_name == "m"
    assert with_results(new, "x", [OURS], ours) == new
    assert new.count("\n") == new.count(end)


def test_an_index_is_added_at_the_end_of_the_front_matter():
    card = f"---\n{FRONT}---\n{BODY}"
    new = with_results(card, "x", [OURS], ours)
    assert new.startswith(f"---\n{FRONT}model-index:\n- name: x\n") and new.endswith(f"---\n{BODY}")
    assert results(new) == [OURS]


def test_earlier_results_make_way_and_those_of_others_stay():
    card = with_results(BODY, "x", [OTHER, OURS], ours)
    worse = {**OURS, "metrics": [{"type": "accuracy", "value": 0.1}]}
    assert results(with_results(card, "y", [worse], ours)) == [OTHER, worse]


@pytest.mark.parametrize("card", ["", BODY, "---\n---\nx", "\n\n# x", "--- no\n", "---\n# only a comment\n---\nx"])
def test_a_card_without_front_matter_gets_one(card):
    new = with_results(card, "x", [OURS], ours)
    loaded = ModelCard(new)
    assert loaded.data.model_name == "x" and len(loaded.data.eval_results) == 1
    assert new.endswith(card.removeprefix("---\n# only a comment\n")) and with_results(new, "x", [OURS], ours) == new


@pytest.mark.parametrize(
    "front, message",
    [
        ("license: [mit", "not valid YAML in line 2 .*mend it"),
        ("\tlicense: mit", "not valid YAML in line 2"),
        ("- a\n- b", "lines of `name: value`"),
        ("{a: b}", "lines of `name: value`"),
        ("date: 2026-99-99", "not valid YAML .*month"),
        ("model-index: 3", "the model-index of the card is no list"),
        ("model-index:\n- name: x\n  results: [1]", "the model-index of the card is no list"),
    ],
)
def test_a_broken_card_is_refused(front, message):
    with pytest.raises(HubError, match=message):
        with_results(f"---\n{front}\n---\n", "x", [OURS], ours)


def test_an_index_of_nothing():
    assert results(with_results("---\nmodel-index:\nlicense: mit\n---\n", "x", [OURS], ours)) == [OURS]


@pytest.mark.parametrize("card", ["", BODY, "no end", "a\r\nb\r\n"])
def test_a_section_comes_at_the_end_and_is_replaced(card):
    first = with_section(card, "me/suite", "## One\n\ntext\n")
    assert (
        first.startswith(card)
        and "## One" in first
        and first.count("\n") == first.count("\r\n" if "\r" in card else "\n")
    )
    both = with_section(first + "more\n", "me/other", "## Two")
    again = with_section(both, "me/suite", "## Three")
    assert "## One" not in again and again.startswith(card) and "more" in again and "## Two" in again
    assert with_section(again, "me/suite", "## Three") == again


def test_no_key_ends_the_comment():
    card = with_section("", "a --> b <!-- c", "text")
    assert card.count("-->") == card.count("<!--") == 2


def test_half_a_section_is_refused():
    card = with_section("", "k", "text").replace("<!-- hf_robust: end of k -->", "")
    with pytest.raises(HubError, match="one of the two lines"):
        with_section(card, "k", "text")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("front", "expected"),
    [
        ("license: mit", "license: mit\ntags:\n- new"),
        ("license: mit\n# the end\n", "license: mit\n# the end\ntags:\n- new"),
        ("tags:\n- a  # first\n- b\nx: 1", "tags:\n- new\n- a  # first\n- b\nx: 1"),
        ("tags:\n  # ours\n  - a\nx: 1", "tags:\n  # ours\n  - new\n  - a\nx: 1"),
        ("tags: [a, 'b']  # ours\nx: 1", "tags: [a, 'b', new]  # ours\nx: 1"),
        ("tags: [\n  a,\n]", "tags: [\n  a, new,\n]"),
        ("tags: []", "tags: [new]"),
        ("tags: [a, new]", "tags: [a, new]"),
        ("tags:\n- 'new'", "tags:\n- 'new'"),
        ("tags: a", "tags: a"),
        ("tags:", "tags:"),
    ],
)
def test_a_tag_is_added_where_it_is_not(front, expected, end):
    card = f"---\n{front}\n---\n{BODY}".replace("\n", end)
    new = with_tag(card, "new")
    assert new == f"---\n{expected}\n---\n{BODY}".replace("\n", end)
    assert with_tag(new, "new") == new and yaml.safe_load(new.split("---")[1]) == yaml.safe_load(expected)
    assert with_tag(BODY, "new") == BODY
