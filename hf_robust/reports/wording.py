"""The numbers of a record in words: shared by the terminal table, the page and the notebook view."""

from hf_robust.transforms.base import LINGUISTICS

ALPHA = 0.05
GROUP_WORDS = {
    "morphology": "how words are spelled and inflected",
    "syntax": "how sentences are built",
    "paradigmatic": "which word stands in a place",
    "pragmatics": "what is said around the message",
    "model": "rewritten by another model",
}
EFFECT_WORDS = {
    "preserves": "the right answer stays the same",
    "changes": "the right answer changes with the text",
    "raises": "the score is expected to rise",
    "lowers": "the score is expected to fall",
    "unknown": "not known",
}
SIDES = ("plausibility", "grammaticality")
_NOTHING = 1e-9  # what float arithmetic leaves of a drop of zero
MISSING = "–"
MINUS = "−"


def points(value: float | None, digits: int = 1) -> str:
    """A share as a number of points out of 100.

    Example:
        >>> points(0.8012), points(-0.0001), points(-0.02), points(None)
        ('80.1', '0.0', '−2.0', '–')
    """
    if value is None:
        return MISSING
    number = round(100 * value, digits) + 0.0  # + 0.0 turns -0.0 into 0.0
    return f"{number:.{digits}f}".replace("-", MINUS)


def percent(value: float | None) -> str:
    """A share in whole percent; what is not quite all or nothing is not rounded to it.

    Example:
        >>> percent(0.334), percent(0.0004), percent(0.999), percent(1), percent(None)
        ('33%', '<1%', '>99%', '100%', '–')
    """
    if value is None:
        return MISSING
    if 0 < value < 0.005:
        return "<1%"
    if 0.995 <= value < 1:
        return ">99%"
    return f"{100 * value + 0.0:.0f}%".replace("-0%", "0%").replace("-", MINUS)


def count(number: int | None, noun: str = "") -> str:
    """A number of things.

    Example:
        >>> count(1, "row"), count(1234, "row"), count(None)
        ('1 row', '1,234 rows', '–')
    """
    if number is None:
        return MISSING
    text = f"{number:,}"
    return f"{text} {noun}{'' if number == 1 else 's'}" if noun else text


def clip(text: str, size: int = 160) -> str:
    """A text that is not longer than `size`.

    Example:
        >>> clip("keyboard", 5)
        'keyb…'
    """
    return text if len(text) <= size else text[: size - 1] + "…"


def p_value(value: float | None) -> str:
    """A p-value with three decimals.

    Example:
        >>> p_value(0.0001), p_value(0.0412), p_value(None)
        ('<0.001', '0.041', '–')
    """
    if value is None:
        return MISSING
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def bounds(interval: list | None) -> tuple[float, float] | None:
    """The two ends of an interval, or None when there is none."""
    if not interval or len(interval) != 2 or None in interval:
        return None
    return interval[0], interval[1]


def interval(value: list | None) -> str:
    """An interval in points.

    Example:
        >>> interval([0.079, 0.146]), interval([None, None])
        ('7.9 to 14.6', '–')
    """
    ends = bounds(value)
    return MISSING if ends is None else f"{points(ends[0])} to {points(ends[1])}"


def significant(result: dict) -> bool:
    """Whether the drop (or gain) of a result is larger than chance explains, after correction."""
    return result["p_adjusted"] is not None and result["p_adjusted"] < ALPHA


def gained(result: dict) -> bool:
    """Whether the model did better after the change."""
    return result["drop"] is not None and result["drop"] < -_NOTHING


def measured(record: dict) -> list[dict]:
    """The results that have a drop, the greatest drop first."""
    results = [result for result in record["results"] if result["drop"] is not None]
    return sorted(results, key=lambda result: -result["drop"])


def weakest(record: dict) -> dict | None:
    """The result with the greatest drop; one that chance does not explain goes first."""
    results = measured(record)
    sure = [result for result in results if significant(result) and result["drop"] > _NOTHING]
    return next(iter(sure or results), None)


def metric_word(record: dict) -> str:
    """The metric as it is written inside a sentence.

    Example:
        >>> metric_word({"metric": {"label": "Exact match"}}), metric_word({"metric": {"label": "F1"}})
        ('exact match', 'F1')
    """
    label = record["metric"]["label"] or record["metric"]["name"]
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def verdict(record: dict) -> str:
    """What the report says, in one sentence.

    Args:
        record: A valid record.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> for part in verdict(sample_record()).split(": "): print(part)
        keyboard costs this model 15.0 points
        accuracy falls from 90.0 to 75.0 on the 180 rows it could change.
    """
    result, metric = weakest(record), metric_word(record)
    if result is None:
        why = "could change a row" if record["results"] else "ran"
        return f"Nothing was measured: no transformation {why}."
    name, rows = clip(result["name"], 60), count(result["n"], "row")
    path = f"{points(result['original'])} to {points(result['perturbed'])} on the {rows} it could change"
    if result["drop"] < _NOTHING:
        return f"No transformation lowers {metric}: at worst, with {name}, it goes from {path}."
    cost = f"{points(result['drop'])} points"
    if significant(result) or result["p_adjusted"] is None:
        return f"{name} costs this model {cost}: {metric} falls from {path}."
    return f"No drop is larger than chance explains; the greatest is {cost} with {name}, from {path}."


def lede(record: dict) -> str:
    """What stands below the verdict: how many transformations hurt, and the worst case.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> for part in lede(sample_record()).split(". "): print(part)
        1 of 3 transformations lowers accuracy by more than chance explains
        The worst one for each row leaves 70.0.
    """
    results, metric = measured(record), metric_word(record)
    if len(results) < 2:
        ran = count(len(record["results"]), "transformation")
        return f"{ran} ran, on {count(record['suite']['rows'], 'row')}."
    many = count(len(results), "transformation")
    if any(result["p_adjusted"] is not None for result in results):
        hurt = sum(significant(result) and result["drop"] > _NOTHING for result in results)
        who = f"{hurt} of {many}" if hurt else f"None of the {many}"
        text = f"{who} {'lower' if hurt > 1 else 'lowers'} {metric} by more than chance explains."
    else:
        text = f"{many} were measured."
    worst = record["worst_case"]
    if worst and worst["worst"] is not None:
        text += f" The worst one for each row leaves {points(worst['worst'])}."
    return text


def result_words(record: dict, result: dict) -> list[str]:
    """The numbers of one result as sentences: coverage, drop, interval, answers, agreement."""
    metric = metric_word(record)
    n, total = count(result["n"]), count(result["total"], "row")
    words = [f"It could change {n} of {total} ({percent(result['coverage'])})."]
    if result["drop"] is None:
        return [*words, "So there is nothing to measure."]
    original, perturbed = points(result["original"]), points(result["perturbed"])
    if original == perturbed:
        words.append(f"On these rows {metric} stays at {original}.")
    else:
        verb = "falls" if result["drop"] > 0 else "rises"
        words.append(f"On these rows {metric} {verb} from {original} to {perturbed}.")
    words += _interval_words(result)
    if result["p_adjusted"] is not None:
        words.append(f"Chance alone {'does not' if significant(result) else 'could'} explain this.")
    if result["broken"] is not None and result["mended"] is not None:
        broken, mended = count(result["broken"], "answer"), count(result["mended"])
        words.append(f"{broken} broke (right before, wrong after) and {mended} mended (the other way round).")
    if result["consistency"] is not None:
        same = percent(result["consistency"])
        words.append(f"The model gave the same answer before and after on {same} of the rows.")
    return words


def _interval_words(result: dict) -> list[str]:
    ends = bounds(result["interval"])
    if ends is None:
        return []
    return [f"The drop lies between {points(ends[0])} and {points(ends[1])} points with 95% confidence."]


def share(value: float | None) -> str:
    """A number from 0 to 1 with two decimals.

    Example:
        >>> share(0.9098), share(None)
        ('0.91', '–')
    """
    return MISSING if value is None else f"{value:.2f}"


def human_words(record: dict, result: dict) -> list[str]:
    """What people thought of texts that were changed like this; empty when nobody was asked.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> record = sample_record()
        >>> for sentence in human_words(record, record["results"][0]): print(sentence)
        People rated such texts, from 1 to 5: plausibility 3.55 → 3.36, grammaticality 3.74 → 3.45.
        These are means over extractive-qa and part-of-speech; for sentiment-classification there are none.
        Confidence 0.91: the changed texts keep that share of the originals' marks above 1.
        >>> human_words(record, record["results"][1])
        []
    """
    human = result["human"]
    if human is None:
        return []
    marks = ", ".join(f"{side} {human[side][0]:.2f} → {human[side][1]:.2f}" for side in SIDES)
    stage = f" with {human['transformation']}, the worst stage" if len(result["stages"]) > 1 else ""
    words = [f"People rated such texts{stage}, from 1 to 5: {marks}."]
    if not human["own"]:
        over = "These are means over" if len(human["tasks"]) > 1 else "This is for"
        words.append(f"{over} {_listed(human['tasks'])}; for {record['suite']['task']} there are none.")
    share_kept = "the changed texts keep that share of the originals' marks above 1."
    return [*words, f"Confidence {share(human['confidence'])}: {share_kept}"]


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def worst_words(record: dict) -> list[str]:
    """The worst case in sentences; empty when the record has none."""
    worst, metric = record["worst_case"], metric_word(record)
    if not worst or worst["worst"] is None:
        return []
    if len(measured(record)) < 2:
        return ["Only one transformation was measured, so the worst case is that transformation."]
    tried, rows = count(len(measured(record)), "transformation"), count(worst["n"], "row")
    after, before, drop = (points(worst[key]) for key in ("worst", "original", "drop"))
    return [
        f"Give each row the transformation that harms it most, out of {tried}, and {metric} is {after} "
        f"instead of {before}: a drop of {drop} points on the {rows} that at least one of them could change.",
        *_interval_words(worst),
    ]


def in_groups(results: list[dict]) -> list[tuple[str, list[dict]]]:
    """Results by linguistics group in their usual order, the greatest drop first in each."""
    names = [*LINGUISTICS, *sorted({result["linguistics"] for result in results} - set(LINGUISTICS))]
    groups = ((name, [result for result in results if result["linguistics"] == name]) for name in names)
    return [(name, sorted(members, key=_by_drop)) for name, members in groups if members]


def _by_drop(result: dict) -> tuple:
    return (result["drop"] is None, -(result["drop"] or 0), result["name"])


def resource_words(resource: dict) -> str:
    """One resource on one line, for example ``en_robust_sm 1.0.0 (embedded default)``."""
    return f"{' '.join(filter(None, [resource['name'], resource['version']]))} ({resource['origin']})"


def prediction_words(predictions: dict) -> str:
    """How much the model was asked, for example ``548 texts for 750 rows, 0 from the cache``."""
    asked, rows = count(predictions["unique"], "text"), count(predictions["rows"], "row")
    return f"{asked} for {rows}, {count(predictions['cached'])} from the cache"
