"""Files of somebody else are not replaced by any method that saves, unless it is asked to."""

import pytest
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

from hf_robust.core.errors import UsageError
from hf_robust.core.own_files import check_own
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.corruption_report import CorruptionReport
from hf_robust.reports.formats import suffixes
from hf_robust.reports.suite_report import Report

SAMPLES = (
    (Report, sample_record),
    (AttackReport, sample_attack),
    (CapabilityReport, sample_capabilities),
    (CorruptionReport, sample_corruptions),
)
FORMATS = {"json": ".json", **suffixes()}
MINE = b"% my thesis on robust models"


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: sample[0].__name__)
def report(request):
    kind, record = request.param
    return kind(record())


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_each_format_is_written_again_and_replaces_nothing_else(tmp_path, report, format):
    path = tmp_path / f"mine{FORMATS[format]}"
    path.write_bytes(MINE)
    with pytest.raises(UsageError, match=r"mine\..* is there.*overwrite=True"):
        report.write(path, format)
    assert path.read_bytes() == MINE
    report.write(path, format, overwrite=True)
    assert path.read_bytes() != MINE
    path.write_bytes(path.read_bytes().replace(b"reviews-robust", b"reviews").replace(b"robustness", b""))
    report.write(path, format)  # its own


def test_a_fragment_of_latex_is_written_again(tmp_path, report):
    for _ in range(2):
        report.to_latex(tmp_path / "part.tex", fragment=True)


@pytest.mark.parametrize("ending", ["html", "json"])
def test_a_folder_in_which_one_file_is_of_somebody_else_stays_as_it_is(tmp_path, report, ending):
    mine = tmp_path / report.file_name(ending)
    mine.write_bytes(MINE)
    with pytest.raises(UsageError, match="overwrite=True"):
        report.save(tmp_path)
    assert list(tmp_path.iterdir()) == [mine] and mine.read_bytes() == MINE
    report.save(tmp_path, overwrite=True)
    report.save(tmp_path)
    assert mine.read_bytes() != MINE


def test_an_empty_file_and_no_file_are_nobodys(tmp_path):
    (tmp_path / "empty").touch()
    check_own([tmp_path / "empty", tmp_path / "none", tmp_path])
