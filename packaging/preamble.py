#!/usr/bin/env python3
"""Runs before companion.pyz does: the libraries in it are for one Python, and on another nobody is left to guess."""

import sys

MADE_FOR = "@THIS@"

if "{}.{}".format(*sys.version_info) != MADE_FOR:
    sys.exit(
        f"This companion.pyz was made for Python {MADE_FOR}, and here is {sys.version.split()[0]}: "
        f"start it as python{MADE_FOR} companion.pyz, or make one on a machine like this: make packages"
    )
