"""The files of an audit: what a spreadsheet makes of them, and mistakes in them."""

import csv
import json
from dataclasses import replace

import pytest
from audit_samples import rated, sample

from hf_robust.audit.pools import ShownCase
from hf_robust.audit.questions import OF_PAIR
from hf_robust.audit.rating_files import COLUMNS, read_key, read_ratings, read_sample, write_ratings, write_sample
from hf_robust.audit.sample import Item
from hf_robust.core.errors import DataFileError, UsageError


@pytest.fixture
def folder(tmp_path):
    key, items = sample(per_transformation=2, per_capability=2)
    return write_sample(tmp_path / "audit", key, items, ["a", "b"])


def lines(file):
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream))


def spoil(file, row, column, value):
    rows = lines(file)
    rows[row][rows[0].index(column)] = value
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)


def place_of(file, column):
    """The first row in which a question is asked."""
    rows = lines(file)
    return next(row for row in range(1, len(rows)) if rows[row][rows[0].index(column)] != "-")


def test_round_trip(folder):
    key, items = sample(per_transformation=2, per_capability=2)
    found, ratings = read_sample(folder)
    assert json.dumps(found.to_dict()) == json.dumps(key.to_dict())
    assert list(ratings) == ["a", "b"]
    for own in ratings.values():
        assert sorted(item.id for item in own) == sorted(item.id for item in items)
    assert [item.id for item in ratings["a"]] != [item.id for item in ratings["b"]]  # each rater has an order
    seen = {item.id: item.shown for item in ratings["a"]}
    assert all(replace(seen[item.id], accepted=item.shown.accepted, id=item.shown.id) == item.shown for item in items)


def test_the_key_is_not_in_the_raters_files(folder):
    text = (folder / "a.csv").read_text(encoding="utf-8") + (folder / "guide.md").read_text()
    key = read_key(folder)
    hidden = {one.name for one in key.rated if len(one.name) > 1} | {origin.case for origin in key.origins}
    assert hidden and not [name for name in hidden if name in text]
    assert "accepted" not in text


def test_answers_come_back(folder):
    key, ratings = read_sample(folder)
    said = rated(key, ratings["a"], wrong=[ratings["a"][0].id], bad=[ratings["a"][1].id])
    write_ratings(said, folder / "a.csv")
    assert read_ratings(folder / "a.csv") == said and all(item.done for item in said)


def test_no_cell_is_a_formula_and_every_text_comes_back(tmp_path):
    texts = ["=1+1", "+1", "-1", "-", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''=1", "'twas", "＝1", '"q", and; s\nlines']
    items = [Item(f"i{place}", ShownCase("t", text, OF_PAIR, text, "=pos")) for place, text in enumerate(texts)]
    items = [item.answered(keep="yes", natural="1", defects="=bad; -x") for item in items]
    path = write_ratings(items, tmp_path / "a.csv")
    assert not [cell for row in lines(path) for cell in row if cell[:1] and cell[0] in "=+@\t\r＝"]
    assert read_ratings(path) == items


def test_what_a_spreadsheet_makes_of_it_is_understood(folder):
    file = folder / "a.csv"
    expected = read_ratings(file)
    pair = place_of(file, "keep")
    spoil(file, pair, "keep", " YES ")
    spoil(file, pair, "natural", "3.0")
    found = lines(file)
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows([*found, [""] * len(found[0])])
    expected[pair - 1] = expected[pair - 1].answered(keep="yes", natural="3")
    assert read_ratings(file) == expected


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("label", "posittive", "label must be one of negative, neutral, positive, found 'posittive'"),
        ("keep", "perhaps", "keep must be one of yes, no, found 'perhaps'"),
        ("natural", "4", "natural must be one of 1, 2, 3, found '4'"),
        ("natural", "2.5", "natural must be"),
        ("id", "", "id and, where a label is asked for, choices must not be empty"),
    ],
)
def test_a_wrong_value_is_reported_with_its_row(folder, column, value, message):
    file = folder / "a.csv"
    row = place_of(file, column)
    spoil(file, row, column, value)
    with pytest.raises(DataFileError, match=f"row {row + 1}: {message}"):
        read_ratings(file)


def test_an_item_twice_is_reported_with_both_rows(folder):
    spoil(folder / "a.csv", 4, "id", lines(folder / "a.csv")[1][0])
    with pytest.raises(DataFileError, match=r"row 5: the item .* is in row 2 already"):
        read_ratings(folder / "a.csv")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"text,label\nfine,positive\n", "is no audit: it has the columns text, label"),
        (b"\xff\xfe\x00", "not in UTF-8"),
        (b"PK\x03\x04 a spreadsheet of another kind", "is no audit"),
        (",".join(COLUMNS).encode(), "has no item"),
        ((",".join(COLUMNS) + "\none,two\n").encode(), "row 2: expected 13 cells, found 2"),
    ],
)
def test_files_that_are_no_audit(tmp_path, content, message):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(DataFileError, match=message):
        read_ratings(tmp_path / "a.csv")


def test_missing_files(folder, tmp_path):
    with pytest.raises(DataFileError, match="audit draw"):
        read_ratings(tmp_path / "none.csv")
    with pytest.raises(DataFileError, match="cannot be read"):
        read_ratings(tmp_path)
    with pytest.raises(DataFileError, match="there is no file"):
        read_sample(tmp_path)
    for file in folder.glob("*.csv"):
        file.unlink()
    with pytest.raises(DataFileError, match="holds no rater's CSV"):
        read_sample(folder)


def test_a_rater_of_another_sample(folder):
    _, items = sample(per_transformation=2, per_capability=2)
    write_ratings(items[1:], folder / "b.csv")
    with pytest.raises(DataFileError, match=f"the item {items[0].id} is missing"):
        read_sample(folder)
    write_ratings([*items, replace(items[0], id="zz")], folder / "b.csv")
    with pytest.raises(DataFileError, match="the item zz is not in the key"):
        read_sample(folder)


@pytest.mark.parametrize("content", ["[]", "{}", "no", '{"rated": [], "suites": [], "origins": [{}]}', "[" * 100_000])
def test_a_key_that_is_none(folder, content):
    (folder / "key.json").write_text(content)
    with pytest.raises(DataFileError, match="is no key"):
        read_key(folder)


@pytest.mark.parametrize("raters", [[], ["a", "a"], ["../x"], [""]])
def test_wrong_names_of_raters(tmp_path, raters):
    with pytest.raises(UsageError, match="raters are different names"):
        write_sample(tmp_path, *sample(), raters)


def test_an_interrupted_write_leaves_the_old_file(folder, monkeypatch):
    file = folder / "a.csv"
    before, names = file.read_bytes(), sorted(path.name for path in folder.iterdir())

    def failing(*args):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", failing)
    with pytest.raises(DataFileError, match="disk full"):
        write_ratings(read_ratings(file)[:1], file)
    assert file.read_bytes() == before and sorted(path.name for path in folder.iterdir()) == names
