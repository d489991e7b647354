"""The rules of the games: pure functions on frozen values, no I/O, no clock, no randomness of their own."""
