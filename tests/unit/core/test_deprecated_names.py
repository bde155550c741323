"""Deprecated public names still work, and warn with the name to use instead."""

import importlib

import pytest

import hf_robust as hr
from hf_robust.adapters.model_kind import ModelKind
from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.moves.letter_moves import LetterMoves
from hf_robust.scoring import SEQEVAL_F1, Measure
from hf_robust.slices.subpopulation import Subpopulation
from hf_robust.tasks.kind import TaskKind

RENAMED = [
    ("hf_robust.attacks", "Recipe", "AttackRecipe"),
    ("hf_robust.prebuilt", "Recipe", "SuiteRecipe"),
]


@pytest.mark.parametrize(("module", "old", "new"), RENAMED)
def test_the_old_name_works_and_warns(module, old, new):
    package = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{module}.{old} is deprecated .* use {module}.{new}"):
        value = getattr(package, old)
    assert value is getattr(package, new)
    assert new in dir(package)
    assert old not in dir(package)


@pytest.mark.parametrize("module", sorted({module for module, _, _ in RENAMED}))
def test_an_unknown_name_is_an_attribute_error(module):
    with pytest.raises(AttributeError, match="Recipes2"):
        importlib.import_module(module).Recipes2  # noqa: B018


def test_old_names_of_arguments_and_attributes_work_and_warn():
    with pytest.warns(DeprecationWarning, match=r"argument mended of mcnemar is deprecated .* use fixed"):
        assert hr.scoring.mcnemar(broken=9, mended=1) == hr.scoring.mcnemar(9, 1)
    parts = (SEQEVAL_F1.row_stats, SEQEVAL_F1.aggregate, SEQEVAL_F1.row_score)
    with pytest.warns(DeprecationWarning, match=r"argument found of Measure.__init__ is deprecated .* use predicted_"):
        measure = Measure("own", "Own", *parts, found=2)
    assert measure.predicted_column == 2
    with pytest.warns(DeprecationWarning, match=r"Measure.found is deprecated .* use predicted_column"):
        assert measure.found == 2
    with pytest.warns(DeprecationWarning, match=r"argument found of Task.has is deprecated .* use columns"):
        assert hr.task("sentiment-classification").has("text", found=["text"])


def test_a_function_with_the_old_and_the_new_argument_is_refused_as_usual():
    with pytest.raises(TypeError, match="mended"):
        hr.scoring.mcnemar(1, fixed=2, mended=3)


@pytest.mark.parametrize(
    ("base", "old", "new"),
    [
        (TaskKind, "given", "model_value"),
        (TaskKind, "given_types", "input_types"),
        (TaskKind, "asked", "question"),
        (GoalFunction, "said", "prediction"),
        (Subpopulation, "one", "params_of"),
        (Subpopulation, "found_by", "data_parameters"),
        (ModelKind, "what", "description"),
        (LetterMoves, "places", "positions"),
    ],
)
def test_a_subclass_with_the_old_name_of_a_member_has_the_new_one(base, old, new):
    own = ("own",)
    with pytest.warns(DeprecationWarning, match=f"Own.{old} is deprecated .* use {new}"):
        subclass = type(base)("Own", (base,), {old: own, "__module__": __name__})
    assert getattr(subclass, new) is own
    assert new not in getattr(subclass, "__abstractmethods__", ())
