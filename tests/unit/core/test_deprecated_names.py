"""Deprecated public names still work, and warn with the name to use instead."""

import importlib

import pytest

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
