"""Replace PyStemmer without C code: stems of the rule books' words from a table, others by snowballstemmer."""

import marshal
from importlib import import_module
from pathlib import Path

STEMS: dict[str, dict[str, str]] = marshal.loads(Path(__file__).with_name("stems.bin").read_bytes())  # noqa: S302 - ours


class Stemmer:
    """A stemmer of one language, by its English name in lower case."""

    def __init__(self, name: str):
        module = import_module(f"snowballstemmer.{name}_stemmer")  # the package itself imports PyStemmer
        self._known = STEMS.get(name, {})
        self._other = getattr(module, f"{name.capitalize()}Stemmer")()

    def stemWord(self, word: str) -> str:
        return self._known.get(word) or str(self._other.stemWord(word))
