"""The terms of all reports, explained for a reader who meets them for the first time."""

# term (with what tells it from a namesake behind "|") -> meaning; {metric} is the metric of the report
TERMS = {
    "Transformation": (
        "A small change to a text that does not trouble a human reader, such as a typo, a synonym or an added sentence."
    ),
    "Original and perturbed": (
        "The {metric} before and after the change, both on the rows that the transformation changed."
    ),
    "Drop": "Original minus perturbed, in points out of 100. A negative drop means that the {metric} rose.",
    "Relative drop": "The drop as a share of the original score.",
    "Coverage": "The share of all rows that the transformation changed. A drop on few rows is less reliable.",
    "Interval|drop": (
        "95% confidence interval of the drop, for other rows drawn from the same distribution (paired bootstrap)."
    ),
    "Interval|rate": (
        "95% confidence interval of the rate, for other sentences drawn from the same distribution (Wilson). Cases "
        "made from the same sentence are not independent, so they count as fewer cases."
    ),
    "Interval|number": (
        "95% confidence interval of the number, for other rows drawn from the same distribution (bootstrap; paired "
        "for differences)."
    ),
    "Statistically significant|drop": (
        "Marked with *. The p-value, corrected for the number of transformations (Holm), is below 0.05."
    ),
    "Statistically significant|difference": (
        "Marked with *. The corrected p-value (paired permutation test, Holm) is below 0.05. Comparisons with the "
        "control, comparisons of means, and all others are corrected separately."
    ),
    "Worst case": (
        "The {metric} when each row gets the transformation that lowers its score most. It can only fall when "
        "transformations are added, so compare it only between models on the same suite."
    ),
    "Consistency": "How often the model gives the same answer before and after, right or wrong.",
    "Label kept": (
        "The share of changed texts whose label raters found still correct (hf-robust audit). The raters did not know "
        "the transformation. They are people, unless the report names language models. The share holds only for the "
        "rated version. One minus the share is the part of a drop that wrong labels may cause. Weighted means use the "
        "share as the weight of a transformation."
    ),
    "Broken and fixed": "Broken: right before, wrong after. Fixed: wrong before, right after.",
    "Attack success rate": (
        "The share of correctly predicted rows for which the search found an edited text that the model predicts "
        "wrongly. Rows that the model predicts wrongly before the attack are skipped."
    ),
    "Accuracy under attack": "The share of all rows that the model predicts correctly before and after the attack.",
    "Queries": "Distinct inputs that the attack sent to the model for a row, including the original.",
    "Words changed": "Words that the edits change or insert, as a share of the words of the text.",
    "Similarity": (
        "Cosine similarity of the sentence embeddings before and after. It does not separate antonyms from synonyms."
    ),
    "Interval|success": (
        "95% confidence interval of the rate, for other rows drawn from the same distribution (Wilson)."
    ),
    "Transfer rate": (
        "For rows that an attack on another model found: the share of rows that this model predicts correctly before "
        "the attack and wrongly after it. For the attacked model itself the rate is 100% by construction."
    ),
    "Level": "The unit that a transformation changes: characters, words, or whole sentences.",
    "Linguistics": (
        "What a transformation changes: morphology (how words are spelled and inflected), syntax (how sentences are "
        "built), paradigmatic (which words are used), pragmatics (text around the message)."
    ),
    "Slice": "Rows with a common property, for example short texts, texts with a negation, or texts that name a woman.",
    "Gap": (
        "The {metric} of the originals in a slice minus the {metric} of all other originals. The p-value is the share "
        "of random slices of the same size with a gap as large, corrected for the number of slices (Holm)."
    ),
    "Error flow": (
        "The wrong answers that replace right answers after a change. Shares refer to the rows of a class that were "
        "right before. The interval counts a row once, even if several transformations changed it (Wilson)."
    ),
    "Flip": (
        "The answer differs before and after the change. If answers are not labels, or if the right answer changes "
        "with the text, a flip is a lower score of the row. The interval of the rate is Wilson's, with the effective "
        "number of rows. A row counts once for a word, however many transformations edit that word."
    ),
    "Degree curve": (
        "The {metric} of the same rows as one parameter of a transformation grows, for example the share of changed "
        "words. The change from end to end is the change along the best-fitting straight line."
    ),
    "Score kept": (
        "The {metric} after a transformation divided by the {metric} before it, averaged over the transformations of a "
        "group (one minus their mean relative drop). More than 100% means that the model improved."
    ),
    "Capability": ("A linguistic skill that the task requires, for example understanding a negated judgment."),
    "Seed": "A test case made from labeled sentences that match the search rules of a specification.",
    "Expansion": (
        "A seed with one or two added words. A grammar of real sentences gives the positions, and the words are chosen "
        "so that the right answer stays the same."
    ),
    "Failure rate": (
        "The share of cases whose prediction is wrong, or that break the expected relation to another case. Lower is "
        "better."
    ),
    "Pass-to-fail": "Expansions that fail although their seed passes. They show errors that seeds alone do not show.",
    "Oracle confidence": (
        "The share of cases for which raters chose the label that the specification gives, as published or from an "
        "audit. The raters are people, unless the report names language models. A model that answers like the raters "
        "would fail about one minus this share of the cases."
    ),
    "Weighted": (
        "The mean over the capabilities, weighted by oracle confidence. A capability without a known confidence gets "
        "the mean of the known ones."
    ),
    "Self-BLEU": (
        "Similarity of the cases: mean BLEU of each case against all others in a sample, median of three samples. "
        "Lower is more diverse."
    ),
    "Productions": "Number of distinct grammar rules in the parses of a sample. Higher is more diverse.",
    "Family": (
        "A group of similar corruptions, for example spelling errors. Each chosen word gets a random one of them. Stop "
        "words are never chosen."
    ),
    "n": "The exact number of corrupted words in each text.",
    "Random words": "Words drawn at random. The {metric} is the mean over the seeds.",
    "Important words": "The words of a text that matter most to the model, ranked from the model's own predictions.",
    "Rows that count": (
        "The rows that can be used with every number of words, family, strategy and model. All scores use the same "
        "rows, so a lower score at a higher n does not come from different texts."
    ),
    "Difference": "Score with important words minus score with random words, on the same rows, in points. Below zero, "
    "targeting costs more.",
    "Broken and fixed|models": (
        "Broken: right with the first model, wrong with the second. Fixed: wrong with the first model, right with the "
        "second."
    ),
    "Churn": "The share of rows for which two models give different answers, right or wrong.",
    "Statistically significant|models": (
        "Marked with *. The p-value of the difference between two models on the same rows (McNemar's test; for graded "
        "scores a permutation test), corrected for all such comparisons of the report (Holm), is below 0.05."
    ),
    "Group gap": (
        "The {metric} of the highest-scoring group minus the {metric} of the lowest-scoring group. Both use the same "
        "rows, rewritten for each group. The interval is a paired bootstrap over rows. The p-value comes from a "
        "permutation of the groups within each row (Holm) and allows for the choice of the two groups."
    ),
    "Answers by group": (
        "How often the model gives each answer to the rows of a group. The texts differ only in the group, so a model "
        "without bias gives the same answers in all groups (counterfactual parity)."
    ),
    "Chain": (
        "A sequence of transformations, each applied to the output of the one before. Chains are chosen on one half of "
        "the rows and measured on the other half."
    ),
    "Beyond its worst stage": (
        "How much lower the {metric} is than under the most harmful stage of the chain alone, on the same rows. If the "
        "interval includes zero, the chain is not significantly worse than that stage."
    ),
    "Sum of its stages": (
        "The sum of the drops of the single stages. A larger drop of the chain means that the stages reinforce each "
        "other. Most chains cost less, because the stages break the same rows."
    ),
    "Weakest slice": (
        "Rows with a common property: a word, a length, a topic or an answer of the model. A row may be in several "
        "slices. A slice that stands out only because it shares rows with a weaker slice is listed under that slice."
    ),
    "At least": (
        "Lower bound of the difference. With 95% confidence, the bounds of all slices hold at the same time, although "
        "the search selected slices with large differences. Expect a smaller difference on new rows."
    ),
    "Effect size": "Hedges' g: the difference between the means, divided by the standard deviation of the row scores.",
    "p|slices": (
        "Probability that at least one tested slice differs as much by chance. The scores are permuted over the rows, "
        "and the largest statistic of each permutation is kept (Westfall and Young)."
    ),
    "Interval|slice": (
        "95% confidence interval of the number inside the slice, for other rows drawn from the same distribution. It "
        "does not allow for the search; the bound in the column At least does."
    ),
    "Control": "Deleting words is not a natural corruption. It checks whether the ranking finds the words that matter.",
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
