"""Goals of all tasks through ``hr.attack``, with plain functions as models."""

from dataclasses import dataclass

import numpy as np
import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.attacks import (
    CheckFails,
    EntityLost,
    Keywords,
    LabelCrosses,
    LowestScore,
    NoWordInPlace,
    PromptedModel,
    ScoreBelow,
    ScoreMoves,
    Targeted,
    engine,
    goal_for,
)
from hf_robust.attacks.goals.output_goals import in_place
from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.states import Move, moved
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks import TASKS

THREE = hr.task("text-classification", label_names=["a", "b", "c"])
SETS = hr.task("text-classification", label_names=["sport", "money"])


@pytest.fixture(autouse=True)
def _no_encoder(monkeypatch):
    """Successes are not compared with the originals, which takes a model."""

    def unknown(row, final):
        return None
        yield

    monkeypatch.setattr(engine, "_similarity", unknown)


def statuses(run):
    return [result.status for result in run.results]


def reasons(run):
    return [result.reason for result in run.results]


def by_first(texts):
    """A third to each label, more to ``b`` without "red", to ``c`` without "blue"."""
    table = np.array([[0.8, 0.1 + 0.75 * ("red" not in t), 0.1 + 0.8 * ("blue" not in t)] for t in texts])
    return table / table.sum(axis=1, keepdims=True)


def test_a_target_label_is_reached_and_no_other():
    rows = Dataset.from_dict({"text": ["red blue"] * 3, "label": ["a", "b", "c"]})
    run = hr.attack(by_first, rows, "deepwordbug", THREE, target="c")
    assert statuses(run) == ["successful", "skipped", "skipped"]
    assert run.results[0].after == "c" and [move["before"] for move in run.results[0].moves] == ["blue"]
    assert reasons(run)[1:] == ["the model is wrong about the original", "the gold label is the target, c"]
    assert hr.attack(by_first, rows, "deepwordbug", THREE, target="b").results[0].after == "b"


def test_a_wrong_target_is_refused():
    rows = Dataset.from_dict({"text": ["red blue"], "label": ["a"]})
    with pytest.raises(LabelError, match="'d' is none of the labels"):
        hr.attack(by_first, rows, "deepwordbug", THREE, target="d")
    with pytest.raises(UsageError, match="not both"):
        hr.Attack("deepwordbug", THREE, by_first, target="c", goal=Targeted(label="b"))
    with pytest.raises(UsageError, match="has no classes"):
        hr.Attack("deepwordbug", hr.task("squad"), by_first, target="b")


def apart(texts):
    return np.array([[0.9 * ("club" in text), 0.3 + 0.5 * ("sold" in text)] for text in texts])


@pytest.mark.parametrize(
    "gold, which, status, said",
    [
        (["sport", "money"], "any", "successful", 1),
        (["sport", "money"], "won", "failed", None),
        (["sport"], "any", "skipped", None),
        ([], "lost", "skipped", None),
    ],
)
def test_labels_of_a_set_are_lost_or_won(gold, which, status, said):
    features = Features(text=Value("string"), label=List(Value("string")))
    rows = Dataset.from_dict({"text": ["club sold"], "label": [gold]}, features=features)
    run = hr.attack(apart, rows, "deepwordbug", SETS, goal=LabelCrosses(which=which))
    assert statuses(run) == [status]
    assert said is None or len(run.results[0].after) == said
    assert run.record["results"][0]["gold"] == (", ".join(sorted(gold)) or "(no label)")


def test_sets_may_be_numbers_by_name_or_marks():
    named = Features(text=Value("string"), label=List(ClassLabel(names=["sport", "money"])))
    numbers = Dataset.from_dict({"text": ["club sold"], "label": [[0, 1]]}, features=named)
    marks = Dataset.from_dict({"text": ["club sold"], "label": [[1.0, 1.0]]})
    for rows, task in ((numbers, hr.task("text-classification")), (marks, SETS)):
        run = hr.attack(apart, rows, "deepwordbug", task, goal=LabelCrosses())
        assert run.results[0].gold == ["money", "sport"] and statuses(run) == ["successful"]
        assert run.rows[0]["label"] == rows[0]["label"]


def test_sets_of_labels_that_do_not_fit_are_refused():
    rows = Dataset.from_dict({"text": ["club sold"], "label": [["sport", "money"]]})
    with pytest.raises(UsageError, match="order of the labels"):
        hr.attack(apart, rows, "deepwordbug", hr.task("text-classification"), goal=LabelCrosses())
    with pytest.raises(UsageError, match=r"shape \(1, 2\) for 1 inputs and the labels sport"):
        hr.attack(lambda texts: [[0.1, 0.2, 0.3]] * len(texts), rows, "deepwordbug", SETS, goal=LabelCrosses())
    with pytest.raises(UsageError, match="not probabilities"):
        hr.attack(lambda texts: [[4.2, -3]] * len(texts), rows, "deepwordbug", SETS, goal=LabelCrosses())
    single = Dataset.from_dict({"text": ["club sold"], "label": ["sport"]})
    with pytest.raises(UsageError, match="list of labels"):
        hr.attack(apart, single, "deepwordbug", SETS, goal=LabelCrosses())
    other = Dataset.from_dict({"text": ["club sold"], "label": [["sports"]]})
    with pytest.raises(UsageError, match="sports"):
        hr.attack(apart, other, "deepwordbug", SETS, goal=LabelCrosses())
    run = hr.attack(apart, rows, "deepwordbug", SETS, goal=LabelCrosses())
    with pytest.raises(UsageError, match="other gold values"):
        run.suite(effect="preserves")


def scored(rows):
    return np.array([len({*row["sentence1"].split()} & {*row["sentence2"].split()}) / 4 for row in rows])


@pytest.mark.parametrize(
    "by, direction, status", [(0.5, "down", "successful"), (0.5, "up", "failed"), (1.5, "any", "failed")]
)
def test_a_score_moves(by, direction, status):
    rows = Dataset.from_dict({"sentence1": ["red green house"], "sentence2": ["red green house"], "score": [-1.0]})
    task = hr.task("sm", label="score")
    run = hr.attack(scored, rows, "deepwordbug", task, goal=ScoreMoves(by=by, direction=direction))
    assert statuses(run) == [status] and run.results[0].before == 0.75
    assert run.results[0].score == {"successful": 0.5, "failed": run.results[0].score}[status]
    assert {move["role"] for move in run.results[0].moves} <= {"sentence2"}


@pytest.mark.parametrize("bad", [float("nan"), None])
def test_what_is_no_number_is_an_error_of_the_row_or_of_the_model(bad):
    rows = Dataset.from_dict({"text": ["odd", "plain"], "stars": [1.5, 2.5]})
    task = hr.task("text-classification", label="stars")

    def model(texts):
        return [bad if text == "odd" else 1.0 for text in texts]

    if bad is None:
        with pytest.raises(UsageError, match="NoneType: None; expected for each input a number"):
            hr.attack(model, rows, "deepwordbug", task, goal=ScoreMoves(by=1))
    else:
        run = hr.attack(model, rows, "deepwordbug", task, goal=ScoreMoves(by=1))
        assert statuses(run) == ["error", "failed"] and reasons(run)[0] == "the model returns NaN"


def test_an_array_with_nan_is_an_error_of_its_row_alone():
    rows = Dataset.from_dict({"text": ["red blue", "odd", "", None], "label": ["a"] * 4})

    def model(texts):
        return np.array([[np.nan] * 3 if "odd" in text else by_first([text])[0] for text in texts])

    run = hr.attack(model, rows, "deepwordbug", THREE)
    assert statuses(run) == ["successful", "error", "error", "error"]
    assert reasons(run)[1:] == ["the model returns NaN", "empty text", "empty text"]
    with pytest.raises(UsageError, match="1 results for 2 inputs|shape"):
        hr.attack(lambda texts: by_first(texts)[:1], rows.select([0, 1]), "deepwordbug", THREE)


NER = hr.task("ner", label_names=["O", "B-PER", "I-PER"])
NAMES = Dataset.from_dict(
    {"tokens": [["Dr", "Ann", "Lee", "left"], ["She", "left"]], "ner_tags": [["O", "B-PER", "I-PER", "O"], ["O", "O"]]}
)


def title_tagger(rows):
    """Finds "Ann Lee" after a title."""
    return [
        ["B-PER" if t == "Ann" and row[0] == "Dr" else "I-PER" if t == "Lee" and row[0] == "Dr" else "O" for t in row]
        for row in rows
    ]


def test_an_entity_is_lost_by_edits_outside_or_inside_of_it():
    outside = hr.attack(title_tagger, NAMES, "deepwordbug", NER)
    inside = hr.attack(title_tagger, NAMES, "deepwordbug", NER, inside=True)
    assert statuses(outside) == statuses(inside) == ["successful", "skipped"]
    assert reasons(outside)[1] == "the row has no entity"
    assert [move["before"] for move in outside.results[0].moves] == ["Dr"]
    assert {move["before"] for move in inside.results[0].moves} <= {"Ann", "Lee"}
    assert inside.rows[0]["ner_tags"] == NAMES[0]["ner_tags"] and inside.rows[0]["tokens"] != NAMES[0]["tokens"]


def test_how_many_entities_must_be_lost_can_be_said():
    rows = Dataset.from_dict({"tokens": [["Ann", "and", "Lee"]], "ner_tags": [["B-PER", "O", "B-PER"]]})

    def model(rows):
        return [["B-PER" if token in ("Ann", "Lee") else "O" for token in row] for row in rows]

    changed = {
        share: hr.attack(model, rows, "deepwordbug", NER, inside=True, goal=EntityLost(share=share)).results[0]
        for share in (0, 0.5, 1)
    }
    assert [len(changed[share].moves) for share in (0, 0.5, 1)] == [1, 2, 2]
    with pytest.raises(UsageError, match="for entities, and part-of-speech has none"):
        hr.Attack("deepwordbug", hr.task("pos"), model, goal=EntityLost())


CONTEXT = "The tower is old. It was built by Ann Lee in 1900. People like it."
QA = Dataset.from_dict(
    {
        "context": [CONTEXT],
        "question": ["Who built the tower?"],
        "answers": [{"text": ["Ann Lee"], "answer_start": [CONTEXT.index("Ann")]}],
    }
)


def reader(rows):
    """Answers while all is as it was."""
    sure = all(word in rows[0]["question"] for word in ("Who", "tower"))
    return [
        "Ann Lee" if "People" in row["context"] and "built" in row["context"] and sure else "in 1900" for row in rows
    ]


@pytest.mark.parametrize(
    "options, words",
    [({}, {"People"}), ({"constraints": []}, {"built", "People"}), ({"field": "question"}, {"Who", "tower"})],
)
def test_an_answer_and_its_sentence_stay(options, words):
    run = hr.attack(reader, QA, "deepwordbug", hr.task("squad"), **options)
    assert statuses(run) == ["successful"] and {move["before"] for move in run.results[0].moves} <= words
    assert run.rows[0]["answers"]["text"] == ["Ann Lee"]
    start = run.rows[0]["answers"]["answer_start"][0]
    assert run.rows[0]["context"][start : start + 7] == "Ann Lee"


def test_an_answer_that_is_wrong_to_begin_with_is_skipped():
    run = hr.attack(lambda rows: ["1900"] * len(rows), QA, "deepwordbug", hr.task("squad"))
    assert reasons(run) == ["the model is wrong about the original"]


@dataclass(frozen=True, kw_only=True)
class Joined(PlainMoves):
    """A word and the next become one: across the edge of a gold span no label can move."""

    name = "joined"

    def of_word(self, attempt, state, unit):
        text = attempt.row.docs[unit.role].text
        end = text.find(" ", unit.end + 1)
        if end > 0:
            yield moved(state, Move(unit.role, unit.start, end, text[unit.start : end].replace(" ", "")))


def test_a_candidate_with_which_a_label_cannot_move_is_dropped_and_counted():
    def model(rows):
        return ["Ann Lee" if "The tower" in row["context"] else "in 1900" for row in rows]

    attack = hr.Attack(transformation=Joined(), constraints=[], search=Greedy())
    run = hr.attack(model, QA, attack, hr.task("squad"))
    assert statuses(run) == ["successful"] and run.results[0].moves[0]["after"] == "Thetower"
    # that is "by Ann"; the words of the answer itself are protected
    assert run.results[0].rejected == {"labels": 1}


RE = Dataset.from_dict(
    {
        "tokens": [["Ann", "gladly", "joined", "Acme"]],
        "subject": [[0, 0]],
        "object": [[3, 3]],
        "relation": ["works"],
    }
)


def test_any_task_with_a_measure_can_be_attacked():
    seen = []

    def model(rows):
        seen.extend((row["tokens"][row["subject"][0]], row["tokens"][row["object"][0]]) for row in rows)
        return ["works" if "joined" in row["tokens"] else "none" for row in rows]

    run = hr.attack(model, RE, "deepwordbug", hr.task("re", label_names=["none", "works"]))
    assert statuses(run) == ["successful"] and run.results[0].after == "none" and set(seen) == {("Ann", "Acme")}


def test_a_models_doubt_leads_on_while_nothing_is_wrong():
    def model(rows):
        left = [sum(word in row["context"] for word in ("People", "tower", "old")) for row in rows]
        return [{"answer": "Ann Lee" if count else "1900", "score": count / 3} for count in left]

    run = hr.attack(model, QA, "deepwordbug", hr.task("squad"))
    assert statuses(run) == ["successful"] and len(run.results[0].moves) == 3
    assert run.results[0].before_score == 1.0 and run.results[0].after_score == 0.0


TRANSLATION = hr.task("translation")
PAIR = Dataset.from_dict({"source": ["Guten Tag Welt"], "target": ["Good day world"]})
TABLE = {"guten": "good", "tag": "day", "welt": "world"}


def by_word(texts):
    return [" ".join(TABLE.get(word.lower(), word) for word in text.split()) for text in texts]


def shifted(texts):
    return ["good day world" if text == "Guten Tag Welt" else "now good day world" for text in texts]


def test_no_word_stands_in_its_place_and_a_shift_is_none():
    run = hr.attack(by_word, PAIR, "deepwordbug", TRANSLATION, goal=NoWordInPlace())
    assert statuses(run) == ["successful"] and len(run.results[0].moves) == 3
    assert statuses(hr.attack(shifted, PAIR, "deepwordbug", TRANSLATION, goal=NoWordInPlace())) == ["failed"]
    assert in_place(("a", "b", "c"), ("c", "b", "a")) == 1 and in_place((), ("a",)) == 0


def test_words_are_lost_or_won():
    lost = hr.attack(by_word, PAIR, "deepwordbug", TRANSLATION, goal=Keywords(words="Day", lost=True))
    assert statuses(lost) == ["successful"] and lost.results[0].moves[-1]["before"] == "Tag"
    won = hr.attack(shifted, PAIR, "deepwordbug", TRANSLATION, goal=Keywords(words=("now",)))
    assert won.results[0].after == "now good day world"
    there = hr.attack(by_word, PAIR, "deepwordbug", TRANSLATION, goal=Keywords(words=("good",)))
    absent = hr.attack(by_word, PAIR, "deepwordbug", TRANSLATION, goal=Keywords(words=("bad",), lost=True))
    assert statuses(there) == statuses(absent) == ["skipped"]
    with pytest.raises(UsageError, match="list of words"):
        Keywords(words=("!",))
    with pytest.raises(UsageError, match="write a text"):
        hr.Attack("deepwordbug", hr.task("ner"), by_word, goal=Keywords(words=("now",)))


@pytest.mark.parametrize("measure", ["chrf", "bleu"])
def test_a_translation_gets_worse(measure):
    if measure == "bleu":
        pytest.importorskip("sacrebleu")
    rows = Dataset.from_dict({"source": ["guten tag welt"], "target": ["good day world"]})
    half = hr.attack(by_word, rows, "deepwordbug", TRANSLATION, goal=ScoreBelow(measure=measure, below=0.9))
    assert statuses(half) == ["successful"] and len(half.results[0].moves) == 1
    least = hr.attack(by_word, rows, "deepwordbug", TRANSLATION, goal=LowestScore(measure=measure))
    assert statuses(least) == ["maximized"] and len(least.results[0].moves) == 3
    assert least.results[0].score > half.results[0].score


def test_a_share_of_what_the_original_scores():
    rows = Dataset.from_dict({"source": ["guten tag"], "target": ["good day to you my dear old friends"]})
    poor = hr.attack(by_word, rows, "deepwordbug", TRANSLATION, goal=ScoreBelow(measure="chrf", below=0.5))
    own = hr.attack(
        by_word, rows, "deepwordbug", TRANSLATION, goal=ScoreBelow(measure="chrf", below=0.9, relative=True)
    )
    assert statuses(poor) == ["skipped"] and statuses(own) == ["successful"]


def test_a_prompt_stays_and_the_users_check_decides():
    asked = []

    def chat(prompts):
        asked.extend(prompts)
        return ["yes" if "blue" in prompt.splitlines()[1] else "no" for prompt in prompts]

    model = PromptedModel(chat, 'As {"answer": ...}. Is it blue?\n{text}', many=True)
    rows = Dataset.from_dict({"text": ["the blue sky", "the red sky"]})  # without any label
    goal = CheckFails(judge=lambda answer, row: answer == "yes")
    run = hr.attack(model, rows, "deepwordbug", hr.task("text-classification"), goal=goal)
    assert statuses(run) == ["successful", "skipped"] and run.results[0].after == "no"
    assert all(prompt.startswith('As {"answer": ...}. Is it blue?\n') for prompt in asked)
    assert run.record["model"]["name"].endswith("chat") and "0x" not in run.record["attack"]["goal"]


def test_a_prompt_has_a_place_for_each_text():
    pair = PromptedModel(str.upper, "{premise} so {hypothesis}")
    assert pair([{"premise": "it rains", "hypothesis": "it is wet"}]) == ["IT RAINS SO IT IS WET"]
    with pytest.raises(UsageError, match="no place"):
        PromptedModel(str.upper, "Say yes")
    with pytest.raises(UsageError, match="place for 'text'; the row has {premise}"):
        PromptedModel(str.upper, "{text}")([{"premise": "it rains"}])
    rows = Dataset.from_dict({"text": ["a film"], "label": ["pos"]})
    goal = CheckFails(judge=lambda answer, row: "yes")
    with pytest.raises(UsageError, match="judge must return"):
        hr.attack(PromptedModel(str.upper, "{text}"), rows, "deepwordbug", hr.task("sa"), goal=goal)


def test_each_task_has_a_goal_that_is_for_it():
    for name in TASKS:
        task = hr.task(name)
        goal = goal_for(task)
        goal.check(goal.task_of(task))


@pytest.mark.parametrize(
    "make",
    [
        lambda: LabelCrosses(which="all"),
        lambda: LabelCrosses(threshold=0),
        lambda: ScoreMoves(by=0),
        lambda: ScoreMoves(by=1, direction="left"),
        lambda: ScoreBelow(below=0),
        lambda: EntityLost(share=2),
        lambda: CheckFails(judge="yes"),
        lambda: hr.Attack("deepwordbug", THREE, by_first, goal=ScoreBelow()),
        lambda: hr.Attack("deepwordbug", NER, by_first, goal=LabelCrosses()),
        lambda: hr.Attack("deepwordbug", NER, by_first, goal=ScoreMoves(by=1)),
        lambda: hr.Attack("deepwordbug", NER, by_first, goal=CheckFails(judge=len)),
        lambda: hr.Attack("deepwordbug", THREE, by_first, inside=True),
        lambda: hr.Attack("deepwordbug", TRANSLATION, by_word, field="target"),
    ],
)
def test_what_does_not_fit_is_refused_before_any_work(make):
    with pytest.raises(UsageError):
        make()
