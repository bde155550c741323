"""What `hf-robust push` prints: where the suite is, and why it has no benchmark file."""

import pytest
from click.testing import CliRunner
from harness_samples import suite_of

from hf_robust.cli import main
from hf_robust.suites import BaseSuite

REASON = "no eval.yaml: inspect has no scorer for the measure of translation"


@pytest.mark.parametrize(("kind", "lines"), [("entities", []), ("questions", []), ("translation", [REASON])])
def test_a_suite_without_a_benchmark_file_says_why(kind, lines, tmp_path, monkeypatch):
    monkeypatch.setattr(BaseSuite, "push_to_hub", lambda suite, repo, version, **options: "0123abc")
    suite_of(kind).save(tmp_path / "suite")
    shown = CliRunner().invoke(main, ["push", str(tmp_path / "suite"), "me/asked", "--version", "v1.0.0"])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.splitlines() == ["me/asked v1.0.0 -> 0123abc", *lines]
