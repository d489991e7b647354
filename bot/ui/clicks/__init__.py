"""From a press or command to what it asks for: addresses, verbs, answers, refusals."""
