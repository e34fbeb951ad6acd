"""Handle what every request needs: identity, language, limits, headers, errors and the database."""
