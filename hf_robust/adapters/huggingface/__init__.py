"""Models of transformers as predictors: classification, tagging, question answering."""
