"""The score sheet of a game: who scored what in which deal, as a picture and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.i18n import Texts
from bot.service.model import OwnCloth, Scoring, Sitter, Snapshot
from bot.ui.pages.page import GOLD, Page
from bot.ui.pictures.studio import Studio, cloth_of
from bot.ui.words.chips import standings, tally
from bot.ui.words.lines import lines
from cards_img import SeatCaption, SheetCaptions, SheetRow
from engine.game import GAMES

if TYPE_CHECKING:
    from bot.store.model.deals import ScoredDeal

How = Mapping[int, Scoring]
"""How the scores of some deals came about, by the deals' numbers."""
NOTHING: Final[How] = MappingProxyType({})

MOST_DEALS: Final = 13
"""How many deals the sheet is made of: the picture has room for one fewer, and says that there were more."""
WIDE: Final = 5
"""With more players than this, a row has room for a number only."""


async def scores_page(
    snapshot: Snapshot,
    deals: Sequence[ScoredDeal],
    texts: Texts,
    studio: Studio,
    how: How = NOTHING,
    cloth: OwnCloth = "table",
) -> Page:
    """The sheet of the table's current game, with a column for each player dealt in last.

    ``how``: how the scores came about, if the game tells it. ``cloth``: what whoever looks at it has chosen.
    """
    texts = texts.at_table(snapshot)
    plain, heading = texts.plain, texts("scores-heading", game=texts.game(snapshot.game))
    if not deals or snapshot.view is None:
        return Page(heading=heading, body=texts("scores-none"), accent=GOLD)
    gone = {sitting for deal in deals for sitting in deal.net} - {player.sitting_id for player in snapshot.players}
    return Page(
        heading=heading,
        picture=await studio.score_sheet(
            sheet_captions(snapshot, deals, plain, how),
            sheet_alt(snapshot, deals, plain, how),
            cloth_of(snapshot, cloth),
        ),
        body=lines(standings(snapshot, texts), texts("scores-gone") if gone else None),
        accent=GOLD,
    )


def sheet_captions(snapshot: Snapshot, deals: Sequence[ScoredDeal], plain: Texts, how: How = NOTHING) -> SheetCaptions:
    """The words and numbers in the picture."""
    view, players = snapshot.view, snapshot.players
    assert view is not None, "there is a deal"
    key = "scores-row" if len(players) <= WIDE else "scores-row.short"
    scores = [seat.score for seat in view.seats]
    return SheetCaptions(
        players=tuple(SeatCaption(player.name, computer=player.computer) for player in players),
        rows=tuple(
            SheetRow(
                plain(key, deal=deal.number),
                tuple(_cell(deal, player, plain, signless=deal.number in how) for player in players),
                _details(how.get(deal.number), players, plain),
            )
            for deal in deals
        ),
        totals=SheetRow(
            plain("scores-total" if len(players) <= WIDE else "scores-total.short"),
            tuple(plain.number(score) for score in scores),
        ),
        leaders=tuple(seat for seat, score in enumerate(scores) if score == max(scores) and score > 0),
        title=plain("scores-title", game=plain.game(snapshot.game)),
        detail=_played(snapshot, plain),
    )


def _played(snapshot: Snapshot, plain: Texts) -> str:
    """The points or rounds to win, or how many deals of the game are over if their number was agreed."""
    view = snapshot.view
    goal = GAMES[snapshot.game].judging.goal(snapshot.rules, len(snapshot.players))
    if goal.score:
        return plain("scores-target", target=goal.score)
    if view is None or view.result is None or not goal.deals:
        return ""
    return plain("scores-played", deals=view.result.stakes.deals, agreed=goal.deals)


def _details(how: Scoring | None, players: Sequence[Sitter], plain: Texts) -> tuple[str, ...]:
    """How each player's score of a deal came about; empty if nobody's is told."""
    if not how:
        return ()
    found = [how.get(player.sitting_id) for player in players]
    return tuple(plain.scored(scored, short=True) if scored is not None else "" for scored in found)


def sheet_alt(snapshot: Snapshot, deals: Sequence[ScoredDeal], plain: Texts, how: How = NOTHING) -> str:
    """The sheet's alt text: the totals, then the deals, the newest first, so that what is cut off is old."""
    parts = [
        plain("alt-sheet-total", name=player.name, score=tally(snapshot, player, plain) or "")
        for player in snapshot.players
    ]
    said = [plain("alt-sheet", game=plain.game(snapshot.game), totals=plain.list(parts))]
    for deal in reversed(deals):
        nets = [_net(deal, s, plain, how.get(deal.number, {})) for s in snapshot.players if _sat(deal, s)]
        said.append(plain("alt-sheet-deal", deal=deal.number, nets=plain.list(nets)))
    return " ".join(said)


def _net(deal: ScoredDeal, player: Sitter, plain: Texts, how: Scoring) -> str:
    """What the player scored, and how that came about if it is told."""
    said = plain("alt-net", name=player.name, net=_cell(deal, player, plain, signless=bool(how)))
    scored = how.get(player.sitting_id)
    return said if scored is None else plain("alt-net-product", net=said, product=plain.scored(scored))


def _sat(deal: ScoredDeal, player: Sitter) -> bool:
    return player.sitting_id in deal.net


def _cell(deal: ScoredDeal, player: Sitter, plain: Texts, *, signless: bool = False) -> str:
    """What the player scored, with its sign if points are won and lost; a dash for a player who came later."""
    if not _sat(deal, player):
        return plain("scores-absent")
    net = deal.net[player.sitting_id]
    return plain.number(net) if signless else plain.signed(net)
