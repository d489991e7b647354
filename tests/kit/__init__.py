"""A kit for tests of every game: a table with stacked cards, on which a deal is played move by move."""
