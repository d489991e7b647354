"""A kit for tests of every game: a table with stacked cards, on which a deal is played move by move.

``lab`` has the same of the bot: a table as its pages see it, without a store; ``painters`` stand in for the pictures.
"""
