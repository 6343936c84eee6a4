"""A real browser plays: it clicks, drags and types as people do, in every game and without knowing any."""
