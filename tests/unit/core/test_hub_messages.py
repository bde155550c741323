"""What is said where the Hub is out of reach: one message, and none of the client's lines of log."""

import logging

import pytest
from huggingface_hub import constants
from huggingface_hub.errors import OfflineModeIsEnabled

from hf_robust.adapters.huggingface.loading import load_config, load_tokenizer
from hf_robust.core.errors import HubError
from hf_robust.core.hub_errors import explained, failed, reach, short
from hf_robust.prebuilt import load_recipe
from hf_robust.prebuilt.recipe_check import unreachable_sources
from hf_robust.reports import read_leaderboard
from hf_robust.suites import suites_of
from hf_robust.suites.releases import check_unreleased

CLIENT = logging.getLogger("huggingface_hub.utils._http")
AWAY = "the Hub is out of reach; {}{}"
DO = {
    True: "unset HF_HUB_OFFLINE, with which the Hub is not asked, and try again",
    False: "try again with a connection",
}
ASKED = {
    "suites": (lambda: suites_of("my-org"), "asking the Hub for the suites of my-org failed", ""),
    "leaderboard": (lambda: read_leaderboard("me/x"), "the leaderboard of me/x cannot be read", ""),
    "release": (
        lambda: check_unreleased("me/x", "1.0.0"),
        "asking the Hub for me/x failed",
        "nothing was published: ",
    ),
    "recipe": (
        lambda: list(unreachable_sources(load_recipe("snli"))),
        "snli: asking the Hub for stanfordnlp/snli failed",
        "",
    ),
}


@pytest.fixture(params=[True, False], ids=["offline", "no network"])
def _away(request, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", request.param)
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")  # where nobody listens


@pytest.fixture
def lines():
    """What the client logs."""

    class Kept(logging.Handler):
        def emit(self, record):
            found.append(record.getMessage())

    found, handler = [], Kept()
    CLIENT.addHandler(handler)
    yield found
    CLIENT.removeHandler(handler)


@pytest.mark.usefixtures("_away")
@pytest.mark.parametrize("asked", ASKED)
def test_it_is_one_message_at_once(asked, monkeypatch, lines):
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("it tried again"))
    ask, what, state = ASKED[asked]
    with pytest.raises(HubError) as caught:
        ask()
    assert str(caught.value) == f"{what}: {AWAY.format(state, DO[constants.HF_HUB_OFFLINE])}" and lines == []


@pytest.mark.usefixtures("_away")
def test_reach_gives_up_at_once(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("it tried again"))
    with pytest.raises(HubError, match="^away$"), explained(lambda error: "away"):
        reach()


@pytest.mark.usefixtures("_away")
def test_a_model_is_looked_for_in_the_cache_at_once(monkeypatch, lines):
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail("it tried again"))
    with pytest.raises(HubError, match="the Hub is out of reach or offline mode is on, and it is not in the local"):
        load_config("me/none")
    with pytest.raises(HubError, match="the tokenizer 'me/none' cannot be loaded"):
        load_tokenizer("me/none")
    assert lines == []


def test_lines_of_the_client_that_say_something_else_stay(lines):
    with explained(str):
        CLIENT.warning("HTTP Error 503 thrown while requesting GET http://hub")
        CLIENT.warning("Retrying in 1s [Retry 1/5].")
        CLIENT.warning("Rate limited. Waiting 301.0s before retry [Retry 1/5].")
    CLIENT.warning("Retrying in 2s [Retry 2/5].")
    assert [line[:12] for line in lines] == ["Rate limited", "Retrying in "]


def test_another_failure_says_what_it_is():
    said = failed("asking failed", ValueError("odd"), "nothing was published")
    assert said == "asking failed (ValueError: odd); nothing was published: try again"
    assert short(OfflineModeIsEnabled("Cannot reach https://hub")) == "HF_HUB_OFFLINE is set"
