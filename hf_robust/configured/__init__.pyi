"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .config_choices import AttackChoice as AttackChoice
from .config_choices import CapabilityChoice as CapabilityChoice
from .config_choices import DataChoice as DataChoice
from .config_choices import Limits as Limits
from .config_choices import ModelChoice as ModelChoice
from .config_choices import SuiteChoice as SuiteChoice
from .configuration import Configuration as Configuration
from .configured_run import ConfigResult as ConfigResult
from .configured_run import run_config as run_config
