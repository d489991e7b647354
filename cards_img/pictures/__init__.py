"""One module for each kind of picture: hand, table, trick, board, showdown, score sheet; and samples of them."""
