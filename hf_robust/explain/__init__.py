r"""Why a model predicts what it does: the words that matter, and the fewest words that keep a wrong prediction.

## The words that matter

`WordImportance` is a map function. It ranks the words of each row for a model (LIME, leave-one-out or gradient x
input), and a transformation with `choose="important"` takes them in that order:

<!-- python: importance -->
```python
import hf_robust as hr


def model(texts):
    return ["positive" if "great" in text or "lovely" in text else "negative" for text in texts]


task = "sentiment-classification"
rows = hr.demo_reviews().filter(lambda row: "great" in row["text"] or "lovely" in row["text"])
rows = rows.map(hr.WordImportance(model, task, method="leave-one-out"), batched=True)
targeted = rows.map(hr.Perturb("keyboard", task, choose="important", count=1), batched=True)
for row in targeted.select(range(3)):
    print(row["robust"]["edits"])  # each hits the word that the model goes by
```

## Root causes

`hr.root_cause` finds the fewest words that keep a wrong prediction; `hr.run(model, capability_suite, explain=True)`
draws them in the report.

<!-- python: causes -->
```python
import hf_robust as hr


def model(texts):
    return ["positive" if "never" in text else "negative" for text in texts]


row = {"text": "I would never watch this again."}
cause = hr.root_cause(model, row, "sentiment-classification", accepted="negative")
print(cause)
```

## Corruptions

The benchmark asks how fast accuracy falls when 1, 3, 5, 8 words of a text are corrupted, and whether it falls
faster for the words that matter to the model. All numbers are taken on the same rows, those that every number of
words, family and strategy can use. Random words are the mean of three seeds, and deleting words is the control of
the ranking.

<!-- python: corruptions -->
```python
import hf_robust as hr


def model(texts):
    good = ("great", "good", "lovely", "excellent", "wonderful", "recommend", "perfect", "friendly", "enjoy")
    return ["positive" if any(word in text.lower() for word in good) else "negative" for text in texts]


report = hr.corruption_benchmark(
    hr.demo_reviews(),
    "sentiment-classification",
    {"word list": model},
    families=["noise", "delete"],
    counts=(1, 3, 5),
    method="leave-one-out",
)
report.save("corruptions/")
print(report)
```

Several models share one plot (`[a, b]` or `{"name": model}`). On the command line, offline and without arguments:
`hf-robust corruptions`; with your own data:

<!-- bash: corruptions -->
```bash
hf-robust corruptions --model my-model/ --dataset reviews.csv --task sentiment-classification --clean \
    --counts 1,3 --method leave-one-out --limit 4 --out corruptions/
```
"""
