"""Questions without an answer, from the rows to the report."""

import pytest
from datasets import Dataset
from tiny_models import answerer, tokenizer

import hf_robust as hr
from hf_robust.reports import validate_record
from hf_robust.reports.formats import html, terminal

CONTEXT = "The cat sat on the mat in London. Anna lives in Paris, and Bob left the old house."
ANSWERED = {"text": ["Paris"], "answer_start": [CONTEXT.index("Paris")]}
NONE = {"text": [], "answer_start": []}
QUESTIONS = ["Where does Anna live?", "Who lives in Rome?", "Why did the dog leave?", "When was the tree red?"]


def rows(answers, context=CONTEXT, questions=QUESTIONS):
    ids = [str(place) for place in range(len(answers))]
    columns = {"id": ids, "context": [context] * len(ids), "question": questions[: len(ids)], "answers": answers}
    return Dataset.from_dict(columns)


def suite(answers, names=("keyboard",), **options):
    return hr.Suite.build(rows(answers, **options), hr.task("extractive-qa", id="id"), list(names))


def nothing(inputs):
    return [""] * len(inputs)


def says_none():
    """A reader whose logits say "no answer"."""
    model = answerer()

    def hook(module, args, output):
        output.start_logits[:, 0] += 1000
        output.end_logits[:, 0] += 1000
        return output

    model.register_forward_hook(hook)
    return model


@pytest.mark.parametrize("model", ["function", "model"])
def test_a_model_that_says_there_is_no_answer_is_right_on_questions_without_one(model):
    asked = suite([ANSWERED, NONE, NONE, NONE], ["keyboard", "word-case"])
    given = {"tokenizer": tokenizer()} if model == "model" else {}
    report = hr.run(says_none() if model == "model" else nothing, asked, **given)
    validate_record(report.record)
    assert report.record["metric"]["name"] == "squad_v2_f1"
    for result in report.results:
        assert (result["original"], result["perturbed"]) == (0.75, 0.75)
        assert result["unanswerable"] == [3, 3]
        assert result["secondary"]["has_answer_f1"] == [0.0, 0.0]
        assert result["secondary"]["no_answer_f1"] == [1.0, 1.0]
        assert result["secondary"]["no_answer_exact_match"] == [1.0, 1.0]
        assert result["secondary"]["squad_v2_exact_match"] == [0.75, 0.75]
    page = html.render(report.view)
    assert "Questions with and without an answer" in page and "Unanswerable, F1" in page


def test_where_each_question_has_an_answer_models_always_give_one():
    answers = [{"text": ["Paris"], "answer_start": [0]}] * 3
    report = hr.run(says_none(), suite(answers, ["word-case"], context="Paris"), tokenizer=tokenizer())
    assert report.record["metric"]["name"] == "squad_f1"
    assert "unanswerable" not in report.results[0]
    assert (report.results[0]["original"], report.results[0]["perturbed"]) == (1.0, 1.0)


def test_the_user_decides_over_the_data():
    both = {name: suite(answers) for name, answers in (("all", [ANSWERED] * 2), ("some", [ANSWERED, NONE]))}
    asked = hr.run(says_none(), both["all"], tokenizer=tokenizer(), no_answer=True)
    assert asked.results[0]["original"] == 0.0
    never = hr.run(says_none(), both["some"], tokenizer=tokenizer(), no_answer=False)
    assert never.results[0]["secondary"]["no_answer_f1"] == [0.0, 0.0]
    high = hr.run(says_none(), both["some"], tokenizer=tokenizer(), null_threshold=1e9)
    assert high.results[0]["secondary"]["no_answer_f1"] == [0.0, 0.0]


def test_a_predictor_that_was_made_before_is_not_changed_by_a_run():
    predictor = hr.as_predictor(says_none(), hr.task("extractive-qa"), tokenizer=tokenizer())
    assert hr.run(predictor, suite([ANSWERED, NONE])).results[0]["secondary"]["no_answer_f1"] == [1.0, 1.0]
    assert hr.run(predictor, suite([ANSWERED] * 2)).record["metric"]["name"] == "squad_f1"
    assert predictor.no_answer is None and predictor.predict([{"context": CONTEXT, "question": "Who?"}])[0].value == ""


@pytest.mark.parametrize("answers", [[ANSWERED, NONE], [ANSWERED, NONE, NONE, NONE]])
@pytest.mark.parametrize("how", [{}, {"no_answer": False}, {"null_threshold": 1e9}, {"no_answer": True}])
def test_a_predictor_says_what_a_run_scores(answers, how):
    """Of rows without an answer a predictor by itself and a run follow one rule."""
    asked = suite(answers)
    alone = hr.as_predictor(says_none(), hr.task("extractive-qa"), tokenizer=tokenizer(), **how)
    inputs = [{"context": CONTEXT, "question": question} for question in QUESTIONS[: len(answers)]]
    empty = sum(one.value == "" for one in alone.predict(inputs))
    score = hr.run(says_none(), asked, tokenizer=tokenizer(), **how).results[0]["secondary"]["no_answer_f1"][0]
    assert empty == (len(answers) if score else 0)


def test_the_printed_report_shows_both_kinds_of_questions_apart():
    mixed = hr.run(nothing, suite([ANSWERED, NONE, NONE, NONE]), analysis=False)
    printed = terminal.render(mixed.view)
    assert "Questions with and without an answer" in printed
    part = printed[printed.index("Questions with and without an answer") :]
    line = next(one for one in part.splitlines() if "keyboard" in one)
    assert line.split()[1:] == ["0.0", "->", "0.0", "1", "100.0", "->", "100.0", "3"]
    whole = hr.run(nothing, suite([ANSWERED] * 2), analysis=False)
    assert "without an answer" not in terminal.render(whole.view)


def test_an_entry_without_such_rows_is_scored_as_the_others():
    asked = suite([ANSWERED, NONE], ["perturb-answer", "keyboard"])
    assert {name: len(entry) for name, entry in asked.entries.items()}["keyboard"] == 2
    assert hr.run(nothing, asked).record["metric"]["name"] == "squad_v2_f1"


def test_comparisons_and_chains_let_models_say_it():
    asked = suite([ANSWERED, NONE, NONE, NONE])
    models = {"null": says_none(), "plain": answerer()}
    compared = hr.compare(models, asked, tokenizer=tokenizer())
    assert compared.record["models"][0]["results"][0]["original"] == 0.75
    data = rows([ANSWERED, NONE, NONE, NONE] * 2, questions=QUESTIONS * 2)  # each half has questions without answer
    task = hr.task("extractive-qa", id="id")
    chains = hr.worst_chains(says_none(), data, task, ["keyboard", "word-case"], depth=2, tokenizer=tokenizer())
    assert chains.record["judged"]["score"] > 0


def test_attacks_let_models_say_it():
    data = rows([NONE] * 2)
    found = hr.attack(
        says_none(), data, "deepwordbug", hr.task("extractive-qa", id="id"), budget=5, tokenizer=tokenizer()
    )
    assert all(result.status == "failed" for result in found.results)  # right, and it cannot be led astray


def test_chinese_questions_without_an_answer():
    context = "安娜住在巴黎，鲍勃离开了老房子。"
    answers = [{"text": ["巴黎"], "answer_start": [context.index("巴黎")]}, NONE]
    data = rows(answers, context=context, questions=["安娜住在哪里？", "谁住在罗马？"])
    asked = hr.Suite.build(data, hr.task("extractive-qa", id="id", language="zh"), ["homophone"])
    report = hr.run(nothing, asked)
    assert report.record["metric"]["name"] == "squad_v2_f1"
    assert report.results[0]["secondary"]["no_answer_f1"] == [1.0, 1.0]
    assert report.results[0]["original"] == 0.5
