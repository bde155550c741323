"""A language model on a suite with many prompts and with repeats: grid, sparse grid, perturbed prompts, noise floor."""

import html
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.language_model import LanguageModel, chosen_file
from hf_robust.adapters.language_models.prompt_files import AXES
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_key
from hf_robust.evaluation.prompt_plan import LARGEST_GRID, PromptPlan, perturbed_prompts
from hf_robust.tasks import Task

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
ROWS = 40


class Scripted(LanguageModel):
    """Right for a share of the rows that depends on the prompt; a repeat of some rows gives another answer."""

    def __init__(self, task: Task, prompt: Prompt | None = None, shots: Sequence[Shot] = (), restless: int = 0):
        file = chosen_file(task)
        super().__init__(task, prompt, shots, name="scripted", kind="scripted", revision="1", prompts=file, pool=shots)
        self.restless = restless
        self.asked: list[tuple[str, str, int]] = []

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        for place, row in enumerate(rows):
            number = repeats[place] if repeats else 0
            self.asked.append((self.prompt.name, row["text"], number))
            luck = row_key(row["text"]) % 100
            share = 90 - 12 * (self.prompt.choices.get("instruction", 1) - 1) - 20 * ("TEXT" in row["text"])
            right = luck < share and not (number and luck < self.restless)
            word = "positive" if right == ("good" in row["text"].lower()) else "negative"
            yield [place], [read_answer(word, self.expected, row)]


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    texts = [f"A {'good' if number % 2 else 'poor'} text of number {number}." for number in range(ROWS)]
    rows = Dataset.from_dict({"text": texts, "label": [number % 2 for number in range(ROWS)]})
    return hr.Suite.build(rows, TASK, [{"name": "word-case", "case": "upper"}, "keyboard"])


def test_the_grid_is_asked_with_every_prompt(suite: hr.Suite) -> None:
    model = Scripted(TASK)
    found = hr.run(model, suite, prompts="all", prompt_axes=["instruction"], analysis=False).record["prompts"]
    assert found["grid"] == len(found["prompts"]) == len(model.prompts.instructions)  # type: ignore[union-attr]
    assert not found["estimated"] and found["calls"] == found["all_calls"] == found["grid"] * ROWS * 3
    scores = [one["original"] for one in found["prompts"]]
    assert scores == sorted(scores, reverse=True) and scores[0] - scores[-1] > 0.3
    assert found["original"]["best"] == scores[0] and found["original"]["worst"] == scores[-1]
    assert found["variance"]["prompt"] > found["variance"]["both"]
    alone = hr.run(Scripted(TASK), suite, analysis=False).record["originals"]["score"]
    assert found["prompts"][0]["original"] == pytest.approx(alone)


@pytest.mark.parametrize(
    ("axes", "number", "grid"),
    [
        (["instruction", "format"], 8, 10),
        pytest.param(["instruction", "format", "separator", "word_order", "system"], 30, 100, marks=pytest.mark.slow),
    ],
)
def test_a_number_of_prompts_spends_their_calls_on_the_whole_grid(
    suite: hr.Suite, axes: list[str], number: int, grid: int
) -> None:
    suite = replace(suite, entries={"word-case": suite.entries["word-case"]})
    model = Scripted(TASK)
    exact = hr.run(model, suite, prompts="all", prompt_axes=axes, analysis=False).record["prompts"]
    some = hr.run(Scripted(TASK), suite, prompts=number, prompt_axes=axes, analysis=False).record["prompts"]
    assert exact["grid"] == some["grid"] > grid and some["estimated"]
    assert some["calls"] == pytest.approx(number * ROWS * 2, rel=0.02)
    for percent in ("5", "50"):
        for part in ("original", "perturbed"):
            error = abs(exact[part]["quantiles"][percent] - some[part]["quantiles"][percent])
            assert error < 0.05, (part, percent)


def test_repeats_are_asked_between_the_other_requests_and_give_the_noise_floor(suite: hr.Suite) -> None:
    model = Scripted(TASK, restless=25)
    record = hr.run(model, suite, repeats=3, analysis=False).record
    found = record["repeats"]
    assert found["rows"] == ROWS and found["repeats"] == 3
    restless = sum(row_key(text) % 100 < 25 for _, text, number in model.asked if number == 1) / ROWS
    assert found["any_flip"] == pytest.approx(restless) and 0 < restless < 1
    assert found["noise_floor"] == pytest.approx(restless * 2 / 3)
    assert found["pass_k"]["1"] > found["pass_k"]["3"]
    assert [one["name"] for one in found["results"]] == [one["name"] for one in record["results"]]
    last_original = max(place for place, one in enumerate(model.asked) if one[2])
    assert any(not number for _, _, number in model.asked[last_original:])  # perturbed rows come after a repeat


@pytest.mark.parametrize(
    "options",
    [
        {"prompts": "all", "prompt_axes": ["format"]},
        {"prompts": 3, "prompt_axes": ["instruction"]},
        {"perturb": "instruction"},
    ],
)
def test_the_answers_to_the_prompt_of_the_model_are_asked_once(suite: hr.Suite, options: dict[str, Any]) -> None:
    model = Scripted(TASK)
    found = hr.run(model, suite, analysis=False, **options).record["prompts"]
    assert len(model.asked) == len(set(model.asked)) > ROWS
    assert found["prompts"][0]["name"] == model.prompt.name and found["prompts"][0]["calls"]


class Stubborn(Scripted):
    """Gives one answer with each prompt but the first."""

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        if self.prompt.choices["format"] == 1:
            yield from super().answers(rows, repeats)
            return
        for place, row in enumerate(rows):
            yield [place], [read_answer("negative", self.expected, row)]


def test_prompts_with_one_answer_are_counted_in_a_warning(suite: hr.Suite) -> None:
    model = Stubborn(TASK)
    record = hr.run(model, suite, prompts="all", prompt_axes=["format"], analysis=False).record
    said = [one["message"] for one in record["warnings"] if one["code"] == "constant-prompts"]
    number = record["prompts"]["grid"]
    assert len(said) == 1 and f"{number - 1} of {number} prompts give" in said[0] and "'negative'" in said[0]
    assert record["prompts"]["prompts"][1]["name"] in said[0]
    record = hr.run(Scripted(TASK), suite, prompts="all", prompt_axes=["format"], analysis=False).record
    assert "constant-prompts" not in [one["code"] for one in record["warnings"]]


def test_a_cache_of_predictions_does_not_hide_repeats(suite: hr.Suite, tmp_path: Any) -> None:
    for _ in range(2):
        found = hr.run(Scripted(TASK), suite, repeats=2, cache_dir=tmp_path, analysis=False).record["repeats"]
        assert found["rows"] == ROWS and found["noise_floor"] == 0.0


def test_perturbed_instructions_keep_placeholders_and_label_words(suite: hr.Suite, tmp_path: Path) -> None:
    model = Scripted(TASK)
    found = perturbed_prompts(model, {name: name for name in ("keyboard", "word-case", "swap-label")}, "instruction")
    assert len(found) == 3 and found[0].prompt == model.prompt
    assert all("{labels}" in one.prompt.instruction for one in found)
    assert len({one.name for one in found}) == 3
    report = hr.run(model, suite, perturb="instruction", analysis=False)
    record, shown = report.record["prompts"], report.to_markdown(tmp_path / "report.md").read_text()
    assert record["prompts"][0]["instruction"] == model.prompt.instruction != record["prompts"][1]["instruction"]
    page = report.to_html(tmp_path / "report.html").read_text()
    assert html.escape(record["prompts"][1]["instruction"])[:40] in page
    assert "a perturbed instruction moves it by" in shown and "the choice of the prompt" not in shown
    assert [one["perturbed"] for one in record["prompts"]] == [None] * 3
    assert {one["calls"] for one in record["prompts"]} == {ROWS}


def test_perturbed_examples_keep_their_labels(suite: hr.Suite) -> None:
    shots = [
        Shot({"text": "The room was lovely and quiet."}, "positive", "a"),
        Shot({"text": "It broke."}, "negative", "b"),
    ]
    prompt = Prompt("Say {labels}.", "{text}", shots=2, source="mine@1", choices={"instruction": 1})
    found = perturbed_prompts(Scripted(TASK, prompt, shots), {"keyboard": "keyboard"}, "shots")
    assert found[1].shots != found[0].shots and [one.gold for one in found[1].shots or ()] == ["positive", "negative"]


@pytest.mark.parametrize(
    "options, message",
    [
        ({"prompts": 0}, "prompts must be a whole number of at least 1, found 0"),
        ({"prompts": "every"}, "prompts must be"),
        ({"prompts": ["a"]}, "expected a list of prompts"),
        ({"repeats": 0}, "repeats must be"),
        ({"perturb": "words"}, "perturb must be instruction or shots, found 'words'"),
        ({"perturb": "instruction", "prompts": 3}, "give one of them"),
        ({"prompt_axes": ["format"]}, "set `prompts` to all"),
        ({"prompts": "all", "prompt_axes": ["formt"]}, "unknown axis of prompts 'formt'"),
        ({"prompts": "all", "prompt_axes": ["shots"]}, "name rows to draw them from with `examples`"),
        ({"prompts": "all", "prompt_axes": ["shot_draws"]}, "the axis shot_draw varies the examples"),
        ({"perturb": "shots"}, "this prompt has none"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_any_answer(
    suite: hr.Suite, options: dict[str, Any], message: str
) -> None:
    model = Scripted(TASK)
    with pytest.raises(UsageError, match=message):
        hr.run(model, suite, **options)
    assert not model.asked


@pytest.mark.parametrize("axis", AXES)
def test_an_axis_has_the_name_of_its_key_too(axis: str) -> None:
    file = chosen_file(TASK)
    assert file.variants(20, axes=[axis]) == file.variants(20, axes=[AXES[axis]])
    shots = [Shot({"text": f"Text {number}."}, "positive", str(number)) for number in range(8)]
    model = Scripted(TASK)
    model.pool = tuple(shots)
    plans = [PromptPlan(prompts="all", axes=[name]) for name in (axis, AXES[axis])]
    grids = [[one.prompt for one in plan.grid(model, {})] for plan in plans]
    assert grids[0] == grids[1]


def test_other_models_have_no_prompts(suite: hr.Suite) -> None:
    with pytest.raises(UsageError, match="go with a language model"):
        hr.run(lambda texts: ["positive"] * len(texts), suite, repeats=2)


def test_a_grid_needs_a_prompt_file() -> None:
    model = Scripted(TASK)
    model.prompts = None
    with pytest.raises(UsageError, match="name a file"):
        PromptPlan(prompts=3).check(model)


def test_a_large_grid_is_reduced_to_a_draw_with_each_value() -> None:
    model = Scripted(TASK)
    grid = PromptPlan(prompts=8).grid(model, ())
    assert 100 < len(grid) <= LARGEST_GRID
    assert {one.prompt.instruction for one in grid} == set(model.prompts.instructions)  # type: ignore[union-attr]


def test_a_prompt_that_nothing_changes_is_refused_before_anything_is_asked(suite: hr.Suite) -> None:
    model = Scripted(TASK, Prompt("Choose {labels}.", "{text}"))
    rows = Dataset.from_dict({"text": ["It is a good text.", "It is a poor text."], "label": [1, 0]})
    unfit = hr.Suite.build(rows, TASK, ["contraction"])
    with pytest.raises(UsageError, match="no transformation changes the instruction of the prompt; found"):
        hr.run(model, unfit, perturb="instruction", analysis=False)
    assert not model.asked
