"""A suite and a model on the Hub in a job of CI: the commands under bash, the real clients, against `minihub`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from datasets import ClassLabel, Dataset, Features, Value
from huggingface_hub import ModelCard
from junit_format import problems
from minihub import WRITE
from preloaded import Preloaded, ask

import hf_robust as hr
from hf_robust.configured.configuration import load

ROOT = Path(__file__).resolve().parents[2]
CARD = b"---\nlicense: mit\n---\n# Bert\n"
IMPORTS = """
import datasets, huggingface_hub, torch, transformers, transformers.models.bert.modeling_bert
import hf_robust.adapters, hf_robust.cli, hf_robust.configured.config_run
"""
RUN = (
    "hf-robust run --suite me/films-robust --revision v1.0.0 --model me/bert --fail-under 0 --junit robustness.xml "
    '--summary "$GITHUB_STEP_SUMMARY"'
)


@pytest.fixture(scope="module")
def shell(hub, tmp_path_factory):
    """A checkout with the command, where a suite and a small random model are on the Hub."""
    place = tmp_path_factory.mktemp("checkout")
    texts = [f"A wonderful film number {n}." if n % 2 else f"A dull film number {n}." for n in range(12)]
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict({"text": texts, "label": [n % 2 for n in range(12)]}, features=features)
    task = hr.task("sentiment-classification")
    saved = hr.Suite.build(data, task, ["word-case", "keyboard"], name="films-robust").save(place / "suite")
    model = tiny_model(place / "model", texts)
    hub.model("me/bert", {file.name: file.read_bytes() for file in model.iterdir()} | {"README.md": CARD})
    tool = place / "bin/hf-robust"
    tool.parent.mkdir()
    kept = [name for name in os.environ if not name.startswith("HF_") or name == "HF_ROBUST_CACHE"]
    environment = {name: os.environ[name] for name in kept} | {
        "PATH": f"{tool.parent}:/usr/bin:/bin",
        "PYTHONPATH": f"{ROOT}:{':'.join(sys.path)}",
        "HF_ENDPOINT": hub.endpoint,
        "HF_HOME": str(place / "home"),
        "HF_TOKEN": WRITE,
        "HF_HUB_DISABLE_XET": "1",
        "NO_PROXY": "127.0.0.1",
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_STEP_SUMMARY": "summary.md",
    }
    process = Preloaded(IMPORTS, environment)
    process.tool(tool, "from hf_robust.cli import main\nmain()")
    push = f"import hf_robust as hr\nhr.Suite.load({str(saved)!r}).push_to_hub('me/films-robust', '1.0.0')"
    assert ask(process.path, push, ["-c"], environment) == 0

    def run(command: str) -> subprocess.CompletedProcess:
        step = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", command]
        return subprocess.run(step, cwd=place, env=environment, capture_output=True, text=True, check=False)

    run.place = place
    yield run
    process.close()


def tiny_model(folder: Path, texts: list[str]) -> Path:
    """A small random classifier that reads the words of some texts."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = sorted({word for text in texts for word in text.lower().replace(".", " .").split()})
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    tokenizer = BertTokenizerFast(vocab={word: place for place, word in enumerate(words)}, model_max_length=32)
    names = {"id2label": {0: "neg", 1: "pos"}, "label2id": {"neg": 0, "pos": 1}}
    shape = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 8}
    model = BertForSequenceClassification(BertConfig(vocab_size=len(words), **shape, **names))
    generator = torch.Generator().manual_seed(3)
    for weight in model.parameters():
        weight.data = torch.randn(weight.shape, generator=generator)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def test_a_suite_of_the_hub_in_a_workflow(hub, shell):
    """What ``init --suite --github`` writes runs; then the command alone, compared with it, pushes the results."""
    done = shell("hf-robust init --github --suite me/films-robust --revision v1.0.0 --model me/bert")
    assert done.returncode == 0, done.stderr
    steps = yaml.safe_load((shell.place / ".github/workflows/robustness.yml").read_text())["jobs"]["robustness"][
        "steps"
    ]
    (check,) = (step["run"] for step in steps if step.get("name") == "Check")
    done = shell(check)
    assert done.returncode == 0, done.stderr
    suite, tags = record_of(shell, "report"), hub.dataset("me/films-robust").tags
    assert (suite["repo"], suite["revision"], suite["commit"]) == ("me/films-robust", "v1.0.0", tags["v1.0.0"])
    assert (shell.place / "summary.md").read_text().startswith("## Robustness report: me/bert")
    assert load(shell.place / "report/robust.yaml").suite.revision == "v1.0.0"
    done = shell(f"{RUN} --out again --baseline report --push-results")
    assert done.returncode == 0, done.stderr
    assert "None of 4 scores fell significantly" in done.stdout and "row by row" in done.stdout
    assert problems((shell.place / "robustness.xml").read_bytes()) == []
    assert f"me/bert -> {hub.endpoint}/me/bert/discussions/1" in done.stdout
    assert f"Results of me/bert: {hub.endpoint}/me/bert/discussions/1" in (shell.place / "summary.md").read_text()
    asked = hub.model("me/bert").files("refs/pr/1")
    assert {one.dataset_type for one in ModelCard(asked["README.md"].data.decode()).data.eval_results} == {
        "me/films-robust"
    }
    results = yaml.safe_load(asked[".eval_results/me-films-robust.yaml"].data)
    assert {one["dataset"]["id"] for one in results} == {"me/films-robust"}
    assert hub.model("me/bert").files()["README.md"].data == CARD


def record_of(shell, folder: str) -> dict:
    return json.loads((shell.place / folder / "report.json").read_text())["suite"]
