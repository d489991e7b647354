"""Warm child processes for what would hold up the event loop: drawing pictures, and thinking of computer players."""
