"""Every way in takes hostile files: the result is a right load or an error of this package that names the file."""

import resource
import time
import warnings

import pytest
from file_readers import readers
from hostile_files import mutated_file

from hf_robust.core.errors import ColumnError, LabelError, RobustError, UsageError
from hf_robust.tasks.layouts.load_rows import load_data

EVERY = readers()
FEW, SOME, ALL = 4, 12, 48  # mutations of each kind: of those that take long, of others, with the slow tests
MOST_SECONDS, MOST_MEGABYTES = 5, 500  # of one mutation
OF_ROWS = (ColumnError, LabelError, UsageError)  # the file was read: these name a row or a column


def peak() -> float:
    """Most memory of the process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def in_default_set(reader):
    """How many mutations belong to the default tests."""
    return SOME if reader.fast else FEW


def raw(reader, folder, seeds):
    """What is wrong about the outcome of each mutation, by seed; nothing where all is right."""
    path = folder / "place" / reader.name
    path.parent.mkdir()
    reader.write(path)
    valid = path.read_bytes()
    reader.read(path)
    found = {}
    for seed in seeds:
        path.write_bytes(mutated_file(valid, reader.syntax, seed))
        before, began = peak(), time.process_time()
        try:
            reader.read(path)
        except RobustError as error:
            named = path.name in str(error) or path.parent.name in str(error)
            if not named and not isinstance(error, OF_ROWS):
                found[seed] = f"the file is not named: {error!r:.200}"
        except Exception as error:  # what a user would see as a traceback
            found[seed] = repr(error)[:200]
        if time.process_time() - began > MOST_SECONDS:
            found[seed] = f"{time.process_time() - began:.0f} CPU seconds"
        if peak() - before > MOST_MEGABYTES:
            found[seed] = f"{peak() - before:.0f} MB"
    return found


@pytest.mark.parametrize("name", EVERY)
def test_hostile_files(tmp_path, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert raw(EVERY[name], tmp_path, range(in_default_set(EVERY[name]))) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_many_hostile_files(tmp_path, name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert raw(EVERY[name], tmp_path, range(in_default_set(EVERY[name]), ALL)) == {}


@pytest.mark.parametrize(
    "content", ["null", 'null\n{"text": "a"}', '[null, {"text": "a"}]', "[[null]]", "\ufeffnull\n"]
)
@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_rows_that_are_null_are_refused(tmp_path, content, ending):
    path = tmp_path / f"rows.{ending}"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RobustError, match="rows.*line 1 a row is null"):
        load_data(str(path))


@pytest.mark.parametrize("ending", ["json", "jsonl"])
@pytest.mark.parametrize("open_, close", [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("closed", [True, False])
def test_deep_rows_are_refused(tmp_path, ending, open_, close, closed):
    path = tmp_path / f"rows.{ending}"
    path.write_text('{"text": ' + open_ * 10_000 + (f"1{close * 10_000}}}" if closed else ""), encoding="utf-8")
    with pytest.raises(RobustError, match="rows.*line 1 has more than 100 levels"):
        load_data(str(path))


def test_brackets_in_texts_are_no_levels(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"text": "' + "[{" * 500 + '\\"["}\n{"text": "null"}\n', encoding="utf-8")
    assert load_data(str(path))[0]["text"] == "[{" * 500 + '"['
