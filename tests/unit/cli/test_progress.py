"""Progress where there is no terminal: a line now and then, with an estimate."""

from hf_robust.cli.progress import bar, bars, lines


def told(times, capsys):
    clock = iter(times)
    tell = lines(lambda: next(clock))
    for done, _ in enumerate(times):
        tell("rank", done, 1000)
    return capsys.readouterr().err.splitlines()


def test_a_line_comes_every_ten_seconds_with_an_estimate(capsys):
    assert told([0, 4, 8, 12, 16, 23], capsys) == [
        "rank: 3 of 1,000, about 3988 s left",
        "rank: 5 of 1,000, about 4577 s left",
    ]


def test_quick_work_prints_nothing(capsys):
    assert told([0, 1, 2, 3], capsys) == []


def test_bars_are_lines_where_there_is_no_terminal(capsys, monkeypatch):
    monkeypatch.setattr("hf_robust.cli.progress.EVERY", 0.0)
    with bars() as tell:
        tell("rank", 1, 2)
    with bar("predict") as tell:
        tell(2, 2)
    assert [line.split(",")[0] for line in capsys.readouterr().err.splitlines()] == ["rank: 1 of 2", "predict: 2 of 2"]
