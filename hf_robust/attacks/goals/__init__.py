"""Goal functions: what an attack is to reach."""
