"""The terms of the report, explained for a reader who meets them for the first time."""

from hf_robust.reports.wording import metric_word


def glossary(record: dict) -> list[tuple[str, str]]:
    """Terms and their meaning.

    Args:
        record: A valid record; its metric is named in the explanations.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> [term for term, _ in glossary(sample_record())][:3]
        ['Transformation', 'Original and perturbed', 'Drop']
    """
    metric = metric_word(record)
    return [
        (
            "Transformation",
            "A small change to a text that a reader would take in their stride: a slip on the keyboard, "
            "a synonym, an added sentence.",
        ),
        (
            "Original and perturbed",
            f"The {metric} before and after the change, always on the same rows: those that the transformation "
            "could change.",
        ),
        ("Drop", f"Original minus perturbed, in points out of 100. A minus means that {metric} went up."),
        ("Relative drop", "The drop as a share of the original score."),
        ("Coverage", "The share of all rows that the transformation could change. A drop on few rows says less."),
        (
            "Interval",
            "Where the drop would lie, with 95% confidence, if other rows of the same kind had been drawn "
            "(paired bootstrap).",
        ),
        (
            "Larger than chance",
            "Marked *. The p-value, corrected for how many transformations were tried (Holm), is below 0.05.",
        ),
        ("Worst case", f"The {metric} when every row gets, out of all transformations, the one that harms it most."),
        ("Consistency", "How often the model gives the same answer before and after, right or wrong."),
        (
            "Confidence",
            "How far people found texts changed like this as plausible and grammatical as their originals "
            "(Wang et al. 2021, TextFlint, Tables 1 and 2): for each of the two ratings, from 1 to 5, "
            "(changed - 1) / (original - 1), at most 1; then their mean. Transformations that were not rated have "
            "none. The lower it is, the more of a drop may be the fault of the texts.",
        ),
        ("Broken and mended", "Broken: right before, wrong after. Mended: wrong before, right after."),
        ("Level", "How much a transformation touches: characters, words, or whole sentences."),
        (
            "Linguistics",
            "What it touches: morphology (how words are spelled and inflected), syntax (how sentences are "
            "built), paradigmatic (which word stands in a place), pragmatics (what is said around the "
            "message).",
        ),
    ]
