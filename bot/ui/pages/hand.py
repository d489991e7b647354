"""A person's private hand: the same message as a direct message, behind /hand and behind the channel's buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bot.i18n import Texts
from bot.service.model import Private, Snapshot, Turn
from bot.ui.clicks.address import Address
from bot.ui.desk import channel_mention, message_url, table_url
from bot.ui.pages.moves import ARRANGED, BY_RANK, HAND, button, moves
from bot.ui.pages.page import FELT, GREY, Button, Choice, Page, Row, Select, lines
from bot.ui.pictures.studio import Studio, too_many
from bot.ui.words.asking import own_question
from bot.ui.words.betting import STAKES, own_words
from bot.ui.words.melds import matches, meld_words, sorted_hand, suits_of
from bot.ui.words.pools import last_run
from bot.ui.words.standing import holding
from bot.ui.words.tricks import factor_of, on_the_table
from engine.actions import Prompt
from engine.asks import Ask
from engine.cards import Card, Rank
from engine.game import GAMES, Ranking
from engine.middle import Piles, Pools
from engine.rules import Rules
from engine.view import View

T = TypeVar("T")

IN_A_ROW: Final = 3
"""Card buttons in a row: a phone would stack more than these."""
MANY: Final = 6
"""A hand with more cards than this has one card more in each row, so that it takes fewer rows."""
MOST_CARD_BUTTONS: Final = 12
"""A hand with more cards than this is offered as a list for each suit."""


_OVER: Final = frozenset({"between", "closed"})
"""The stages of a table at which the deal it shows is over."""


@dataclass(frozen=True)
class Concern:
    """The part of a private hand that concerns its holder. As long as it is unchanged, nothing is sent.

    The table's message tells what others do: a hand says nothing that their turns would make false, and shows
    what they have done when it is next shown for another reason.
    """

    deal: int
    stage: str
    turn: Turn | None = None
    """The moment that the buttons are for; None if nothing is asked."""
    cards: tuple[Card, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    standing: str = "out"
    factor: int | None = None
    """How often quartets count, for a player who is out of cards before the others."""
    deadline: float | None = None
    four_colour: bool = False
    arranged: bool = False
    in_betting: tuple[int, int, bool, bool] | None = None
    """Chips, stake, whether the player is out of the betting, and whether it goes on, if a hand tells them."""
    drawn: bool = True
    """Whether the cards are shown in a picture; False on a message whose picture could not be drawn."""

    def on(self, page: Page) -> Concern:
        """What the page shows of it: a hand without its picture is made again when it is next looked at."""
        return replace(self, drawn=page.picture is not None or not self.cards)


def concern(private: Private, four_colour: bool, arranged: bool = False) -> Concern:
    """What concerns this person at the table now."""
    table, view = private.table, private.view
    prompts = view.prompts if view is not None else ()
    own = view.own if view is not None else None
    return Concern(
        deal=table.turn.deal,
        stage="over" if table.stage in _OVER else table.stage,
        turn=table.turn if prompts else None,
        cards=view.hand if view is not None else (),
        prompts=prompts,
        standing=own.standing if own is not None else "out",
        factor=factor_of(table, own.seat) if own is not None else None,
        deadline=table.deadline if prompts else None,
        four_colour=four_colour,
        arranged=arranged,
        in_betting=_in_betting(view),
    )


def _in_betting(view: View | None) -> tuple[int, int, bool, bool] | None:
    if view is None or view.own is None or not isinstance(view.middle, Pools):
        return None
    return view.own.chips, view.own.stake, view.own.passed, view.middle.betting


async def hand_page(
    private: Private,
    texts: Texts,
    studio: Studio,
    *,
    four_colour: bool = False,
    arranged: bool = False,
    notices: Iterable[str] = (),
) -> Page:
    """The message. ``arranged``: with the hand in its melds, if it has any. ``notices`` stand at its top."""
    table, view = private.table, private.view
    texts = texts.at(table.game, table.rules)
    heading = texts(
        "private-heading", game=texts.game(table.game), deal=table.turn.deal, channel=channel_mention(table)
    )
    told = [texts("private-notice", notice=notice) for notice in notices]
    if view is None or table.stage == "lobby":
        return Page(
            heading=texts("private-heading-table", game=texts.game(table.game), channel=channel_mention(table)),
            body=lines(*told, texts("private-lobby" if table.stage == "lobby" else "private-sits-out")),
            rows=((_refresh(private, texts), to_table(table, texts)),),
            accent=GREY,
        )
    over = table.stage != "playing"
    # At the showdown everybody sees the melds anyway.
    arranged = matches(view) and (arranged or view.result is not None)
    return Page(
        heading=heading,
        picture=await studio.hand(private, texts, four_colour, arranged),
        body=lines(
            *told,
            *_cards(view, texts, arranged),
            *(own_words(view, texts) if isinstance(view.middle, Pools) else (_worth(view, texts),)),
            _drawn(private, texts),
            None if over else _on_the_table(private, view, texts),
            _standing(private, texts),
            _result(private, texts) if over else None,
        ),
        call="" if over else _asked(private, texts),
        rows=((to_table(table, texts),),)
        if over
        else (*_rows(private, texts, arranged), _last_row(private, texts, arranged)),
        accent=GREY if over or not view.prompts else FELT,
    )


def _cards(view: View, texts: Texts, arranged: bool) -> tuple[str, ...]:
    """The cards in signs, for players who get no picture."""
    if not view.hand:
        return ()
    if arranged and view.own is not None:
        words = meld_words(view.own, texts, discarding=too_many(view))
        return tuple(texts("private-cards", cards=group) for group in words)
    if view.middle.by_suit:
        return (texts("private-cards", cards=texts.melds(suits_of(view.hand))),)
    return (texts("private-cards", cards=texts.cards_short(sorted_hand(view, view.hand))),)


def _on_the_table(private: Private, view: View, texts: Texts) -> str | None:
    """What lies on the table, for a player who is asked to play to it."""
    if not isinstance(view.middle, Pools):
        return on_the_table(private, texts)
    return last_run(private.table, texts) if view.asked is Ask.LEAD else None


def _worth(view: View, texts: Texts) -> str | None:
    name = view.own.name if view.own is not None else None
    return texts("private-worth", worth=texts.hand_explained(name)) if name is not None else None


def _drawn(private: Private, texts: Texts) -> str | None:
    """What this person has just drawn."""
    view = private.view
    source = view.middle.drawn_from if view is not None and isinstance(view.middle, Piles) else None
    if view is None or view.drawn is None or source is None:
        return None
    discard = view.prompt("discard")
    goes_back = source == "discard" and discard is not None and view.drawn in discard.choices
    return texts(f"private-drew-{source}{'.free' if goes_back else ''}", card=view.drawn)


def _standing(private: Private, texts: Texts) -> str | None:
    view = private.view
    if view is None or view.own is None:
        return None
    if view.own.standing != "in":
        return texts(f"private-{view.own.standing}")
    factor = factor_of(private.table, view.own.seat)
    if factor is not None and view.result is None:
        return texts("private-gone", factor=factor)
    if view.knocker is None or view.result is not None:
        return None
    if view.knocker == view.viewer:
        return texts("private-you-knocked")
    return texts("private-knocked", name=private.table.at(view.knocker).name)


def _asked(private: Private, texts: Texts) -> str:
    """What the person is asked, or that it is somebody else's turn; only the table's message says whose."""
    view, table = private.view, private.table
    if view is not None and view.asked is not None:
        when = table.deadline
        return lines(
            own_question(view, texts),
            *_besides(view, texts),
            texts("call-deadline", when=texts.time(when)) if when is not None else None,
        )
    return lines(texts("private-waiting"), *(_besides(view, texts) if view is not None else ()))


def _besides(view: View, texts: Texts) -> Iterator[str]:
    """What else may be done, in turn or out of turn."""
    if view.prompt("show") is not None:
        yield texts("private-can-show")
    if (meld := view.prompt("meld")) is not None:
        yield texts(
            "private-can-lay", ranks=[texts.ranks(choice) for choice in meld.choices if isinstance(choice, Rank)]
        )
    if view.prompt("halt") is not None:
        yield texts("private-can-halt")


def _result(private: Private, texts: Texts) -> str:
    view = private.view
    if view is None or view.result is None or view.viewer is None:
        return texts("private-over")
    net = view.result.net[view.viewer]
    key = "private-won" if view.viewer in view.result.winners else "private-lost"
    return texts(key, net=texts.signed(net), chips=holding(private.table, private.sitter, texts))


def _rows(private: Private, texts: Texts, arranged: bool) -> list[Row]:
    """Buttons and selects for what the person may do."""
    view = private.view
    if view is None:
        return []
    plain = [button(move, private.table, texts) for move in moves(view)]
    rows: list[Row] = []
    selects: list[Row] = []
    for prompt in view.prompts:
        cards = list(sorted_hand(view, (choice for choice in prompt.choices if isinstance(choice, Card))))
        if not cards:
            continue
        if len(cards) > MOST_CARD_BUTTONS:
            selects += [_suit(private, prompt.do, suit, texts) for suit in suits_of(cards)]
            continue
        if prompt.do != "fold":
            rows += [tuple(_card(private, prompt.do, card, texts) for card in row) for row in _batched(cards)]
        if prompt.do != "play":  # a list of the same cards would add nothing
            selects.append(_select(private, prompt.do, cards, texts, arranged))
    plain_rows = [plain[:2], plain[2:]] if view.asked in STAKES and len(plain) > 3 else _batched(plain)
    return [*(tuple(row) for row in plain_rows), *rows, *selects]


def _batched(parts: Sequence[T]) -> Iterable[Sequence[T]]:
    """Cards or buttons in rows."""
    wide = IN_A_ROW + (len(parts) > MANY)
    return (parts[first : first + wide] for first in range(0, len(parts), wide))


def _card(private: Private, do: str, card: Card, texts: Texts) -> Button:
    drawn = private.view is not None and card is private.view.drawn
    label = texts.plain.card_short(card)
    return Button(texts.plain("button-drawn", card=label) if drawn else label, _address(private, do, card.notation))


def _suit(private: Private, do: str, cards: Sequence[Card], texts: Texts) -> Select:
    """A list of one suit, so that each of many cards is found at once, without pages."""
    plain, suit = texts.plain, cards[0].suit.name.lower()
    ranks = " ".join(plain(f"rank-{card.rank.name.lower()}.short") for card in cards)
    return Select(
        _address(private, do, f"?{cards[0].suit.name[0]}"),
        plain("private-select-play-suit", sign=plain(f"suit-{suit}.sign"), ranks=ranks),
        tuple(_choice(card, plain) for card in cards),
    )


def _choice(card: Card, plain: Texts, description: str = "") -> Choice:
    named = plain("private-choice", sign=plain.card_short(card), card=plain.card(card))
    return Choice(named, card.notation, description)


def _select(private: Private, do: str, cards: Sequence[Card], texts: Texts, arranged: bool) -> Select:
    plain, view = texts.plain, private.view
    assert view is not None, "a player who is asked has a view"
    choices = [_choice(card, plain, kept(view, card, plain, arranged) if do == "discard" else "") for card in cards]
    # The argument only tells the select from a button of the same verb; the chosen value takes its place.
    return Select(_address(private, do, "?"), plain(f"private-select-{do}"), tuple(choices))


def kept(view: View, card: Card, texts: Texts, arranged: bool = False) -> str:
    """What is left without that card: "keeps a pair of nines"; "" if the game doesn't name such a hand.

    Only players who have asked for their melds are told how much deadwood is left.
    """
    ranking = _ranked(view.game, view.rules, tuple(held for held in view.hand if held is not card))
    if ranking is None:
        return ""
    if ranking.deadwood is not None:
        return texts("private-leaves", count=ranking.deadwood) if arranged else ""
    return texts("private-keeps", worth=texts.hand_name(ranking.name))


def _ranked(game: str, rules: Rules, cards: tuple[Card, ...]) -> Ranking | None:
    try:
        return GAMES[game].judging.rank(rules, cards)
    except ValueError:
        return None


def _last_row(private: Private, texts: Texts, arranged: bool) -> tuple[Button, ...]:
    row = [to_table(private.table, texts)]
    view = private.view
    if view is not None and matches(view):
        row.insert(0, _arrange(private, texts, arranged))
    if view is None or not view.prompts:
        row.insert(0, _refresh(private, texts))
    return tuple(row)


def _arrange(private: Private, texts: Texts, arranged: bool) -> Button:
    """The button that shows the hand in its melds, or by rank again: some players want to find melds themselves."""
    to = BY_RANK if arranged else ARRANGED
    return Button(texts.plain(f"button-hand-{to}"), _address(private, HAND, to))


def _refresh(private: Private, texts: Texts) -> Button:
    return Button(texts.plain("button-refresh"), _address(private, HAND, "refresh"))


def to_table(table: Snapshot, texts: Texts) -> Button:
    """The link to the table."""
    # During a deal the table's message is the channel's last; the end of a deal may be above what was said since.
    url = table_url if table.stage == "playing" else message_url
    return Button(texts.plain("button-table"), url(table))


def _address(private: Private, verb: str, argument: str = "") -> Address:
    return Address(private.table.table_id, private.table.turn, verb, argument)
