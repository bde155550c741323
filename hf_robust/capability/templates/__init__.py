"""Templates: patterns, their slots, and the words suggested for their masks."""
