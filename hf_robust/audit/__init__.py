"""Audits: raters see a sample of what suites hold, not knowing what made it; that says how far to trust a suite.

An audit is a sample over any number of suites, of both kinds, mixed, with all names hidden: of a transformation
each text beside its original with the label that it shall keep, of a capability each case without its label.

<!-- bash: audit -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard --out suite/
hf-robust audit draw --suite suite/ --rater ada --rater bo --out audit/
```

writes `key.json`, `guide.md`, `ada.csv` and `bo.csv`. Raters fill in their file in a spreadsheet or in the browser:

```bash
hf-robust audit serve audit/ada.csv
hf-robust audit score audit/
hf-robust audit apply audit/ --suite suite/
```

Drawn are 50 outputs of each transformation (`--per-transformation`) and 16 cases of each capability
(`--per-capability`), sources as rarely twice as can be. Raters answer yes or no: keep the label, valid expansion,
relevant; choose the label of a case; say how natural it is (1 to 3); and name defects.

Raters are people. Where language models rate, in part or alone, say so: `audit draw --by "language models"` (or
`--by "people and language models"`); `audit score` and `audit apply` take `--by` too. Each record keeps it, and cards
and reports say it: `1.00 of 50, 2 language models, 2026-11-22`. The ratings that this package has of its own
transformations and specifications are by language models.

- `audit score` merges any number of raters by a stated rule (`--rule all`: a yes counts where all say yes, a defect
  where any names one; `mean`). It prints for each transformation and capability the share of right labels *m* with
  an interval that knows shared sources, naturalness, outputs with defects, and for each question the raters'
  agreement and Cohen's kappa.
- `audit apply` writes it down with date, data and version: into a suite (a new version of it, which is pushed with
  its ratings), into a specification of capabilities as its `oracle_confidence` (`--spec mine.yaml`), into a table
  of transformations such as this package's own (`--transformations t.json`; `hf-robust show NAME` has what is in
  there). What raters said of one version of a transformation or specification does not count for another.

`hr.run(model, suite, min_confidence=0.9)` (`--min-confidence 0.9`) leaves out the transformations, or the cases of
capabilities, of whose labels raters found a smaller share right, and lists them with the reason. Those that nobody
rated stay and are named, or go (`unrated="skip"`). Means over transformations or capabilities are also given
weighted by that share; within one transformation all rows weigh alike, so that there is nothing to weigh.
"""
