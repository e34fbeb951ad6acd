"""Serve what stands around every request: identity, language, limits, headers, errors and the database."""
