"""Two fighters on a lane: played die by die, solved exactly, decided as well as can be."""
