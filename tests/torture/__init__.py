"""Tables of all games, played by simulated people while everything around the bot goes wrong.

``python -m tests.torture --minutes 10 --seed 7``; the same in short is a step of ``.ci/run``. ``test_checks.py`` and
the tests beside it hold that what is lost is found.
"""
