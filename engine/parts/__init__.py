"""Functions that know no game: they take values, never a state."""
