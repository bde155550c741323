"""The reason of an entailment that stays tells how far the search for a contradiction came."""

import pytest
from datasets import Dataset

import hf_robust as hr

SHEET = "Two men help each other cut a sheet of plastic."


@pytest.mark.parametrize(
    ("premise", "hypothesis", "reason"),
    [
        ("He left.", "Did he leave?", "the hypothesis asks"),
        ("They left a note.", "A letter on the table.", "no finite verb was found"),
        ("She came alone.", "The man did not join the trip.", "the hypothesis is negated"),
        ("They plan a house.", "They may want a house.", "the hypothesis is hedged"),
        ("Five people hold their drums.", "A group holds large drums.", "does not have the word with an opposite"),
        ("Chairs stand in front of a large house.", "A worker sees a large machine.", "may be true beside the premise"),
        ("Guards regulate those who enter.", "The keepers check visitors.", "tells it in other words"),
        (SHEET, "Two men cut some plastic.", "the main clause cannot be denied"),
    ],
)
def test_the_reason_names_the_stage(premise, hypothesis, reason):
    rows = Dataset.from_list([{"premise": premise, "hypothesis": hypothesis, "label": "entailment"}])
    task = hr.task("natural-language-inference")
    (row,) = rows.map(hr.Perturb("swap-antonym", task, keep="all"), batched=True)
    assert row["hypothesis"] == hypothesis
    assert reason in row["robust"]["reason"]
