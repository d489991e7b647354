"""How computer players think in the games with pools: kernel, worlds and styles of the Poch family."""
