"""The name and version that requests to the Hub carry in their user agent."""

from hf_robust import __version__

HUB_CLIENT = {"library_name": "hf_robust", "library_version": __version__}
"""Keyword arguments for ``HfApi``, ``hf_hub_download`` and ``snapshot_download``."""
