"""Rows with one text are told apart by the spans that are asked about."""

from datasets import Dataset

import hf_robust as hr
from hf_robust.core.randomness import row_ids

TOKENS = ["Anna", "met", "Robert", "in", "Northern", "Ireland"]


def test_two_targets_of_a_sentence_are_two_rows():
    task = hr.task("wsd")
    rows = {"tokens": [TOKENS] * 2, "target": [[1, 1], [5, 5]], "sense": ["meet%2:38:00::", "ireland%1:15:00::"]}
    data = Dataset.from_dict(rows)
    out = data.map(hr.Perturb("keyboard", task, keep="all"), batched=True)
    ids = [record["source_id"] for record in out["robust"]]
    assert len(set(ids)) == 2 and ids == row_ids([rows["tokens"], rows["target"]])
    suite = hr.Suite.build(data, task, ["keyboard"])
    result = hr.run(lambda rows: ["meet%2:38:00::"] * len(rows), suite).results[0]
    assert (result["original"], result["n"]) == (0.5, 2)


def test_ids_of_structs_do_not_hang_on_the_order_of_their_fields():
    one, other = {"start": 1, "end": 2}, {"end": 2, "start": 1}
    assert row_ids([["a"], [one]]) == row_ids([["a"], [other]]) != row_ids([["a"], [{"start": 1, "end": 3}]])
