"""The functions of lemminflect. Import this module where they are used: it loads the tables of lemminflect.

Raises:
    MissingExtra: lemminflect is not installed.
"""

from hf_robust.core.extras import missing

try:
    from lemminflect import getAllInflections, getAllLemmas, getInflection, getLemma
except ModuleNotFoundError as error:
    raise missing(error) from error

__all__ = ["getAllInflections", "getAllLemmas", "getInflection", "getLemma"]
