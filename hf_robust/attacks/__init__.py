r"""Adversarial attacks: for each row a search for the edits that bring a model to a goal.

<!-- python: attack -->
```python
import hf_robust as hr

reviews = hr.demo_reviews().select(range(12))
# None: the embedded classifier
run = hr.attack(None, reviews, "textfooler", "sentiment-classification", budget=200, seed=7)
print(run)  # success rate with its interval, accuracy under attack, queries, what constraints refused
run.save("attack/")  # attack.html, attack.json
print(run.results[0].status, run.rows[0]["attack"]["queries"])
print(run.to_pandas()["status"].value_counts())  # one row for each row that was attacked
if run.record["summary"]["success_rate"]:
    run.suite().save("textfooler-suite")  # adversarial examples as a suite: push it, run other models on it
```

<!-- bash: attack -->
```bash
hf-robust attack --recipe deepwordbug --model my-model/ --dataset reviews.csv --task sentiment-classification \
                 --budget 100 --limit 3 --out attack/
hf-robust attack --list
```

Many rows are attacked at once, so that models see full batches; equal questions are asked once; a run that was cut
off goes on where it was; and the result of a row does not hang on order, batch or machine load. Queries are
distinct inputs that a row asked, whether or not a cache knew them. `--like textattack` takes TextAttack's
parameters in place of the papers', for figures that compare.

`hr.Attack(recipe, task, model)` is the same as a function for `datasets.map`; `hr.Attack(goal=...,
transformation=..., constraints=[...], search=...)` is an attack of your own parts, and any registered
transformation serves as `transformation`. `hr.from_textattack_csv` makes a suite of what TextAttack found.

## Recipes

<!-- table: recipes -->

How often they succeed against the embedded sentiment classifier, on rows of the SST test set that it has right, and
of how many of up to 50 successes two blind raters (language models) both say that the label holds:

| recipe | rows | success, 95% interval | queries, median | labels that hold |
| --- | ---: | --- | ---: | ---: |
| `pwws` | 200 | 22% (17-29) | 16 | 93% |
| `textfooler` | 200 | 28% (23-35) | 18 | 82% |
| `deepwordbug` | 200 | 88% (83-92) | 19 | 100% |
| `textbugger` | 200 | 48% (42-55) | 20 | 96% |
| `bae` | 200 | 22% (17-28) | 16 | 93% |
| `checklist` | 200 | 1% (0-4) | 1 | not rated |
| `bad-characters` | 60 | 90% (80-95) | 33 | not rated |
| `worst-transformations` | 200 | 90% (85-93) | 189 | not rated |
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
