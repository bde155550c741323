"""Which adapters and label matchers serve a kind of task."""

from dataclasses import dataclass

import pytest

from hf_robust.adapters import kind_adapters
from hf_robust.adapters.kind_adapters import adapter, has_adapter, label_matcher, pipeline_adapter
from hf_robust.adapters.label_matching import LabelMatcher
from hf_robust.adapters.tag_matching import TagMatcher
from hf_robust.core.lazy import load_object
from hf_robust.tasks import TASKS
from hf_robust.tasks.classification import Classification


def made(cls):
    return cls("made", texts=("text",), labels=("label",))


@pytest.mark.parametrize("name", TASKS)
def test_all_that_is_named_is_a_class(name):
    kind = TASKS[name]
    for find in (adapter, pipeline_adapter, label_matcher):
        assert find(kind) is None or isinstance(find(kind), type)
    assert has_adapter(kind) is (adapter(kind) is not None)


def test_all_listed_places_hold_a_class():
    for places in kind_adapters._LOCATIONS.values():
        assert all(isinstance(load_object(place), type) for place in places.values())


def test_a_kind_of_another_package_inherits_or_states_its_own():
    @dataclass(frozen=True)
    class Same(Classification):
        pass

    @dataclass(frozen=True)
    class Own(Classification):
        label_matcher = "hf_robust.adapters.tag_matching:TagMatcher"
        adapter = None

    @dataclass(frozen=True)
    class Below(Own):
        pass

    assert label_matcher(made(Same)) is LabelMatcher and has_adapter(made(Same))
    for cls in (Own, Below):
        assert label_matcher(made(cls)) is TagMatcher and not has_adapter(made(cls))
    assert pipeline_adapter(made(Own)) is pipeline_adapter(made(Same)) is not None
