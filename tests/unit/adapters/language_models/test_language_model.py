"""Language models as predictors: prompts become messages, and answers become predictions with a status."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.base import STATUSES, Prediction, Predictor
from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.language_model import LanguageModel, chosen_prompt
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.prediction_columns import RowSource
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
SAID = {"fine": "Positive.", "poor": "negative", "refuse": "I'm sorry, but I cannot help with that.", "odd": "Blue."}


class Scripted(LanguageModel):
    """Answers from a table; a text without an answer is an error."""

    def __init__(self, task: Task, said: dict[str, str]):
        super().__init__(task, name="scripted", kind="scripted", revision="1")
        self.said = said
        self.asked: list[str] = []

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        for place, row in enumerate(rows):
            text = next(iter(row.values()))
            self.asked.append(text)
            known = text in self.said
            yield [place], [read_answer(self.said[text], self.expected, row) if known else Answer.failed("no reply")]


def test_answers_become_predictions_in_the_order_of_the_rows() -> None:
    model = Scripted(SENTIMENT, SAID)
    found = model.predict([{"text": text} for text in ("odd", "fine", "lost", "refuse", "poor")])
    assert [one.status for one in found] == ["unparsable", "ok", "error", "refused", "ok"]
    assert [one.value for one in found if one.status == "ok"] == ["positive", "negative"]
    assert not {one.value for one in found if one.status != "ok"} & {"positive", "negative"}
    assert isinstance(model, Predictor)


@pytest.mark.parametrize(
    "task, row, gold",
    [
        (SENTIMENT, {"text": "a"}, "positive"),
        (hr.task("ner", label_names=["O", "B-PER"]), {"tokens": ["Ann", "won"]}, ["B-PER", "O"]),
        (hr.task("extractive-qa"), {"context": "a", "question": "b"}, {"text": [], "answer_start": []}),
        (hr.task("translation"), {"source": "a"}, "b"),
    ],
    ids=lambda value: value.name if isinstance(value, Task) else "",
)
def test_the_value_of_a_missing_answer_is_wrong(task: Task, row: dict[str, Any], gold: Any) -> None:
    from hf_robust.scoring import measure_for

    measure = measure_for(task)
    missing = chosen_prompt(task).answer_format(task).missing(row)
    assert measure.row_score(measure.row_stats([missing], [gold])).tolist() == [0.0]


def test_statuses_stay_with_the_predictions_of_columns() -> None:
    texts = ["odd", "fine", "lost", "odd"]
    source = RowSource(len(texts), lambda start, stop: [{"text": text} for text in texts[start:stop]])
    (column,) = CachedPredictor(Scripted(SENTIMENT, SAID), task=SENTIMENT).predict_columns([source])
    assert [STATUSES[code] for code in column.statuses] == ["unparsable", "ok", "error", "unparsable"]
    assert column.take(np.array([2, 0]))[0].status == "error"


def test_the_cache_keeps_each_status_but_error(tmp_path: Any) -> None:
    rows = [{"text": text} for text in ("odd", "fine", "lost")]
    for asked in (3, 1):
        model = Scripted(SENTIMENT, SAID)
        found = CachedPredictor(model, PredictionCache(tmp_path), task=SENTIMENT).predict(rows)
        assert [one.status for one in found] == ["unparsable", "ok", "error"]
        assert len(model.asked) == asked
    cache = PredictionCache(tmp_path)
    cache.put({b"k": Prediction(["O"], 0.5, "ok", 2)})
    assert cache.get([b"k"]) == {b"k": Prediction(["O"], 0.5, "ok", 2)}


def test_another_prompt_is_another_model() -> None:
    one, other = Scripted(SENTIMENT, SAID), Scripted(SENTIMENT, SAID)
    assert one.fingerprint() == other.fingerprint()
    other.prompt = Prompt("Good or bad?", "{text}")
    assert one.fingerprint() != other.fingerprint()


def test_a_prompt_file_of_another_task_is_refused(tmp_path: Any) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "task: nli\nversion: 1\ninputs: [premise, hypothesis]\ninstructions: ['Say {labels}.']\n"
        "formats: ['{premise}{sep}{hypothesis}']\n"
    )
    with pytest.raises(UsageError, match="are for natural-language-inference, expected prompts for sentiment"):
        chosen_prompt(SENTIMENT, file)
