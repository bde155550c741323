"""What is known of a language: annotation, models, lexicons, and where each of them comes from."""
