r"""Evaluation: run models on suites, find weak slices, compare models and measure bias.

## Evaluate a model

```bash
hf-robust run --model distilbert/distilbert-base-uncased-finetuned-sst-2-english \
              --dataset stanfordnlp/sst2 --split validation --task sentiment-classification --text-column sentence
```

In Python, `hr.run(model, rows, task="sentiment-classification", transformations=["keyboard"])` builds a suite from the
rows and runs the model on it. `limit=200` samples rows, and other arguments such as `seed` and `protect` go to
`hr.Suite.build`. Without `transformations`, the run uses all that apply to the task and are on by default.
`hr.run(model, suite)` takes a suite that you built.

For each transformation, the report compares the score on the changed rows with the score on the originals of the same
rows. It shows:

- the number of changed rows and the coverage (the share of all rows that were changed),
- a 95% confidence interval of the drop (paired bootstrap; if no prediction changed, the interval of Tango 1998 for
  paired proportions),
- a p-value, corrected for the number of transformations (Holm). The exact McNemar test is used if each prediction is
  right or wrong (no partial scores) and no two rows have the same input. Otherwise, a permutation test is used. A
  drop is significant if the corrected p-value is below 0.05.

**Averages**: reports label each average with one of these names:

- *on the originals*: the score over the original rows that at least one transformation changed. The model does not
  predict the other rows, because they have no perturbed version to compare with,
- *on the changed rows*: the score of one transformation over the rows that it changed,
- *mean of the transformations*: the mean of the scores on the changed rows of each transformation. Each transformation
  has the same weight.

**Worst case**: for each row that at least one transformation changed, take the lowest score among the original and all
perturbed versions. The worst-case score is the mean of these scores. For classification, a row counts as correct only
when the predictions for all its versions are correct. The worst case covers only the transformations of the suite. It
does not guarantee robustness to other changes.

**Repeated inputs**: rows with identical inputs are resampled together, as one unit, in all intervals and p-values. This
applies to all types of reports. A report warns when more than 5% of the rows repeat an input (`duplicate-rows`) and
when equal inputs have different labels (`contradictory-labels`).

**Warnings**: a model that predicts the same label for every text has no drop, although it is useless. For this reason,
each run checks the original rows and the predictions. Warnings are shown at the top of the report and, with their code,
in the field `warnings` of `report.json`.

Warnings about the model:

- `constant-predictions`: one label, tag or answer makes up at least 95% of the predictions.
- `not-above-majority`: the score is not higher than the score of always predicting the most frequent label.
- `no-skill`: the score is only slightly higher than the score `m` of always predicting the most frequent label. This
  means that the difference is not significant, or that it is less than 20% of the difference between `m` and 100. For
  example, if `m` is 50, a score below 60 gives the warning. If the score is not higher than `m`, the report shows
  `not-above-majority` instead. Some tasks have no most frequent label. For them, the warning means a correlation below
  0.20 (predicted scores), an F1 below 10 (question answering) or, in other tasks, a score below 5. For a bundled
  baseline, the limit in other tasks is 25 instead of 5.
- `labels-mixed-up`: the score would be high if the names of the predicted labels were permuted, so the label mapping is
  probably wrong.
- `labels-not-in-data`: the model predicts labels that no row has. These predictions count as wrong.
- `another-scale`: the mean absolute error of the predicted scores is at least 20% of the range of scores, and a linear
  rescaling of the predictions would halve it. The predictions may be on a different scale from the gold scores.
- `shifted-ends` (nested entities): the ends of the predicted entities probably follow another convention. In this
  package, the end of a token span is inclusive (the last token), and the end of a character span is exclusive. The
  warning is shown if at least half of the gold entities are predicted with an end that is one token too late (token
  spans) or one character too early (character spans).
- `predictions-follow-length` and `predictions-follow-first-word`: the length of the text, or its first word, is enough
  to guess the prediction of the model, but not enough to guess the gold label.
- `answers-by-position`: the answer to every question is the beginning of its context.
- `answers-never-change`: for at least 90% of the transformations, all predictions are the same before and after the
  change.
- `constant-prompts`: in a run with several prompts, nearly all answers to one of the prompts are the same, or the
  accuracy with this prompt is not higher than that of always predicting the most frequent label.
- `constant-after-change`: for at least 90% of the transformations, the model predicts one label for nearly all
  perturbed rows, but not for the original rows.

Warnings about the dataset:

- `broken-rows`: the labels of some rows do not fit their text, for example 6 tokens with 5 tags, or an answer that does
  not stand at its offset. Transformations leave these rows out.
- `one-class`: at least 90% of the rows have the same label.
- `unknown-label` (pairs of texts): labels without names in the task, and some rows have a label that does not say how
  the two texts are related, for example `maybe` beside `entailment`.
- `one-position`: in at least 90% of the rows, the right candidate has the same position (Winograd schemas).
- `other-language`: a transformation left out more than half of the rows because their texts are not in the language of
  the run (`--language`).
- `label-follows-length` and `label-follows-types`: the gold label can be predicted from the length of the text alone,
  or from the entity types in the row alone (as in relation extraction).
- `order-not-in-the-rows` (relation extraction): a transformation reverses the order of subject and object. In the
  original rows, the subject comes before the object. In the perturbed rows, it comes after the object. A drop may come
  from this order alone.

The report shows the consistency (the share of rows with the same prediction before and after the change) together with
Cohen's kappa, which corrects it for the agreement expected by chance. Kappa is 1 if no prediction changed, 0 if the
predictions agree as often as expected by chance, and undefined if the model makes the same prediction for every row. If
the model gives probabilities, the report shows the expected calibration error (15 bins of equal width) and the Brier
score before and after each transformation.

Some transformations change the label, for example `swap-antonym` for natural language inference. An unchanged
prediction is an error there, so the report shows no consistency and no kappa for them. It counts a row as broken or
fixed by the old label before the change and by the new label after it.

**Generated tests**: the transformation `overlap` (for natural language inference and semantic similarity) does not edit
a row. It builds a new pair of sentences that share most of their words. It tests whether a model judges a pair by the
shared words alone (McCoy et al. 2019). In some pairs for inference, the second sentence follows from the first, for
example "The girl forgot that the boy kicked the ball." and "The boy kicked the ball." (label `entailment`). In the
others, it does not follow. The report shows the score on these pairs, but no drop, because they have no original.
They are excluded from the means, the worst case and the Holm correction.

**Unanswerable questions**: when a dataset has unanswerable questions (SQuAD 2), the score is computed as in SQuAD 2. A
second table shows the scores on answerable and on unanswerable questions, before and after each transformation.
`hf-robust docs adapters` describes how a model marks a question as unanswerable.

**Answers of language models**: each answer has a status. A row *has an answer* if the status is `ok`.

| status | meaning | score |
| --- | --- | --- |
| `ok` | the answer could be read as a prediction | right or wrong |
| `refused` | the model declined | wrong |
| `unparsable` | the answer does not have the expected format | wrong |
| `truncated` | the answer reached the token limit before a prediction could be read from it | wrong |
| `filtered` | a content filter removed the answer | wrong |
| `error` | there is no answer, because the request failed | the row and its perturbed version are not scored |

The table *Answers* of a report shows the share of answered rows and the number of each status before and after each
transformation. It also shows the score over the rows that have an answer both before and after the change. If the drop
on these rows is much smaller than the drop on all changed rows, then the drop on all changed rows comes mainly from
missing answers. A second table shows the most frequent answers that could not be read, as the model wrote them. A
report warns when less than 90% of the rows have an answer (`few-answers`), and when a transformation lowers this share
by more than 5 points (`answers-lost`). Consistency and kappa exclude a row if both answers are missing, the one before
and the one after the change. If a row has an answer only before or only after the change, the prediction counts as
changed. Entities that a model lists and that are not in the text count as false positives.

If requests fail for more than 1% of the inputs, the run fails. `hf-robust` exits with status 2, and `hr.run` raises an
`UnansweredError` with the number of inputs and the most frequent reason. The other answers are stored (in `cache_dir`
or in the cache folder of the package), so if you run the command again, only the missing ones are requested.
`max_errors=0.05` (`--max-errors 0.05`) allows requests to fail for up to 5% of the inputs. In a comparison of models,
all models are scored on the same rows: a pair of rows is left out if a request of one of the models failed for it. In
capability tests, a case fails if its status is not `ok`. This includes the status `error`.

**Text generation**: for `summarization` and `text-generation`, the report also compares the answers before and after
each transformation: their similarity (chrF), their mean length in words (characters for Chinese), and the share of
refusals and of empty answers. In Python, the key `"written"` of a result contains these values. If rows have no
references, the answer to the original row is the reference, and the score is the similarity to it.

```bash
# without --model: the default model of the task
hf-robust run --task summarization --dataset articles.jsonl -t keyboard,typos
hf-robust run --task summarization --dataset articles.jsonl --model my-summarizer/ --metric chrf
```

**Your own metric**: `metric=...` (`--metric NAME`) becomes the main metric. The default metric of the task is reported
in addition. `metric` is one of the following:

- a function `f(prediction, reference)` that returns a number from 0 to 1,
- the name of a metric of this package,
- the name or folder of an `evaluate` metric. `rouge:rougeL` selects the value `rougeL` of the result of `rouge`.

<!-- python: own metric -->
```python
from datasets import Dataset
import hf_robust as hr

text, summary = "It rained for nine days. The old bridge is closed.", "Rain closed a bridge."
rows = Dataset.from_dict({"text": [text], "summary": [summary]})


def mentions(prediction, reference):
    return reference.split()[-1].strip(".") in prediction


report = hr.run(None, rows, task="summarization", transformations=["keyboard"], metric=mentions)
print(report["keyboard"]["original"])
print(report["keyboard"]["written"]["length"])  # mean length of the answers before and after the change
```

**Gendered pronouns**: in the dataset GAP (task `coreference-resolution`), each row has one pronoun and two candidate
names. The format is detected from the columns. The score is the F1 of the links between the pronoun and the names. For
rows with a column `stereotype` (`pro` or `anti`), as in WinoBias, the report also shows the score gap between the two
groups.

**Ratings**: *label kept* is the share of changed texts for which raters confirmed the label (`hf-robust docs audit`).
Each transformation has a version number. A rating counts only for the version that was rated, and a new version counts
as not rated. Ratings do not change the score or the drop. Reports show the drop corrected for wrong labels as a
separate number. The ratings in this package come from language models. `min_confidence=0.9` (`--min-confidence 0.9`)
excludes transformations whose *label kept* is below 90%. Here, confidence means confidence in the labels, not the
confidence of the model. Transformations that were not rated are included, unless you
set `unrated="skip"` (`--unrated skip`).

The TextFlint paper (Tables 1 and 2) reports human ratings of plausibility and grammaticality for the outputs of
TextFlint. `hf-robust show NAME` prints these ratings for the corresponding transformation of this package. Reports and
dataset cards do not show them, because the outputs of this package are different.

`hf-robust docs reports` describes how to save and read reports.

## Find where a model is weak

<!-- bash: evaluation -->
```bash
hf-robust run --dataset reviews.csv --task sentiment-classification --slice length --weakest \
              -t typos,keyboard@rate=0.1/0.6
hf-robust chains --dataset reviews.csv --task sentiment-classification -t typos,twitter,keyboard --depth 2
```

`rate` is the share of the words of a text that change. `keyboard@rate=0.1/0.6` adds one entry with 10% and one with 60%
of the words.

Each report shows a heat map of the drops and a radar chart of the relative scores (the score after the change divided
by the score before it) by category, a table of the predictions that were correct before the change and are
wrong after it, and the words that flip predictions. `--slice` adds the score of each slice, a group of rows with a
common property (`hf-robust docs slices`).

`--weakest` (`weakest=True`) searches for slices with a higher error rate than the other rows, and for slices on which a
transformation causes a larger drop than on the other rows. The candidates are predefined slices (`hf-robust list
--slices`), intersections of two of them, single words, ranges of text length and of model confidence, gold and
predicted labels, and topics (clusters of word vectors). A slice is listed only if it passes a permutation test that is
corrected for the number of candidates. If there are no weak slices, the probability that a run lists any is at most 5%.

`hf-robust chains` (`hr.worst_chains`) searches for the most harmful chains of up to three transformations. It selects
chains on one half of the rows and measures them on the other half.

## Compare models and measure bias

<!-- bash: compare -->
```bash
hf-robust compare --model default --model my-model/ --dataset reviews.csv --task sentiment-classification \
                  -t keyboard,ocr
hf-robust run --bias --dataset reviews.csv --task sentiment-classification
```

`hr.compare({"v1": a, "v2": b}, suite)` compares up to ten models on one suite. For two models, the report lists the
rows that only the first model predicts correctly and the rows that only the second model predicts correctly.
`--fail-on-regression` exits with status 1 when a model is significantly worse than the first one on the originals or on
a transformation.

`--bias` creates one version of each text per gender (names, pronouns and other gendered words are replaced) and one per
world region (places are replaced). The report compares the scores of the genders and of the regions. It uses only the
rows for which all versions exist. In Python, `hr.bias_suite(reviews, task)` builds this suite.
"""
