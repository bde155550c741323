"""The terms of all reports, explained for a reader who meets them for the first time."""

# term (with what tells it from a namesake behind "|") -> meaning; {metric} is the metric of the report
TERMS = {
    "Transformation": (
        "A small change to a text that a reader would take in their stride: a slip on the keyboard, a synonym, an "
        "added sentence."
    ),
    "Original and perturbed": (
        "The {metric} before and after the change, always on the same rows: those that the transformation could change."
    ),
    "Drop": "Original minus perturbed, in points out of 100. A minus means that {metric} went up.",
    "Relative drop": "The drop as a share of the original score.",
    "Coverage": "The share of all rows that the transformation could change. A drop on few rows says less.",
    "Interval|drop": (
        "Where the drop would lie, with 95% confidence, if other rows of the same kind had been drawn (paired "
        "bootstrap)."
    ),
    "Interval|rate": (
        "Where the rate would lie, with 95% confidence, if other sentences of the kind had been drawn (Wilson's, for "
        "as many cases as they are worth: those made of one sentence fail together, and count as few)."
    ),
    "Interval|number": (
        "Where the number would lie, with 95% confidence, if other rows of the same kind had been drawn (bootstrap; "
        "paired for differences)."
    ),
    "Larger than chance|drop": (
        "Marked *. The p-value, corrected for how many transformations were tried (Holm), is below 0.05."
    ),
    "Larger than chance|difference": (
        "Marked *. The p-value (paired permutation test), corrected for all comparisons of this page, those with the "
        "control and those of means apart (Holm), is below 0.05."
    ),
    "Worst case": (
        "The {metric} when every row gets, out of all transformations, the one that harms it most. It falls with "
        "each transformation that is added, so compare it only between models on the same suite."
    ),
    "Consistency": "How often the model gives the same answer before and after, right or wrong.",
    "Label kept": (
        "The share of changed texts of which raters who did not know the transformation would keep the label "
        "(hf-robust audit). They are people, or language models where that is said. It holds for the version that "
        "they rated. What is missing to 1 is how much of a drop the labels may explain; a mean weighted by it counts "
        "each transformation as much as its labels hold."
    ),
    "Broken and fixed": "Broken: right before, wrong after. Fixed: wrong before, right after.",
    "Attack success rate": (
        "The share of rows, of those that the model had right, for which a search found an edited text that the model "
        "has wrong. Rows that it had wrong before are skipped."
    ),
    "Accuracy under attack": "The share of all rows that the model has right, and that no attack could turn.",
    "Queries": "Distinct inputs that a row asked the model about, the original among them.",
    "Words changed": "Words that the edits touch or put in, as a share of the words of the text.",
    "Similarity": "Cosine of the sentence embeddings before and after; it does not tell an antonym from a synonym.",
    "Interval|success": (
        "Where the rate would lie, with 95% confidence, if other rows of the same kind had been drawn (Wilson)."
    ),
    "Transfer rate": (
        "Of a suite that an attack found: the share of the rows that this model had right that it now has wrong. On "
        "the attacked model itself it is 100% by construction and says nothing."
    ),
    "Level": "How much a transformation touches: characters, words, or whole sentences.",
    "Linguistics": (
        "What it touches: morphology (how words are spelled and inflected), syntax (how sentences are built), "
        "paradigmatic (which word stands in a place), pragmatics (what is said around the message)."
    ),
    "Slice": "Rows that have something in common: short ones, those with a negation, those that name a woman.",
    "Gap": (
        "The {metric} of the originals in a slice minus that of the originals outside of it. Its p-value is how often "
        "rows drawn at random, as many as the slice has, differ as much; corrected for the number of slices (Holm)."
    ),
    "Error flow": (
        "What right answers turn into under a change. A share is of those of a class that were right before; where a "
        "row was changed by several transformations, the interval counts it once (Wilson)."
    ),
    "Flip": (
        "Another answer after the change than before; where answers are no labels, or the right one changes with the "
        "text, a lower score of the row. The interval of its rate is Wilson's, for as many rows of equal weight as "
        "say as much; a row counts once for a word, however many transformations edit it there."
    ),
    "Degree curve": (
        "The {metric} of the same rows as one parameter of a transformation grows, for example the share of words that "
        "are changed. The change from end to end is that of the straight line that fits best."
    ),
    "Score kept": (
        "The {metric} after a transformation as a share of the {metric} before, a mean over the transformations of a "
        "kind: one minus their mean relative drop. More than 100% means that the model got better."
    ),
    "Capability": (
        "Something that a model of the task must be able to do with language, for example to see that a judgment is "
        "negated."
    ),
    "Seed": "A case made of sentences that were searched for in labeled data, by the rules of a specification.",
    "Expansion": (
        "A seed with one or two more words, at places where a grammar of real sentences has room for them, chosen so "
        "that the right answer stays."
    ),
    "Failure rate": (
        "The share of cases whose prediction is not among the right answers (or, where a case is compared with "
        "another one, is not what is expected). Lower is better."
    ),
    "Pass-to-fail": "Expansions that fail although the seed they grew from passes: faults that seeds do not show.",
    "Oracle confidence": (
        "How sure the right answers are: the share of cases for which raters gave the label that the specification "
        "says, as published or by an audit. They are people, or language models where that is said. A model that "
        "answers as they do would fail about as many as the rest."
    ),
    "Weighted": (
        "The mean over the capabilities, each counting as much as its labels are sure; where that is not known, as "
        "the mean of the known ones."
    ),
    "Self-BLEU": (
        "How alike the cases are: mean BLEU of each against all others of a sample, median of three samples. Lower is "
        "more diverse."
    ),
    "Productions": "How many different rules of grammar the parses of a sample use. More is more diverse.",
    "Family": (
        "A kind of corruption: each chosen word gets one random member of it, for example one of the spelling errors. "
        "Stop words are never chosen."
    ),
    "n": "How many words of each text are corrupted: exactly so many, never fewer.",
    "Random words": "Drawn at random; the {metric} is the mean over the seeds.",
    "Important words": "Those that matter most to the model on that text, by a ranking of the model itself.",
    "Rows that count": (
        "The rows that every number of words, family, strategy and model can use. So all scores compare the same "
        "rows, and a fall with n is not one of other texts."
    ),
    "Difference": "Important minus random on the same rows, in points: below zero, targeting costs more.",
    "Broke and mended": "Broke: right with the first model, wrong with the second. Mended: the other way round.",
    "Churn": "The share of rows for which two models do not give the same answer, right or wrong.",
    "Larger than chance|models": (
        "Marked *. The p-value of the difference between two models on the same rows (McNemar's test; for graded "
        "scores a permutation test), corrected for all such comparisons of the report (Holm), is below 0.05."
    ),
    "Group gap": (
        "The {metric} of the group with the highest one minus that of the group with the lowest, on the same rows, "
        "each moved to every group. The interval (paired bootstrap over rows) is that of the difference of these two, "
        "p (groups change places at random within each row, Holm) allows for their choice out of all."
    ),
    "Answers by group": (
        "How often the model gives each answer to the rows of a group. The texts differ in nothing but the group, so "
        "that a model without a preference answers alike in all of them (counterfactual parity)."
    ),
    "Chain": (
        "Transformations one after the other; each changes what the one before left. Chains were chosen on one half of "
        "the rows and measured on the other."
    ),
    "Beyond its worst stage": (
        "How much lower the {metric} is than under that stage of the chain which costs most alone, on the same rows. "
        "Where the interval holds zero, the chain is not surely worse than that stage."
    ),
    "Sum of its stages": (
        "The drops of the stages alone, added. A chain that costs more than this is worse than its parts; most cost "
        "less, as the same rows fall."
    ),
    "Weakest slice": (
        "Rows that have something in common: a word, a length, a topic, an answer of the model. One row may be in "
        "many. A slice that is found only because it shares rows with a weaker one is named under that one."
    ),
    "At least": (
        "How much worse the slice is at least: with 95% confidence all of these bounds hold at once, although the "
        "slices were picked because they looked bad. The difference itself is likely to shrink on new rows."
    ),
    "Effect size": "Hedges' g: the difference of the two means in standard deviations of a row's score.",
    "p|slices": (
        "How often chance alone has a slice stand out as much anywhere among all that were looked at: the scores are "
        "dealt out anew to the rows, and the largest statistic of each deal is kept (Westfall and Young)."
    ),
    "Interval|slice": (
        "Where the number inside the slice would lie, with 95% confidence, if other rows of the same kind had been "
        "drawn; it does not allow for the search, the bound under At least does."
    ),
    "Control": "Deleting words is no corruption that occurs. It shows whether the ranking finds words that matter.",
}


def glossary(*terms: str, metric: str = "") -> tuple[tuple[str, str], ...]:
    """Terms and their meaning.

    Args:
        *terms: Keys of :data:`TERMS`, in the order in which they are explained.
        metric: How the metric of the report is called inside a sentence.

    Example:
        >>> glossary("Relative drop", "Interval|rate")[0]
        ('Relative drop', 'The drop as a share of the original score.')
    """
    return tuple((term.split("|")[0], TERMS[term].format(metric=metric)) for term in terms)
