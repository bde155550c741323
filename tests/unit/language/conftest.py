"""Packages and NLTK data that are there, or are not."""

from types import SimpleNamespace

import pytest

from hf_robust.language import lookup


@pytest.fixture
def install(monkeypatch):
    """Lets only the given packages be found, each in a folder: ``install(wn=folder)``."""

    def put(**folders):
        specs = {name: SimpleNamespace(origin=str(folder / "__init__.py")) for name, folder in folders.items()}
        monkeypatch.setattr(lookup, "find_spec", specs.get)

    return put


@pytest.fixture
def nltk_data(tmp_path, monkeypatch):
    """An empty folder where NLTK's data would be."""
    monkeypatch.setattr(lookup, "_nltk_folders", lambda: [tmp_path])
    return tmp_path
