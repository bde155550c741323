r"""Explanations of predictions: important words, root causes of wrong predictions, and corruption benchmarks.

## Important words

`WordImportance` is a map function. It ranks the words of each row by their importance for a model (LIME,
leave-one-out or gradient x input). A transformation with `choose="important"` changes the words in that order:

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
    print(row["robust"]["edits"])  # each edit changes the most important word
```

## Root causes

`hr.root_cause` finds the smallest set of words that is enough for a wrong prediction. `hr.run(model,
capability_suite, explain=True)` shows these words in the report.

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

The benchmark measures how fast accuracy falls when 1, 3, 5 or 8 words of a text are corrupted, and whether it falls
faster for important words. All scores use the same rows: those on which every type of corruption, word selection and
number of words is possible. Scores for random words are means over three seeds. Deletion is the control: deleting
important words must lower the accuracy more than deleting random words. Otherwise the ranking of the words is not
valid.

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

Several models share one plot (`[a, b]` or `{"name": model}`). On the command line, `hf-robust corruptions` works
offline and without arguments. With your own data (`--clean` first removes HTML tags and punctuation inside sentences):

<!-- bash: corruptions -->
```bash
hf-robust corruptions --model my-model/ --dataset reviews.csv --task sentiment-classification --clean \
    --counts 1,3 --method leave-one-out --limit 4 --out corruptions/
```
"""
