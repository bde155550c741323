"""Options and fixtures for all tests. Nothing here reaches the network."""

import gc
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import model_memory
import pytest
import quiet_workers
from default_set import LONGEST, is_left_out, slow_tests
from hypothesis import HealthCheck, settings

# no test depends on how fast or how busy the machine is
settings.register_profile("machine_independent", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("machine_independent")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_EVALUATE_OFFLINE", "1")  # it tries again for a second and a half otherwise
# each worker of pytest-xdist computes on its share of the cores; torch reads this when it is imported
if "PYTEST_XDIST_WORKER_COUNT" in os.environ:  # not in the process that starts them, which would hand on its own share
    _share = (os.cpu_count() or 1) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, _share)))
# torch keeps the machine code of each shape of its products, 1,024 of each kind: 250 MB in a process with many models
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "100")
os.environ.setdefault("LRU_CACHE_CAPACITY", "100")
os.environ.setdefault("HF_ROBUST_CACHE", os.path.join(tempfile.gettempdir(), "hf_robust_tests"))
# compiled modules are kept beside the sources, as those of installed packages are: workers, the next run and processes
# that tests start would compile all modules and rewrite all assertions again otherwise
sys.dont_write_bytecode = False
os.environ["PYTHONDONTWRITEBYTECODE"] = ""


@pytest.hookimpl(hookwrapper=True)
def pytest_collection(session):
    """Garbage is not looked for while modules are imported, nor in them later: they stay to the end.

    Datasets that tests make get their fingerprints and types in a quick way.
    """
    gc.disable()
    yield
    if "datasets" in sys.modules:
        import quick_fingerprint

        quick_fingerprint.install()
    if "accelerate.utils.memory" in sys.modules:
        # each training ends with a search for garbage among all objects, which takes longer than its steps
        sys.modules["accelerate.utils.memory"].gc = SimpleNamespace(collect=int)
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and (left_out := reporter.stats.get("deselected")):
        left_out[:] = left_out[:1] * len(left_out)  # the summary counts them, and they take memory
    gc.enable()
    model_memory.forget()  # what modules read while they are imported
    gc.freeze()
    if "hf_robust.core.garbage" in sys.modules:
        # from now on there are frozen objects; to count them for each suite takes as long as to build a small one
        sys.modules["hf_robust.core.garbage"].gc = SimpleNamespace(get_freeze_count=lambda: 1, freeze=gc.freeze)
    gc.set_threshold(5_000, 10, 20)  # to look for garbage more often takes a twentieth of the time of all tests


def pytest_sessionstart(session):
    model_memory.give_large_blocks_back()
    quiet_workers.install(session.config)


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the golden files of tests/golden anew")
    parser.addoption(
        "--cpu-times",
        metavar="FILE",
        help="write a line for each test: its id, processor seconds, seconds, most memory of its process in MB",
    )


def pytest_ignore_collect(collection_path, config):
    """Files of which no test is in the set are not imported, which takes a tenth of the time of the slow set."""
    return is_left_out(collection_path, config.option.markexpr) or None


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(items):
    """Mark what the default set leaves out, and begin with what needs much memory, while processes are small.

    Long tests follow, so that no worker waits for one at the end.
    """
    for item in slow_tests(items):
        item.add_marker(pytest.mark.slow)
    order = {file: place for place, file in enumerate([*model_memory.MARGINS, *sorted(LONGEST)])}
    items.sort(key=lambda item: order.get(item.path.name, len(order)))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """Let go of models where they take much memory: at the end of a file, and within it where they take more."""
    ends = nextitem is None or nextitem.path != item.path
    following = nextitem.path.name if nextitem is not None else ""
    model_memory.release(model_memory.margin(following).before if ends else model_memory.margin(item.path.name).between)


def _processor_time():
    used = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    """Measure a test, its fixtures and the processes that it starts included."""
    file = item.config.getoption("--cpu-times")
    began = _processor_time(), time.monotonic()
    yield
    if file:
        used, took = _processor_time() - began[0], time.monotonic() - began[1]
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        with Path(file).open("a", encoding="utf-8") as table:
            table.write(f"{item.nodeid}\t{used:.3f}\t{took:.3f}\t{most}\n")


@pytest.fixture(scope="session")
def pipeline():
    """The embedded spaCy pipeline; tests that need it are skipped where it has not been built."""
    from hf_robust.language.embedded import SPACY_PIPELINE

    if not (SPACY_PIPELINE / "meta.json").is_file():
        pytest.skip(f"the embedded pipeline is not built: {SPACY_PIPELINE}")
    return str(SPACY_PIPELINE)


@pytest.fixture(scope="session")
def tiny_language_model():
    """The folder of a small causal language model that answers prompts for the sentiment of a review."""
    import tiny_language_model

    return tiny_language_model.kept(Path(os.environ["HF_ROBUST_CACHE"]))


@pytest.fixture(scope="session")
def small_model(tmp_path_factory):
    """The folder of a small random classifier of sentiment, for tests of what is done with the answers of a model."""
    import tiny_models

    labels = ("negative", "positive")
    return tiny_models.save(tmp_path_factory.mktemp("small"), tiny_models.classifier(labels, positions=128))


@pytest.fixture
def registered():
    """Registers a transformation for one test."""
    from hf_robust.transforms.transformation_registry import transformations

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
