"""What the results of a suite say, in sentences."""

from collections.abc import Sequence

from hf_robust.core.reasons import ReasonKind, eligible_rows, reason_kind
from hf_robust.reports.audit_words import audit_sentence
from hf_robust.reports.bias_words import bias_verdict
from hf_robust.reports.evidence import (
    LEAST_ROWS,
    SMALL,
    detectable_words,
    disagreement_words,
    enough_rows,
    independent_rows,
    sure_drop,
)
from hf_robust.reports.generated_view import generated_sentence, tests_of
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.records.shared_records import Interval
from hf_robust.reports.run_warnings import NO_EVIDENCE, warnings_of
from hf_robust.reports.score_changes_view import greatest_rise, score_words
from hf_robust.reports.wording import (
    bounds,
    clip,
    count,
    interval,
    metric_word,
    percent,
    points,
    required,
    row_word,
    significant,
)
from hf_robust.transforms.base import LINGUISTICS

GROUP_WORDS = {
    "morphology": "spelling and inflection",
    "syntax": "sentence structure",
    "paradigmatic": "word and name choice",
    "pragmatics": "context, style, gender and region",
    "model": "generated replacements",
}
EFFECT_WORDS = {
    "preserves": "the label does not change",
    "changes": "the label changes with the text",
    "raises": "the score is expected to rise",
    "lowers": "the score is expected to fall",
    "unknown": "effect on the label not known",
}
LABELS_MOVE = "the labels move with their words"
# codes of warnings after which no drop means anything
VOID = frozenset({"constant-predictions", "not-above-majority", "no-skill", "answers-by-position"})
_NOTHING = 1e-9  # what float arithmetic leaves of a drop of zero


def gained(result: TransformationResult) -> bool:
    """Whether the model did better after the change."""
    return result.drop is not None and result.drop < -_NOTHING


def by_drop(result: TransformationResult) -> tuple:
    """Sort key: the greatest drop first, then results on few rows, what was not measured last."""
    return (result.drop is None, not enough_rows(result), -(result.drop or 0), result.name)


def measured(record: RobustnessRecord) -> list[TransformationResult]:
    """The results that have a drop, the greatest drop first."""
    return sorted((result for result in record.results if result.drop is not None), key=by_drop)


def weakest(record: RobustnessRecord) -> TransformationResult | None:
    """The greatest significant drop, of those on enough rows first; None where there is none.

    Where nothing was tested, it is the greatest drop on enough rows.
    """
    results = measured(record)
    if any(result.p_adjusted is not None for result in results):
        return next(filter(sure_drop, results), None)
    return next((one for one in results if enough_rows(one) and required(one.drop) > _NOTHING), None)  # nobody tested


def groups(results: Sequence[TransformationResult]) -> list[str]:
    """The linguistics groups that occur, in their usual order."""
    present = {result.linguistics for result in results}
    return [name for name in LINGUISTICS if name in present] + sorted(present - set(LINGUISTICS))


def group_name(name: str) -> str:
    """What readers of a report see for a linguistics group: a term of the field.

    Example:
        >>> group_name("paradigmatic"), group_name("model"), group_name("syntax")
        ('lexical', 'language model', 'syntax')
    """
    return {"paradigmatic": "lexical", "model": "language model"}.get(name, name)


def group_label(name: str) -> str:
    """A linguistics group with its meaning.

    Example:
        >>> group_label("paradigmatic"), group_label("mine")
        ('lexical (word and name choice)', 'mine')
    """
    return f"{group_name(name)} ({GROUP_WORDS[name]})" if name in GROUP_WORDS else name


def fails_originals(record: RobustnessRecord) -> str:
    """A warning when the model knows no more of the originals than a guess does; empty otherwise.

    Such a model has nothing to lose, so that small drops say nothing. Most often its labels are not those of the data.
    """
    results = measured(record)
    score, chance = record.originals.score if record.originals else None, record.metric.chance or 0.0
    if record.originals is None and results:  # a record of before: the rows that each transformation changed
        score = sum(required(result.original) for result in results) / len(results)
    if score is None or score > chance + _NOTHING:
        return ""
    guess = f", no better than guessing ({points(chance)})" if chance else ""
    path = f"{metric_word(record)} is {points(score)} before any change{guess}"
    unread = any(code == "few-answers" for code, _ in warnings_of(record))
    checked = "prompt and how its answers are read" if unread else f"{gold_word(record.suite.task)}s"
    return f"The model fails the originals: {path}; check the {checked}."


def verdict(record: RobustnessRecord) -> str:
    """What the report says, in one sentence: the greatest drop, or that the model fails the originals.

    Of a suite of swaps to groups, and nothing else, it is the greatest gap between groups.
    """
    return (
        fails_originals(record)
        or _void(record)
        or attacked_words(record)
        or bias_verdict(record)
        or _greatest_drop(record)
    )


def _void(record: RobustnessRecord) -> str:
    """That the scores say nothing where a guard found that the model has no skill; empty otherwise."""
    codes = {code for code, _ in warnings_of(record)}
    return "These scores do not measure robustness." if codes & VOID else ""


def says_nothing(record: RobustnessRecord) -> bool:
    """Whether no drop means anything: the model fails the originals, or has no skill."""
    return bool(fails_originals(record) or _void(record))


def invalid(record: RobustnessRecord) -> bool:
    """Whether the scores are no evidence: the model has no skill, or a warning doubts that nothing drops."""
    doubted = any(code in NO_EVIDENCE for code, _ in warnings_of(record))
    return says_nothing(record) or (doubted and weakest(record) is None)


def worst_drop(record: RobustnessRecord) -> float:
    """How far the worst case of several transformations lies below the originals; 0 where it is not known."""
    worst = record.worst_case
    if not worst or worst.worst is None or len(measured(record)) < 2 or invalid(record):
        return 0.0
    return required(worst.drop)


def _rows_break(record: RobustnessRecord) -> str:
    """That rows become wrong although no transformation lowers the mean; empty where few do."""
    worst = record.worst_case
    if worst is None or worst_drop(record) < SMALL:
        return ""
    metric = metric_word(record)
    measure = f"the mean {row_word(record)} of a row" if is_mean_of_rows(record) else metric
    return (
        f"But single rows break: if each row gets the lowest score of all its versions, {measure} falls from "
        f"{points(worst.original)} to {points(worst.worst)}. This worst case can only be lower than the original score."
    )


def is_source(record: RobustnessRecord) -> bool:
    """Whether the rows were found by an attack on this very model, by its name and revision."""
    attacked, model = record.suite.attacked, record.model
    return attacked is not None and (attacked.name, attacked.revision) == (model.name, model.revision)


def attacked_words(record: RobustnessRecord) -> str:
    """How far the rows of an attack reach this model; empty for other suites."""
    attacked, transfer = record.suite.attacked, record.transfer
    if not attacked or not transfer:
        return ""
    if is_source(record) and transfer.wrong == transfer.right:
        return (
            "An attack on this model found these rows: it predicts each of them wrongly, so its score on them is no "
            "result. Run them on other models."
        )
    name = clip(attacked.name, 80)
    if is_source(record):
        left = count(transfer.right - transfer.wrong, "row")
        return (
            f"An attack on a model with this name ({name}) found these rows, but this model predicts {left} correctly. "
            "It is another version of the model, or its predictions are not deterministic."
        )
    if transfer.rate is None:
        return f"An attack on {name} found these rows. This model predicts none of the originals correctly."
    return (
        f"{percent(transfer.rate)} of the rows that an attack on {name} found transfer to this model: it predicts "
        f"{count(transfer.right, 'original')} correctly, and {count(transfer.wrong)} of them wrongly after the "
        f"attack ({interval(transfer.interval)}, 95% confidence interval)."
    )


def _greatest_drop(record: RobustnessRecord) -> str:
    results, metric = measured(record), metric_word(record)
    if not results and (said := generated_sentence(record)):
        return said
    if not results:
        why = "changed a row" if record.results else "ran"
        return f"There are no results, because no transformation {why}."
    result = weakest(record)
    if result is None:
        if all(one.p_adjusted is None for one in results):
            return f"No transformation that changed at least {LEAST_ROWS} rows lowers {metric}."
        said = f"No transformation lowers {metric} significantly."
        return " ".join(filter(None, [said, greatest_rise(record), _rows_break(record), detectable_words(results)]))
    path = f"from {points(result.original)} to {points(result.perturbed)}"
    cost = f"The transformation '{clip(result.name, 60)}' lowers {metric} by {points(result.drop)} points"
    few = "" if enough_rows(result) else f" These are fewer than {LEAST_ROWS} {_different(result)}rows."
    said = f"{cost} ({path}) on the {count(result.n, 'row')} that it changed.{few}"
    return " ".join(filter(None, [said, greatest_rise(record)]))


def _different(result: TransformationResult) -> str:
    """The word for rows where equal ones count once, and there are enough with them."""
    return "different " if result.n >= LEAST_ROWS else ""


def lede(record: RobustnessRecord) -> str:
    """What stands below the verdict: how many transformations hurt, and what the worst case is worth."""
    results = measured(record)
    sentences: list[str] = []
    if fails_originals(record):
        sentences += filter(None, [attacked_words(record)])
    if (says_nothing(record) and weakest(record)) or (attacked_words(record) and not says_nothing(record)):
        sentences.append(_greatest_drop(record))
    if results:
        sentences += filter(None, [generated_sentence(record)])
    if len(results) < 2:
        ran = count(len(record.results), "transformation")
        ran += f" and {count(len(tests_of(record)), 'kind')} of generated tests" if tests_of(record) else ""
        rows = count(record.suite.rows, "row")
        none = len(record.results) > 1 and len(results) == 1
        sentences.append(f"1 of {ran} changed any of the {rows}." if none else f"{ran} ran on {rows}.")
        return " ".join(filter(None, [*sentences, disagreement_words(results)]))
    sentences.append(_how_many_hurt(record, results))
    worst = record.worst_case
    told = weakest(record) is None and _rows_break(record)  # the verdict says it
    if worst and worst.worst is not None and not invalid(record) and not told:
        mean = " (mean over rows)" if is_mean_of_rows(record) else ""
        sentences.append(
            f"The worst-case {row_word(record)} is {points(worst.worst)}{mean}: each row gets the lowest score of "
            "its original and perturbed versions."
        )
    return " ".join(filter(None, [*sentences, disagreement_words(results)]))


def _how_many_hurt(record: RobustnessRecord, results: Sequence[TransformationResult]) -> str:
    many = count(len(results), "transformation")
    hurt = sum(map(sure_drop, results))
    if not hurt or any(result.p_adjusted is None for result in results):
        said = f"{many} were measured."
    else:
        said = f"{hurt} of {many} {'lower' if hurt > 1 else 'lowers'} {metric_word(record)} significantly."
    few = sum(not enough_rows(result) for result in results)
    if not few:
        return said
    verb = "is" if few == 1 else "are"
    of = "them" if said.startswith(many) else f"the {many}"
    return f"{said} {count(few)} of {of} changed fewer than {LEAST_ROWS} rows and {verb} listed last."


def _of_eligible(result: TransformationResult) -> str:
    """On how many of the rows that could change a score rests; empty for records that do not tell the reasons."""
    eligible = eligible_rows(result.total, result.unchanged, result.reasons)
    changed = round((result.coverage or 0) * result.total)
    known = any(reason_kind(reason) is ReasonKind.NO_CANDIDATE for reason in result.reasons)
    if not known or not 0 < changed <= eligible:
        return ""
    if changed == eligible:
        return ", which is every eligible row"
    return f", or {percent(changed / eligible)} of the {count(eligible, 'eligible row')}"


def holm_words(results: Sequence[TransformationResult]) -> str:
    """For how many tests the p-values of a record are corrected.

    Example:
        >>> from types import SimpleNamespace
        >>> holm_words([SimpleNamespace(p_adjusted=0.02), SimpleNamespace(p_adjusted=0.5)])
        'Holm-corrected over 2 transformations'
    """
    tested = sum(one.p_adjusted is not None for one in results)
    return f"Holm-corrected over {count(tested, 'transformation')}"


def result_words(record: RobustnessRecord, result: TransformationResult) -> list[str]:
    """The numbers of one result as sentences: coverage, drop, interval, answers, agreement."""
    metric = metric_word(record)
    n, total = count(result.n), count(result.total, "row")
    left_out = sum(result.left_out.values())
    what = (
        f"Validators removed {count(left_out, 'pair')}; {n} of {total} remain"
        if left_out
        else f"The transformation changed {n} of {total}"
    )
    words = [f"{what} ({percent(result.coverage)}){_of_eligible(result)}."]
    if result.sources not in (None, result.n):
        texts = count(result.sources, "text")
        words.append(f"These rows come from {texts}; rows from the same text are not independent.")
    if result.drop is None:
        return [*words, "There is no score."]
    original, perturbed = points(result.original), points(result.perturbed)
    if original == perturbed:
        words.append(f"On these rows {metric} stays at {original}.")
    else:
        verb = "falls" if result.drop > 0 else "rises"
        words.append(f"On these rows {metric} {verb} from {original} to {perturbed}.")
    if _same_answers(result):
        return [*words, "No prediction changed.", *([] if invalid(record) else _largest_unseen(result))]
    valid = not invalid(record)
    if valid:
        words += _interval_words(result.interval)
    if valid and result.p_adjusted is not None:
        words.append(f"The change is {'' if significant(result) else 'not '}statistically significant.")
    words += score_words(result)
    if result.broken is not None and result.mended is not None:
        broken, repaired = count(result.broken, "prediction"), count(result.mended)
        was = "was" if result.mended == 1 else "were"
        words.append(
            f"{broken} broke (correct before, wrong after) and {repaired} {was} fixed (wrong before, correct after)."
        )
    if result.consistency is not None and not result.scores:
        same = percent(result.consistency)
        what = " for the unchanged tokens" if result.labels_move else ""
        beyond = "" if result.kappa is None else f" (kappa {result.kappa:.2f})"
        words.append(f"The predictions before and after{what} are the same on {same} of the rows{beyond}.")
    return words


def _same_answers(result: TransformationResult) -> bool:
    """Whether every row has the answer that it had, and nothing is left of the drop."""
    return bool(result.consistency == 1 and abs(required(result.drop)) < _NOTHING)


def _largest_unseen(result: TransformationResult) -> list[str]:
    """The drop that the rows do not exclude although no prediction changed."""
    ends = bounds(result.interval)
    if ends is None or ends == (0.0, 0.0):  # older records say 0 to 0 where no answer changed
        return []
    rows = count(independent_rows(result), "row")
    return [
        f"With {rows}, a drop of up to {points(ends[1])} points cannot be excluded (95% confidence interval: "
        f"{points(ends[0])} to {points(ends[1])})."
    ]


def _interval_words(interval: Interval) -> list[str]:
    ends = bounds(interval)
    if ends is None or ends == (0.0, 0.0):
        return []
    return [f"The 95% confidence interval of the drop is {points(ends[0])} to {points(ends[1])} points."]


def audit_words(result: TransformationResult, gold: str) -> list[str]:
    """On what the labels of the changed texts rest, and how much of a drop they may explain.

    Args:
        result: The result.
        gold: What the expected answer of a row is called.
    """
    audit = result.audit
    if not audit:
        return [
            f"No raters have checked this version of the transformation, so the share of correct {gold}s is not known."
        ]
    sentence = audit_sentence(audit, gold)
    wrong = 1 - audit["value"]
    if wrong < _NOTHING:
        return [sentence]
    return [sentence, f"Up to {points(wrong)} points of a drop may come from {gold}s that are no longer correct."]


def rests_on(result: TransformationResult) -> str:
    """How many rows a result has, and of how many texts where several were made of one.

    Example:
        >>> from types import SimpleNamespace
        >>> rests_on(SimpleNamespace(n=6, sources=2)), rests_on(SimpleNamespace(n=1, sources=None))
        ('6 rows made of 2', '1 row')
    """
    sources = result.sources
    rows = count(result.n, "row")
    return rows if sources in (None, result.n) else f"{rows} made of {count(sources)}"


def weighted_note(results: Sequence[TransformationResult], gold: str) -> str:
    """The mean after the change, each transformation counting as much as raters keep its labels, where that differs.

    All rows of a transformation weigh alike, so that weighing changes nothing but means over several of them. One that
    nobody rated weighs as the mean of those that were.

    Args:
        results: Results that were measured.
        gold: What the expected answer of a row is called.
    """
    kept = [result.audit["value"] if result.audit else None for result in results]
    known = [value for value in kept if value is not None]
    if not known or not sum(known):
        return ""
    mean = sum(known) / len(known)
    weights = [mean if value is None else value for value in kept]
    plain = sum(required(result.perturbed) for result in results) / len(results)
    weighted = sum(weight * required(result.perturbed) for weight, result in zip(weights, results)) / sum(weights)
    return "" if points(plain) == points(weighted) else f"; {points(weighted)} weighted by {gold} quality"


def is_mean_of_rows(record: RobustnessRecord) -> bool:
    """Whether the worst case, a mean over rows, starts from another number than the score of the rows together.

    A corpus score (F1 over all entities, BLEU) is no mean over rows, but the worst case of a row needs a score of it.
    """
    worst, originals = record.worst_case, record.originals
    if not worst or not originals or worst.original is None or originals.score is None:
        return False
    return bool(record.metric.row_label) or points(worst.original) != points(originals.score)


def worst_words(record: RobustnessRecord) -> list[str]:
    """The worst case in sentences; empty when the record has none."""
    worst, metric = record.worst_case, metric_word(record)
    if not worst or worst.worst is None:
        return []
    if len(measured(record)) < 2:
        return [
            "Only one transformation was measured. A row counts as correct if the prediction is correct before and "
            "after the change."
        ]
    tried, rows = count(len(measured(record)), "transformation"), count(worst.n, "row")
    after, before, drop = map(points, (worst.worst, worst.original, worst.drop))
    together = []
    if record.originals and is_mean_of_rows(record):
        score = points(record.originals.score)
        together = [
            f"Both numbers are means over separately scored rows; {metric} of all originals together is {score}."
        ]
        metric = f"the mean {row_word(record)} of a row"
    return [
        f"The worst case uses the lowest score of each row over the original and {tried}. On the {rows} that at least "
        f"one transformation changed, {metric} is {after} instead of {before}, a drop of {drop} points.",
        *together,
        *_interval_words(worst.interval),
        "The worst case can only fall when transformations are added, so compare it only between models on the same "
        "suite.",
    ]


def fault_words(result: TransformationResult) -> list[str]:
    """That a transformation raised exceptions, which is a mistake in it and no property of the rows."""
    faults, exceptions = result.faults, result.exceptions
    if not faults:
        return []
    most = f": {clip(max(exceptions, key=exceptions.__getitem__), 300)}" if exceptions else ""
    return [
        f"The transformation raised an exception on {count(faults, 'row')}. This is a bug in the transformation{most}."
    ]
