"""What raters together say: the rules for answers that differ, agreement, intervals."""

import pytest
from audit_samples import of, rated, sample

from hf_robust.audit.sample import draw
from hf_robust.audit.verdicts import as_record, described, judge, table
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import UsageError
from hf_robust.scoring.statistics import wilson


@pytest.fixture(scope="module")
def drawn():
    return sample(per_transformation=4, per_capability=4)


def found(outcome, name):
    return next(one for one in outcome.verdicts if one.rated.name == name)


def test_raters_who_agree(drawn):
    key, items = drawn
    wrong, bad = of(key, "keyboard")[:1], of(key, "keyboard")[1:3]
    said = rated(key, items, wrong=wrong, bad=bad, odd=bad)
    one = found(judge(key, {"a": said, "b": said}), "keyboard")
    assert (one.m, one.n, one.bad, one.natural, one.open) == (0.75, 4, 2, 2.5, 0)
    assert one.interval == pytest.approx(list(wilson(3, 4))) and one.sources == 4
    assert one.agreement["kappa"] == 1.0 and one.defects == {"tense": 4}
    assert one.tasks == ("sentiment-classification",) and one.data == ("me/reviews test",)
    assert one.relevant is None and one.valid is None and one.rated.version


def test_the_rules_for_answers_that_differ(drawn):
    key, items = drawn
    first, second = of(key, "word-case")[:2]
    ratings = {"a": rated(key, items, wrong=[first], bad=[second]), "b": rated(key, items)}
    strict, mean = (found(judge(key, ratings, rule), "word-case") for rule in ("all", "mean"))
    assert (strict.m, strict.bad) == (0.75, 1) and (mean.m, mean.bad) == (0.875, 0.5)
    with pytest.raises(UsageError, match="all, mean"):
        judge(key, ratings, "majority")


def test_capabilities_are_judged_by_the_label_people_give(drawn):
    key, items = drawn
    parts = {origin.id: origin.part for origin in key.origins}
    grown = next(id for id in of(key, "A") if parts[id] == "expanded")
    outcome = judge(key, {"a": rated(key, items, wrong=[grown])})
    one = found(outcome, "A")
    assert (one.m, one.relevant, one.valid, one.n, one.n_valid) == (0.75, 0.75, 0.5, 4, 2)
    assert one.parts == {"seed": 1.0, "expanded": 0.5}
    assert found(outcome, "B").m == 1.0 and one.agreement["kappa"] is None


def test_agreement_is_told_by_question(drawn):
    key, items = drawn
    wrong = of(key, "keyboard")[:1]
    outcome = judge(key, {"a": rated(key, items, wrong=wrong), "b": rated(key, items, odd=wrong)})
    assert outcome.agreement["keep"]["n"] == 8 and outcome.agreement["keep"]["agreement"] == 7 / 8
    assert outcome.agreement["keep"]["kappa"] == 0.0  # one of them never says no
    assert set(outcome.agreement) == {"keep", "label", "relevant", "valid", "natural", "defects"}
    assert outcome.agreement["label"]["kappa"] == 1.0 and outcome.agreement["valid"]["kappa"] is None


def test_labels_agree_by_their_name(drawn):
    key, items = drawn
    said = rated(key, items, wrong=of(key, "A"))
    other = [one.answered(label="neutral") if one.id in of(key, "A") else one for one in said]  # wrong, too
    outcome = judge(key, {"a": said, "b": other})
    assert outcome.agreement["label"]["agreement"] == pytest.approx(2 / 3)
    assert found(outcome, "A").m == 0.0 and found(outcome, "A").agreement["agreement"] == 1.0


def test_what_one_rater_left_open_does_not_count(drawn):
    key, items = drawn
    skipped = of(key, "keyboard")[0]
    half = [item if item.id == skipped else said for item, said in zip(items, rated(key, items))]
    one = found(judge(key, {"a": rated(key, items, wrong=[skipped]), "b": half}), "keyboard")
    assert (one.n, one.open, one.m) == (3, 1, 1.0)


def test_nothing_rated_yet(drawn):
    key, items = drawn
    with pytest.raises(UsageError, match="no item is rated yet"):
        judge(key, {"a": items, "b": items})


def test_the_interval_knows_shared_sources():
    from capability_samples import TASK, seed
    from capability_samples import table as cases_table

    rows = [seed("A", f"good {n} {m}", ["positive"], source_ids=[f"r{n}"]) for n in range(3) for m in range(10)]
    key, items = draw([CapabilitySuite.of_cases(TASK, {"A": cases_table(rows)})], per_capability=30)
    one = judge(key, {"a": rated(key, items)}).verdicts[0]
    assert one.n == 30 and one.sources == 3
    assert one.interval == pytest.approx(list(wilson(3, 3)))


def test_ids_are_ordered_as_numbers(drawn):
    from capability_samples import TASK, seed
    from capability_samples import table as cases_table

    tables = {id: cases_table([seed(id, f"good {id}", ["positive"])]) for id in ("LC10", "LC9", "LC2")}
    key, items = draw([CapabilitySuite.of_cases(TASK, tables)])
    assert [one.rated.name for one in judge(key, {"a": rated(key, items)}).verdicts] == ["LC2", "LC9", "LC10"]


def test_the_record(drawn):
    key, items = drawn
    outcome = judge(key, {"a": rated(key, items), "b": rated(key, items, wrong=of(key, "A")[:1])})
    record = as_record(found(outcome, "A"), outcome, "2026-01-31")
    assert record["value"] == 0.75 and record["n"] == 4 and record["raters"] == 2 and record["rule"] == "all"
    assert record["date"] == "2026-01-31" and record["data"] == "me/films test" and record["kappa"] == 0.0


def test_tables_in_text_and_markdown(drawn):
    key, items = drawn
    outcome = judge(key, {"a": rated(key, items), "b": rated(key, items, bad=of(key, "keyboard")[:1])})
    text = table(outcome)
    assert "keyboard" in text and "tense 1" in text and "keep: agreement 1.00, kappa -" in text
    markdown = table(outcome, markdown=True).splitlines()
    assert markdown[1].startswith("|---|") and len({line.count("|") for line in markdown[:7]}) == 1
    assert described(outcome)["verdicts"][0]["rated"]["name"] == "A"
