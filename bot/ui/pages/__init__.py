"""What messages say and offer, as values: the table, hands, scores and everything about them, with their buttons."""
