"""Other harnesses: export suites as tasks of lm-eval, and run language models on them there.

## Export a suite

<!-- bash: export -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,word-case --out suite/
hf-robust export lm-eval suite/ --out task/ --name reviews
```

This writes one task for the originals (`reviews_originals`), one for each transformation (`reviews_keyboard`) and the
group `reviews`. Run it in an environment with `lm-eval` 0.4.9 or later:

```bash
lm_eval --model hf --model_args pretrained=MODEL --tasks reviews --include_path task/ --log_samples --output_path logs
```

Each row is asked with the default prompt of its task. `--prompts FILE` takes your own prompt file, whose default prompt
has no examples. For tasks with labels, lm-eval compares the log-likelihoods of the words of the labels
(`multiple_choice`). With `--generate`, the model writes the label. All other tasks are of the type `generate_until`,
and lm-eval reports exact matches for them.

In Python, `hr.export_suite(suite, "lm-eval", "task/")` writes the same files. Each row has a column `robust` with its
place in the suite, and lm-eval repeats it in the samples that it logs.
"""
