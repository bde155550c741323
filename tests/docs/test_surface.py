"""What users are shown uses public names only: ``hr.*`` and the ``__all__`` of the packages."""

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from capability_samples import suite as capability_suite
from datasets import Dataset

import hf_robust as hr

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?(.*)$", re.MULTILINE)
MENTION = re.compile(r"\bhf_robust(?:\.[A-Za-z_]\w*)+")


def codes(markdown: str) -> Iterator[str]:
    """The Python of a page: what a prompt leads, else the whole block."""
    for block in FENCED.findall(markdown):
        yield "\n".join(PROMPT.findall(block)) or block


def private(code: str) -> list[str]:
    """What a piece of code reads of the package that is not public."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("hf_robust.")]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "hf_robust":
            found += [f"{node.module}.{a.name}" for a in node.names if not is_public(f"{node.module}.{a.name}")]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "hr":
            found += [f"hr.{node.attr}"] if node.attr not in hr.__all__ else []
    return found


def is_public(name: str) -> bool:
    """Whether a dotted name is one that a package shows."""
    package, _, last = name.rpartition(".")
    if package == "hf_robust" and last in hr.__all__:
        return True
    try:
        home = import_module(package)
    except ImportError:
        return False
    return hasattr(home, "__path__") and last in getattr(home, "__all__", ())


PAGES = ["README.md", *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("metrics/*/README.md")))]
SCRIPTS = sorted(
    str(p.relative_to(ROOT)) for glob in ("metrics/*/*.py", "dataset_scripts/**/*.py") for p in ROOT.glob(glob)
)


@pytest.mark.parametrize("path", PAGES)
def test_pages(path):
    page = (ROOT / path).read_text(encoding="utf-8")
    assert [name for code in codes(page) for name in private(code)] == []


@pytest.mark.parametrize("path", SCRIPTS)
def test_scripts(path):
    assert private((ROOT / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda path: path.name)
def test_notebooks(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert private("\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")) == []


def robustness_suite() -> hr.Suite:
    rows = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["good", "bad"]})
    return hr.Suite.build(rows, hr.task("sentiment-classification"), ["keyboard", ["word-case", "twitter"]])


@pytest.mark.parametrize("make", [robustness_suite, capability_suite], ids=["robustness", "capabilities"])
def test_cards_of_suites(make, tmp_path):
    make().save(tmp_path / "suite")
    card = (tmp_path / "suite" / "README.md").read_text(encoding="utf-8")
    assert "hf_robust" in card
    assert [name for code in codes(card) for name in private(code)] == []
    assert [name for name in MENTION.findall(card) if not is_public(name)] == []


def test_the_check_sees_what_it_looks_for():
    code = "import hf_robust.cli.app\nimport hf_robust as hr\nfrom hf_robust.core.edits import Edit\nhr.run, hr.nothing"
    assert sorted(private(code)) == ["hf_robust.cli.app", "hf_robust.core.edits.Edit", "hr.nothing"]
    assert private("from hf_robust.language import masked_lm\nfrom hf_robust import Suite") == []
