"""For tests of bots: people who act from Python. The served part imports nothing of it, and no wheel holds it."""
