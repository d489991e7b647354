"""Tables of all games, played by simulated people while everything around the bot goes wrong.

``python -m tests.torture --minutes 10 --seed 7``; the same in short is a test.
"""
