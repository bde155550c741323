"""How a command ends."""

import subprocess
import sys

SCRIPT = """
import atexit, gc, sys
atexit.register(lambda: print("frozen" if gc.get_freeze_count() else "not frozen"))  # runs last
from hf_robust.cli import main
main(["docs"])
"""


def test_a_command_ends_without_a_last_collection_of_all_objects():
    ended = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "frozen"
