"""Language models: prompts made of rows, and answers read as predictions."""
