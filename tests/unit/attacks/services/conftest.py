"""Services over tiny models."""

import pytest


@pytest.fixture(scope="session")
def masked_folder(tmp_path_factory):
    """A tiny masked language model."""
    from tiny_parts import masked_lm_folder

    return masked_lm_folder(tmp_path_factory.mktemp("masked"))
