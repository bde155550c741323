"""The terms of all reports, explained for a reader who meets them for the first time."""

# term (with what tells it from a namesake behind "|") -> meaning; {metric} is the metric of the report
TERMS = {
    "Transformation": (
        "A small change to a text, for example a typo, a synonym or another place name. Most transformations do not "
        "change the gold label. For those that do, the new label is known and is used for the score."
    ),
    "Original and perturbed": (
        "In the table: the {metric} before and after the change, both on the rows that the transformation changed."
    ),
    "Drop": (
        "Original minus perturbed, in points out of 100, computed before rounding. A negative drop means that the "
        "{metric} rose."
    ),
    "Relative drop": "The drop as a share of the original score.",
    "Coverage": (
        "The share of all rows that the transformation changed. A drop on few rows is less reliable. The eligible rows "
        "are those with something to change: the changed rows and the rows that the transformation rejected."
    ),
    "Interval|drop": (
        "95% confidence interval of the drop (paired bootstrap over rows, in which rows with identical inputs are "
        "resampled together; if no prediction changed, the interval of Tango 1998). It is not corrected for "
        "multiple tests. Where the interval and the corrected p-value disagree, the p-value decides."
    ),
    "Interval|rate": (
        "95% confidence interval of the rate (Wilson). Cases made from the same sentence are not independent, so "
        "the interval is wider than for the same number of independent cases."
    ),
    "Interval|number": (
        "95% confidence interval of the number (bootstrap over rows; paired bootstrap for differences)."
    ),
    "Statistically significant|drop": (
        "Marked with *. The p-value, corrected for the number of transformations (Holm), is below 0.05."
    ),
    "Statistically significant|difference": (
        "Marked with *. The corrected p-value (paired permutation test, Holm) is below 0.05. Comparisons with the "
        "control, comparisons of means, and all others are corrected separately."
    ),
    "80% power": (
        "Power is the probability that the significance test detects a true drop of a certain size. The smallest "
        "detectable drop is the size that it detects with a probability of 80%."
    ),
    "Worst case": (
        "The mean, over all rows, of the lowest score among the original and all perturbed versions of the row. It can "
        "only fall when transformations are added, so compare it only between models on the same suite."
    ),
    "Closeness": (
        "The score of one row in a task of scores: 100 minus the absolute error as a percentage of the range of scores."
    ),
    "Shift": "The mean of the predicted scores after the change minus the mean before it, in the units of the scores.",
    "Consistency": (
        "The share of rows with the same prediction before and after the change, correct or not. It is not shown for "
        "transformations that change the label, because an unchanged prediction is wrong there."
    ),
    "Answered": (
        "The share of the rows whose answer could be read as a prediction. A row without an answer counts as wrong. "
        "Rows that have an answer neither before nor after the change are excluded from the consistency and from kappa."
    ),
    "Status of an answer": (
        "Refused: the model declined. Unparsable: the answer does not have the expected format. Truncated: it reached "
        "the token limit before a prediction could be read from it. Filtered: a content filter removed it. Failed "
        "request: there is no answer, and the pair is not scored."
    ),
    "Kappa": (
        "Cohen's kappa: the agreement between the predictions before and after the change, corrected for the agreement "
        "expected by chance. 1 means that no prediction changed, and 0 means no more agreement than expected by "
        "chance. Kappa is undefined if the model makes the same prediction for every row. Tags are compared token by "
        "token."
    ),
    "Label kept": (
        "The share of the changed texts of a rated sample for which raters confirmed the label with which the changed "
        "text is scored (hf-robust audit). The sample may be from other datasets. The raters did not know the "
        "transformation. The report states whether they are people or language models. The share applies only to the "
        "version of the transformation that was rated. If it is 95%, about 5% of the changed rows have a wrong label, "
        "and about 5 points of the drop may come from wrong labels."
    ),
    "Corrected drop": (
        "The drop without the part that is due to wrong labels of changed texts (Rogan and Gladen 1978). The interval "
        "includes the uncertainty of the ratings. It is shown if raters checked this version of the transformation "
        "and if the metric is an accuracy."
    ),
    "Broken and fixed": (
        "Broken: correct before the change, wrong after it. Fixed: wrong before, correct after. If a transformation "
        "changes the label, predictions after the change are compared with the new label."
    ),
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
    "Interval|success": ("95% confidence interval of the rate (Wilson)."),
    "Transfer rate": (
        "For rows that an attack on another model found: the share of rows that this model predicts correctly before "
        "the attack and wrongly after it. For the attacked model itself the rate is 100% by construction."
    ),
    "Level": "The unit that a transformation changes: characters, words, or whole sentences.",
    "Category": (
        "The aspect of language that a transformation changes: morphology (characters and word forms), "
        "syntax (sentence structure), lexical (word and name choice) or pragmatics (context, style, gender and "
        "region). Transformations that insert words generated by a model are in the category language model."
    ),
    "Slice": "Rows with a common property, for example short texts, texts with a negation, or texts that name a woman.",
    "Gap": (
        "The {metric} of the originals in a slice minus the {metric} of all other originals. The p-value is the share "
        "of random slices of the same size with a gap as large, corrected for the number of slices (Holm)."
    ),
    "Error caused by a transformation": (
        "A prediction that was correct before the change and is wrong after it. The table shows, for each class, the "
        "share of the correctly predicted originals that became wrong, with a Wilson interval over distinct rows."
    ),
    "Flip": (
        "The prediction differs before and after the change. If predictions are not class labels, or if the "
        "transformation changes the gold label, a flip means that the score of the row decreased. The flip rate has "
        "a Wilson interval. If several perturbed versions of a row edit the same word, they count as one row."
    ),
    "Degree curve": (
        "The {metric} of the same rows as one parameter of a transformation grows, for example the share of changed "
        "words. The change over the whole range is read from the best-fitting straight line."
    ),
    "Relative score": (
        "The {metric} after a transformation divided by the {metric} before it, averaged over the transformations of a "
        "category. More than 100% means that the {metric} rose."
    ),
    "Capability": ("A linguistic skill that the task requires, for example understanding a negated judgment."),
    "Seed": (
        "A seed test case (not a random seed): a test case made from labeled sentences that match the search rules of "
        "a specification."
    ),
    "Expansion": (
        "A seed with one or two inserted words. A grammar that was learned from real sentences gives the positions. "
        "The words are selected so that the label does not change."
    ),
    "Failure rate": (
        "The share of cases whose prediction is wrong, or does not have the expected relation to another prediction. "
        "Lower is better."
    ),
    "Pass-to-fail": "Expansions that fail although their seed passes. They show errors that seeds alone do not show.",
    "Oracle confidence": (
        "The share of cases for which raters chose the label that the specification gives, as published or from an "
        "audit. The report states whether the raters are people or language models. A model that answers like the "
        "raters would fail about one minus this share of the cases."
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
        "A group of similar corruptions, for example spelling errors. Each selected word gets a random corruption of "
        "the group. Stop words are never selected."
    ),
    "n": "The exact number of corrupted words in each text.",
    "Random words": "Words selected at random. The {metric} is the mean over the random seeds.",
    "Important words": "The words of a text that influence the prediction of the model most, according to a ranking "
    "of its words.",
    "Rows that count": (
        "The rows on which every corruption type, word selection and number of words is possible. All scores use these "
        "rows, so a lower score at a higher n does not come from different texts."
    ),
    "Difference": "Score with important words minus score with random words, on the same rows, in points. Below zero, "
    "targeting costs more.",
    "Broken and fixed|models": (
        "Broken: correct with the first model, wrong with the second. Fixed: wrong with the first model, correct with "
        "the second."
    ),
    "Churn": "The share of rows for which two models make different predictions, correct or not.",
    "Statistically significant|models": (
        "Marked with *. The p-value of the difference between two models on the same rows (McNemar's test; for graded "
        "scores a permutation test), corrected for all such comparisons of the report (Holm), is below 0.05."
    ),
    "Group gap": (
        "The {metric} of the highest-scoring group minus the {metric} of the lowest-scoring group. Both use the same "
        "rows, rewritten for each group. The interval is a paired bootstrap over rows. The p-value comes from a "
        "permutation of the groups within each row (Holm) and allows for the choice of the two groups."
    ),
    "Predictions by group": (
        "How often the model predicts each label on the rows of a group. The texts differ only in the group, so a "
        "model without bias makes the same predictions in all groups (counterfactual parity)."
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
        "Rows with a common property: a word, a length, a topic or a predicted label. A row may be in several "
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
        "95% confidence interval of the score inside the slice. It is not corrected for the search over slices. The "
        'bound in the column "At least" is corrected.'
    ),
    "Expected calibration error": (
        "The mean absolute difference between the confidence of the model (the probability of the prediction) and its "
        "accuracy, over 15 bins of confidence with equal width. With few rows it is too high by chance."
    ),
    "Brier score": (
        "The mean squared difference between the probability of the prediction and whether it is correct (1 or 0)."
    ),
    "Prompt": (
        "One combination of instruction, format, label words, examples and the other axes of a prompt file. The name "
        "lists the axes whose value is not the first one."
    ),
    "Share of the variance": (
        "How much of the variance of the {metric} over prompts and transformations comes from the prompt alone, from "
        "the transformation alone, from both together (a transformation costs more with some prompts), and from the "
        "choice of rows (two-way analysis of variance). The unchanged rows count as one transformation."
    ),
    "Noise floor": (
        "The share of predictions that change without any perturbation, measured by sending unchanged rows again. A "
        "flip rate that is not above it may come from chance alone."
    ),
    "pass^k": "The probability that all of k answers to the same request are correct.",
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
