"""Models that say that a question has no answer: the null score against the best span."""

import json

import pytest
import torch
from click.testing import CliRunner
from tiny_models import SPAN, VOCABULARY, answerer, sentence, tokenizer

import hf_robust as hr
from hf_robust.adapters import QuestionAnswerer
from hf_robust.cli import main
from hf_robust.core.errors import UsageError

ROWS = [{"context": sentence(n, w), "question": sentence(n + 9, 2)} for n, w in enumerate([1, 8, 40, 75, 33, 12])]


class Scripted(torch.nn.Module):
    """A model whose logits depend on the tokens alone: those of a table, else 0."""

    def __init__(self, inner, table):
        super().__init__()
        self.inner, self.config, self.table = inner, inner.config, table
        self.name_or_path = "scripted"
        self.base_model = inner.base_model

    device = torch.device("cpu")
    dtype = torch.float32

    def forward(self, input_ids, attention_mask=None, token_type_ids=None):
        logits = torch.zeros(input_ids.shape)
        for word, value in self.table.items():
            logits = logits.masked_fill(input_ids == VOCABULARY[word], value)
        from transformers.modeling_outputs import QuestionAnsweringModelOutput

        return QuestionAnsweringModelOutput(start_logits=logits, end_logits=logits)


def scripted(table, **options):
    return QuestionAnswerer(Scripted(answerer(), table), tokenizer(), SPAN, **options)


def answers(adapter, rows):
    return [found.value for found in adapter.predict(rows)]


def by_windows(model, row, limit, stride):
    """Null score and best span by trying all windows: (null, span)."""
    ids = [tokenizer()(row[role], add_special_tokens=False)["input_ids"] for role in ("question", "context")]
    asked, inside = ids
    room, start, nulls, best = limit - 3 - len(asked), 0, [], []
    while True:
        part = inside[start : start + room]
        cls, sep = VOCABULARY["[CLS]"], VOCABULARY["[SEP]"]
        full = torch.tensor([[cls, *asked, sep, *part, sep]])
        with torch.no_grad():
            output = model(input_ids=full)
        first, last = output.start_logits[0], output.end_logits[0]
        nulls.append(float(first[0] + last[0]))
        head = len(asked) + 2
        spans = [(i, j) for i in range(len(part)) for j in range(i, min(i + 30, len(part)))]
        best += [float(first[head + i] + last[head + j]) for i, j in spans]
        if start + room >= len(inside):
            return min(nulls), max(best)
        start += room - stride


@pytest.mark.parametrize(("limit", "stride"), [(64, 16), (20, 5)])
@pytest.mark.parametrize("seed", range(3))
def test_a_null_answer_is_the_lowest_null_score_above_the_best_span_by_the_threshold(limit, stride, seed):
    model = answerer(seed)
    options = {"max_length": limit, "stride": stride, "batch_size": 3}
    margins = [null - best for null, best in (by_windows(model, row, limit, stride) for row in ROWS)]
    spans = answers(QuestionAnswerer(model, tokenizer(), SPAN, no_answer=False, **options), ROWS)
    for threshold in (0.0, -1e9, 1e9, sorted(margins)[2] + 1e-3):
        adapter = QuestionAnswerer(model, tokenizer(), SPAN, no_answer=True, null_threshold=threshold, **options)
        expected = ["" if margin > threshold else span for margin, span in zip(margins, spans)]
        assert answers(adapter, ROWS) == expected
    assert all(spans)


def test_one_window_that_sees_an_answer_is_enough():
    adapter = scripted({"[CLS]": 3.0, "paris": 4.0}, max_length=20, no_answer=True)
    long = " ".join(["the cat sat"] * 12)
    rows = [{"context": f"{long} paris {long}", "question": "where"}, {"context": long, "question": "where"}]
    assert answers(adapter, rows) == ["paris", ""]


def test_the_null_token_is_found_where_a_tokenizer_puts_it_at_the_end():
    padded_left = tokenizer(padding_side="left")
    from tokenizers import processors

    padded_left.backend_tokenizer.post_processor = processors.TemplateProcessing(
        single="$A [SEP] [CLS]",
        pair="$A [SEP] $B:1 [SEP]:1 [CLS]:1",
        special_tokens=[("[CLS]", VOCABULARY["[CLS]"]), ("[SEP]", VOCABULARY["[SEP]"])],
    )
    model = Scripted(answerer(), {"[CLS]": 3.0, "paris": 4.0, "the": 1.0})
    adapter = QuestionAnswerer(model, padded_left, SPAN, max_length=20, no_answer=True)
    rows = [{"context": "in paris", "question": "where"}, {"context": "the cat sat on the mat", "question": "who"}]
    assert answers(adapter, rows) == ["paris", ""]


def test_a_context_that_holds_the_special_token_is_not_taken_for_it():
    adapter = scripted({"[CLS]": 1.0, "cat": 2.0}, no_answer=True)
    assert answers(adapter, [{"context": "the [CLS] cat", "question": "who"}]) == ["cat"]


def test_a_model_says_so_unless_all_questions_have_an_answer_or_its_user_decides():
    table = {"[CLS]": 100.0}
    rows = [{"context": "the cat sat", "question": "who"}]
    assert answers(scripted(table), rows) == [""]
    assert answers(scripted(table, no_answer=False), rows) != [""]
    assert answers(scripted(table, no_answer=True), rows) == [""]
    assert answers(scripted(table).for_answerable(), rows) != [""]
    assert answers(scripted(table, no_answer=True).for_answerable(), rows) == [""]


def test_a_model_that_may_give_no_answer_is_another_one_for_the_cache():
    null = QuestionAnswerer(answerer(), tokenizer(), SPAN)
    plain = null.for_answerable()
    high = QuestionAnswerer(answerer(), tokenizer(), SPAN, null_threshold=2.0).for_answerable()
    assert plain.settings() == high.settings()
    other = QuestionAnswerer(answerer(), tokenizer(), SPAN, no_answer=True, null_threshold=2.0)
    assert len({one.fingerprint() for one in (plain, null, other)}) == 3


@pytest.mark.parametrize("wrong", [{"no_answer": "yes"}, {"null_threshold": "high"}, {"null_threshold": True}])
def test_wrong_options_are_refused(wrong):
    with pytest.raises(UsageError, match=next(iter(wrong))):
        hr.as_predictor(answerer(), SPAN, tokenizer=tokenizer(), **wrong)


@pytest.mark.parametrize(("threshold", "score"), [("-1000000", 1.0), ("1000000", 0.0)])
def test_the_threshold_of_the_command_line_reaches_the_model(tmp_path, threshold, score):
    folder, file = tmp_path / "model", tmp_path / "rows.jsonl"
    answerer().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    plausible = {"text": [ROWS[0]["context"][:3]], "answer_start": [0]}
    marked = [{**row, "answers": plausible, "is_impossible": True} for row in ROWS]
    file.write_text("".join(json.dumps(row) + "\n" for row in marked))
    given = ["run", "--dataset", file, "--task", "extractive-qa", "--model", folder, "-t", "keyboard"]
    given += [
        "--param",
        "keyboard.rate=1",
        "--out",
        tmp_path / "report",
        "--model-param",
        f"null_threshold={threshold}",
    ]
    found = CliRunner().invoke(main, list(map(str, given)))
    assert found.exit_code == 0, found.output
    assert "read as the layout squad-2" in found.output
    result = json.loads((tmp_path / "report" / "report.json").read_text())["results"][0]
    assert result["original"] == result["perturbed"] == score
    assert result["unanswerable"] == [result["n"], result["n"]]
