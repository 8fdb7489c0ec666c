"""Whole gangs on a board: the board itself, what is seen and reached on it, and the fight."""
