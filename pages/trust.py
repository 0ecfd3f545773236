"""How the map was made, and how far it can be trusted."""

from petrograd1917.ui import entries, frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "trust")
leaf.show(f"trust.{leaf.lang}.html", **entries.trust(chronicle, leaf))
