"""What the README prints is run, and its table is the registry's."""

import re
from pathlib import Path

import pytest

from hf_robust.cli.catalog import markdown_table
from hf_robust.core import registry
from hf_robust.tasks import TASKS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- python: ([\w ]+) -->\n```python\n(.*?)```", README, re.DOTALL))


def test_the_table_is_that_of_the_registry():
    found = re.search(r"<!-- transformations -->\n(.*?)\n<!-- /transformations -->", README, re.DOTALL)
    assert found.group(1) == markdown_table(), (
        "write the output of hf_robust.cli.catalog.markdown_table() into README.md"
    )


@pytest.mark.parametrize("name", sorted(BLOCKS))
def test_examples_run(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    entries = dict(registry.transformations._entries)
    try:
        exec(compile(BLOCKS[name], f"README: {name}", "exec"), {"__name__": "readme"})
    finally:
        registry.transformations._entries.clear()
        registry.transformations._entries.update(entries)
    if name == "first use":
        assert (tmp_path / "report" / "report.html").stat().st_size > 10_000
    if name == "add":
        assert capsys.readouterr().out == "What a film!!\n"
    if name == "map":
        assert "'B-ORG', 'O', 'B-MISC', 'O'" in capsys.readouterr().out
    if name == "importance":
        words = re.findall(r"'before': '(\w+)'", capsys.readouterr().out)
        assert len(words) == 3 and set(words) <= {"great", "lovely"}
    if name == "templates":
        assert "Ada loves this film." in capsys.readouterr().out
    if name == "metric":
        assert float(capsys.readouterr().out) == 0.25


def test_the_two_commands_are_one_line_each():
    for name in ("run", "test"):
        command = re.search(rf"<!-- {name} -->\n```bash\n(.*?)```", README, re.DOTALL).group(1)
        assert command.count("\n") == 1 and ".venv/bin/pip install -e" in command


def test_every_task_is_named():
    assert not [task for task in TASKS if f"`{task}`" not in README]


def test_first_use_is_five_lines():
    lines = [line for line in BLOCKS["first use"].splitlines() if line.strip()]
    assert len(lines) == 5
