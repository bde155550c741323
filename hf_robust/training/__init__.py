"""Callbacks for `transformers.Trainer`: data augmentation, adversarial training and robustness evaluation.

The callbacks work with an unmodified Trainer.

- `hr.AugmentCallback(task, names)` samples new perturbed rows in every epoch, determined by the random seed and the
  epoch. Resuming from a checkpoint gives the same model weights as an uninterrupted run. With `cases=`, it trains on
  capability tests: `hr.split_cases(suite)` splits the tests so that all cases of one seed case are in the same part,
  and `hr.as_training_rows` converts them to rows for any Trainer.
- `hr.RobustnessCallback(suite)` logs `eval_robust/...` next to the usual metrics, so
  `metric_for_best_model="eval_robust/worst_case"` works. Compare this mean over rows with
  `eval_robust/worst_case_original`, the same mean over the original rows. `eval_robust/original` and
  `eval_robust/perturbed` are means over the transformations: compare these two with each other. With
  `report_to="trackio"`, Trackio gets the values and the worst pairs as traces. If the Trainer reports to Trackio
  itself, they are logged in the same run. The extra is `pip install 'hf-robust[trackio]'`.
- `hr.AdversarialTrainingCallback` trains against small changes of the input embeddings (`fgm`, `pgd`, `freelb`,
  `vat`, `smart`). `hr.logits_under_fgm` returns the logits before and under an FGM attack, so that you can measure the
  effect of the training. With a large `eps`, the model can collapse to one label; then `adversarial/learned` in the
  logs is about 0, and the callback warns. If the Trainer computes the loss itself (label smoothing,
  `compute_loss_func`), derive your Trainer class from `hr.AdversarialTrainerMixin` first and `Trainer` second.
- `hr.ConsistencyCallback(task, names)` adds the divergence between the predictions on a row and on its perturbed
  version to the loss. Without transformations it is R-Drop, and with `noise=1e-5` R3F. Call `callback.attach(trainer)`.
  With `weight=4`, the share of rows that are right in all their versions was 3.8 points (SST-2) and 3.5 points (CoNLL)
  above that of `hr.AugmentCallback` with as many rows per step (MiniLM, three seeds). With `weight=1`, the default, it
  was 2.0 points above on SST-2 and not clearly above on CoNLL. `divergence="js"` was no better than augmentation.
- `hr.consistency_rows(model, suite)` makes training rows for TRL from a language model and a suite: the prompt of a
  perturbed row, and the answer of the model itself to the original row.
- `hr.AttackCallback(task, "a2t")` attacks training rows in each epoch with the current weights and trains on the
  adversarial examples.
- `hr.before_after({"before": ..., "after": ...}, rows, task)` compares models on clean rows, on suites, and by the
  success rates of attacks: those used in training and others.

<!-- python: retrain -->
```python
from transformers import Trainer, TrainingArguments

import hf_robust as hr
from hf_robust.language import load_sentiment_model

model, tokenizer = load_sentiment_model()  # or your own
task = "sentiment-classification"
rows = hr.demo_reviews().shuffle(seed=0)
train, held_out = rows.select(range(48)), rows.select(range(48, 80))


def tokenize(batch):
    return {**tokenizer(batch["text"], truncation=True), "labels": batch["label"]}


trainer = Trainer(
    model=model,
    args=TrainingArguments("out", num_train_epochs=1, eval_strategy="epoch", save_strategy="no"),
    train_dataset=train,
    eval_dataset=held_out.map(tokenize, batched=True),
    processing_class=tokenizer,
)
hr.AugmentCallback(task, ["keyboard", "misspelling"], encode=tokenize, budget=0.5).attach(trainer)
hr.RobustnessCallback(hr.Suite.build(held_out, task, ["keyboard", "typos"])).attach(trainer)
trainer.train()
print(trainer.evaluate()["eval_robust/worst_case"])
```
"""

from hf_robust.core.extras import missing

try:
    from hf_robust.training.adversarial_callback import AdversarialTrainingCallback
    from hf_robust.training.adversarial_mixin import AdversarialTrainerMixin
    from hf_robust.training.attack_callback import AttackCallback
    from hf_robust.training.augment_callback import AugmentCallback
    from hf_robust.training.augmented_dataset import AugmentedDataset
    from hf_robust.training.consistency_callback import ConsistencyCallback
    from hf_robust.training.embedding_attack import logits_under_fgm
    from hf_robust.training.retraining import as_training_rows, failure_rates, split_cases
    from hf_robust.training.robustness_callback import RobustnessCallback
    from hf_robust.training.training_comparison import before_after
    from hf_robust.training.trl_rows import consistency_rows
except ModuleNotFoundError as error:
    raise missing(error) from error

__all__ = [
    "AdversarialTrainerMixin",
    "AdversarialTrainingCallback",
    "AttackCallback",
    "AugmentCallback",
    "AugmentedDataset",
    "ConsistencyCallback",
    "RobustnessCallback",
    "as_training_rows",
    "before_after",
    "consistency_rows",
    "failure_rates",
    "logits_under_fgm",
    "split_cases",
]
