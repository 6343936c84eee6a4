"""The web app's server: referee, storage, live games, and a JSON API for programs."""
