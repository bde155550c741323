"""The layers of the house: a module imports only from its own layer or from one below."""

import ast
from pathlib import Path

import pytest

import hf_robust

ROOT = Path(hf_robust.__file__).parent
LAYERS = (
    ("errors", "registry", "randomness", "doc", "edits", "tasks", "labels", "provenance", "lexicons", "files",
     "human_scores"),
    (
        "defaults", "resources", "annotate", "data", "models", "masking", "vectors", "translation", "polarity",
        "parsers", "productions", "grammar", "word_sentiment",
    ),
    ("transforms", "capabilities", "attacks"),
    ("perturb", "batches", "suites", "capability_suites", "capability_tables", "capability_growth", "importance",
     "lime", "slices", "validators"),
    ("scoring", "metrics", "adapters", "run", "contributions", "root_cause", "corruption_benchmark",
     "corruption_copies", "corruption_scores", "capability_run", "capability_scores", "capability_examples"),
    ("reports", "training", "hub", "suite_files", "cards", "capability_cards", "audit", "audit_page",
     "catalogue", "distributed", "doctor"),
    ("cli", "cli_corruptions", "cli_capabilities", "cli_audit", "cli_options", "__main__"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# the index of synonyms is a lexicon that is built from a resource
ALLOWED = {("lexicons", "resources")}
MODULES = sorted(p for p in ROOT.rglob("*.py") if p.parent != ROOT or p.name != "__init__.py")


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Parts of the package that a module imports when it is imported itself; functions are left out."""
    found = set()

    def visit(node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            if node.module == "hf_robust":
                found.update(f"hf_robust.{alias.name}" for alias in node.names)
            else:
                found.add(node.module)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(path.read_text(encoding="utf-8")))
    return {name.split(".")[1] for name in found if name.startswith("hf_robust.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_imports_go_downward(path):
    here = room(path)
    assert here in LEVEL, f"{here} has no layer; place it in LAYERS"
    for name in imported(path) - {"__version__"}:
        assert name in LEVEL, f"{path} imports hf_robust.{name}, which has no layer"
        assert LEVEL[name] <= LEVEL[here] or (here, name) in ALLOWED, f"{here} is below {name} and imports it"


def test_the_package_itself_imports_nothing_of_it_at_once():
    assert imported(ROOT / "__init__.py") == set()
