"""Answer each address of the app: a module for a page, or for pages that belong together."""
