"""Which row of a suite a prompt asks about, for logs that keep nothing else of a row."""

from collections.abc import Collection

from hf_robust.adapters.language_models.language_model import chosen_prompt
from hf_robust.harnesses.logs import LoggedAnswer
from hf_robust.suites.questions import Question, RowLocation, SuiteQuestions
from hf_robust.suites.robustness import Suite


class AskedPrompts:
    """The questions of a suite with the default prompt, by the ids that inspect gives them and by prompt."""

    def __init__(self, suite: Suite):
        self._by_id: dict[str, Question] = {}
        self._by_prompt: dict[str, list[RowLocation]] = {}
        for question in SuiteQuestions(suite, chosen_prompt(suite.task)):
            self._by_id[str(question.location)] = question
            self._by_prompt.setdefault(question.prompt, []).append(question.location)

    def location_of(self, answer: LoggedAnswer, taken: Collection[RowLocation]) -> RowLocation | None:
        """Return the row that an answer is for; None when the suite has no such row.

        Of rows with equal prompts, the first that has no answer yet.

        Args:
            answer: The answer, with its prompt.
            taken: The rows that have an answer.
        """
        question = self._by_id.get(answer.sample_id)
        if question is not None and question.prompt in answer.prompt:
            return question.location
        locations = self._by_prompt.get(answer.prompt, ())
        return next((location for location in locations if location not in taken), next(iter(locations), None))
