"""The slash commands: those of the verbs, made from their rows, and those with arguments of their own."""
