"""The games; importing this package registers them all."""

from engine.games import knock_poker

__all__ = ["knock_poker"]
