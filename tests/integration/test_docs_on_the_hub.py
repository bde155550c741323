"""What the documentation says of the Hub, run by a user's process against the stand-in for it."""

import pytest
from documentation import marked
from hub_client import Client
from minihub import MiniHub

SETUP = """
task = hr.task("sentiment-classification")
suite = hr.Suite.build(hr.demo_reviews().select(range(6)), task, ["keyboard", "word-case"])
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with MiniHub() as hub:
        one = Client(hub.endpoint, home, home / "client.log")
        yield one
        one.close()


def test_the_blocks_run_one_after_another(client):
    blocks = sorted(marked("hub"), key=lambda block: "push_to_hub" not in block[1])
    assert "push_to_hub" in blocks[0][1]
    code = SETUP + "built = suite\n" + "\n".join(code for _, code in blocks)
    code += "\nvalue = [suite.content_hash == built.content_hash, sorted(pairs), pairs['perturbed'].num_rows]"
    assert client.run(code) == [True, ["original", "perturbed"], 6]
