"""The slash commands: what each takes, and which of the table's doors it knocks at."""
