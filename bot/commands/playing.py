"""Commands of a turn, from /draw to /halt, and /hand, in the channel or in a direct message."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import discord
from discord import app_commands

from bot.commands.counter import Counter
from bot.i18n import Texts
from bot.service.model import Refusal, Snapshot
from bot.ui.answer import PATIENCE, Answer, Interaction
from bot.ui.play import play, show_hand
from bot.ui.refusals import Misunderstanding
from bot.ui.sending import LOST, persevere
from engine.actions import ARGUMENTS
from engine.cards import ALL_CARDS, SUITS, Card, CardError, Pack, Rank, Suit, card
from engine.game import GAMES
from engine.view import View

ANYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""In servers and in the direct messages with the bot."""
MOST_SUGGESTIONS: Final = 25
_SIGNS: Final = str.maketrans("♤♡♢♧", "♠♥♦♣", "\ufe0e\ufe0f")
"""Suits in outline are as good as filled ones; whether they are to be drawn as emojis is nothing to read."""
_SIGN: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
_SPANISH_SUITS: Final = {Suit.SPADES: "E", Suit.DIAMONDS: "O", Suit.CLUBS: "B"}
"""Espadas, oros and bastos; C is that of the notation, and copas are H."""


def typed_card(text: str, pack: Pack, held: Iterable[Card], texts: Texts) -> Card:
    """The card of this pack that somebody typed or chose: ``7S``, ``♠7``, ``10d``, ``7 oros``, ``seven of spades``.

    Of two cards of one name, jokers, it is the one that is held. Raises CardError; Misunderstanding where there is
    such a card, but not in this pack.
    """
    wanted = _squeezed(text)
    for one in (*held, *pack.cards, *ALL_CARDS):
        if wanted in spellings(one, texts, spanish=pack.spanish):
            break
    else:
        one = card(text)
    if one not in pack:
        try:
            return pack.card(text)  # of two names of a joker the pack may know the other
        except CardError:
            known = dict.fromkeys(other.rank for other in pack.cards)
            raise Misunderstanding(_not_in_pack(one.rank, known, texts)) from None
    return one


def _not_in_pack(rank: Rank, known: Iterable[Rank], texts: Texts) -> str:
    signs = " ".join(texts(f"rank-{one.name.lower()}.short") for one in known)
    return texts("error-not-in-pack", ranks=texts.ranks(rank), known=signs)


@lru_cache(maxsize=1000)
def spellings(one: Card, texts: Texts, *, spanish: bool) -> frozenset[str]:
    """All that may be typed for a card: its names; its rank and suit in signs, letters or words, in either order."""
    found = {texts.card(one), texts.card_short(one)}
    if not one.is_joker:
        ranks = {one.rank.notation, texts(f"rank-{one.rank.name.lower()}.short"), texts.rank(one.rank)}
        suit = f"suit-{one.suit.name.lower()}"
        suits = {one.suit.value, _SIGN[one.suit], texts(suit), texts(f"{suit}.sign")}
        if spanish:
            suits |= set(_SPANISH_SUITS.get(one.suit, ""))
        found |= {first + last for rank in ranks for suit in suits for first, last in ((rank, suit), (suit, rank))}
        found |= {texts("card", rank=rank, suit=texts(suit)) for rank in ranks}
    return frozenset(map(_squeezed, found))


def _squeezed(text: str) -> str:
    return "".join(text.translate(_SIGNS).casefold().split())


def playing_commands(counter: Counter) -> list[app_commands.Command[Any, ..., None]]:
    """The commands of a turn."""

    async def act(interaction: Interaction, do: str, typed: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            table = counter.table(interaction)
            argument: Card | Rank | str | None = typed
            if typed is not None and ARGUMENTS[do] == "card":
                argument = _card(counter, interaction, table, typed)
            elif typed is not None and ARGUMENTS[do] == "rank":
                argument = typed_rank(typed, _plain(counter, interaction, table))
            await play(counter.desk, counter.board, answer, table, do, argument)

        await counter.serve(interaction, work)

    def suggesting(do: str) -> Any:
        async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            offered = suggestions(counter, interaction, do, current)
            await offer(interaction, offered)
            return offered

        return suggest

    @app_commands.command(name="draw", description="…")
    @app_commands.rename(source="from")
    @app_commands.choices(
        source=[app_commands.Choice(name=one, value=one) for one in ("stock", "discard")],
    )
    async def draw(interaction: discord.Interaction[Any], source: str) -> None:
        await act(interaction, "draw", source)

    @app_commands.command(name="discard", description="…")
    @app_commands.rename(typed="card")
    @app_commands.autocomplete(typed=suggesting("discard"))
    async def discard(interaction: discord.Interaction[Any], typed: str) -> None:
        await act(interaction, "discard", typed)

    @app_commands.command(name="fold", description="…")
    @app_commands.rename(typed="card")
    @app_commands.autocomplete(typed=suggesting("fold"))
    async def fold(interaction: discord.Interaction[Any], typed: str | None = None) -> None:
        await act(interaction, "fold", typed)

    @app_commands.command(name="knock", description="…")
    async def knock(interaction: discord.Interaction[Any]) -> None:
        await act(interaction, "knock")

    @app_commands.command(name="show", description="…")
    async def show(interaction: discord.Interaction[Any]) -> None:
        await act(interaction, "show")

    @app_commands.command(name="stay", description="…")
    async def stay(interaction: discord.Interaction[Any]) -> None:
        await act(interaction, "stay")

    @app_commands.command(name="play", description="…")
    @app_commands.rename(typed="card")
    @app_commands.autocomplete(typed=suggesting("play"))
    async def play_card(interaction: discord.Interaction[Any], typed: str) -> None:
        await act(interaction, "play", typed)

    @app_commands.command(name="meld", description="…")
    @app_commands.rename(typed="rank")
    @app_commands.autocomplete(typed=suggesting("meld"))
    async def meld(interaction: discord.Interaction[Any], typed: str) -> None:
        await act(interaction, "meld", typed)

    @app_commands.command(name="halt", description="…")
    async def halt(interaction: discord.Interaction[Any]) -> None:
        await act(interaction, "halt")

    @app_commands.command(name="hand", description="…")
    async def hand(interaction: discord.Interaction[Any]) -> None:
        async def work(answer: Answer) -> None:
            await show_hand(counter.desk, counter.board, answer, counter.table(interaction))

        await counter.serve(interaction, work)

    turns: list[app_commands.Command[Any, ..., None]] = [draw, discard, knock, show, fold, stay]
    commands = [*turns, play_card, meld, halt, hand]
    for one in commands:
        one.allowed_contexts = ANYWHERE
    return commands


def _card(counter: Counter, interaction: Interaction, table: Snapshot, typed: str) -> Card:
    """The card that this person means. Raises Refusal, CardError or Misunderstanding."""
    view = counter.desk.service.private(table.channel_id, interaction.user.id).view
    held = view.hand if view is not None else ()
    return typed_card(typed, _pack(table), held, _plain(counter, interaction, table))


def _pack(table: Snapshot) -> Pack:
    """What that table plays with."""
    game = GAMES[table.game]
    return game.pack(table.rules, max(len(table.players), game.seats[0]))


def typed_rank(text: str, texts: Texts) -> Rank:
    """The rank that somebody typed or chose: ``7``, ``10``, ``Q``, ``seven``, ``queens``. Raises Misunderstanding."""
    wanted = _squeezed(text)
    for one in Rank:
        short = texts(f"rank-{one.name.lower()}.short")
        if wanted in {_squeezed(word) for word in (one.notation, short, texts.rank(one), texts.ranks(one))}:
            return one
    raise Misunderstanding(texts("error-no-such-rank"))


def _plain(counter: Counter, interaction: Interaction, table: Snapshot) -> Texts:
    """The person's language in the words of that table."""
    return counter.desk.texts_for(interaction).at(table.game, table.rules).plain


async def offer(interaction: Interaction, choices: list[app_commands.Choice[str]]) -> None:
    """Sends suggestions, again where the line breaks, as long as Discord waits for them. Never raises."""
    with contextlib.suppress(discord.DiscordException, *LOST):
        async with asyncio.timeout(PATIENCE):
            await persevere(lambda: interaction.response.autocomplete(choices), attempts=3)


def suggestions(counter: Counter, interaction: Interaction, do: str, current: str) -> list[app_commands.Choice[str]]:
    """What this person may discard, play or lay now, as far as it fits what is typed; nobody else's, ever."""
    try:
        table = counter.table(interaction)
        view = counter.desk.service.private(table.channel_id, interaction.user.id).view
    except Refusal:
        return []
    if view is None:
        return []
    plain = _plain(counter, interaction, table)
    prompt = view.prompt(do)
    ranks = [one for one in prompt.choices if isinstance(one, Rank)] if prompt is not None else []
    spanish, wanted = _pack(table).spanish, _squeezed(current)
    named = [(plain.ranks(one), one.notation, frozenset({_squeezed(one.notation)})) for one in ranks] or [
        (
            plain("private-choice", sign=plain.card_short(one), card=plain.card(one)),
            one.notation,
            spellings(one, plain, spanish=spanish),
        )
        for one in discardable(view, do)
    ]
    typed = current.strip().casefold()
    beginning = f" {typed}" if typed.isalnum() else typed  # of a word: "s" means spades, not clubs
    return [
        app_commands.Choice(name=name, value=notation)
        for name, notation, spelt in named
        if beginning in f" {name.casefold()}" or any(one.startswith(wanted) for one in spelt)
    ][:MOST_SUGGESTIONS]


def discardable(view: View, do: str) -> list[Card]:
    """The cards that the viewer's prompts allow, the highest first."""
    prompt = view.prompt(do)
    cards = [one for one in prompt.choices if isinstance(one, Card)] if prompt is not None else []
    return sorted(cards, key=lambda one: (-one.rank, one.index))
