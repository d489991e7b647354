"""The games, in the order in which people see them; importing this package registers them all."""

from __future__ import annotations

from engine.game import register
from engine.games import crummy, dompe, knock_poker, knock_rummy, poe_crumb
from engine.games.poch import hoffmann, le_poque, modern

register(knock_poker.GAME)
register(dompe.GAME)
register(poe_crumb.GAME)
register(crummy.GAME)
register(knock_rummy.GAME)
register(modern.GAME)
register(le_poque.GAME)
register(hoffmann.GAME)

__all__ = ["crummy", "dompe", "hoffmann", "knock_poker", "knock_rummy", "le_poque", "modern", "poe_crumb"]
