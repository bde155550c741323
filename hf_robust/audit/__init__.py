"""Audits: raters judge a blind sample of a suite, which shows how far its labels can be trusted.

An audit draws a sample from any number of suites, mixes it and hides all names. For a transformation, raters see each
text beside its original and the label that it should keep. For a capability, they see each case without its label.

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

The sample has 50 outputs of each transformation (`--per-transformation`) and 16 cases of each capability
(`--per-capability`), with as few repeated source rows as possible. Raters answer yes-or-no questions (label kept,
valid expansion, relevant), choose the label of a case, rate how natural it is (1 to 3), and name defects.

By default, raters are people. If language models rate, say so with `audit draw --by "language models"` (or
`--by "people and language models"`); `audit score` and `audit apply` accept `--by` too. Records, cards and reports
show who rated: `1.00 of 50, 2 language models, 2026-11-22`. Language models made the ratings of the transformations
and specifications in this package.

- `audit score` merges the answers of all raters by a rule. With `--rule all`, a yes needs all raters, and a defect
  needs one; `--rule mean` averages. For each transformation and capability it prints the share of right labels *m*
  with an interval that allows for shared sources, the naturalness, and the outputs with defects. For each question
  it prints the agreement of the raters and Cohen's kappa.
- `audit apply` stores the result with date, data and version. It writes to a suite (as a new version, which is pushed
  with its ratings), to the `oracle_confidence` of a capability specification (`--spec mine.yaml`), or to a table of
  transformations (`--transformations t.json`). `hf-robust show NAME` prints the ratings of this package. Ratings of
  one version of a transformation or specification do not apply to another version.

`hr.run(model, suite, min_confidence=0.9)` (`--min-confidence 0.9`) leaves out transformations and capability cases
with a smaller share of right labels, and lists them with the reason. Unrated ones stay and are named;
`unrated="skip"` leaves them out. Reports also give means weighted by this share. All rows of a transformation have
the same weight.
"""
