"""Runs a recipe of TextAttack row by row, in the environment that ``install.py`` makes for it.

``PYTHON textattack_run.py JOB OUT [JOB OUT ...]``: JOB is a JSON file, OUT gets one JSON line a row and at
last one with totals. What TextAttack would fetch (vectors, encoder, masked language model) is named in the job, so that
two engines can be given the same; its own parameters stay. Keys of a job:

- ``rows``: texts and labels, ``[{"text": ..., "label": 0}, ...]``, the text of a pair as ``{"premise": ...,
  "hypothesis": ...}``; ``model``: folder of a classifier.
- ``recipe``: a name in ``RECIPES``.
- ``candidates``: words that may replace each word, ``{word: [other, ...]}``; without it the recipe's own.
- ``budget``: queries a row; ``seed``: of the random moves, for each row anew; ``batch``: texts at once, 32.
- ``padding``: ``stock`` (to the tokenizer's greatest length, as TextAttack does; ``pad_to`` sets it) or ``dynamic``.
- ``vectors``: npz file with ``words`` and ``vectors``; ``encoder``, ``masked_lm``: folders; ``tags``: ``{word: tag}``.
- ``stop_words``: words that stay, in place of NLTK's, compared as they are written.
- ``follow_deleted``: words are still found after one before them was deleted (stock: the place is taken as it was).
- ``gain``: a word is weighed by what its best candidate gains (stock, for PWWS: by the score that it reaches).
- ``graded``: of texts with another label the one is nearer that the model is less sure about (stock, for input
  reduction: all count 0).
- ``seconds``: CPU seconds a row; one that takes longer ends as an error. None: any number.
- ``trace``: the texts asked for, in their order, are written too.
"""

import importlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import OrderedDict
from pathlib import Path

os.environ.setdefault("TA_CACHE_DIR", tempfile.gettempdir() + "/textattack_cache")

import nltk

nltk.download = lambda *_, **__: True  # asked for when it is imported, and by every WordSwapWordNet()

import numpy as np  # noqa: E402
import textattack  # noqa: E402
import torch  # noqa: E402
from textattack.constraints import Constraint  # noqa: E402
from textattack.constraints.pre_transformation import StopwordModification  # noqa: E402
from textattack.constraints.semantics.sentence_encoders import SentenceEncoder  # noqa: E402
from textattack.models.wrappers import HuggingFaceModelWrapper  # noqa: E402
from textattack.transformations import WordSwap, WordSwapMaskedLM  # noqa: E402
from transformers import (  # noqa: E402
    AutoModel,
    AutoModelForMaskedLM,
    AutoModelForSequenceClassification,
    AutoTokenizer,
)

RECIPES = {
    "a2t": ("a2t_yoo_2021", "A2TYoo2021"),
    "alzantot": ("genetic_algorithm_alzantot_2018", "GeneticAlgorithmAlzantot2018"),
    "bae": ("bae_garg_2019", "BAEGarg2019"),
    "bert-attack": ("bert_attack_li_2020", "BERTAttackLi2020"),
    "deepwordbug": ("deepwordbug_gao_2018", "DeepWordBugGao2018"),
    "faster-alzantot": ("faster_genetic_algorithm_jia_2019", "FasterGeneticAlgorithmJia2019"),
    "iga": ("iga_wang_2019", "IGAWang2019"),
    "input-reduction": ("input_reduction_feng_2018", "InputReductionFeng2018"),
    "leap": ("leap_2023", "LEAP2023"),
    "pruthi": ("pruthi_2019", "Pruthi2019"),
    "pso": ("pso_zang_2020", "PSOZang2020"),
    "pwws": ("pwws_ren_2019", "PWWSRen2019"),
    "textbugger": ("textbugger_li_2018", "TextBuggerLi2018"),
    "textfooler": ("textfooler_jin_2019", "TextFoolerJin2019"),
}
LANGUAGE_MODELS = ("Google1BillionWordsLanguageModel", "LearningToWriteLanguageModel")
"""Constraints of genetic recipes whose models cannot be had: the recipes run without them."""


def main(job: Path, out: Path) -> None:
    """Attack the rows of a job, and write what came of each."""
    given = json.loads(job.read_text("utf-8"))
    victim, encoder = Meter(), Meter()
    attack = build(given, victim, encoder)
    wall, cpu = time.perf_counter(), time.process_time()
    with out.open("w", encoding="utf-8") as lines:
        for number, row in enumerate(given["rows"]):
            record = attacked(attack, row, f"{given.get('seed', 0)}|{number}", given)
            lines.write(json.dumps(record) + "\n")
            lines.flush()
            print(f"TextAttack, row {number}: {record['status']}, {record['cpu']:.1f} s", file=sys.stderr, flush=True)
        totals = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        totals |= {"victim": vars(victim), "encoder": vars(encoder), "textattack": "0.3.11"}
        lines.write(json.dumps({"totals": totals}) + "\n")


def attacked(attack: textattack.Attack, row: dict, seed: str, given: dict) -> dict:
    """The record of one row.

    Returns:
        ``status`` (successful, failed, skipped, maximized, error), ``text`` after, ``queries`` as TextAttack counts
        them, ``distinct`` texts among them, ``changed`` words (edit distance in words), ``wall`` and ``cpu`` seconds.
    """
    number = random.Random(seed).getrandbits(32)
    for seeded in (random.seed, np.random.seed, torch.manual_seed):
        seeded(number)
    asked = attack.goal_function.asked = []
    wall, cpu = time.perf_counter(), time.process_time()
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, given.get("seconds") or 0)
    try:
        text = row["text"] if isinstance(row["text"], str) else OrderedDict(row["text"])
        result = attack.attack(text, row["label"])
    except Exception as error:  # some recipes crash at the end of their budget: the other rows are still attacked
        record = {"status": "error", "text": row["text"], "error": f"{type(error).__name__}: {error}", "changed": 0}
    else:
        before, after = result.original_result.attacked_text, result.perturbed_result.attacked_text
        status = type(result).__name__.removesuffix("AttackResult").lower()
        record = {"status": status, "text": after.text, "changed": int(after.words_diff_num(before))}
        record["score"] = float(result.perturbed_result.score)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    record |= {"queries": attack.goal_function.num_queries, "distinct": len(set(asked))}
    record |= {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    return record | ({"asked": asked} if given.get("trace") else {})


def _too_long(*_) -> None:
    raise TimeoutError("the row took more CPU seconds than the job allows")


class Meter:
    """What one model was asked, and the seconds that it took."""

    def __init__(self):
        self.calls, self.texts, self.wall, self.cpu = 0, 0, 0.0, 0.0

    def around(self, call, texts: list):
        """The answer of a call for some texts."""
        wall, cpu = time.perf_counter(), time.process_time()
        answer = call(texts)
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu
        self.calls += 1
        self.texts += len(texts)
        return answer


class Victim(HuggingFaceModelWrapper):
    """The wrapper that users take, with a meter; on demand it pads to the longest text of a batch."""

    def __init__(self, folder: str, dynamic: bool, meter: Meter, pad_to: int | None):
        model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
        super().__init__(model, AutoTokenizer.from_pretrained(folder))
        self.tokenizer.model_max_length = pad_to or self.tokenizer.model_max_length
        self.meter, self.answer = meter, self._dynamic if dynamic else super().__call__

    def __call__(self, texts: list) -> torch.Tensor:
        return self.meter.around(self.answer, texts)

    def _dynamic(self, texts: list) -> torch.Tensor:
        with torch.no_grad():
            return self.model(**self.tokenizer(texts, padding=True, truncation=True, return_tensors="pt")).logits


class Table(WordSwap):
    """Moves that are given: the words that may replace each word."""

    def __init__(self, candidates: dict[str, list[str]]):
        super().__init__()
        self.candidates = candidates

    def _get_replacement_words(self, word: str) -> list[str]:
        return self.candidates.get(word, [])


class Tags(Constraint):
    """The same tag from a table before and after; noun and verb may swap. A word without a tag fits any."""

    def __init__(self, table: dict[str, str], allow_verb_noun_swap: bool = True):
        super().__init__(compare_against_original=True)
        self.table, self.swap = table, allow_verb_noun_swap

    def _check_constraint(self, transformed_text, reference_text) -> bool:
        return all(
            self._fits(reference_text.words[place], transformed_text.words[place])
            for place in transformed_text.attack_attrs["newly_modified_indices"]
        )

    def _fits(self, before: str, after: str) -> bool:
        tags = {self.table.get(before.lower()), self.table.get(after.lower())} - {None}
        return len(tags) < 2 or (self.swap and tags <= {"NOUN", "VERB"})


class Everything(Constraint):
    """Lets every text pass."""

    def __init__(self, **_):
        super().__init__(compare_against_original=True)

    def _check_constraint(self, transformed_text, reference_text) -> bool:
        return True


class Encoder(SentenceEncoder):
    """The mean of a model's last states in place of an encoder that would be fetched."""

    def __init__(self, folder: str, meter: Meter, model_name: str | None = None, **parameters):
        super().__init__(**parameters)
        self.model, self.tokenizer = AutoModel.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
        self.meter = meter

    def encode(self, sentences: list[str]) -> torch.Tensor:
        return self.meter.around(self._encode, sentences)

    def _encode(self, sentences: list[str]) -> torch.Tensor:
        found = []
        for start in range(0, len(sentences), 32):
            part = self.tokenizer(sentences[start : start + 32], padding=True, truncation=True, return_tensors="pt")
            with torch.no_grad():
                states = self.model(**part).last_hidden_state
            mask = part["attention_mask"].unsqueeze(-1)
            found.append((states * mask).sum(1) / mask.sum(1))
        return torch.cat(found)


class Nearest:
    """The places of the words near one, in falling order of cosine, itself first; searched when asked."""

    def __init__(self, vectors: np.ndarray):
        self.vectors, self.known = vectors, {}

    def __getitem__(self, place: int) -> list[int]:
        if place not in self.known:
            cosine = self.vectors @ self.vectors[place]
            cosine[place] = np.inf
            self.known[place] = np.argsort(-cosine, kind="stable")[:101].tolist()
        return self.known[place]


def build(given: dict, victim: Meter, encoder: Meter) -> textattack.Attack:
    """The attack of a job: TextAttack's own recipe, with resources and moves exchanged."""
    place, name = RECIPES[given["recipe"]]
    module = importlib.import_module(f"textattack.attack_recipes.{place}")
    for word, value in stand_ins(given, encoder).items():
        if hasattr(module, word):
            setattr(module, word, value)
    if given.get("vectors"):
        space = embedding(given["vectors"])
        textattack.shared.WordEmbedding.counterfitted_GLOVE_embedding = staticmethod(lambda: space)
    wrapper = Victim(given["model"], given.get("padding") == "dynamic", victim, given.get("pad_to"))
    attack = getattr(module, name).build(wrapper)
    if given.get("candidates") is not None:
        constraints = attack.pre_transformation_constraints + attack.constraints
        moves = Table(given["candidates"])
        attack = textattack.Attack(attack.goal_function, constraints, moves, attack.search_method)
    if given.get("follow_deleted"):
        ask = attack.get_transformations
        attack.search_method.get_transformations = lambda *texts, **named: ask(
            *texts, **named, **({"shifted_idxs": True} if "indices_to_modify" in named else {})
        )
    if given.get("graded"):
        grade_others(attack.goal_function)
    if given.get("gain"):
        count_from_original(attack.goal_function)
    attack.goal_function.batch_size = given.get("batch", 32)
    attack.goal_function.query_budget = given.get("budget") or float("inf")
    listen(attack)
    return attack


def grade_others(goal: textattack.goal_functions.GoalFunction) -> None:
    """Let texts with another label score below 0, by what is left for the right one."""
    score = goal._get_score

    def graded(output: torch.Tensor, text) -> float:
        right = goal.ground_truth_output
        return score(output, text) if output.argmax() == right else output[right] - 1

    goal._get_score = graded


def count_from_original(goal: textattack.goal_functions.GoalFunction) -> None:
    """Let scores be what they are above that of the original; comparisons stay as they were."""
    score, begin, start = goal._get_score, goal.init_attack_example, [0.0]
    goal._get_score = lambda *given: score(*given) - start[0]

    def begun(text, gold) -> tuple:
        start[0] = 0.0
        result, over = begin(text, gold)
        start[0], result.score = result.score, 0.0
        return result, over

    goal.init_attack_example = begun


def listen(attack: textattack.Attack) -> None:
    """Keep the texts that the victim is asked for, also those that a cache answers."""
    goal = attack.goal_function
    call = goal._call_model

    def heard(texts: list) -> list:
        goal.asked.extend(text.text for text in texts)
        return call(texts)

    goal._call_model = heard


def stand_ins(given: dict, meter: Meter) -> dict:
    """What takes the place of names in a recipe's module, as far as the job gives it."""
    found = dict.fromkeys(LANGUAGE_MODELS, Everything)
    if given.get("encoder"):
        found["UniversalSentenceEncoder"] = found["SBERT"] = lambda **named: Encoder(given["encoder"], meter, **named)
    if given.get("stop_words"):
        found["StopwordModification"] = lambda **_: StopwordModification(stopwords=given["stop_words"])
    if given.get("tags") is not None:
        found["PartOfSpeech"] = lambda **named: Tags(given["tags"], **named)
    if given.get("candidates") is not None:  # HowNet is fetched as soon as its class is made
        found["WordSwapHowNet"] = lambda **_: Table(given["candidates"])
    if given.get("masked_lm"):
        model = AutoModelForMaskedLM.from_pretrained(given["masked_lm"])
        tokenizer = AutoTokenizer.from_pretrained(given["masked_lm"])
        found["WordSwapMaskedLM"] = lambda **named: WordSwapMaskedLM(
            masked_language_model=model, tokenizer=tokenizer, **named
        )
    return found


def embedding(path: str) -> "textattack.shared.WordEmbedding":
    """Word vectors from a file; neighbors are searched when a word needs them."""
    stored = np.load(path)
    vectors = stored["vectors"].astype(np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    places = {str(word): place for place, word in enumerate(stored["words"])}
    return textattack.shared.WordEmbedding(vectors, places, {place: w for w, place in places.items()}, Nearest(vectors))


if __name__ == "__main__":
    for place in range(1, len(sys.argv), 2):
        main(Path(sys.argv[place]), Path(sys.argv[place + 1]))
