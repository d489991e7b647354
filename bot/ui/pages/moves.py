"""What may be done, as buttons: one mapping from prompts, for the channel and for private hands.

Everybody sees the channel's buttons, so they come from the open prompts: the player's hand may not allow all of them,
and pressing one that it doesn't allow is answered privately. In a private hand they come from the person's own prompts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.i18n import Texts
from bot.service.model import Snapshot
from bot.ui.address import Address
from bot.ui.pages.betting import AMOUNT, STAKING
from bot.ui.pages.page import Button
from bot.ui.words.betting import STAKES, bet_of, gives_more, ready_stakes, stakes_of
from engine.actions import Action, Prompt, argument
from engine.cards import Card, Rank
from engine.middle import Piles, Pools, Trick
from engine.view import View

HAND: Final = "hand"
"""The verb of the button that shows a person's hand."""
ARRANGED: Final = "melds"
"""The argument of that verb for a hand in its melds."""
BY_RANK: Final = "ranks"
"""For a hand by rank again."""
MORE: Final = "more"
"""For a panel that says what each card is worth keeping for."""
LESS: Final = "less"
"""And for one that doesn't say so any more."""
LOOKS: Final = {
    ARRANGED: {"arranged": True},
    BY_RANK: {"arranged": False},
    MORE: {"explained": True},
    LESS: {"explained": False},
}
"""How a panel looks after each of these."""
_IN_PRIVATE: Final = frozenset({"halt", "show"})
"""What only the players concerned are offered: others need not learn that it is possible, and it hangs on the hand."""


class Move(NamedTuple):
    """What a button does."""

    verb: str
    """An action's name, or one of those in ``betting`` that bring a stake to an amount, or ``hand``."""
    argument: str | Rank = ""


def moves(view: View) -> tuple[Move, ...]:
    """What this view's prompts offer, except actions with a card of the hand."""
    if view.asks in STAKES:
        return _stakes(view)
    return tuple(Move(prompt.do, argument) for prompt in view.prompts for argument in _arguments(prompt))


def _arguments(prompt: Prompt) -> Iterator[str | Rank]:
    """The arguments that have a button of their own; "" for an action without one."""
    if not prompt.choices and not prompt.from_hand:
        yield ""
    yield from (choice for choice in prompt.choices if not isinstance(choice, Card))


def _stakes(view: View) -> tuple[Move, ...]:
    """The buttons in a betting: passing or folding, and the stakes that are tried most."""
    drop = tuple(Move(prompt.do) for prompt in view.prompts if prompt.least is None)
    stakes = stakes_of(view)
    if stakes is None:
        return drop
    (least, most), bet, more = stakes, bet_of(view), gives_more(view)
    if not bet:
        return (*drop, Move("bet", str(least)), *([Move(AMOUNT, "bet")] if most > least else []))
    found = []
    if least <= bet <= most:
        found.append(Move("match", str(bet)))
    if most > bet + (0 if more else 1):
        found.append(Move(AMOUNT, "raise"))
    if most != bet and not more:
        found.append(Move("all_in", str(most)))
    return (*found, *drop)


def own_moves(view: View) -> tuple[Move, ...]:
    """What a player's own view offers: in a betting with ready stakes besides."""
    found = moves(view)
    if view.asks not in STAKES or stakes_of(view) is None:
        return found
    usual = {move.verb: move for move in found}
    ready = (Move("all_in" if name == "all" else "bet", str(stake)) for name, stake in ready_stakes(view))
    wanted = (usual.get("pass"), usual.get("match"), *ready, usual.get(AMOUNT), usual.get("fold"))
    return tuple(move for move in wanted if move is not None)


def open_moves(snapshot: Snapshot) -> tuple[Move, ...]:
    """The channel's buttons: what can be done now, as far as everybody can know, and **My hand**.

    That button has the same name at every moment: everybody who holds cards looks for it, not only whoever is to act.
    """
    view = snapshot.view
    if view is None or snapshot.stage != "playing":
        return ()
    offered = [move for move in moves(view) if move.verb not in _IN_PRIVATE]
    offered.sort(key=lambda move: move.verb == "knock")  # in every game at the same place: behind the draws
    return (*offered, Move(HAND))


def act_button(action: Action, label: str, snapshot: Snapshot) -> Button:
    """A button with those words that does just that, at that moment, by the same kind of address as the panel's own."""
    given = argument(action)
    assert not isinstance(given, tuple), "nobody is told to shuffle"
    text = given.notation if isinstance(given, Card | Rank) else "" if given is None else str(given)
    return Button(label, Address.at(snapshot, action.do, text), stands_out=True)


def my_hand(snapshot: Snapshot, texts: Texts) -> Button:
    """The button that leads from a page beside the panel back to it: it comes in the page's place."""
    return button(Move(HAND), snapshot, texts)


def button(move: Move, snapshot: Snapshot, texts: Texts, view: View | None = None) -> Button:
    """A move as a button of that moment; ``view``: what the person sees who gets it, where one alone does."""
    argument = move.argument.notation if isinstance(move.argument, Rank) else move.argument
    address = Address.at(snapshot, move.verb, argument)
    return Button(_label(move, view or snapshot.view, texts.plain), address)


def _label(move: Move, view: View | None, plain: Texts) -> str:
    """The words on a move's button."""
    verb, argument = move
    if isinstance(argument, Rank):
        return plain(f"button-{verb}", ranks=plain.ranks(argument))
    if verb in STAKING and view is not None:
        return _stake(verb, int(argument), view, plain)
    if verb == "knock" and view is not None and view.own is not None and view.own.deadwood is not None:
        form = ".deadwood" if view.own.deadwood else ".rum"
        return plain(f"button-knock{form}", count=view.own.deadwood)
    if move == Move("draw", "discard"):
        upcard = view.middle.upcard if view is not None and isinstance(view.middle, Piles) else None
        return plain("button-draw-discard", card=upcard) if upcard is not None else plain("button-draw-pile")
    return plain("-".join(filter(None, ("button", verb, argument))))


def _stake(verb: str, amount: int, view: View, plain: Texts) -> str:
    """The words on a button that brings a stake to the amount; those of a match say what it adds."""
    own = view.seats[view.to_act[0]].stake if view.to_act else 0
    form = ".more" if own and verb == "match" else ".raise" if verb == "bet" and bet_of(view) else ""
    return plain(f"button-{verb}{form}", count=amount, more=amount - own)


def explains(view: View) -> bool:
    """Whether there is something more to say of cards, tricks or chips in the panel."""
    if isinstance(view.middle, Pools):
        return bool(view.prompts)
    return view.prompt("discard") is not None or isinstance(view.middle, Trick)
