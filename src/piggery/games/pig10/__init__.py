"""Pig 10: everything that is true of this game only."""
