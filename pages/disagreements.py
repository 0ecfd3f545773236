"""The questions on which the sources differ: every claim as a bar on one time axis, and what the map follows."""

from petrograd1917.ui import entries, frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "disagreements")
leaf.show("disagreements.html", **entries.disagreements(chronicle, leaf))
