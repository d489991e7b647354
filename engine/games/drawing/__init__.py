"""The games in which a turn is a draw and a discard, until somebody knocks.

Knock Poker, Dompe, Poe Crumb and Knock Rummy are played alike, and a ``Drawing`` says how they differ: each game makes
one from its rules. Everything else is written once, here: ``drawing`` is that value, ``state`` the deal as a value,
``dealing`` how it begins, ``turn`` what a seat may do and what its actions change, ``ending`` how a deal is written
down, ``refusals`` why something is not allowed, ``view`` who sees what, ``family`` makes a game of it all.

A game's own folder has its options, what its cards are worth and who pays whom; the numbers of its rules stand there.
"""

from __future__ import annotations
