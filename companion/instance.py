"""Where the matches lie: one folder, with the database and the key that signs cookies."""

import os
from pathlib import Path


def instance() -> Path:
    """COMPANION_INSTANCE, else ./instance."""
    return Path(os.environ.get("COMPANION_INSTANCE", "instance")).resolve()
