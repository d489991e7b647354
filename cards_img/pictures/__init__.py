"""One module a picture: hand, table, trick, board, showdown, score sheet; and samples of them."""
