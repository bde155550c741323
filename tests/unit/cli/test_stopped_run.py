"""Ctrl-C during a run with models behind an API: what is stored, and how to go on."""

from pathlib import Path

import pytest
from chat_server import Behavior, ChatServer
from click.testing import CliRunner

from hf_robust.adapters.chat_models.chat_predictor import ChatPredictor
from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.cli.app import main
from hf_robust.cli.stopped_run import saying_how_to_go_on
from hf_robust.configured.config_choices import ModelChoice

LOCAL = {"base_url": "http://127.0.0.1:9", "model": "m"}
AWAY = {"base_url": "https://api.example.com", "model": "m"}
GOES_ON, ANEW = "the same command goes on from there", "the same command starts anew. --cache-dir FOLDER stores them"


@pytest.fixture(autouse=True)
def stored(tmp_path, monkeypatch):
    """Both folders hold three answers."""
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    for folder in (tmp_path / "cache" / "answers", tmp_path / "mine"):
        with AnswerStore(folder).writer() as writer:
            for number in range(3):
                writer.put(bytes([number]), "{}")
    return tmp_path


@pytest.mark.parametrize(
    ("model", "params", "cache", "said"),
    [
        ("chat:m", {}, None, GOES_ON),
        ("chat:m", {}, "mine", GOES_ON),
        ("chat:m", {"store": False}, None, ANEW),
        ("inference:org/m", {}, None, GOES_ON),
        ("endpoint:vllm-classify", AWAY, None, GOES_ON),
        ("endpoint:vllm-classify", LOCAL, "mine", GOES_ON),
        ("endpoint:vllm-classify", LOCAL, None, ANEW),
        ("endpoint:no-such-preset", {}, None, ANEW),
        ("org/model", {}, None, ""),
        (None, {}, None, ""),
    ],
)
def test_the_message_fits_the_model(model, params, cache, said, stored, capsys):
    cache_dir = None if cache is None else str(stored / cache)
    with pytest.raises(KeyboardInterrupt), saying_how_to_go_on([ModelChoice(model=model, params=params)], cache_dir):
        raise KeyboardInterrupt
    found = capsys.readouterr().err
    assert found.rstrip().endswith(said) and bool(found) is bool(said)
    if said == GOES_ON:
        place = stored / (cache or "cache/answers")
        assert "3 answers of this run" in found and str(place) in found


def test_a_folder_is_named_once_for_several_models(capsys):
    choices = [ModelChoice(model=f"chat:{name}") for name in "abc"]
    with pytest.raises(KeyboardInterrupt), saying_how_to_go_on(choices, None):
        raise KeyboardInterrupt
    assert capsys.readouterr().err.count(GOES_ON) == 1


@pytest.mark.parametrize(
    "command",
    [
        ["run", "--model", "chat:m", "-t", "word-case"],
        ["compare", "--model", "chat:m", "--model", "chat:n", "-t", "word-case"],
        ["attack", "--model", "chat:m"],
    ],
    ids=lambda one: one[0],
)
def test_commands_say_it(command, stored, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(ChatPredictor, "answers", stopped)
    monkeypatch.chdir(stored)
    Path("reviews.csv").write_text("text,label\nA fine film.,positive\nA dull film.,negative\n")
    data = ["--dataset", "reviews.csv", "--task", "sentiment", "--answer", "generate"]
    with ChatServer(Behavior(text="positive")) as server:
        done = CliRunner().invoke(main, [*command, "--base-url", server.base_url, *data])
    assert done.exit_code != 0 and GOES_ON in done.output
