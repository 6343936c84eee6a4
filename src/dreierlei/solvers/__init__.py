"""Exact solvers, one module for each rule family."""
