#!/usr/bin/env python3
"""Stop with a clear message if companion.pyz runs on a Python for which its libraries were not built."""

import sys

MADE_FOR = "@THIS@"

if "{}.{}".format(*sys.version_info) != MADE_FOR:
    sys.exit(
        f"This companion.pyz was made for Python {MADE_FOR}, and here is {sys.version.split()[0]}: "
        f"start it as python{MADE_FOR} companion.pyz, or make one on a machine like this: make packages"
    )
