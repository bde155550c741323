"""What the results of an attack say, in sentences."""

from statistics import median

from hf_robust.reports.records.attack_records import AttackRecord
from hf_robust.reports.wording import clip, count, interval, listed, percent, points
from hf_robust.tasks import TASKS

STATUSES = {
    "successful": "successful: correct before, wrong after",
    "failed": "failed: the search found no wrong prediction",
    "maximized": "changed as far as the search could go",
    "skipped": "skipped: the prediction was wrong before the attack",
    "error": "could not be attacked",
}
_OF_SCORES = {
    **STATUSES,
    "successful": "successful: the score moved as far as the goal asks",
    "failed": "failed: the search found no such move",
}
ATTACKED = ("successful", "failed", "maximized")


def kept_word(record: AttackRecord) -> str:
    """What the rows that an attack did not change make up: the accuracy, or what stands for it in other tasks."""
    kind = TASKS.get(record.data.task)
    if kind is not None and kind.scores:
        return "share of unmoved scores"
    return "subset accuracy" if kind is not None and kind.many_labels else "accuracy"


def of_scores(record: AttackRecord) -> bool:
    """Whether predictions are scores, which an attack moves, and which are not right or wrong."""
    return record.data.task in TASKS and TASKS[record.data.task].scores


def attacked(record: AttackRecord) -> int:
    """How many rows were attacked: those that the model had right."""
    counts = record.summary.counts
    return sum(counts.get(status, 0) for status in ATTACKED)


def maximizes(record: AttackRecord) -> bool:
    """Whether the goal has no yes or no, so that there is no success to count."""
    return bool(record.summary.counts.get("maximized"))


def words_left(record: AttackRecord) -> tuple[float, float] | None:
    """Words of a text before, and words that the edits left alone: medians over the rows of a maximized goal."""
    rows = [one for one in record.results if one.status == "maximized"]
    if not rows:
        return None
    return (
        median(one.words for one in rows),
        median(max(0, one.words - one.words_changed) for one in rows),
    )


def median_text(value: float | None) -> str:
    """A median as text: without decimals where there are none.

    Example:
        >>> median_text(2.0), median_text(1212.5), median_text(None)
        ('2', '1,212.5', '–')
    """
    return count(None) if value is None else f"{value:,.1f}".removesuffix(".0")


def verdict(record: AttackRecord) -> str:
    """What the report says, in one sentence."""
    found, recipe, rows = record.summary, clip(record.attack.recipe, 60), attacked(record)
    if not rows:
        why = "the model made no prediction" if found.accuracy is None else "the model predicts no row correctly"
        return f"{recipe} had no row to attack: {why}."
    left = words_left(record)
    if left is not None:
        words = f"{median_text(left[1])} of {median_text(left[0])} words"
        return f"{recipe} leaves {words} unchanged (medians over {count(rows, 'row')})."
    right = "" if of_scores(record) else "correct "
    many = f"the only {right}prediction" if rows == 1 else f"the {count(rows)} {right}predictions"
    kept = kept_word(record)
    if not found.counts.get("successful"):
        who = many if rows == 1 else f"none of {many}"
        verb = "does not change" if rows == 1 else "changes"
        return f"{recipe} {verb} {who}; {kept} stays at {points(found.accuracy)}."
    share = "" if rows == 1 else f"{percent(found.success_rate)} of "
    return (
        f"{recipe} changes {share}{many}; {kept} falls from "
        f"{points(found.accuracy)} to {points(found.accuracy_under_attack)}."
    )


def lede(record: AttackRecord) -> str:
    """What stands below the verdict: queries, rows that fell out, and on what the labels rest."""
    found = record.summary
    queries, counts, said = found.queries, found.counts, []
    if attacked(record) > 1 and queries.median is not None:
        said.append(f"Half of the attacked rows took {count(round(queries.median), 'query', 'queries')} or fewer.")
    if found.out_of_budget:
        spent = found.out_of_budget
        said.append(f"{count(spent, 'row')} used up {'its' if spent == 1 else 'their'} queries.")
    fell = [
        f"{count(counts[status], 'row')} {what}"
        for status, what in (("skipped", "skipped"), ("error", "could not be attacked"))
        if counts.get(status)
    ]
    if fell:
        said.append(f"{listed(fell)}.")
    if counts.get("successful"):
        said.append(labels(record))
    return " ".join(said)


def labels(record: AttackRecord) -> str:
    """On what the labels of the examples rest."""
    if record.read:
        return read_words(record)
    if record.attack.effect != "preserves":
        return "The attack does not ensure that the labels stay correct. Read the examples before you trust the rate."
    return "Nobody has checked that the labels of the examples are still correct."


def read_words(record: AttackRecord) -> str:
    """What readers found of the labels, and what that leaves of the success rate; empty where nobody read."""
    read = record.read
    if not read:
        return ""
    kept, rate = read.kept / read.n, record.summary.success_rate
    said = (
        f"Readers of {count(read.n, 'example')} confirmed the label of {percent(kept)} of them "
        f"({interval(read.interval)})"
    )
    return (
        f"{said}." if rate is None else f"{said}. The success rate on valid examples is about {percent(rate * kept)}."
    )


def asked_words(record: AttackRecord) -> tuple[str, ...]:
    """How much of the queries the model really had to answer."""
    asked = record.summary.queries.total
    victim = next((one for one in record.work if one.service == "victim"), None)
    if victim is None:
        return ()
    return (
        f"The attack made {count(asked, 'query', 'queries')}. The model ran on {count(victim.computed, 'text')} in "
        f"{count(victim.batches, 'batch', 'batches')}, including the originals of all rows. Repeated and cached "
        "inputs are not run again.",
    )


def statuses(record: AttackRecord) -> tuple[tuple[str, str], ...]:
    """How many rows there are of each status that occurs."""
    counts = record.summary.counts
    known = _OF_SCORES if of_scores(record) else STATUSES
    return tuple((count(counts[status]), what) for status, what in known.items() if counts.get(status))
