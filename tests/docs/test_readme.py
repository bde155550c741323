"""What the README says is so. ``test_extras`` runs its examples."""

import re
from pathlib import Path

from hf_robust.tasks import TASKS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- python: ([\w ]+) -->\n```python\n(.*?)```", README, re.DOTALL))


def test_the_two_commands_are_one_line_each():
    for name in ("run", "test"):
        command = re.search(rf"<!-- {name} -->\n```bash\n(.*?)```", README, re.DOTALL).group(1)
        assert command.count("\n") == 1 and ".venv/bin/pip install -e" in command


def test_every_task_is_named():
    assert not [task for task in TASKS if f"`{task}`" not in README]


def test_first_use_is_five_lines():
    lines = [line for line in BLOCKS["first use"].splitlines() if line.strip()]
    assert len(lines) == 5
