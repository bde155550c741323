"""Other harnesses: export suites as tasks of lm-eval and inspect, and turn their logs into reports.

## Export a suite

<!-- bash: export -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,word-case --out suite/
hf-robust export lm-eval suite/ --out task/ --name reviews
hf-robust export inspect suite/ --out reviews.py
```

Run the tasks where the harness is installed (`lm-eval` 0.4.9 or later, `inspect-ai` 0.3):

```bash
lm_eval --model hf --model_args pretrained=MODEL --tasks reviews --include_path task/ --log_samples --output_path logs
inspect eval reviews.py --model MODEL --log-dir logs
```

In Python, `hr.export_suite(suite, "lm-eval", "task/")` writes the same files. Each row keeps its place in the suite,
and the harness repeats it in its log.

- **lm-eval**: one task for the originals (`reviews_originals`), one for each transformation (`reviews_keyboard`) and
  the group `reviews`. For tasks with labels, lm-eval compares the log-likelihoods of the words of the labels
  (`multiple_choice`). With `--generate`, the model writes the label. All other tasks are of the type `generate_until`.
- **inspect**: one task. The model writes its answers, and the accuracy is shown for the originals and for each
  transformation.
- **Prompt**: the default prompt of the task. `--prompts FILE` takes your own prompt file, whose default prompt has no
  examples. `hr.CausalModel` and `hr.ChatModel` ask with the same prompts.

The harness asks each original once. For texts, lists of entities and polarities it counts exact matches. The report of
hf_robust has the measure of the task.

## Export the answers of a run

```bash
hf-robust run --suite suite/ --model MODEL --save-answers --out report/
hf-robust export eee suite/ --report report/ --out eee/
```

This writes the answers of a run as files of Every Eval Ever 0.3: a record for each row with its prompt, right answers,
answer and score, and a file with the scores. In Python, use `hr.export_report(report, suite, "eee", "eee/")`. Of the
report of a capability suite, the failure rates are written, without answers: it needs no `--save-answers`. The files
pass the validator of Every Eval Ever. Correct `source_metadata` and `model_info` before you publish them: the package
does not know your organization, and whether the weights of the model are open.
`hr.import_log` reads the files again, with the same scores. The format does not carry probabilities, statuses, edits
and the pairing of rows: the import finds each row by its prompt in the suite.

`--save-answers` writes `answers.jsonl` beside the report. `hr.Report.load` reads it, so `report.answers()` and
`report.answers_to_pandas()` also work for a loaded report.

## Import a log

```bash
hf-robust import lm-eval logs/MODEL/ --suite suite/ --out report/
hf-robust import inspect logs/LOG.eval --suite suite/ --out report/
hf-robust import eee RUN_samples.jsonl --suite suite/ --out report/
```

The report is that of `hf-robust run` with the same answers. In Python, `hr.import_log("logs/", suite, "lm-eval")`
returns the answers as a model: `hr.run(hr.import_log("logs/", suite, "lm-eval"), suite)`.

- **Suite**: the suite that was exported. Its content hash must be that of the log. Without `--suite`, it is loaded from
  where it was when it was exported. Logs of `eee` do not say where that is.
- **lm-eval**: files `samples_*.jsonl` of one run, or their folder.
- **inspect**: `.eval` and `.json` files. The package inspect is not needed. Of several epochs, the first counts.
- **eee**: instance files of Every Eval Ever 0.3, or their aggregate file with the samples beside it. The suite must
  have been asked with the default prompt, because these files keep the prompt and no other column of a row.
- **Answers**: a text is read as the answer of `hr.ChatModel` is. An answer without a meaning counts as wrong, and the
  report shows the share of rows that were answered. A sample that failed has no score.
- **Equal inputs**: the first answer to an input counts for all rows with this input, as in `hf-robust run`. When later
  answers differ, a warning gives their number.

A log is refused if it is of another suite, lacks a row, has a row twice or is cut.
"""
