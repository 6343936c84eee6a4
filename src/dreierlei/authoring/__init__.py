"""For authors of games: a skeleton that works (`skeleton`), and a list of what a game still lacks (`evidence`)."""
