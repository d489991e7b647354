"""Tables and their deals: the only place that calls the engine's apply, one lock a table, nothing of Discord."""
