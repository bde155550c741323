"""The comparison with other packages counts what it says it counts.

python -m pytest tests/benchmarks/test_peers.py -p no:cacheprovider --override-ini addopts=
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from peers import table, task_forms, texts, worker
from peers.cell import Cell, each, first
from peers.task_pairs import PAIRS, pieces

COMPARE = Path(__file__).parent / "peers" / "compare.py"
TASKS = COMPARE.with_name("task_rows.py")


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def cell(rate, changed=1.0, **more):
    return {"rate": rate, "changed": changed, "label": "x", "spread": 0.0, **more}


def test_a_slow_cell_is_cut_and_its_rate_is_right():
    found = worker.measure(Cell(each(lambda text: busy(0.004)), "slow"), [f"a {n}" for n in range(2000)], budget=0.4)
    assert found["rows"] < 200 and found["rows"] / found["cpu"] == pytest.approx(250, rel=0.1)


def test_a_fast_cell_runs_the_whole_set_and_spaces_are_no_change():
    rows = [f"word {n}" for n in range(200)]
    found = worker.measure(Cell(each(lambda text: text.replace(" ", "  ")), "fast"), rows, budget=0.4)
    assert found["rows"] >= 180 and found["changed"] == 0
    assert worker.measure(Cell(each(str.upper), "fast"), rows, budget=0.4)["changed"] == 1


def test_what_is_prepared_is_not_timed():
    prepared = Cell(lambda texts: texts, "one", prepare=lambda texts: busy(0.05) or texts)
    assert worker.measure(prepared, ["a b"] * 60, budget=0.01)["cpu"] < 0.05


@pytest.mark.parametrize(
    ("peers", "shown"),
    [
        ([cell(10), cell(50)], "2 x"),
        ([cell(10), None], "10 x"),
        ([cell(10), cell(50, changed=0.1)], "10 x"),  # leaves most rows alone
        ([cell(10), cell(50, apart=True)], "10 x"),  # other work
        ([None], "-"),
    ],
)
def test_the_ratio_is_to_the_fastest_that_does_the_work(peers, shown):
    assert table._ratio(cell(100), peers) == shown


def test_first_output():
    assert [first(["a", "b"]), first([]), first("a"), first(None)] == ["a", None, "a", None]


def test_the_texts_are_distinct_and_as_many_as_asked_for(tmp_path):
    for found in (texts.plain(2000), texts.cased(2000)):
        assert len(found) == len(set(found)) == 2000
    path = tmp_path / "texts.jsonl"
    path.write_text("\n".join(json.dumps({"sentence": line}) for line in ["A film .", "Fine", "A film .", "So so ."]))
    assert sorted(texts.of_file(path, 10)) == ["A film .", "So so ."]


def test_the_block_is_replaced(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(f"before\n{table.START}\nold\n{table.END}\nafter\n")
    table.write("new", path)
    assert path.read_text() == f"before\n{table.START}\nnew\n{table.END}\nafter\n"


def test_the_command_without_any_peer(tmp_path):
    words = [COMPARE, "--venvs", tmp_path, "--rows", "80", "--rounds", "1", "--budget", "0.2", "--only", "keyboard"]
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "| keyboard typo, 10 % of words |" in done.stdout and "nlpaug is left out" in done.stderr


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("It 's good , and cheap .", "It's not good, and cheap.", "It 's not good , and cheap ."),
        ("It is good , and cheap .", "It is bad, but cheap.", "It is bad , but cheap ."),
        ("Very good (really).", "Good (really).", "Good (really)."),
        ("so-so, he said", "not so - so, he said", "not so-so, he said"),
        ("A film .", "Two boys sleep.", "Two boys sleep ."),
    ],
)
def test_the_words_that_stay_keep_their_spaces(before, after, shown):
    text, moved = task_forms.respaced(before, after)
    assert text == shown
    for word in after.split():
        start = after.index(word)
        first, last = moved(start, start + len(word))
        assert "".join(text[first:last].split()) == word


ROWS_OF_TASKS = {
    "NLI": {"premise": "A man .", "hypothesis": "No man.", "label": "neutral"},
    "SM": {"sentence1": "Is it ?", "sentence2": "It is", "label": 1},
    "SA": {"text": "Good , too", "label": 0},
    "ABSA": {
        "text": "The screen is good .",
        "aspects": [
            {
                "term": "screen",
                "start": 4,
                "end": 10,
                "polarity": "positive",
                "opinions": [{"text": "good", "start": 14, "end": 18}],
            }
        ],
    },
    "NER": {"tokens": ["Ann", "left"], "ner_tags": ["B-PER", "O"]},
    "POS": {"tokens": ["Ann", "left"], "pos_tags": ["NNP", "VBD"]},
    "DP": {"tokens": ["Ann", "left"], "pos_tags": ["NNP", "VBD"], "heads": [2, 0], "deprels": ["nsubj", "root"]},
    "MRC": {
        "context": "Ann left Rome .",
        "question": "Who left ?",
        "answers": {"text": ["Rome"], "answer_start": [9]},
    },
    "COREF": {"sentences": [["Ann", "left"], ["She", "ran"]], "clusters": [[[0, 0], [2, 2]]]},
    "WSD": {"tokens": ["A", "film"], "target": [1, 1], "sense": ["film%1:10:00::"], "lemma": "film", "pos": "NOUN"},
    "NMT": {"source": "A man .", "target": "Ein Mann ."},
}


@pytest.mark.parametrize("task", ROWS_OF_TASKS)
def test_a_row_comes_back_from_the_form_of_a_sample(task):
    row = ROWS_OF_TASKS[task]
    assert task_forms.back(task, row, task_forms.sample(task, row)) == row


def test_words_come_back_from_letters_and_labels():
    row = {"words": ["我们", "走"]}
    assert task_forms.sample("CWS", row) == {"x": "我们 走", "y": []}
    assert task_forms.back("CWS", row, {"x": "我们跑", "y": ["B", "E", "S"]}) == {"words": ["我们", "跑"]}
    assert task_forms.sample("WSC", {"text": "a"}) == {}


def test_long_documents_are_cut_into_passages():
    row = {"sentences": [["Ann"]] * 8, "clusters": [[[0, 0], [5, 5], [6, 6], [7, 7]], [[1, 1], [6, 6]]]}
    first, second = pieces(row)
    assert first == {"sentences": [["Ann"]] * 6, "clusters": [[[0, 0], [5, 5]]]}
    assert second == {"sentences": [["Ann"]] * 2, "clusters": [[[0, 0], [1, 1]]]}
    assert list(pieces({"text": "a"})) == [{"text": "a"}]


def test_the_pairs_have_names_of_their_own():
    assert len({(pair.title, pair.file) for pair in PAIRS}) == len(PAIRS)


def test_the_command_for_tasks_without_the_peer(tmp_path):
    row = {"premise": "Three boys sleep.", "hypothesis": "Three boys are asleep.", "label": "entailment"}
    file = tmp_path / "nli" / "mnli_matched_sample.jsonl"
    file.parent.mkdir()
    file.write_text("".join(json.dumps({"id": number, **row}) + "\n" for number in range(40)))
    words = [TASKS, tmp_path, tmp_path / "out", "--venvs", tmp_path, "--rows", "9", "--only", "NLI AddSent"]
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    title = (
        "| NLI AddSent | nli/mnli_matched_sample.jsonl | 9 | 0 of 0 | 1: not installed | - | add-sentence | 9 of 9 |"
    )
    assert title in done.stdout
    found = [json.loads(line) for line in (tmp_path / "out" / "ours.jsonl").read_text("utf-8").splitlines()]
    assert [one["row"] for one in found] == list(range(3, 39, 4))
    assert found[0]["before"] == {"premise": row["premise"]} and found[0]["unchanged_fields"]["label"] == row["label"]
