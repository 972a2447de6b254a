"""Un, deux, truie: everything that is true of this game only."""
