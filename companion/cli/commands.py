"""What every part of the command line adds its commands to."""

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # argparse itself has no public name for it
