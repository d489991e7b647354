"""The games, in the order in which people see them; importing this package registers them all."""

from __future__ import annotations

from engine.game import register
from engine.games import crummy, dompe, knock_poker, knock_rummy, poe_crumb

register(knock_poker.GAME)
register(dompe.GAME)
register(poe_crumb.GAME)
register(crummy.GAME)
register(knock_rummy.GAME)

__all__ = ["crummy", "dompe", "knock_poker", "knock_rummy", "poe_crumb"]
