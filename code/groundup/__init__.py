"""Transformers from the ground up: every idea on plain lists and on tensors."""
