"""The slash commands: those made from the verbs' rows, and those with arguments of their own."""
