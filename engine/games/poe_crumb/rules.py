"""What a table of Poe Crumb can agree on, and the game that follows from that: the options of poe_crumb.md."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar, Literal

from engine.actions import Discard, Draw, Knock, Shuffle
from engine.cards import standard_pack
from engine.games.drawing.drawing import Drawing, DrawingRules
from engine.games.poe_crumb.hands import HAND_SIZE, judged
from engine.games.poe_crumb.refusals import refusal
from engine.games.poe_crumb.showdown import showdown
from engine.parts.ante import deals_option
from engine.rules import Preset, option


class PoeCrumbRules(DrawingRules):
    """What a table can agree on (poe_crumb.md)."""

    often: ClassVar[tuple[str, ...]] = ("jokers", "sudden_death", "ante", "deals", "target_wins")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(
            "straight",
            "Straight",
            "The usual rules: no jokers, and the discards are shuffled when the stock is gone.",
            {},
        ),
        Preset(
            "sudden-death", "Sudden Death", "The showdown comes at once when the stock is gone.", {"sudden_death": True}
        ),
        Preset("joker", "One joker", "One wild joker, which suits up to four players.", {"jokers": 1}),
        Preset("two-jokers", "Two jokers", "Two wild jokers, which suit five players and more.", {"jokers": 2}),
        Preset("race", "First to five", "Whoever wins five rounds first wins the game.", {"target_wins": 5}),
        Preset("for-chips", "For chips", "Everybody antes a chip a round for the winners.", {"ante": 1}),
    )

    jokers: Literal[0, 1, 2] = option(
        0,
        "Jokers",
        "Wild jokers in the pack. One is enough for up to four players, two suit five or more.",
        choices={0: "None", 1: "One", 2: "Two"},
        told={0: "no jokers", 1: "one joker", 2: "two jokers"},
    )
    sudden_death: bool = option(
        False,
        "Sudden Death",
        "When the stock is used up, the showdown comes at once; nothing is reshuffled.",
        told={True: "the end of the stock is the end of the deal", False: "the discards become a new stock"},
    )
    flush_repeats: bool = option(
        False,
        "Jokers repeat in a flush",
        "In a flush a joker may stand for a card that the hand has already: A-A-K-9-4.",
        told={True: "jokers repeat cards in a flush"},
        only_with=("jokers", (2,)),
    )
    ante: int = option(
        0,
        "Ante",
        "Chips that everybody pays to a pot for the winners of the round. 0: no chips.",
        least=0,
        told={0: "for rounds alone", None: "ante {value}"},
    )
    deals: int = deals_option("rounds won")
    target_wins: int = option(
        0,
        "Rounds to win",
        "The game ends when somebody has won this many rounds. 0: no target.",
        least=0,
        told={0: "", 1: "the first round wins", None: "first to {value} rounds"},
    )

    def drawing(self, seats: int) -> Drawing:
        """Poe Crumb by these rules, the same for every number of seats."""
        return _drawing(self)


@lru_cache(maxsize=256)
def _drawing(rules: PoeCrumbRules) -> Drawing:
    return Drawing(
        name="poe-crumb",
        title="Poe Crumb",
        seats=range(2, 11),  # PC-1
        pack=standard_pack(rules.jokers),
        hand=HAND_SIZE,
        ante=rules.ante,
        taken_may_go=True,  # PC-12
        knock="instead",  # PC-13, PC-14
        empty_stock="ends" if rules.sudden_death else "shuffle",
        judged=partial(judged, rules),
        showdown=partial(showdown, rules),
        refusal=refusal,
        unit="rounds",
        deals=rules.deals,
        target=rules.target_wins,
        actions=(Draw, Discard, Knock, Shuffle),
    )
