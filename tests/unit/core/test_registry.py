"""The registry: names, suggestions, clashes and entry points."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

import hf_robust.core.registry as module
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.registry import Registry
from hf_robust.transforms.transformation_registry import transformations


def named(name, where="elsewhere"):
    return type(name.title(), (), {"name": name, "__module__": where})


def test_names_are_sorted_and_found():
    animals = Registry("animal")
    dog, cat = animals.register(named("dog")), animals.register(named("cat"))
    assert animals.names() == ("cat", "dog") and animals.get("dog") is dog
    assert animals.select(lambda cls: cls.name < "d") == (cat,)


def test_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="unknown transformation 'keybord'; did you mean keyboard"):
        transformations.get("keybord")
    with pytest.raises(UnknownNameError, match="Known: none"):
        Registry("animal").get("dog")


def test_two_classes_of_one_name_clash():
    animals = Registry("animal")
    animals.register(named("dog", "one"))
    with pytest.raises(UsageError, match="two animals are named 'dog'.*one.Dog.*two.Dog"):
        animals.register(named("dog", "two"))
    again = animals.register(named("dog", "one"))  # a module that is reloaded
    assert animals.get("dog") is again


def test_entry_points_are_loaded_at_the_first_look_up(monkeypatch):
    loaded = []

    class Point:
        def load(self):
            loaded.append(1)
            return named("parrot")

    monkeypatch.setattr(module, "entry_points", lambda group: [Point()] if group == "zoo" else [])
    animals = Registry("animal", group="zoo")
    assert not loaded
    assert animals.names() == ("parrot",) == animals.names()
    assert loaded == [1]


def test_own_module_is_imported_at_the_first_look_up(tmp_path, monkeypatch):
    (tmp_path / "own_animals.py").write_text("import builtins\nbuiltins.seen_own_animals = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    animals = Registry("animal", "own_animals")
    assert "own_animals" not in sys.modules
    animals.names()
    assert "own_animals" in sys.modules


def test_higher_rooms_add_their_own_at_the_first_look_up():
    code = """
import sys
from hf_robust.core.registry import languages
print(languages.names(), [name for name in sys.modules if name.endswith(".definition")])
from hf_robust.suites.suite_registry import suite_kinds
print(suite_kinds.names(), "hf_robust.capability.suite" in sys.modules)
print(suite_kinds.get("capabilities").__name__)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "('de', 'en', 'es', 'fr', 'it', 'pt', 'zh') []",
        "('capabilities', 'edits', 'suite') False",
        "CapabilitySuite",
    ]


def test_the_entry_point_group_is_documented_by_the_registry():
    assert transformations._group == "hf_robust.transformations" and len(transformations.names()) >= 12


def test_a_registered_class_can_be_used_by_name(registered):
    import hf_robust as hr
    from hf_robust.transforms.base import Transformation, preserves

    @registered
    class Shout(Transformation):
        """Adds a mark."""

        name, level, linguistics = "test-shout", "sentence", "pragmatics"
        effects = preserves("text-classification")

        def edits(self, doc, rng):
            return [hr.Edit(len(doc.text), len(doc.text), "!")]

    out = hr.Perturb("test-shout", hr.task("text-classification"))({"text": ["Hi"], "label": [0]})
    assert out["text"] == ["Hi!"]


def test_a_package_that_cannot_be_loaded_is_named(monkeypatch):
    class Point:
        name, value = "parrot", "zoo.birds:Parrot"

        def load(self):
            raise ImportError("no module named feathers")

    monkeypatch.setattr(module, "entry_points", lambda group: [Point()])
    animals = Registry("animal", group="zoo")
    for _ in range(2):  # and it is not taken for loaded afterwards
        with pytest.raises(UsageError, match="animal 'parrot'.*zoo.birds:Parrot.*no module named feathers"):
            animals.names()


def test_no_thread_sees_half_of_the_names(monkeypatch):
    class Point:
        def load(self):
            sleep(0.2)
            return named("parrot")

    monkeypatch.setattr(module, "entry_points", lambda group: [Point()])
    animals = Registry("animal", group="zoo")
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(lambda _: animals.names(), range(4))) == {("parrot",)}
