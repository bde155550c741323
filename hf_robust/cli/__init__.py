"""The command line, ``hf-robust``."""

from hf_robust.cli.app import main

__all__ = ["main"]
