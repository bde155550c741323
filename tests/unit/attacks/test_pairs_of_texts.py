"""Pairs of texts: which of them are edited, and what constraints and moves read of the other."""

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.constraints.positions import KeepPremise
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.moves.masked_fills import MaskedFills
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.states import ORIGIN, AttackRow, Move, Unit, moved
from hf_robust.core.doc import Doc

NLI = hr.task("natural-language-inference", label_names=["no", "yes"])
SIMILAR = hr.task("semantic-similarity-classification", label_names=["no", "yes"])
TEXTS = {"premise": "a fine film", "hypothesis": "an old film"}
OLD = Unit("hypothesis", 3, 6)
NEW = moved(ORIGIN, Move(*OLD, "new"))


def attempt_of(task):
    texts = dict(zip(task.fields, TEXTS.values()))
    row = AttackRow(task, texts | {"label": 1}, {role: Doc(text) for role, text in texts.items()}, "1", "yes", 7)
    return Attempt(row, Untargeted(), MaskedFills(), ())


def test_words_have_offsets_in_both_texts_together():
    row = attempt_of(NLI).row
    state = moved(ORIGIN, Move("premise", 2, 6, "beautiful"), Move(*OLD, "very old"))
    found = [row.in_attacked_text(state, move) for move in state]
    assert {text for text, _, _ in found} == {"a beautiful film\nan very old film"}
    assert [text[start:end] for text, start, end in found] == ["very old", "beautiful"]


@pytest.mark.parametrize(("window", "seen"), [(3, ["an old film"]), (5, ["fine film\nan old film"]), (7, [])])
def test_the_window_of_the_encoder_reaches_into_the_other_text(drive, window, seen):
    asked = []

    def encode(text):
        asked.append(text)
        return np.ones(2, np.float32)

    constraint = SentenceSimilarity(window=window, skips_short=True)
    drive(constraint.filter(attempt_of(NLI), ORIGIN, [[NEW]]), encode=encode)
    assert asked == [*seen, *(text.replace("old", "new") for text in seen)]


def test_a_masked_model_reads_both_texts(drive):
    seen = []

    def fill(request):
        seen.append(request[:3])
        return ()

    drive(MaskedFills().moves(attempt_of(NLI), ORIGIN, [OLD]), fill=fill)
    assert seen == [("a fine film\nan old film", 15, 18)]


@pytest.mark.parametrize(("task", "edited"), [(NLI, {"hypothesis"}), (SIMILAR, {"sentence1", "sentence2"})])
def test_a_premise_is_kept_and_no_other_text(task, edited):
    attempt = attempt_of(task)
    assert {unit.role for unit in KeepPremise().free(attempt, ORIGIN, list(attempt.row.words))} == edited


def test_both_texts_are_under_attack_in_the_profile_of_textattack_alone():
    fields = {like: hr.Attack("pwws", NLI, len, like=like).task.fields for like in ("paper", "textattack")}
    assert fields == {"paper": ("hypothesis",), "textattack": ("premise", "hypothesis")}
    assert hr.Attack("textfooler", NLI, len, like="textattack", field="premise").task.fields == ("premise",)


def test_recipes_that_keep_the_premise_do_so_in_the_profile_of_textattack_alone():
    keep = {
        like: {name for name in RECIPES if KeepPremise() in RECIPES[name].parts(like).constraints}
        for like in ("paper", "textattack")
    }
    assert keep["paper"] == set()
    assert keep["textattack"] == {"textfooler", "tf-adjusted", "alzantot", "pso", "a2t", "a2t-mlm"}
