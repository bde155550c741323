"""What the README says is so: its table is that of the registry. ``test_extras`` runs its examples."""

import re
from pathlib import Path

from hf_robust.cli.catalog import markdown_table, recipes_table, subpopulations_table
from hf_robust.tasks import TASKS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- python: ([\w ]+) -->\n```python\n(.*?)```", README, re.DOTALL))


def test_the_table_is_that_of_the_registry():
    found = re.search(r"<!-- transformations -->\n(.*?)\n<!-- /transformations -->", README, re.DOTALL)
    assert found.group(1) == markdown_table(), (
        "write the output of hf_robust.cli.catalog.markdown_table() into README.md"
    )


def test_the_chinese_table_is_that_of_the_registry():
    found = re.search(r"<!-- transformations zh -->\n(.*?)\n<!-- /transformations zh -->", README, re.DOTALL)
    assert found.group(1) == markdown_table("zh"), "write the output of markdown_table('zh') into README.md"


def test_the_recipes_are_those_of_the_registry():
    found = re.search(r"<!-- recipes -->\n(.*?)\n<!-- /recipes -->", README, re.DOTALL)
    assert found.group(1) == recipes_table(), "write the output of hf_robust.cli.catalog.recipes_table() into README.md"


def test_the_subpopulations_are_those_of_the_registry():
    found = re.search(r"<!-- subpopulations -->\n(.*?)\n<!-- /subpopulations -->", README, re.DOTALL)
    assert found.group(1) == subpopulations_table(), (
        "write the output of hf_robust.cli.catalog.subpopulations_table() into README.md"
    )


def test_the_two_commands_are_one_line_each():
    for name in ("run", "test"):
        command = re.search(rf"<!-- {name} -->\n```bash\n(.*?)```", README, re.DOTALL).group(1)
        assert command.count("\n") == 1 and ".venv/bin/pip install -e" in command


def test_every_task_is_named():
    assert not [task for task in TASKS if f"`{task}`" not in README]


def test_first_use_is_five_lines():
    lines = [line for line in BLOCKS["first use"].splitlines() if line.strip()]
    assert len(lines) == 5
