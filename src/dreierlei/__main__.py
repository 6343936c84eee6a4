"""`python -m dreierlei` is the command line."""

from .cli import main

main()
