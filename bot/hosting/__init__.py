"""What whoever hosts the bot needs while it runs: metrics, health, systemd, and a watch over the database's file."""
