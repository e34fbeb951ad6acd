"""Answer each address of the app: one module a page, or a group of pages that belong together."""
