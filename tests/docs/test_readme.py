"""What the README says is so. ``test_extras`` runs its examples."""

import re
from pathlib import Path

from hf_robust.cli.docs.topics import TOPICS, text
from hf_robust.tasks import TASKS

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


def test_it_stays_short():
    assert len(README.splitlines()) <= 180


def test_first_use_is_five_lines():
    lines = [line for line in BLOCKS["first use"].splitlines() if line.strip()]
    assert len(lines) == 5
