"""``import hf_robust`` is light, and every public name is there."""

import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import hf_robust as hr

HEAVY = ("torch", "transformers", "spacy", "evaluate", "nltk", "datasets", "pandas", "sklearn", "tensorflow")


def run(code: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


WITHOUT_ARROW = ("import hf_robust", "import hf_robust.perturb, hf_robust.transforms, hf_robust.tasks")
LIGHT = (
    *WITHOUT_ARROW,
    "import hf_robust.perturb.perturbation",
    "import hf_robust.suites.robustness",
    "from hf_robust.language import doctor, models, sentiment",
    "from hf_robust.language.constituency import grammar, parsers",
    "from hf_robust.language.embedded import constituency_model, masked_lm_model, sentiment_model",
    "import hf_robust as hr; hr.Perturb('typos', hr.task('text-classification')); hr.Suite",
)


@pytest.fixture(scope="module")
def loaded() -> dict[str, list[str]]:
    """What each line has loaded after the lines before it, in one process: what one loads shows at it and all later."""
    code = "import json, sys\nfor code in sys.argv[1:]:\n    exec(code)\n    print(json.dumps(list(sys.modules)))"
    return dict(zip(LIGHT, map(json.loads, run(code, *LIGHT).splitlines()), strict=True))


@pytest.mark.parametrize("code", LIGHT)
def test_nothing_heavy_is_loaded(loaded, code):
    assert not set(HEAVY) & set(loaded[code])


@pytest.mark.parametrize("code", WITHOUT_ARROW)
def test_arrow_is_for_suites(loaded, code):
    assert "pyarrow" not in loaded[code]


def test_it_takes_little_time():
    code = "import time; t = time.process_time(); import hf_robust; print(time.process_time() - t)"
    assert min(float(run(code)) for _ in range(2)) < 2


@pytest.mark.parametrize("name", [name for name in hr.__all__ if name != "__version__"])
def test_public_names_resolve(name):
    assert getattr(hr, name) is not None
    assert name in dir(hr)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        hr.nonsense  # noqa: B018


def test_all_is_sorted():
    assert hr.__all__ == sorted(hr.__all__)


def test_no_module_is_called_like_a_public_function():
    found = {path.stem for path in Path(hr.__file__).parent.rglob("*.py")}
    assert not found & set(hr.__all__)
    packages = {path.parent.name for path in Path(hr.__file__).parent.rglob("__init__.py")}
    assert not packages & set(hr.__all__)


PACKAGES = sorted(
    ".".join(path.parent.relative_to(Path(hr.__file__).parents[1]).parts)
    for path in Path(hr.__file__).parent.rglob("__init__.py")
)


@pytest.mark.parametrize("name", PACKAGES)
def test_what_a_package_shows_is_there_and_is_no_module(name):
    package = importlib.import_module(name)
    public = getattr(package, "__all__", [])
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    # a package of modules may list them; a name may not stand for a module and for something else
    assert all(getattr(package, each) is not None for each in public)
    assert not [each for each in modules & set(public) if not isinstance(getattr(package, each), ModuleType)]
