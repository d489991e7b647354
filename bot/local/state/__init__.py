"""What the little Discord knows: people, servers, channels, messages."""
