"""What the bot sends, checked against Discord's documented limits before anything happens."""
