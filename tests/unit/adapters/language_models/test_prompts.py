"""The messages that a prompt makes of a row, and the examples in them."""

from dataclasses import replace

import pytest

import hf_robust as hr
from hf_robust.adapters.language_models.answers import read_answer
from hf_robust.adapters.language_models.prompt_files import load_prompts, prompt_files
from hf_robust.adapters.language_models.prompt_inputs import fill, input_texts, placeholders
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot, draw_shots
from hf_robust.core.errors import UsageError

REVIEWS = hr.task("sentiment-classification", label_names=["neg", "pos"])
SEEN = Prompt("Is it {labels}?", "Review: {text}", words={"positive": "good", "negative": "bad"}, system="Be brief.")
POOL = [Shot({"text": f"review {number}"}, "neg" if number % 3 else "pos", f"train-{number}") for number in range(12)]


@pytest.mark.parametrize(
    "data",
    ["{text}", "{labels}", "{0}", "{{x}}", "a } b {", "{__class__}", "%s $text", "\\1 \\g<name>", "{sep}{missing}"],
)
def test_braces_in_data_stay(data):
    (_, shown, answer, asked) = replace(SEEN, shots=1).messages(
        REVIEWS, {"text": data}, [Shot({"text": data}, "pos", "t1")]
    )
    assert shown["content"] == f"Is it bad, good?\nReview: {data}"
    assert (answer["content"], asked["content"]) == ("good", f"Review: {data}")


def test_roles_and_order_of_the_messages():
    shots = POOL[:2]
    made = replace(SEEN, shots=2).messages(REVIEWS, {"text": "Fine."}, shots)
    assert [one["role"] for one in made] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert [one["content"] for one in made[2::2]] == ["good", "bad"]
    turned = replace(SEEN, shots=2, shot_order="reversed").messages(REVIEWS, {"text": "Fine."}, shots)
    assert [one["content"] for one in turned[2::2]] == ["bad", "good"]
    assert replace(SEEN, system="").messages(REVIEWS, {"text": "Fine."})[0]["role"] == "user"


def test_both_sides_of_a_pair_have_the_same_examples():
    prompt = replace(SEEN, shots=4)
    shots = draw_shots(POOL, 4, {"test-1"})
    original, perturbed = (prompt.messages(REVIEWS, {"text": text}, shots) for text in ("A fine film.", "A fien film."))
    assert original[:-1] == perturbed[:-1] and original[-1] != perturbed[-1]


def test_the_number_of_examples_is_that_of_the_prompt():
    with pytest.raises(UsageError, match="expected 0 examples for this prompt, found 1"):
        SEEN.messages(REVIEWS, {"text": "Fine."}, POOL[:1])


@pytest.mark.parametrize("order", ["given", "reversed"])
def test_words_are_matched_with_the_labels_of_the_data(order):
    prompt = replace(SEEN, word_order=order)
    words = prompt.label_words(REVIEWS)
    assert words == {"neg": "bad", "pos": "good"}
    assert list(words) == (["neg", "pos"] if order == "given" else ["pos", "neg"])
    assert read_answer("Bad.", prompt.answer_format(REVIEWS)).value == "neg"


# --- inputs of rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "row", "texts"),
    [
        ("ner", {"tokens": ["Ada", None, "won"]}, {"tokens": "Ada  won"}),
        (hr.task("ner", language="zh"), {"tokens": ["王", "芳"]}, {"tokens": "王芳"}),
        ("nli", {"premise": "A.", "hypothesis": None}, {"premise": "A.", "hypothesis": ""}),
        ("absa", {"text": "Ok.", "aspects": [{"term": "x{y}"}]}, {"text": "Ok.", "aspects": '["x{y}"]'}),
        ("re", {"tokens": ["A", "b"], "subject": [0, 0], "object": [1, 1], "subject_type": None},
         {"tokens": "A b", "subject": "A", "object": "b", "subject_type": ""}),
    ],
)  # fmt: skip
def test_inputs_as_texts(task, row, texts):
    assert input_texts(hr.task(task) if isinstance(task, str) else task, row) == texts


def test_templates_with_wrong_names_are_refused():
    assert list(placeholders("{a}{{b}}{c_1}")) == ["a", "c_1"]
    for template in ("{", "a } b", "{a b}", "{}"):
        with pytest.raises(UsageError, match=r"found a single brace .*type (\{\{|\}\}) for a brace"):
            list(placeholders(template))
    with pytest.raises(UsageError, match=r"expected a value for \{b\} in the prompt '\{b\}', found a"):
        fill("{b}", {"a": "1"})


# --- examples ---------------------------------------------------------------------------------------------------------


def test_examples_have_all_labels_and_grow_from_the_front():
    four, six = draw_shots(POOL, 4, ()), draw_shots(POOL, 6, ())
    assert six[:4] == four and [shot.gold for shot in four].count("pos") == 2
    assert draw_shots(POOL[::-1], 4, ()) == four
    assert draw_shots(POOL, 4, (), draw=2) != four
    assert draw_shots(POOL, 12, ()) and draw_shots([], 0, ()) == ()


def test_examples_of_the_suite_are_refused():
    with pytest.raises(UsageError, match=r"2 of 12 examples are rows of the suite, for example train-3, train-7; take"):
        draw_shots(POOL, 4, {"train-3", "train-7", "test-1"})
    with pytest.raises(UsageError, match="expected at least 13 examples for a prompt with 13 shots, found 12"):
        draw_shots(POOL, 13, ())
    with pytest.raises(UsageError, match="found 'train-0' 2 times"):
        draw_shots([*POOL, POOL[0]], 1, ())
    with pytest.raises(UsageError, match="1 of 1 have none"):
        draw_shots([Shot({"text": "x"}, "pos", "")], 1, ())


# --- the prompts of the package on rows of each task ------------------------------------------------------------------

ROWS = {
    "sentiment-classification": (["negative", "positive"], {"text": "Fine."}, "positive"),
    "text-classification": (["World", "Sci/Tech"], {"text": "A probe landed."}, "Sci/Tech"),
    "hate-speech-detection": (["hate", "not_hate"], {"text": "Hello."}, "not_hate"),
    "natural-language-inference": (
        ["entailment", "neutral", "contradiction"], {"premise": "A.", "hypothesis": "B."}, "neutral"
    ),
    "semantic-similarity-classification": (["0", "1"], {"sentence1": "A.", "sentence2": "B."}, "1"),
    "named-entity-recognition": (["O", "B-PER", "I-PER", "B-LOC"], {"tokens": ["Ada", "won"]}, ["B-PER", "O"]),
    "extractive-qa": (None, {"context": "It is red.", "question": "Which colour?"}, "red"),
    "translation": (None, {"source": "A film."}, "Ein Film."),
    "summarization": (None, {"text": "Rain fell on the town. Everybody left."}, "It rained."),
    "text-generation": (None, {"text": "Name a color."}, "Red."),
    "relation-extraction": (
        ["none", "per:boss_of"], {"tokens": ["A", "b"], "subject": [0, 0], "object": [1, 1]}, "per:boss_of"
    ),
    "aspect-based-sentiment-analysis": (
        None, {"text": "Ok food.", "aspects": [{"term": "food", "start": 3, "end": 7}]}, ["neutral"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("file", prompt_files())
def test_each_prompt_reads_the_answers_that_its_examples_show(file):
    name, _, language = file.partition(".")
    names, row, gold = ROWS[name]
    task = hr.task(name, label_names=names, language=language or "en")
    pool = [Shot(row, gold, f"train-{number}") for number in range(8)]
    for prompt in load_prompts(name, task.language).variants(24, seed=3):
        made = prompt.messages(task, row, draw_shots(pool, prompt.shots, (), prompt.shot_draw))
        for message in made:
            if message["role"] == "assistant":
                assert read_answer(message["content"], prompt.answer_format(task), row).value == gold
        assert len(made) == bool(prompt.system) + 2 * prompt.shots + 1
        words = prompt.label_words(task)
        assert all(word in made[bool(prompt.system)]["content"] for word in words.values())


def test_what_does_not_depend_on_the_row_is_made_once(monkeypatch):
    made = []
    format_of = Prompt.answer_format
    monkeypatch.setattr(Prompt, "answer_format", lambda *asked: made.append(1) or format_of(*asked))
    for prompt in (SEEN, replace(SEEN, shots=4), replace(SEEN, shots=4, system="", instruction="")):
        ask = prompt.asker(REVIEWS, POOL[: prompt.shots])
        made.clear()
        asked = [ask({"text": f"Text {number}."}) for number in range(20)]
        assert not made
        for number, messages in enumerate(asked):
            assert messages == prompt.messages(REVIEWS, {"text": f"Text {number}."}, POOL[: prompt.shots])
        asked[0][0]["content"] = "changed"
        assert asked[1][0]["content"] != "changed"
