"""What comes out of ``Perturb`` a column at a time and row by row, compared."""

import hf_robust as hr

TASK = hr.task("sentiment-classification")


def tables(data, paths, entry, task=TASK, always=True, **options):
    """What comes out as columns and row by row.

    Args:
        data: The rows.
        paths: The fixture.
        entry: What is done.
        task: The task.
        always: Whether columns must have been used.
        options: For ``Perturb``.
    """
    perturb = hr.Perturb(entry, task, **options)
    found = []
    for on in (False, True):
        paths.on = on
        paths.columns = paths.rest = 0
        out = data.map(perturb, batched=True, load_from_cache_file=False)
        assert bool(paths.columns) == on or not len(data) or (on and not always)
        found.append(out.data.table.combine_chunks())
    return found


def assert_same(data, paths, entry, **options):
    """The table, which is the same in both ways."""
    one, other = tables(data, paths, entry, **options)
    assert one.schema == other.schema
    assert other.to_pylist() == one.to_pylist()
    return other
