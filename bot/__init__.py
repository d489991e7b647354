"""The Discord bot: tables, commands, messages and the ledger."""
