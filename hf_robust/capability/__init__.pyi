"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .behavior_suites import Behavior as Behavior
from .behavior_suites import BehaviorTest as BehaviorTest
from .cases import CapabilityEntry as CapabilityEntry
from .expansion.expand import Expand as Expand
from .gold_labels import LabelReader as LabelReader
from .gold_labels import Range as Range
from .read_behavior import behavior as behavior
from .read_behavior import behaviors as behaviors
from .read_spec import capabilities as capabilities
from .read_spec import specification_names as specification_names
from .search import Finds as Finds
from .search import Search as Search
from .seeds import Seeds as Seeds
from .seeds import build_seeds as build_seeds
from .spec import Accepted as Accepted
from .spec import Capability as Capability
from .spec import SentenceTemplate as SentenceTemplate
from .spec import Specification as Specification
from .spec import Transform as Transform
from .suite import CapabilitySuite as CapabilitySuite
from .templates.fill_rows import FillRows as FillRows
from .templates.slots import word_list as word_list
from .templates.template import Template as Template
