"""Suites of the tasks whose labels are spans, clusters or texts: built, saved, loaded, run and shown."""

import re

import pytest
from corpus import dataset
from span_samples import SPAN_TASKS, check_span_row

import hf_robust as hr
from hf_robust.suites.rated_pairs import pair_pool
from hf_robust.tasks import COREFERENCE, NESTED_NER, RELATION, SENSES, TRANSLATION, WINOGRAD

NAMES = ["keyboard", "contraction", "punctuation"]
WRONG = {
    RELATION: "part-of",
    COREFERENCE: [[[0, 0], [1, 1]]],
    WINOGRAD: 2,
    SENSES: "entity%1:03:00::",
    TRANSLATION: "nothing",
    NESTED_NER: [],
}
SHOWN = {
    RELATION: r"none \(subject: movies, object: studios\)",
    COREFERENCE: "movies = dollars; studios = car",
    WINOGRAD: r"candidate 0: movies \(pronoun: The at 0\)",
    SENSES: r"movie%1:10:00:: \(target: movies\)",
    TRANSLATION: "ehT seivom erew",
    NESTED_NER: r"[\w.] \(GROUP\)",
}


def model(task, data):
    """Says what is right of the rows as they were, and something else of all others."""
    bound = hr.task(task).bind(data)
    text, *others = bound.input_roles
    known = {str(row[text]): gold for row, gold in zip(bound.inputs(data), bound.references(data), strict=True)}

    def predict(rows):
        gold = [known.get(str(row[text] if others else row), WRONG[task]) for row in rows]
        return [one[0] if task == SENSES and isinstance(one, list) else one for one in gold]

    return predict


@pytest.mark.parametrize("task", SPAN_TASKS)
def test_built_saved_loaded_run_and_shown(task, tmp_path):
    optional = hr.task(task).kind.optional
    data = dataset(task).remove_columns([c for c in dataset(task).column_names if "__" in c or c in optional])
    suite = hr.Suite.build(data, hr.task(task), NAMES)
    again = hr.Suite.load(suite.save(tmp_path / "suite"))
    assert again.content_hash == suite.content_hash and str(again) == str(suite)
    for entry in map(again.__getitem__, again):
        for row in entry.perturbed:
            check_span_row(task, row)
    assert task in (tmp_path / "suite" / "README.md").read_text(encoding="utf-8")
    result = hr.run(model(task, data), again)
    worst = max(result.results, key=lambda one: one["drop"] or 0)
    assert worst["original"] > worst["perturbed"] and worst["examples"]
    result.save(tmp_path / "report")
    page = re.sub(r"<[^>]+>", "", (tmp_path / "report" / "report.html").read_text(encoding="utf-8"))
    assert any(re.search(SHOWN[task], example["gold"]) for one in result.results for example in one["examples"])
    assert "Worst example" in page


@pytest.mark.parametrize("task", SPAN_TASKS)
def test_people_see_what_is_asked(task):
    data = dataset(task).remove_columns([c for c in dataset(task).column_names if "__" in c])
    suite = hr.Suite.build(data, hr.task(task), ["keyboard"])
    (shown,) = pair_pool(suite["keyboard"], suite.task).show("pair", [0])
    assert re.search(SHOWN[task], shown.gold) and shown.text != shown.original
