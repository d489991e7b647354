"""Drawing tools that know no card game: outlines, colours, fonts and the writing of PNGs."""
