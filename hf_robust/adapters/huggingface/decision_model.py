"""Decision pipelines of transformers: the probability of each label from one forward pass of a chat model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.identity import settings_hash, tokenizer_hash, weights_hash
from hf_robust.adapters.language_models.answers import Answer
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.language_models.model_options import LanguageModelOptions
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.text import replace_surrogates
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from transformers import Pipeline

DECISION = "decision"
"""The name of these pipelines in transformers."""


class DecisionPredictor(LanguageModel):
    """A ``decision`` pipeline. The prompt is its question, and the label words are its options.

    The pipeline writes the request itself: the inputs of a row, the instruction, and the options with letters. It
    answers with the probability of each option. Of a prompt it uses all but the examples.

    Args:
        task: A task whose answers are labels, bound to the data.
        options: The options of the prompt.

    Raises:
        UsageError: The answers to the task are no labels, the prompt has examples, or the pipeline has fewer letters
            than the task has labels.
    """

    def __init__(self, pipeline: "Pipeline", task: Task | str, options: Mapping[str, Any]):
        task = as_task(task)
        found = LanguageModelOptions().changed(options).resolved(task)
        self.pipeline = pipeline
        super().__init__(
            task,
            found.prompt,
            found.shots,
            name=pipeline.model.name_or_path or type(pipeline.model).__name__,
            kind="pipeline",
            revision=getattr(pipeline.model.config, "_commit_hash", None),
            prompts=found.prompts,
            pool=found.pool,
        )

    def _ask_with(self, prompt: Prompt, shots: tuple[Shot, ...]) -> None:
        super()._ask_with(prompt, shots)
        if not isinstance(self.expected, LabelAnswers):
            raise UsageError(f"a decision pipeline chooses a label, and the answers to {self.task.name} are no labels")
        if prompt.shots:
            raise UsageError(f"a decision pipeline takes no examples, and the prompt {prompt.name} has {prompt.shots}")

    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield the index of each row and its label, with the probabilities of all labels."""
        labels = {word: label for label, word in self.prompt.label_words(self.task).items()}
        with evaluating(self.pipeline.model):
            for place, row in enumerate(rows):
                found = self._decided(self.request(row))["probabilities"]
                scores = {labels[word]: float(value) for word, value in found.items()}
                best = max(found, key=found.__getitem__)
                yield [place], [Answer(best, None, "ok", labels[best], scores=scores)]

    def request(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the request for a row: its inputs as ``state``, and one question.

        Args:
            row: The inputs by role.
        """
        asked = replace(self.prompt, system="", format="").messages(self.task, row)[-1]["content"].strip()
        state = replace(self.prompt, system="", instruction="").messages(self.task, row)[-1]["content"]
        question = {
            "type": "choice",
            "instructions": "\n".join(filter(None, (self.prompt.system, asked))),
            "criteria": dict.fromkeys(self.prompt.label_words(self.task).values()),
        }
        return {"state": replace_surrogates(state), "questions": {"label": question}}

    def describe(self) -> dict[str, Any]:
        """Return the prompt and the way of answering."""
        return {**super().describe(), "answer": "first-token"}

    def fingerprint(self) -> str:
        """Return a hash over prompt, weights, tokenizer and the settings of the pipeline."""
        pipe = self.pipeline
        parts = [weights_hash(pipe.model), tokenizer_hash(pipe.tokenizer), str(pipe.decision_config)]
        return settings_hash([super().fingerprint(), *parts])

    def _decided(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            return self.pipeline(request)["label"]
        except ValueError as error:  # more options than letters, or letters of several tokens
            raise UsageError(f"the decision pipeline of {self.name} cannot choose: {error}") from error
