r"""Adversarial attacks: for each row, search for edits that change the prediction of a model.

<!-- python: attack -->
```python
import hf_robust as hr

reviews = hr.demo_reviews().select(range(12))
# None: the bundled classifier
run = hr.attack(None, reviews, "textfooler", "sentiment-classification", budget=200, seed=7)
print(run)  # success rate with its interval, accuracy under attack, queries, candidates rejected by each constraint
run.save("attack/")  # attack.html, attack.json
print(run.results[0].status, run.rows[0]["attack"]["queries"])
print(run.to_pandas()["status"].value_counts())  # one table row per attacked example
if run.record["summary"]["success_rate"]:
    run.suite().save("textfooler-suite")  # adversarial examples as a suite: push it, run other models on it
```

<!-- bash: attack -->
```bash
hf-robust attack --recipe deepwordbug --model my-model/ --dataset reviews.csv --task sentiment-classification \
                 --budget 100 --limit 3 --out attack/
hf-robust attack --list
```

An attack has four parts. A transformation proposes edits of the text (candidates). Constraints reject candidates, for
example if the meaning changes too much. A search selects the candidates to try next. A goal defines success, for most
tasks a wrong prediction. A recipe is a combination of these parts that has a name, such as `textfooler`. Most recipes
are from papers.

Each row gets one of these statuses:

| status | meaning |
| --- | --- |
| `successful` | the attack found an edited text that reaches the goal |
| `failed` | the attack found no such text |
| `skipped` | the row was not attacked, for example because the model predicts the original wrongly |
| `error` | the attack on the row did not finish |
| `maximized` | the goal is a maximum, for example of deleted words, so there is no success or failure |

The *success rate* is the number of successful rows divided by the number of successful and failed rows. The *accuracy
under attack* is the share of rows that the model predicts correctly both before and after the attack.

`goal=` (`--goal`) selects the goal. By default, it is the goal of the recipe, usually a wrong prediction, except for
these tasks:

- Several labels per row (`multi-label-classification`): the goal `label-crosses`. A gold label is no longer predicted,
  or a wrong label is predicted. A label is predicted if its probability is above the decision threshold of the task
  (0.5 by default). A row counts as correct if all of its labels are correct, so the report shows the subset accuracy.
- Predicted scores (`text-regression`, `semantic-similarity-scoring`): the goal `score-moves`. The score moves by a
  fifth of the range of the scores, for example by 1 if the range is 0 to 5. The argument `by` of `hr.attack` (`--by`)
  sets another amount in the units of the score, for example `by=0.5`. Instead of the accuracy under attack, the report
  shows the share of unmoved scores: the rows whose score did not move this far.

An attack processes many rows at once, so models receive full batches. Identical inputs are sent to the model only once.
The result of a row does not depend on order, batch size or machine load. Most recipes that replace words add one
constraint to those of the paper: a model checks that the new word fits and keeps the meaning. `--like textattack` uses
the parameters of TextAttack (another library of attacks), without this constraint. Use it to compare results with those
of TextAttack or of the papers.

`budget` is the maximum number of queries per row. The default is the limit of the recipe. Most recipes set no limit.
Each distinct input that the attack tries for a row counts as one query, even if its prediction is cached.
`max_queries=5000` (`--max-queries 5000`) is the maximum number of inputs that the whole attack sends to the model;
cached inputs do not count. The rows that are unfinished when `max_queries` is reached get the status `error`. A row
also gets this status if a request to a remote model fails for it.

In tasks with gold spans (for example named entities), an attack by default does not edit the words of these spans. If
the predictions of a tagger depend only on these words, no attack succeeds, and the report says so. `inside=True`
(`--inside`) edits only the words of the gold spans.

An attack saves the result of each finished row. If you run the attack again with the same `--out`, it processes only
the rows that have no result yet and the rows with the status `error`. In Python, `journal="attack.jsonl"` sets the file
for these results.

If a language model gives no answer after the edits (a refusal, or an answer that cannot be read), the attack succeeds,
and the report counts these successes separately.

`hr.Attack(recipe, task, model)` is a function for `datasets.map` that runs the same attack. The arguments `goal`,
`transformation`, `constraints` and `search` replace parts of the recipe. For example, `hr.Attack("textfooler", task,
model, transformation="keyboard", constraints=[])` applies typing errors in the order in which TextFooler selects words.
`transformation` can be any transformation that `hf-robust list` shows. `hr.from_textattack_csv` builds a suite from the
results of TextAttack.

## Pairs of texts

If a model classifies or scores pairs of texts, for example a premise and a hypothesis, an attack edits the second text,
and constraints compare this text only. The code of the TextFooler paper does the same. `field="premise"` (`--field
premise`) attacks the other text.

`like="textattack"` (`--like textattack`) follows TextAttack instead:

- It edits both texts. Six recipes do not edit the premise of a premise and a hypothesis: `textfooler`, `tf-adjusted`,
  `a2t`, `a2t-mlm`, `alzantot` and `pso`.
- Sentence encoders and masked language models read both texts as one text. `textfooler`, `bae` and `clare` compare a
  window of 15 words around an edit, so this window can include words of the premise. They skip the comparison only if
  both texts together have fewer than 15 words.
- A limit on the share of changed words counts the words of both texts.

On 100 pairs of SNLI, `textfooler` succeeds on 32 with `like="textattack"`, and TextAttack succeeds on the same 32.
`bae` succeeds on 31 of 40 pairs, TextAttack on 32.

## Recipes

The *embedding neighbors* of a word are the words with the most similar word vectors.

<!-- table: recipes -->

The following table shows success rates against the bundled sentiment classifier, on rows of the SST test set that the
classifier predicts correctly, with a budget of 500 to 2,000 queries per row, depending on the recipe. The rates of the
recipes that replace words are lower than in the papers, because this package adds a constraint that rejects candidates
that change the meaning. `like="textattack"` turns this constraint off (`pwws` then succeeds on 95% of 40 rows). Two
raters checked a sample of at most 50 successful attacks per recipe. The last column is the share for which both
confirmed the gold label. The raters are language models that were not told which attack produced the text.

| recipe | rows | success rate, 95% interval | median queries per attacked row | label confirmed |
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

from hf_robust.core.deprecated_names import with_deprecated

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__getattr__ = with_deprecated(__name__, __getattr__, {"Recipe": "AttackRecipe"}, removed_in="0.4.0")
