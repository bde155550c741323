"""Lines for readers: one short line on what raters said."""

from hf_robust.reports.audit_words import audit_sentence, trust_line
from hf_robust.suites.short_sections import rated_by_models, unrated


def test_what_raters_said_of_many_tests_is_one_line():
    audit = {"value": 1.0, "n": 50, "raters": 2, "by": "language models", "date": "2026-11-22"}
    rated = {f"a-long-name-{number}": audit | {"value": 1 - number / 100} for number in range(11)}
    rated |= {f"another-name-{number}": None for number in range(9)}
    (line,) = trust_line(rated, asked=False)
    assert "(language models) confirmed: 0.90 (a-long-name-10) to 1.00 for 11 transformations." in line
    assert line.endswith("Not rated: another-name-0, another-name-1, another-name-2 and 6 more.")
    same = trust_line(dict.fromkeys("abc", audit), asked=True)
    assert same == ("Share of labels that raters (language models) confirmed: 1.00 for 3 transformations.",)


def test_audits_of_texts_that_a_model_writes_are_of_references():
    audit = {"value": 0.9, "n": 50, "by": "language models", "date": "2026-11-22"}
    said = [
        audit_sentence(audit, "reference"),
        *trust_line({"a": audit}, asked=False, gold="reference"),
        *trust_line({"a": audit, "b": audit}, asked=False, gold="reference"),
        *unrated(["a"], ["a"], "transformations", "reference"),
        *unrated(["a"], ["a", "b"], "transformations", "reference"),
        *rated_by_models({"a": audit}, "transformations", "reference"),
        *rated_by_models({"a": audit, "b": {}}, "transformations", "reference"),
    ]
    assert len(said) == 7
    assert all("reference" in sentence and "label" not in sentence for sentence in said)
