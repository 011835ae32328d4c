"""``python -m trickloop`` is the command ``trickloop``."""

import sys

from trickloop.cli import main

sys.exit(main())
