"""Serve the app on a port with waitress, directly or behind a reverse proxy."""
