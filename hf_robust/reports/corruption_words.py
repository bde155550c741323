"""What a corruption benchmark says, in sentences."""

from collections.abc import Sequence

from hf_robust.reports import wording
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.corruption_records import Contrast, CorruptionRecord
from hf_robust.reports.wording import metric_word

CONTROL = "delete-word"
STRATEGIES = {"random": "random words", "important": "important words"}
CONCLUSIONS = ("targeting costs more", "no difference beyond chance", "targeting costs less")


def counted(count: int | None, choose: str) -> str:
    """So many words of a kind.

    Example:
        >>> counted(1, "important"), counted(3, "random")
        ('the most important word', '3 random words')
    """
    if choose == "important":
        return "the most important word" if count == 1 else f"the {count} most important words"
    return f"{count} random word{'' if count == 1 else 's'}"


def controls(record: CorruptionRecord) -> list[str]:
    """Families that are controls: they check the ranking, no corruption that occurs."""
    return [family.name for family in record.grid.families if family.transformation == CONTROL]


def fails_originals(record: CorruptionRecord) -> str:
    """A warning when a model knows no more of the originals than a guess does; empty otherwise."""
    chance, metric = record.metric.chance or 0.0, metric_word(record)
    guess = f", no better than guessing ({wording.points(chance)})" if chance else ""
    for model in record.models:
        if model.baseline_all <= chance:
            name, score = wording.clip(model.name, 60), wording.points(model.baseline_all)
            gold = gold_word(record.data.task)
            return f"{name} fails the originals: {metric} is {score} before any change{guess}; check the {gold}s."
    return ""


def verdict(record: CorruptionRecord) -> str:
    """What the benchmark says, in one sentence: the corruption that costs most, or that a model fails the originals."""
    return fails_originals(record) or _costliest(record)


def _costliest(record: CorruptionRecord) -> str:
    """The corruption that costs most, controls left out."""
    without = controls(record)
    cells = [cell for cell in record.cells if cell.count is not None]
    cells = [cell for cell in cells if cell.family not in without] or cells
    worst = max(cells, key=lambda cell: cell.drop)
    before = worst.score + worst.drop
    where = f"{worst.family} in {counted(worst.count, worst.choose)}"
    path = f"from {wording.points(before)} to {wording.points(worst.score)}"
    rows, metric = wording.count(worst.n, "row"), metric_word(record)
    if worst.drop <= 0:
        return f"No corruption lowers {metric}: in the worst case, {where}, it changes {path} on {rows}."
    cost = f"{wording.points(worst.drop)} points"
    if wording.bounds(worst.drop_interval):
        cost += f" ({wording.interval(worst.drop_interval)})"
    model = wording.clip(worst.model, 60)
    where = where[:1].upper() + where[1:]
    return f"{where} costs {model} {cost}: {metric} falls {path} on {rows}."


def conclusion(contrast: Contrast) -> str:
    """Whether targeting costs more than chance choice, as far as chance does not explain it."""
    if not wording.significant(contrast):
        return CONCLUSIONS[1]
    return CONCLUSIONS[0] if contrast.difference < 0 else CONCLUSIONS[2]


def lede(record: CorruptionRecord) -> str:
    """For how many models and families targeting the important words costs more; empty without both strategies."""
    costliest = _costliest(record) if fails_originals(record) else ""
    without, overall = controls(record), _overall(record)
    contrasts = [c for c in record.contrasts if c.family not in without and c.count == overall]
    if not contrasts:
        return costliest
    conclusions = [conclusion(contrast) for contrast in contrasts]
    many = f"{conclusions.count(CONCLUSIONS[0])} of {wording.count(len(conclusions), 'comparison')}"
    less = conclusions.count(CONCLUSIONS[2])
    tail = f", and less in {less}" if less else ""
    text = f"Corrupting important words costs more than corrupting random words in {many} over all n{tail}."
    return f"{costliest} {text}".strip()


def _overall(record: CorruptionRecord) -> int | None:
    """What stands for all numbers of words: their mean, or the only one."""
    counts = record.grid.counts
    return None if len(counts) > 1 else counts[0]


def control_words(record: CorruptionRecord) -> list[str]:
    """Whether the ranking finds words that matter: deleting them must cost more than deleting random ones."""
    families, sentences = controls(record), []
    for contrast in record.contrasts:
        if contrast.family not in families or contrast.count != _overall(record):
            continue
        name = wording.clip(contrast.model, 60)
        if conclusion(contrast) == CONCLUSIONS[0]:
            ends = wording.bounds(contrast.interval)
            between = f" ({wording.interval([-ends[1], -ends[0]])})" if ends else ""
            more = wording.points(-contrast.difference)
            sentences.append(
                f"The word ranking of {name} is valid: deleting important words costs {more} points more than "
                f"deleting random ones{between}."
            )
        else:
            sentences.append(
                f"The word ranking of {name} may not be valid: deleting important words does not cost significantly "
                "more than deleting random words. Do not interpret its scores for important words."
            )
    return sentences


def population_words(record: CorruptionRecord) -> list[str]:
    """Which rows count, and how many each number of words alone could use."""
    population = record.population
    rows, total = wording.count(population.rows), wording.count(record.data.rows, "row")
    alone = [(wording.count(rows_at), n) for n, rows_at in population.alone.items()]
    listed = ", ".join(f"{many}{' rows' if place == 0 else ''} at n = {n}" for place, (many, n) in enumerate(alone))
    return [
        f"The benchmark uses {rows} of {total}: those on which every number of words, type of corruption, word "
        "selection and model is possible.",
        f"Without this restriction, all families can change {listed}.",
    ]


def strategy_words(record: CorruptionRecord) -> str:
    """How words were chosen."""
    grid, importance, words = record.grid, record.importance, []
    if "random" in grid.choose:
        words.append(f"random words: mean over {wording.count(len(grid.seeds), 'seed')}")
    if importance:
        lime = f" ({importance.num_samples} samples, {importance.num_features} features)"
        words.append(f"important words: {importance.method}{lime if importance.method == 'lime' else ''}")
    return "; ".join(words)


def columns(record: CorruptionRecord) -> Sequence[int | None]:
    """The columns of a table: the numbers of words, and (None) their mean where there are several."""
    counts = record.grid.counts
    return [*counts, None] if len(counts) > 1 else counts


def column_name(count: int | None) -> str:
    """The head of a column.

    Example:
        >>> column_name(3), column_name(None)
        ('n = 3', 'mean')
    """
    return "mean" if count is None else f"n = {count}"
