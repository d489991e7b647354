"""What runs beside the game: health, metrics, systemd, leases of shards, packing, forgetting, a watch over the file."""
