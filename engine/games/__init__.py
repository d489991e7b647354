"""The games; importing this package registers them all."""
