"""A module for each kind of picture: hand, table, trick, board, showdown, score sheet, evening; and samples."""
