"""Serve the app on a port with waitress: plain or encrypted, directly or behind a reverse proxy."""
