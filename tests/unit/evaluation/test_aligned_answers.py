"""What a model says of the tokens that stay, where rows have other numbers of tokens after the change."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.reports.suite_words import LABELS_MOVE

TOKENS = [["Ann", "left", "Rome", "today", "."], ["Bo", "saw", "the", "film", "with", "Cy", "."]]
ROWS = {
    "ner": ("ner_tags", [["B-PER", "O", "B-LOC", "O", "O"], ["B-PER", "O", "O", "O", "O", "B-PER", "O"]]),
    "pos": ("pos_tags", [["PROPN", "VERB", "PROPN", "NOUN", "PUNCT"], "PROPN VERB DET NOUN ADP PROPN PUNCT".split()]),
}


def results(task, model, names=("concat-sentences", "emoji")):
    column, tags = ROWS[task]
    data = Dataset.from_dict({"tokens": TOKENS, column: tags})
    suite = hr.Suite.build(data, hr.task(task), list(names))
    report = hr.run(model, suite)
    return report, report.record["results"]


def by_word(words, other="O"):
    return lambda rows: [[words.get(token, other) for token in row] for row in rows]


@pytest.mark.parametrize("name", ["concat-sentences", "emoji", "punctuation"])
def test_a_model_that_reads_each_word_alone_is_consistent(name, tmp_path):
    report, (result,) = results("ner", by_word({"Ann": "B-PER", "Rome": "B-LOC"}), [name])
    assert result["labels_move"] and result["effect"] == "preserves"
    assert result["consistency"] == 1
    report.to_html(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert LABELS_MOVE in page and "the label does not change" not in page


def test_what_is_said_of_kept_tokens_counts():
    def model(rows):
        return [["B-PER" if token == "Ann" and len(row) == 5 else "O" for token in row] for row in rows]

    _, found = results("ner", model, ["concat-sentences"])
    assert found[0]["consistency"] == pytest.approx(0)  # one row has a row after it, and loses its entity


def test_rows_of_the_same_length_are_compared_as_before():
    _, (result,) = results("ner", by_word({"Ann": "B-PER"}), ["word-case"])
    assert not result["labels_move"] and result["consistency"] is not None


def test_trees():
    data = Dataset.from_dict(
        {
            "tokens": [["Dogs", "bark", "."], ["Cats", "sleep", "well", "."]],
            "heads": [[2, 0, 2], [2, 0, 2, 2]],
            "deprels": [["nsubj", "root", "punct"], ["nsubj", "root", "advmod", "punct"]],
        }
    )
    suite = hr.Suite.build(data, hr.task("parsing"), ["punctuation"])

    def model(rows):
        found = []
        for row in rows:
            root = next(place for place, token in enumerate(row, 1) if token in ("bark", "sleep"))
            heads = [0 if place == root else root for place in range(1, len(row) + 1)]
            found.append({"heads": heads, "deprels": ["root" if head == 0 else "dep" for head in heads]})
        return found

    result = hr.run(model, suite).record["results"][0]
    assert result["consistency"] == 1


def test_columns_that_do_not_move_are_named():
    column, tags = ROWS["ner"]
    data = Dataset.from_dict({"tokens": TOKENS, column: tags, "mentions": [[{"start": 0}]] * 2, "genre": ["a", "b"]})
    model = by_word({"Ann": "B-PER", "Rome": "B-LOC"})
    record = hr.run(model, hr.Suite.build(data, hr.task("ner"), ["emoji"])).record
    found = [one for one in record["warnings"] if one["code"] == "stale-columns"]
    assert len(found) == 1 and "'mentions'" in found[0]["message"] and "genre" not in found[0]["message"]
    plain = hr.run(model, hr.Suite.build(data.remove_columns("mentions"), hr.task("ner"), ["emoji"])).record
    assert not [one for one in plain["warnings"] if one["code"] == "stale-columns"]
