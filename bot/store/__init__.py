"""The database: tables, deals, people and the ledger. SQL lives only here."""
