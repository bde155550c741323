"""Prompt files: their keys, the grid of their axes, and a draw from it."""

from collections import Counter

import pytest

from hf_robust.adapters.language_models.answer_formats import has_answer_format
from hf_robust.adapters.language_models.prompt_files import load_prompts, prompt_files, read_prompts
from hf_robust.core.errors import SpecError, UnknownNameError, UsageError
from hf_robust.tasks import TASKS

SMALL = """\
task: sentiment
version: 3
inputs: [text]
systems: ["", "Be brief."]
instructions: ["Choose: {labels}", "Pick one of {labels}", "Which of {labels}?"]
formats: ["{text}"]
shots: [0, 1, 2]
shot_draws: [1, 2]
shot_orders: [given, reversed]
"""


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(SMALL, "utf-8")
    return read_prompts(path)


@pytest.mark.parametrize("name", prompt_files())
def test_prompts_of_the_package(name):
    task, _, language = name.partition(".")
    found = load_prompts(task, language or "en")
    assert (found.task, found.language, found.source) == (task, language or "en", f"{name}@{found.version}")
    assert len(found.instructions) >= 5 and len(found.formats) >= 2 and len(found.systems) >= 2
    assert len(found.shots) >= 2 and found.shots[0] == 0
    assert found.default.choices == dict.fromkeys(found.axes, 1)


def test_each_task_that_can_be_asked_has_prompts():
    asked = {name for name in TASKS if has_answer_format(TASKS[name])}
    assert asked == {name for name in prompt_files() if "." not in name}


def test_a_grid_holds_each_prompt_once(small):
    grid = small.variants("all")
    # of 2 system messages and 3 instructions: one prompt without examples, two with one, four with two
    assert len(grid) == 2 * 3 * (1 + 2 + 4)
    assert len({prompt.name for prompt in grid}) == len(grid)
    assert grid[0] == small.default and small.variants(1000) == grid
    assert len(small.variants("all", axes=["instruction", "system"])) == 6
    assert {prompt.choices["shots"] for prompt in small.variants("all", axes=["instruction"])} == {1}


@pytest.mark.parametrize("count", [1, 7, 20, 21, 22, 41])
def test_a_draw_has_different_prompts_of_the_grid(small, count):
    drawn = small.variants(count, seed=5)
    names = [prompt.name for prompt in drawn]
    assert len(set(names)) == count and set(names) <= {prompt.name for prompt in small.variants("all")}
    assert drawn == small.variants(count, seed=5)


def test_a_draw_has_each_value_about_equally_often():
    prompts = load_prompts("sentiment")
    drawn = prompts.variants(60, seed=1)
    for axis, values in prompts.axes.items():
        counts = Counter(prompt.choices[axis] for prompt in drawn)
        assert len(counts) == len(values)
        if not axis.startswith("shot_"):  # prompts without examples have the first draw and order
            assert max(counts.values()) - min(counts.values()) <= 2
    assert drawn != prompts.variants(60, seed=2)


def test_values_of_names_in_braces_can_be_changed():
    french = load_prompts("translation").with_values(target_language="French")
    assert french.default.values == {"source_language": "English", "target_language": "French"}
    with pytest.raises(UsageError, match="unknown value 'target'; did you mean|did you mean target_language"):
        french.with_values(target_langage="x")


@pytest.mark.parametrize("count", [0, -1, True, "some", 2.5])
def test_wrong_counts_are_refused(small, count):
    with pytest.raises(UsageError, match="number of prompts of at least 1, or 'all'"):
        small.variants(count)
    with pytest.raises(UnknownNameError, match="unknown axis of prompts 'instructoin'; did you mean instruction"):
        small.variants(3, axes=["instructoin"])


def test_a_grid_that_is_too_large_is_drawn_from(tmp_path):
    path = tmp_path / "large.yaml"
    lists = {"systems": "s", "separators": "p"}
    many = "".join(f"{name}: [{', '.join(f'{sign}{n}' for n in range(200))}]\n" for name, sign in lists.items())
    path.write_text(SMALL.replace('systems: ["", "Be brief."]\n', many), "utf-8")
    large = read_prompts(path)
    with pytest.raises(UsageError, match=r"at most 100,000 prompts in a grid, found 1,440,000; draw some with"):
        large.variants("all")
    assert len({prompt.name for prompt in large.variants(300)}) == 300


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("instructions:", "instruction:", 5, "unknown key 'instruction'; did you mean instructions"),
        ("version: 3\n", "", 1, "the key 'version' is missing"),
        ("version: 3", "version: 0", 2, "a whole number of at least 1, found 0"),
        ("task: sentiment", "task: sentimental", 1, "unknown task 'sentimental'; did you mean sentiment"),
        ("task: sentiment", "task: pos", 1, "cannot be asked for the answers of part-of-speech"),
        ("inputs: [text]", "inputs: [txt]", 3, "unknown role 'txt' of sentiment-classification; did you mean text"),
        ("{labels}?", "{label}?", 5, "unknown name {label}; did you mean labels"),
        ("{labels}?", "{labels?", 5, "found a single brace"),
        ("Be brief.", "{text}", 4, "unknown name {text}"),
        ('formats: ["{text}"]', 'formats: ["Text"]', 6, "expected all inputs, found none of: {text}"),
        ('formats: ["{text}"]', "formats: []", 6, "expected at least one value, found an empty list"),
        ('formats: ["{text}"]', 'formats: [{a: "{text}"}]', 6, "expected text, found a mapping"),
        ("shots: [0, 1, 2]", "shots: [0, 1, 1]", 7, "1 is there twice"),
        ("shots: [0, 1, 2]", "shots: [-1]", 7, "at least 0, found -1"),
        ("[given, reversed]", "[given, backwards]", 9, "unknown order 'backwards'"),
        ("version: 3", "version: 3\nwords: [{pos: a, neg: a}]", 3, "'neg' have the same word 'a'"),
        ("version: 3", "version: 3\nvalues: {text: a}", 3, "'text' has a meaning already"),
        ("version: 3", "version: 3\nlanguage: xx", 3, "unknown language 'xx'"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path, old, new, line, message):
    path = tmp_path / "mine.yaml"
    assert old in SMALL
    path.write_text(SMALL.replace(old, new), "utf-8")
    with pytest.raises(SpecError) as caught:
        load_prompts(path)
    assert caught.value.line == line and message in str(caught.value)


def test_files_that_do_not_exist():
    with pytest.raises(SpecError, match=r"none.yaml:1: .*cannot be read"):
        load_prompts("none.yaml")
    with pytest.raises(UnknownNameError, match="unknown prompt file 'part-of-speech'"):
        load_prompts("pos")
    with pytest.raises(UnknownNameError, match=r"unknown prompt file 'translation.zh'"):
        load_prompts("translation", "zh")
