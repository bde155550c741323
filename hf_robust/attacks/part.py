"""What moves and constraints have in common: a name, and what must be there before a row is attacked."""

from abc import ABC
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, kw_only=True)
class DatasetPart(ABC):
    """A part of an attack.

    Class attributes:
        name: What it is called.
    """

    name: ClassVar[str]

    @property
    def needs(self) -> frozenset[str]:
        """Layers of annotation of the original texts that are read."""
        return frozenset()

    @property
    def resources(self) -> tuple[str, ...]:
        """Resources that must be found before a row is attacked."""
        return ()
