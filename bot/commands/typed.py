"""Cards and ranks as people type them, and what is suggested to them while they do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import Final

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.i18n import Texts
from bot.service.model import Refusal, Snapshot
from bot.ui.clicks.refusals import Misunderstanding
from bot.ui.clicks.request import Request
from bot.ui.clicks.verbs import VERBS
from bot.ui.showing.answer import PATIENCE, Interaction
from bot.ui.showing.sending import LOST, persevere
from engine.actions import ARGUMENTS
from engine.cards import ALL_CARDS, SUITS, Card, CardError, Pack, Rank, Suit, card
from engine.game import GAMES
from engine.view import View

MOST_SUGGESTIONS: Final = 25
_SIGNS: Final = str.maketrans("♤♡♢♧", "♠♥♦♣", "\ufe0e\ufe0f")
"""Outlined suits mean the same as filled ones, and the sign that asks for an emoji is left out."""
_SIGN: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_SPANISH_SUITS: Final = {Suit.SPADES: "E", Suit.DIAMONDS: "O", Suit.CLUBS: "B"}
"""Espadas, oros and bastos; C stays clubs as in the notation, so copas are H."""


def typed_card(text: str, pack: Pack, held: Iterable[Card], texts: Texts) -> Card:
    """The card of this pack that somebody typed or chose: ``7S``, ``♠7``, ``10d``, ``7 oros``, ``seven of spades``.

    Of two jokers with the same name it is the one that is held. Raises CardError; Misunderstanding if there is such a
    card, but not in this pack.
    """
    wanted = _squeezed(text)
    for found in (*held, *pack.cards, *ALL_CARDS):
        if wanted in spellings(found, texts, spanish=pack.spanish):
            break
    else:
        found = card(text)
    if found not in pack:
        try:
            return pack.card(text)  # the pack may know a joker by its other name
        except CardError:
            known = dict.fromkeys(other.rank for other in pack.cards)
            raise Misunderstanding(_not_in_pack(found.rank, known, texts)) from None
    return found


def _not_in_pack(rank: Rank, known: Iterable[Rank], texts: Texts) -> str:
    signs = " ".join(texts(f"rank-{other.name.lower()}.short") for other in known)
    return texts("error-not-in-pack", ranks=texts.ranks(rank), known=signs)


@lru_cache(maxsize=1000)
def spellings(card: Card, texts: Texts, *, spanish: bool) -> frozenset[str]:
    """All that may be typed for a card: its names; its rank and suit in signs, letters or words, in either order."""
    found = {texts.card(card), texts.card_short(card)}
    if not card.is_joker:
        ranks = {card.rank.notation, texts(f"rank-{card.rank.name.lower()}.short"), texts.rank(card.rank)}
        suit = f"suit-{card.suit.name.lower()}"
        suits = {card.suit.value, _SIGN[card.suit], texts(suit), texts(f"{suit}.sign")}
        if spanish:
            suits |= set(_SPANISH_SUITS.get(card.suit, ""))
        found |= {first + last for rank in ranks for suit in suits for first, last in ((rank, suit), (suit, rank))}
        found |= {texts("card", rank=rank, suit=texts(suit)) for rank in ranks}
    return frozenset(map(_squeezed, found))


def _squeezed(text: str) -> str:
    return "".join(text.translate(_SIGNS).casefold().split())


def read_argument(request: Request, do: str, typed: str) -> Card | Rank | str:
    """What the person means by the argument typed for an action. Raises Refusal, CardError or Misunderstanding."""
    match ARGUMENTS[do]:
        case "card":
            private = request.service.private_of(request.at.table_id, request.interaction.user.id)
            held = private.view.hand if private.view is not None else ()
            return typed_card(typed, _pack(private.table), held, _plain(request.texts, private.table))
        case "rank":
            return typed_rank(typed, _plain(request.texts, request.table))
        case _:
            return typed


def _pack(table: Snapshot) -> Pack:
    """The pack of that table."""
    game = GAMES[table.game]
    return game.pack(table.rules, max(len(table.players), game.seats[0]))


def typed_rank(text: str, texts: Texts) -> Rank:
    """The rank that somebody typed or chose: ``7``, ``10``, ``Q``, ``seven``, ``queens``. Raises Misunderstanding."""
    wanted = _squeezed(text)
    for rank in Rank:
        short = texts(f"rank-{rank.name.lower()}.short")
        if wanted in {_squeezed(word) for word in (rank.notation, short, texts.rank(rank), texts.ranks(rank))}:
            return rank
    raise Misunderstanding(texts("error-no-such-rank"))


def _plain(texts: Texts, table: Snapshot) -> Texts:
    """The person's language in the words of that table."""
    return texts.at_table(table).plain


async def offer(
    counter: Counter, interaction: Interaction, find: Callable[[], Awaitable[list[app_commands.Choice[str]]]]
) -> list[app_commands.Choice[str]]:
    """Sends the first suggestions that are found, again if the connection breaks, as long as Discord waits for them.

    None are looked for while the person asks for too much. Raises nothing of Discord's.
    """
    choices = (await find())[:MOST_SUGGESTIONS] if counter.suggests(interaction) else []
    with contextlib.suppress(discord.DiscordException, *LOST):
        async with asyncio.timeout(PATIENCE):
            await persevere(lambda: interaction.response.autocomplete(choices), attempts=3)
    return choices


def suggestions(counter: Counter, interaction: Interaction, do: str, current: str) -> list[app_commands.Choice[str]]:
    """What this person may discard, play or lay now, if it fits what is typed; never anybody else's cards."""
    try:
        at = counter.find(interaction, verb=VERBS[do])
        private = counter.desk.service.private_of(at.table_id, interaction.user.id)
    except Refusal:
        return []
    table, view = private.table, private.view
    if view is None:
        return []
    plain = _plain(counter.desk.texts_for(interaction), table)
    prompt = view.prompt(do)
    ranks = [choice for choice in prompt.choices if isinstance(choice, Rank)] if prompt is not None else []
    spanish, wanted = _pack(table).spanish, _squeezed(current)
    named = [(plain.ranks(rank), rank.notation, frozenset({_squeezed(rank.notation)})) for rank in ranks] or [
        (
            plain("private-choice", sign=plain.card_short(card), card=plain.card(card)),
            card.notation,
            spellings(card, plain, spanish=spanish),
        )
        for card in discardable(view, do)
    ]
    typed = current.strip().casefold()
    beginning = f" {typed}" if typed.isalnum() else typed  # of a word: "s" means spades, not clubs
    return [
        app_commands.Choice(name=name, value=notation)
        for name, notation, spelt in named
        if beginning in f" {name.casefold()}" or any(spelling.startswith(wanted) for spelling in spelt)
    ]


def discardable(view: View, do: str) -> list[Card]:
    """The cards that the viewer's prompts allow, the highest first."""
    prompt = view.prompt(do)
    cards = [choice for choice in prompt.choices if isinstance(choice, Card)] if prompt is not None else []
    return sorted(cards, key=lambda card: (-card.rank, card.index))
