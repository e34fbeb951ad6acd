"""The part of MarkupSafe that is written in C, without C: most texts hold nothing to escape, and are not copied."""


def _escape_inner(text: str) -> str:
    """Return a text with the five signs of HTML escaped."""
    if "&" in text or "<" in text or ">" in text or '"' in text or "'" in text:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return text.replace('"', "&#34;").replace("'", "&#39;")
    return text
