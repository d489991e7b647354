"""From a press or command to what it asks for: verbs, what serves them, refusals."""
