"""Workers of pytest-xdist that send less: a message takes as much time as a small test."""

import pytest


def install(config: pytest.Config) -> None:
    """Let this worker keep what nobody reads: that a test starts and ends, and passed fixtures.

    Results, failures, skipped tests and all that a report file or a list of durations needs are sent.
    """
    options = config.option
    if getattr(options, "xmlpath", None) or getattr(options, "durations", None):
        return
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = _without_noise(plugin.sendevent)


def _without_noise(send):
    def sendevent(name, **content):
        report = content.get("data", {}) if name == "testreport" else {}
        passed_fixture = report.get("outcome") == "passed" and report.get("when") != "call"
        if name not in ("logstart", "logfinish") and not passed_fixture:
            send(name, **content)

    return sendevent
