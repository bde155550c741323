"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .attack_rows import Attack as Attack
from .attack_run import AttackRun as AttackRun
from .attack_run import attack as attack
from .goals import CheckFails as CheckFails
from .goals import EntityLost as EntityLost
from .goals import GoalFunction as GoalFunction
from .goals import Keywords as Keywords
from .goals import LabelCrosses as LabelCrosses
from .goals import LowestScore as LowestScore
from .goals import NoWordInPlace as NoWordInPlace
from .goals import ScoreBelow as ScoreBelow
from .goals import ScoreMoves as ScoreMoves
from .goals import Targeted as Targeted
from .goals import Untargeted as Untargeted
from .goals import goal_for as goal_for
from .prompted_model import PromptedModel as PromptedModel
from .recipes import RECIPES as RECIPES
from .recipes import AttackRecipe as AttackRecipe
from .recipes import Parts as Parts
from .recipes import recipe as recipe
from .results import AttackResult as AttackResult
from .textattack_results import from_textattack_csv as from_textattack_csv
