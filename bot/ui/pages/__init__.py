"""What messages say and offer, as values: tables, hands, scores and other pages, with their buttons."""
