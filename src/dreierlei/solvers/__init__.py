"""Exact values, one module per game whose values need more than a search."""
