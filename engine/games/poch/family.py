"""Makes a game from an edition's rules: what all editions have in common."""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Suit
from engine.game import Game, Goal, Judging, Money, Ranking, Telling
from engine.games.poch.consequences import consequences
from engine.games.poch.dealing import largest_hand, new_deal, opening
from engine.games.poch.edition import PochFamilyRules
from engine.games.poch.examples import charts
from engine.games.poch.play import apply, prompts, to_act
from engine.games.poch.state import ACTIONS, SEATS, State
from engine.games.poch.view import layout, observe, shown
from engine.lessons import Lesson
from engine.parts.betting import MOST_TURNS
from engine.parts.sets import set_name, strength

_ANY: Final = SEATS[0]
"""Any number of seats, to ask an edition for what is the same for all of them."""


def family_game(rules: type[PochFamilyRules], lesson: Lesson) -> Game[State]:
    """The game that is played by these rules, and its first deal with a coach."""
    edition = rules().edition(_ANY)
    return Game(
        name=edition.name,
        rules=rules,
        seats=SEATS,
        clockwise=edition.clockwise,
        actions=ACTIONS,
        pack=lambda rules, seats: rules.edition(seats).pack,
        money=Money(
            chips=edition.chips,
            entry=lambda rules, seats: rules.edition(seats).entry,
            dearest=lambda rules, seats, chips: chips,  # PO-44: nobody runs into debt
            pools=edition.board.pools,
            ends_broke=True,
            extra_chips=lambda rules: rules.edition(_ANY).board.extra_chips,
        ),
        judging=Judging(
            unit="chips",
            rank=rank,
            rank_with_pay_suit=rank,
            goal=lambda rules, seats: Goal(deals=rules.edition(seats).max_deals),
            shown=shown,
        ),
        telling=Telling(
            recommended=SEATS,
            opening=opening,
            charts=charts,
            lesson=lesson,
            consequences=consequences,
            expected=("bet", "pass"),
        ),
        new_deal=new_deal,
        apply=apply,
        observe=observe,
        prompts=prompts,
        to_act=to_act,
        layout=layout,
        # after the last raise everybody is asked once more; and every lead is a card
        most_actions=lambda rules, seats: MOST_TURNS + seats + len(rules.edition(seats).pack),
        largest_hand=lambda rules, seats: largest_hand(rules.edition(seats), seats),
    )


def rank(rules: PochFamilyRules, cards: tuple[Card, ...], pay_suit: Suit | None = None) -> Ranking:
    """What the best set among the cards is worth in the betting (PO-20 to PO-23, LQ-7b, HO-7).

    Raises ValueError if there is no card.
    """
    return Ranking(strength(cards, rules.edition(_ANY).sets, pay_suit), set_name(cards))
