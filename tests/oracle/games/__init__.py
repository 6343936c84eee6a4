"""Naive rules of single games, found by their ids."""
