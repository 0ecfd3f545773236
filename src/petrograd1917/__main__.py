"""`python -m petrograd1917`."""

import sys

from petrograd1917.cli import main

sys.exit(main())
