"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .recipe import SuiteRecipe as SuiteRecipe
from .recipe_folder import load_recipe as load_recipe
from .recipe_folder import recipe_names as recipe_names
