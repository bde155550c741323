"""The measured share of changed rows: which figures count, and where they are shown."""

import pytest
from click.testing import CliRunner

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms import measured_yields
from hf_robust.transforms.audited_versions import audit_of
from hf_robust.transforms.measured_yields import measured_yield
from hf_robust.transforms.transformation_registry import transformations

FIGURES = {
    "name": "contraction",
    "rows": 200,
    "changed": 50,
    "eligibility": None,
    "eligible": None,
    "eligible_changed": None,
    "rows_per_second": 8000.0,
    "rows_per_second_plain": 8000.0,
    "date": "2026-11-27",
    "data": "AG News",
}


@pytest.fixture
def figures(monkeypatch):
    """One record for the version at hand of ``contraction`` and one for an older version of ``number``."""
    own = {**FIGURES, "version": transformations.get("contraction").version}
    other = {**FIGURES, "name": "number", "version": "0"}
    monkeypatch.setattr(measured_yields, "lexicon", lambda name: (own, other))


def params_of(name):
    return next(row["params"] for row in hr.transformations() if row["name"] == name)


def test_figures_count_for_their_version_alone(figures):
    version = transformations.get("contraction").version
    found = measured_yield("contraction", version, params_of("contraction"))
    assert found["coverage"] == 0.25
    audit = audit_of([{"name": "contraction", "version": version, "params": params_of("contraction")}])
    assert found["defects"] == (audit and audit["bad"] / audit["n"])
    assert found["yield"] == 0.25 * (1 - (found["defects"] or 0))
    assert measured_yield("number", transformations.get("number").version, {}) is None


def test_the_list_has_a_column_and_show_has_lines(figures):
    rows = {row["name"]: row["yield"] for row in hr.transformations()}
    assert rows["number"] is None and rows["contraction"]["changed"] == 50
    shown = CliRunner().invoke(main, ["show", "contraction"]).output
    assert "changed: 25.0% of 200 rows (AG News, 2026-11-27)" in shown and "8,000 annotated rows" in shown
    assert "(yield): not measured for this version" in CliRunner().invoke(main, ["show", "number"]).output
    listed = CliRunner().invoke(main, ["list"]).output
    assert "yield" in listed.splitlines()[0]
    line = next(line for line in listed.splitlines() if line.startswith("contraction "))
    assert f"  {rows['contraction']['yield']:.0%}  " in line


def test_the_records_are_sound():
    names = [one["name"] for one in lexicon("yields")]
    assert len(set(names)) == len(names) and set(names) <= set(transformations.names())
    for one in lexicon("yields"):
        assert set(one) - {"gates"} == {*FIGURES, "version"} and 0 <= one["changed"] <= one["rows"]
        assert (one["eligible"] is None) == (one["eligibility"] is None)
        assert one["eligible"] is None or one["eligible_changed"] <= one["eligible"]
        gated = hasattr(transformations.get(one["name"])(), "gate")
        assert set(one.get("gates", ())) in (set(), {"strict", "balanced", "off"}) and (gated or "gates" not in one)


def test_each_level_of_a_gate_has_its_figures(monkeypatch):
    version = transformations.get("synonym").version
    levels = {name: {"rows": 200, "changed": 50, "rows_per_second": 10.0} for name in ("strict", "balanced", "off")}
    own = {**FIGURES, "name": "synonym", "version": version, "gates": levels}
    monkeypatch.setattr(measured_yields, "lexicon", lambda name: (own,))
    found = measured_yield("synonym", version, params_of("synonym"))
    assert found["gates"]["off"]["coverage"] == 0.25
    shown = CliRunner().invoke(main, ["show", "synonym"]).output
    assert all(f"gate={name}: 25.0% of 200 rows changed" in shown for name in levels)
