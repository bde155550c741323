"""Options and fixtures for all tests. Nothing here reaches the network."""

import os
import tempfile

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")
# each worker of pytest-xdist computes on its share of the cores; torch reads this when it is imported
if "PYTEST_XDIST_WORKER_COUNT" in os.environ:  # not in the process that starts them, which would hand on its own share
    _share = (os.cpu_count() or 1) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, _share)))
os.environ.setdefault("HF_ROBUST_CACHE", os.path.join(tempfile.gettempdir(), "hf_robust_tests"))


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the golden files of tests/golden anew")


@pytest.fixture(scope="session")
def pipeline():
    """The embedded spaCy pipeline; tests that need it are skipped where it has not been built."""
    from hf_robust.language.embedded import SPACY_PIPELINE

    if not (SPACY_PIPELINE / "meta.json").is_file():
        pytest.skip(f"the embedded pipeline is not built: {SPACY_PIPELINE}")
    return str(SPACY_PIPELINE)


@pytest.fixture
def registered():
    """Registers a transformation for one test."""
    from hf_robust.core.registry import transformations

    transformations.names()  # ours are loaded first
    before = dict(transformations._entries)
    yield transformations.register
    transformations._entries.clear()
    transformations._entries.update(before)


@pytest.fixture
def paths(monkeypatch):
    """How many batches went through ``Perturb`` as columns, the rows of them that did not, and a switch for columns."""
    from hf_robust.perturb import perturbation
    from hf_robust.perturb.column_rows import column_rows

    class Paths:
        columns = rest = 0
        on = True

    def counted(plan, batch):
        found = column_rows(plan, batch) if Paths.on else None
        Paths.columns += found is not None
        Paths.rest += 0 if found is None else int(found.rest.sum())
        return found

    monkeypatch.setattr(perturbation, "column_rows", counted)
    return Paths
