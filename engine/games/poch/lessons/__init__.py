"""First deals with a coach, one for each edition: the pools, the betting, the playing out."""
