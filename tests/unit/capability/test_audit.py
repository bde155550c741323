"""The audit: drawn, filled in, read whatever a spreadsheet made of it, counted, applied."""

import csv
from dataclasses import replace

import pytest
from capability_samples import TASK, by_words, seed, suite, table

import hf_robust as hr
from hf_robust.capability import audit
from hf_robust.capability.cases import column_of
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import DataFileError, UsageError


@pytest.fixture
def file(tmp_path):
    return audit.write(audit.draw(suite(), per_capability=4, seed=1), tmp_path / "audit.csv")


def lines(path):
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))


def spoil(path, row, column, value):
    found = lines(path)
    found[row][found[0].index(column)] = value
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(found)


def answered(cases, **wrong):
    """What a person would say who agrees with all but so many cases of a capability."""
    left = dict(wrong)
    for case in cases:
        agree = not left.get(case.capability)
        left[case.capability] = left.get(case.capability, 0) - (not agree)
        label = case.accepted[-1] if agree else next(one for one in case.choices if one not in case.accepted)
        yield replace(case, label=label, relevancy=4)


def test_half_are_seeds_and_half_are_expansions():
    cases = audit.draw(suite(), per_capability=4, seed=1)
    for id in "ABC":
        kinds = sorted(case.kind for case in cases if case.capability == id)
        assert kinds == ["expanded", "expanded", "seed", "seed"]
    assert len({case.case_id for case in cases}) == 12
    assert cases == audit.draw(suite(), per_capability=4, seed=1) != audit.draw(suite(), per_capability=4, seed=2)


@pytest.mark.parametrize(
    ("seeds", "expansions", "expected"), [(2, 3, (2, 6)), (6, 0, (6, 0)), (8, 1, (5, 5)), (1, 1, (1, 1))]
)
def test_what_one_kind_lacks_the_other_gives(seeds, expansions, expected):
    cases = [case for case in audit.draw(suite(seeds, expansions), per_capability=10) if case.capability == "A"]
    assert (sum(case.kind == "seed" for case in cases), sum(case.kind == "expanded" for case in cases)) == expected


def test_the_capabilities_are_mixed():
    order = [case.capability for case in audit.draw(suite(), per_capability=12)]
    assert order != sorted(order)


def test_round_trip_of_odd_texts(tmp_path):
    texts = ['"quoted", and; semicolons\nand lines', "=1+1", "naïve café \u202e", "tab\there", "  spaces  "]
    tables = {"A": table([seed("A", text, ["positive"]) for text in texts])}
    cases = audit.draw(CapabilitySuite.of_cases(TASK, tables), per_capability=9)
    assert sorted(case.texts["text"] for case in audit.read(audit.write(cases, tmp_path / "a.csv"))) == sorted(texts)
    assert audit.read(tmp_path / "a.csv") == cases


def test_no_cell_is_a_formula_and_every_text_comes_back(tmp_path):
    texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''=1", "'twas", "＝1", "a=b", "'"]
    cases = [replace(audit.draw(suite())[0], case_id=f"c{n}", texts={"text": text}) for n, text in enumerate(texts)]
    cases.append(replace(cases[0], case_id="=c", name="-name", choices=("=a", "b"), accepted=("=a",), label="=a"))
    path = audit.write(cases, tmp_path / "a.csv")
    cells = [cell for row in lines(path) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+-@\t\r＝" and cell]
    assert "'=1+1" in cells and "'twas" in cells and "a=b" in cells
    assert audit.read(path) == cases


def test_what_a_spreadsheet_makes_of_it_is_understood(file):
    expected = audit.read(file)
    found = lines(file)
    found[1][found[0].index("label")] = " Positive "
    found[1][found[0].index("relevancy")] = "4.0"
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows([*found, [""] * len(found[0])])
    assert audit.read(file) == [replace(expected[0], label="positive", relevancy=4), *expected[1:]]


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("label", "posittive", "row 3: label must be one of negative, neutral, positive, found 'posittive'"),
        ("relevancy", "6", "row 3: relevancy must be a whole number from 1 to 5, found '6'"),
        ("relevancy", "4.5", "row 3: relevancy"),
        ("relevancy", "well", "row 3: relevancy"),
        ("accepted", "", "row 3: case_id, capability, choices and accepted must not be empty"),
        ("case_id", "", "row 3: case_id"),
    ],
)
def test_a_wrong_value_is_reported_with_its_row(file, column, value, message):
    spoil(file, 2, column, value)
    with pytest.raises(DataFileError, match=message):
        audit.read(file)


def test_a_case_twice_is_reported_with_both_rows(file):
    spoil(file, 4, "case_id", lines(file)[1][0])
    with pytest.raises(DataFileError, match=r"row 5: the case .* is in row 2 already"):
        audit.read(file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"text,label\nfine,positive\n", "is no audit: it has the columns text, label"),
        (b"\xff\xfe\x00", "not in UTF-8"),
        (b"PK\x03\x04 a spreadsheet of another kind", "is no audit"),
    ],
)
def test_files_that_are_no_audit(tmp_path, content, message):
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    with pytest.raises(DataFileError, match=message):
        audit.read(path)


def test_missing_and_ragged_files(file, tmp_path):
    with pytest.raises(DataFileError, match="audit draw"):
        audit.read(tmp_path / "none.csv")
    with pytest.raises(DataFileError, match="cannot be read"):
        audit.read(tmp_path)
    with file.open("a", encoding="utf-8") as stream:
        stream.write("one,two\r\n")
    with pytest.raises(DataFileError, match="row 14: expected 10 cells, found 2"):
        audit.read(file)
    text = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text(text[0], encoding="utf-8")
    with pytest.raises(DataFileError, match="has no case"):
        audit.read(file)


def test_agreement_is_counted_capability_by_capability():
    cases = list(answered(audit.draw(suite(), per_capability=4, seed=1), A=1, B=4))
    cases[0] = replace(cases[0], label=None, relevancy=None)
    found = {one.id: one for one in audit.score(cases)}
    assert list(found) == ["A", "B", "C"]
    skipped = cases[0].capability
    expected = {"A": 0.75, "B": 0.0, "C": 1.0}
    assert all(found[id].oracle_confidence == expected[id] for id in set("ABC") - {skipped})
    assert found[skipped].open == 1 and found[skipped].whole["n"] == 3
    assert found["C"].whole["relevancy"] == 0.75
    assert found["C"].seeds["n"] + found["C"].expanded["n"] == found["C"].whole["n"]


def test_ids_are_ordered_as_numbers():
    cases = audit.draw(suite(), per_capability=4)
    named = [replace(case, capability={"A": "LC10", "B": "LC9", "C": "LC2"}[case.capability]) for case in cases]
    assert [one.id for one in audit.score(list(answered(named)))] == ["LC2", "LC9", "LC10"]


def test_nothing_rated_yet():
    with pytest.raises(UsageError, match="no case has a label yet"):
        audit.score(audit.draw(suite()))


def test_apply_writes_a_new_version_that_reports_use(tmp_path):
    old = suite().versioned("1.0.3")
    cases = list(answered(audit.draw(old, per_capability=4, seed=1), A=1, B=4))
    fresh = audit.apply(old, cases)
    assert fresh.info["version"] == "1.1.0" and old.info["version"] == "1.0.3"
    assert {id: fresh[id].oracle_confidence for id in fresh} == {"A": 0.75, "B": 0.0, "C": 1.0}
    assert set(column_of(fresh["A"].expanded, "oracle_confidence")) == {0.75}
    loaded = CapabilitySuite.load(fresh.save(tmp_path / "suite"))
    assert (
        loaded.info["audit"]["A"]["n"] == 4
        and "people labeled 12 cases" in (tmp_path / "suite" / "README.md").read_text()
    )
    report = hr.run(by_words, loaded, labels=["negative", "neutral", "positive"], min_oracle_confidence=0.5)
    assert report.result("A")["oracle_confidence"] == 0.75 and list(report.skipped) == ["B"]
    assert "Audited" in (report.save(tmp_path / "report") / "capabilities.html").read_text()


def test_versions_only_go_up():
    old = suite().versioned("2.0.0")
    cases = list(answered(audit.draw(old, per_capability=2)))
    assert audit.apply(old, cases, "v2.0.1").info["version"] == "2.0.1"
    assert audit.apply(suite(), cases).info["version"] == "1.0.0"
    for wrong, message in (("2.0.0", "comes after"), ("1.9.9", "comes after"), ("2", "form '1.2.3'")):
        with pytest.raises(UsageError, match=message):
            audit.apply(old, cases, wrong)


def test_the_audit_of_another_suite_is_refused():
    cases = list(answered(audit.draw(suite(seeds=9), per_capability=9)))
    with pytest.raises(UsageError, match="the audit of another one"):
        audit.apply(suite(seeds=2), cases)
    elsewhere = [replace(case, capability="Z") for case in cases]
    with pytest.raises(UsageError, match="of Z is not in the suite"):
        audit.apply(suite(seeds=9), elsewhere)


def test_an_interrupted_write_leaves_the_old_file(file, monkeypatch):
    before = file.read_bytes()

    def failing(*args):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", failing)
    with pytest.raises(DataFileError, match="disk full"):
        audit.write(audit.draw(suite(), per_capability=1), file)
    assert file.read_bytes() == before and [path.name for path in file.parent.iterdir()] == [file.name]
