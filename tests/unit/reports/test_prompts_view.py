"""Prompts and repeats in a report: sentences, tables, and every format."""

import pytest
from report_samples import sample_record

from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.prompt_summary import PromptCell, prompt_summary
from hf_robust.evaluation.repeat_summary import repeat_summary
from hf_robust.reports import Report
from hf_robust.reports.formats import all_formats, renderer
from hf_robust.reports.suite_report import SCHEMA


class NamedChoice:
    """A prompt as far as the summary reads it."""

    def __init__(self, number):
        self.name, self.choices = f"sentiment@1 instruction={number}", {"instruction": number}


def prompts(asked=20):
    """The first prompt is right on 18 of 20 rows, also after the change; the second on 10, and then on 8."""
    right = {(0, ""): 18, (0, "keyboard"): 18, (1, ""): 10, (1, "keyboard"): 8}
    return prompt_summary(
        [NamedChoice(1), NamedChoice(2)],
        [
            PromptCell(prompt, row, name, float(row < times))
            for (prompt, name), times in right.items()
            for row in range(asked)
        ],
    )


def report(**parts):
    record = sample_record()
    record |= {name: as_json(part) for name, part in parts.items()}
    return Report(record)


def repeats(flips):
    answers = [["a", "b"]] * flips + [["a", "a"]] * (200 - flips)
    right = [[one == "a" for one in two] for two in answers]
    facts = {"seed": 7, "fingerprints": ["fp_1", "fp_2"], "servers": ["vllm 0.12.0"]}
    return repeat_summary(answers, right, SCHEMA.typed(sample_record()).results, **facts)


def section(view, heading):
    return next(one for one in view.sections if one.heading == heading)


def test_the_choice_of_the_prompt_stands_beside_the_drop():
    view = report(prompts=prompts()).view
    shown = section(view, "Prompts")
    assert shown.intro == (
        "Among 2 prompts, accuracy of the originals is between 50.0 and 90.0: the choice of the prompt moves it by "
        "40.0 points. The drop under the transformations is between 0.0 and 10.0 points, depending on the prompt. All "
        "80 answers were asked for."
    )
    over, by_prompt, transformations, variance, _ = shown.blocks
    assert [row.cells[0].text for row in over.rows] == ["Accuracy", "Perturbed", "Drop"]
    assert [cell.text for cell in over.rows[2].cells][:2] == ["Drop", "10.0"]
    assert [cell.text for cell in by_prompt.rows[0].cells][:4] == ["sentiment@1 instruction=2", "50.0", "40.0", "10.0"]
    assert [cell.text for cell in transformations.rows[0].cells] == ["keyboard", "5.0", "0.0", "10.0", "2"]
    assert [row.cells[0].text for row in variance.rows] == [
        "Prompt", "Transformation", "Both together", "Choice of rows",
    ]  # fmt: skip
    assert sum(row.cells[1].value for row in variance.rows) == pytest.approx(1)
    assert {"Prompt", "Share of the variance"} <= {term for term, _ in view.glossary}


def test_an_estimate_says_so():
    found = prompts()
    some = prompt_summary([NamedChoice(1), NamedChoice(2), NamedChoice(3)], [PromptCell(0, "a", "", 1.0)])
    assert "20 answers" not in section(report(prompts=found).view, "Prompts").intro
    intro = section(report(prompts=some).view, "Prompts").intro
    assert intro.endswith("The model gave 1 answer of 3 to 1 of 3 prompts; the rest is estimated with a Rasch model.")


def test_repeats_stand_beside_the_flip_rates():
    view = report(repeats=repeats(4)).view
    shown = section(view, "Repeats of unchanged rows")
    assert "200 unchanged rows were sent 2 times with the same prompt." in shown.intro
    assert "differ with probability 2.0% (0.8 to 5.0, 95% confidence interval): this is the noise floor." in shown.intro
    assert "One answer is correct with probability 99.0%, all of 2 with 98.0%." in shown.intro
    assert "The flip rate of 2 transformations is not significantly above the noise floor." in shown.intro
    table, servers = shown.blocks
    assert [(row.cells[0].text, row.cells[5].text, row.quiet) for row in table.rows] == [
        ("keyboard", "yes", False), ("synonym", "no", True), ("add_sentence", "no", True),
    ]  # fmt: skip
    assert servers.sentences[-1].startswith("The fingerprint changed during the run")
    assert {"Noise floor", "pass^k"} <= {term for term, _ in view.glossary}


def test_equal_answers_and_no_repeats():
    assert (
        "All answers to a row were equal."
        in section(report(repeats=repeats(0)).view, "Repeats of unchanged rows").intro
    )
    assert section(report(repeats=repeat_summary([])).view, "Repeats of unchanged rows").intro == "No row was repeated."


def test_a_record_without_them_shows_neither():
    headings = {one.heading for one in report().view.sections}
    assert not headings & {"Prompts", "Repeats of unchanged rows"}


def test_the_record_is_read_as_it_was_written(tmp_path):
    found = report(prompts=prompts(), repeats=repeats(4))
    assert Report.load(found.save(tmp_path)) == found
    assert found.typed_record.prompts == SCHEMA.typed(found.record).prompts
    assert found.typed_record.repeats.results[0].name == "keyboard"


@pytest.mark.parametrize("name", [name for name in all_formats() if name != "junit"])
def test_every_format_shows_both(name):
    text = renderer(name)(report(prompts=prompts(), repeats=repeats(4)).view)
    if isinstance(text, bytes):
        assert text.startswith(b"%PDF")
        return
    shown = " ".join(text.split())
    assert "40.0" in shown and "noise floor" in shown.lower()


def test_many_prompts_show_the_lowest_and_the_highest():
    cells = [PromptCell(number, "a", "", number / 200) for number in range(200)]
    table = section(report(prompts=prompt_summary([NamedChoice(n) for n in range(200)], cells)).view, "Prompts").blocks[
        1
    ]
    assert len(table.rows) == 100 and "The lowest 50 and the highest 50 of 200 prompts." in table.caption
