"""Shows messages on Discord and keeps them up to date: tables in their channels, private hands, answers."""
