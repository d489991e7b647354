"""What keeps messages on Discord true: tables in their channels, private hands, answers that are on their way."""
