"""The numbers of a corruption benchmark in words: shared by its table and its page."""

from hf_robust.reports import wording

CONTROL = "delete-word"
STRATEGIES = {"random": "random words", "important": "important words"}
CONCLUSIONS = ("targeting costs more", "no difference beyond chance", "targeting costs less")


def metric_word(record: dict) -> str:
    """The metric as it is written inside a sentence."""
    return wording.metric_word(record)


def counted(count: int, choose: str) -> str:
    """So many words of a kind.

    Example:
        >>> counted(1, "important"), counted(3, "random")
        ('the most important word', '3 random words')
    """
    if choose == "important":
        return "the most important word" if count == 1 else f"the {count} most important words"
    return f"{count} random word{'' if count == 1 else 's'}"


def controls(record: dict) -> list[str]:
    """Families that are controls: they check the ranking, no corruption that occurs."""
    return [family["name"] for family in record["grid"]["families"] if family["transformation"] == CONTROL]


def verdict(record: dict) -> str:
    """What the benchmark says, in one sentence: the corruption that costs most, controls left out.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> for part in verdict(sample_corruptions()).split(": "): print(part)
        Spelling in the 3 most important words costs lstm 15.0 points (13.0 to 17.0)
        accuracy falls from 85.0 to 70.0 on the 400 rows that count.
    """
    own = controls(record)
    counted_cells = [cell for cell in record["cells"] if cell["count"] is not None]
    cells = [cell for cell in counted_cells if cell["family"] not in own] or counted_cells
    worst = max(cells, key=lambda cell: cell["drop"])
    before = worst["score"] + worst["drop"]
    where = f"{worst['family']} in {counted(worst['count'], worst['choose'])}"
    path = f"from {wording.points(before)} to {wording.points(worst['score'])}"
    rows, metric = wording.count(worst["n"], "row"), metric_word(record)
    if worst["drop"] <= 0:
        return f"No corruption lowers {metric}: at worst, with {where}, it goes {path} on the {rows} that count."
    cost = f"{wording.points(worst['drop'])} points"
    if wording.bounds(worst["drop_interval"]):
        cost += f" ({wording.interval(worst['drop_interval'])})"
    model = wording.clip(worst["model"], 60)
    where = where[:1].upper() + where[1:]
    return f"{where} costs {model} {cost}: {metric} falls {path} on the {rows} that count."


def conclusion(contrast: dict) -> str:
    """Whether targeting costs more than chance choice, as far as chance does not explain it."""
    if not wording.significant(contrast):
        return CONCLUSIONS[1]
    return CONCLUSIONS[0] if contrast["difference"] < 0 else CONCLUSIONS[2]


def lede(record: dict) -> str:
    """For which models and families targeting the important words costs more; empty without both strategies.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> lede(sample_corruptions())
        'Corrupting the words that matter to the model costs more than random ones in 1 of 2 comparisons over all n.'
    """
    own = controls(record)
    found = [conclusion(c) for c in record["contrasts"] if c["family"] not in own and c["count"] == _overall(record)]
    if not found:
        return ""
    many = f"{found.count(CONCLUSIONS[0])} of {wording.count(len(found), 'comparison')}"
    less = found.count(CONCLUSIONS[2])
    tail = f", and less in {less}" if less else ""
    return f"Corrupting the words that matter to the model costs more than random ones in {many} over all n{tail}."


def _overall(record: dict) -> int | None:
    """What stands for all numbers of words: their mean, or the only one."""
    counts = record["grid"]["counts"]
    return None if len(counts) > 1 else counts[0]


def control_words(record: dict) -> list[str]:
    """Whether the ranking finds words that matter: deleting them must cost more than deleting random ones.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> for part in control_words(sample_corruptions())[0].split(": "): print(part)
        The ranking of lstm finds words that matter
        deleting them costs 7.5 points more than deleting random ones (3.5 to 11.5).
    """
    own, said = controls(record), []
    for contrast in record["contrasts"]:
        if contrast["family"] not in own or contrast["count"] != _overall(record):
            continue
        name = wording.clip(contrast["model"], 60)
        if conclusion(contrast) == CONCLUSIONS[0]:
            ends = wording.bounds(contrast["interval"])
            between = f" ({wording.interval([-ends[1], -ends[0]])})" if ends else ""
            more = wording.points(-contrast["difference"])
            said.append(
                f"The ranking of {name} finds words that matter: deleting them costs {more} points more than "
                f"deleting random ones{between}."
            )
        else:
            said.append(
                f"Nothing shows that the ranking of {name} finds words that matter: deleting them costs no "
                "more than chance explains. Do not read its targeted scores as such."
            )
    return said


def population_words(record: dict) -> list[str]:
    """Which rows count, and how many each number of words alone could use.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> for sentence in population_words(sample_corruptions()): print(sentence)
        400 of 1,000 rows count: those that every n, family, strategy and model can use.
        Every family alone could change 990 rows at n = 1, 400 at n = 3.
    """
    population = record["population"]
    rows, total = wording.count(population["rows"]), wording.count(record["data"]["rows"], "row")
    alone = [(wording.count(rows_at), n) for n, rows_at in population["alone"].items()]
    listed = ", ".join(f"{many}{' rows' if place == 0 else ''} at n = {n}" for place, (many, n) in enumerate(alone))
    return [
        f"{rows} of {total} count: those that every n, family, strategy and model can use.",
        f"Every family alone could change {listed}.",
    ]


def strategy_words(record: dict) -> str:
    """How words were chosen."""
    grid, importance, words = record["grid"], record["importance"], []
    if "random" in grid["choose"]:
        words.append(f"random words: mean over {wording.count(len(grid['seeds']), 'seed')}")
    if importance:
        lime = f" ({importance['num_samples']} samples, {importance['num_features']} features)"
        words.append(f"important words: {importance['method']}{lime if importance['method'] == 'lime' else ''}")
    return "; ".join(words)


def columns(record: dict) -> list[int | None]:
    """The columns of a table: the numbers of words, and (None) their mean where there are several."""
    counts = record["grid"]["counts"]
    return [*counts, None] if len(counts) > 1 else counts


def column_name(count: int | None) -> str:
    """The head of a column.

    Example:
        >>> column_name(3), column_name(None)
        ('n = 3', 'mean')
    """
    return "mean" if count is None else f"n = {count}"


def by_row(record: dict, model: str) -> list[dict]:
    """The table of one model: for each family a row for each strategy, and one for their difference.

    Returns:
        ``family``, ``row`` (what it shows), ``cells`` (one a column, None where there is none).
    """
    counts, rows = columns(record), []
    scores = {(c["family"], c["choose"], c["count"]): c for c in record["cells"] if c["model"] == model}
    differences = {(c["family"], c["count"]): c for c in record["contrasts"] if c["model"] == model}
    for family in (family["name"] for family in record["grid"]["families"]):
        for choose in record["grid"]["choose"]:
            cells = [scores.get((family, choose, count)) for count in counts]
            rows.append({"family": family, "row": choose, "cells": cells})
        if any((family, count) in differences for count in counts):
            cells = [differences.get((family, count)) for count in counts]
            rows.append({"family": family, "row": "difference", "cells": cells})
            rows.append({"family": family, "row": "95% interval", "cells": cells})
    return rows
