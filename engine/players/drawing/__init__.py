"""How computer players think in the games of draw and discard: kernels, worlds, and what is worth a search."""
