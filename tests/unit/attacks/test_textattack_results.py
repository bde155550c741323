"""Logs of TextAttack as suites."""

import pytest

import hf_robust as hr
from hf_robust.attacks.textattack_results import from_textattack_csv
from hf_robust.core.errors import ColumnError, DataFileError, EmptyDataError, UsageError

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
HEAD = "original_text,perturbed_text,original_score,perturbed_score,ground_truth_output,num_queries,result_type"


def log(folder, *rows):
    path = folder / "log.csv"
    path.write_text("\n".join((HEAD, *rows)) + "\n", encoding="utf-8")
    return path


def test_successes_become_pairs_whose_edits_lead_from_one_to_the_other(tmp_path):
    path = log(
        tmp_path,
        '"A [[good]], [[warm]] film","A [[decent]], [[tepid]] film",0.1,0.9,1.0,20,Successful',
        "A dull film,A dull film,0.1,0.2,0.0,9,Failed",
        "Odd,Odd,0.8,0.8,1.0,1,Skipped",
    )
    suite = from_textattack_csv(path, TASK)
    entry = suite["attack-textattack"]
    assert (len(entry), entry.total, entry.unchanged, entry.not_applicable) == (1, 3, 1, 1)
    assert entry.original[0]["text"] == "A good, warm film"
    assert entry.perturbed[0]["text"] == "A decent, tepid film"
    edits = entry.perturbed[0]["robust"]["edits"]
    assert [(edit["before"], edit["after"], edit["start"]) for edit in edits] == [
        ("good", "decent", 2),
        ("warm", "tepid", 8),
    ]
    suite.save(tmp_path / "suite")
    again = hr.Suite.load(tmp_path / "suite")
    assert again.content_hash == suite.content_hash
    report = hr.run(lambda texts: ["pos" if "good" in text else "neg" for text in texts], again)
    assert report.results[0]["perturbed"] == 0.0


def test_both_texts_of_a_pair_are_read(tmp_path):
    task = hr.task("natural-language-inference", label_names=["entailment", "neutral", "contradiction"])
    texts = [f"[[[[Premise]]]]: A man runs.<SPLIT>[[[[Hypothesis]]]]: He [[{word}]]." for word in ("moves", "stirs")]
    suite = from_textattack_csv(log(tmp_path, f'"{texts[0]}","{texts[1]}",0.1,0.9,0.0,20,Successful'), task)
    row = suite["attack-textattack"].perturbed[0]
    assert (row["premise"], row["hypothesis"], row["label"]) == ("A man runs.", "He stirs.", 0)


@pytest.mark.parametrize(
    ("rows", "error", "says"),
    [
        (["A film,A film,0,0,1.0,1,Failed"], EmptyDataError, "none of the 1 attacks"),
        (["A film,A play,0,0,7.0,1,Successful"], UsageError, "expected a number from 0 to 1"),
        (["A film,A play,0,0,?,1,Successful"], UsageError, "ground_truth_output is"),
    ],
)
def test_rows_that_cannot_be_used_are_named(tmp_path, rows, error, says):
    with pytest.raises(error, match=says):
        from_textattack_csv(log(tmp_path, *rows), TASK)


def test_other_files_are_refused(tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(ColumnError, match="is no log of TextAttack"):
        from_textattack_csv(other, TASK)
    with pytest.raises(DataFileError, match="cannot read"):
        from_textattack_csv(tmp_path / "none.csv", TASK)
    with pytest.raises(UsageError, match="label_names"):
        from_textattack_csv(other, hr.task("sentiment-classification"))
