r"""Models on suites: predict, score, write the record of a report; and compare models.

## Run

```bash
hf-robust run --model distilbert/distilbert-base-uncased-finetuned-sst-2-english \
              --dataset stanfordnlp/sst2 --split validation --task sentiment-classification --text-column sentence
```

In Python `hr.run(model, rows, task="sentiment-classification", transformations=["keyboard"])` builds a suite of the
rows and runs the model on it; `limit=200` draws rows, and `seed`, `protect` and others go to `hr.Suite.build`.
Without `transformations` all that apply to the task are taken. `hr.run(model, suite)` takes a suite that you built.

Every number is measured on the same rows: the originals of the rows that changed against their changed versions. It
comes with the number of rows, the share of rows that could be changed, a 95% interval (paired bootstrap) and a
p-value (McNemar or permutation) corrected for the number of transformations (Holm). The worst case takes, for each
row, the lowest score of the row itself and of all its changed versions, so an answer counts as right when it is
right before and after; since the worst of many falls by itself, it stands beside what flips of random answers, as
often as the measured ones, would leave. It holds over the transformations of the suite, and is no guarantee against
others.

Generated tests (`overlap`) are new inputs made with words of a row, with a right answer of their own. They are
scored by themselves: a score and no drop, in no mean, worst case or correction. Rows of GAP are scored by the links
of their pronoun; rows with a column `stereotype` (`pro`, `anti`), as those of WinoBias, by the gap between the two
as well.

Where some questions have no answer (SQuAD 2), the score is that of SQuAD 2, and the report shows a table beside it:
the score on questions with an answer, and on those without one, each before and after. When a model may say that
there is no answer: `hf-robust docs adapters`.

Rows with equal inputs are one source: in intervals and p-values they count once, in runs, comparisons, chains,
corruptions, slices, attacks and generated tests alike. A report warns where more than 5% of the rows repeat an input
(`duplicate-rows`), and where equal inputs have different labels (`contradictory-labels`).

Where people rated texts changed in this way (TextFlint, Tables 1 and 2), the result carries their ratings and a
confidence from 0 to 1; what nobody rated has none. `min_confidence=0.9` (`--min-confidence 0.9`) leaves out tests
of whose labels raters found a smaller share right: `hf-robust docs audit`. How a report is kept and read:
`hf-robust docs reports`.

## Where the model is weak

A report says more than scores: a map and a radar over what was changed, which right answers turn into which wrong
ones, and which words flip the prediction; for subpopulations see `hf-robust docs slices`.

`weakest=True` (`--weakest`) searches further: over the named slices and pairs of them, all words, spans of lengths
and confidence, answers and topics (clusters of word vectors), for the rows that the model has wrong and for those
where a transformation costs most. What it lists passes a permutation test of the largest statistic over everything
that it looked at: where nothing is weak, 19 of 20 searches list nothing.

`hf-robust chains` searches chains of up to three transformations: it chooses on one half of the rows and measures
on the other (`hr.worst_chains`).

<!-- bash: evaluation -->
```bash
hf-robust run --dataset reviews.csv --task sentiment --slice length --weakest -t typos,keyboard@rate=0.1/0.6
hf-robust chains --dataset reviews.csv --task sentiment-classification -t typos,twitter,keyboard --depth 2
```

## Compare, bias

`hr.compare({"v1": a, "v2": b}, suite)` sets up to ten models side by side; for two of them it says what broke and
what was fixed, row by row. `hr.bias_suite(reviews, task)` moves people to each gender and places to each region,
and the report compares the groups on the rows that every group has.

<!-- bash: compare -->
```bash
hf-robust compare --model default --model my-model/ --dataset reviews.csv --task sentiment -t keyboard,ocr
hf-robust run --bias --dataset reviews.csv --task sentiment-classification
```

`--fail-on-regression` exits with 1 when a model is worse than the first by more than chance explains.
"""
