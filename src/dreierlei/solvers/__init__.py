"""Solvers, each for the positions of one rule family."""
