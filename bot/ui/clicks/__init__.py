"""From a press or command to what it asks for: verbs, answers, refusals."""
