"""What a panel is made from: where it is the same as before, nothing is to be sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.service.model import Away, Cloth, OwnCloth, Private, Sitter, Snapshot, Turn
from bot.ui.pages.ending import is_asked
from bot.ui.pages.page import Page
from bot.ui.pages.question import Question
from bot.ui.pictures.studio import cloth_of
from bot.ui.words.absence import is_hurried, may_vote, voters, votes_for
from bot.ui.words.tricks import factor_of
from engine.actions import Prompt
from engine.cards import Card
from engine.middle import Pools
from engine.view import View

_OVER = frozenset({"between", "closed"})
"""The stages of a table at which the deal it shows is over."""


@dataclass(frozen=True)
class Looks:
    """How a person wants to see the panel."""

    arranged: bool = True
    """In melds, where the game has them; else by rank."""
    explained: bool = False
    """Whether it says of each card what is left without it, and of tricks what they have seen."""


USUAL_LOOKS: Final = Looks()


@dataclass(frozen=True)
class Concern:
    """What a panel was made from. Where it is the same as before, nothing is to be sent."""

    deal: int
    stage: str
    turn: Turn | None = None
    """The moment that the buttons are for; None where nothing is asked."""
    cards: tuple[Card, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    standing: str = "out"
    factor: int | None = None
    """How often quartets count, for a player who is out of cards before the others."""
    deadline: float | None = None
    closing: bool = False
    """Whether the table closes after the deal, as whoever is asked for something reads there."""
    four_colour: bool = False
    cloth: Cloth = "felt"
    """What its pictures lie on."""
    looks: Looks = USUAL_LOOKS
    in_betting: tuple[int, int, bool, bool] | None = None
    """Chips, stake, whether out of the betting, and whether that goes on, where a hand tells them."""
    question: Question | None = None
    away: Away = ""
    """Why a computer player plays for the holder."""
    missed: int = 0
    """How many turns in a row the holder has missed."""
    votes: tuple[int, ...] | None = None
    """How many have voted for what about a slow turn, where the holder may vote."""
    voters: tuple[str, ...] = ()
    """The names of all who may vote about a slow turn, where the holder may, or where it is the holder's own."""
    ending: tuple[bool, tuple[str, ...]] | None = None
    """Whether the holder agrees that the table closes at once, and who has yet to, where that is asked."""
    public: Public | Snapshot | None = None
    """What everybody sees of the table, where the panel follows it; None where it tells its holder's alone. In direct
    messages, where the panel is all there is of a table, the whole table."""
    drawn: bool = True
    """Whether the panel has its pictures; one that came without is to be shown again."""
    behind: bool = False
    """Whether the picture of the table is still that of the moment before."""

    def in_same_turn(self, later: Concern, begun: Turn) -> bool:
        """Whether ``later`` is the same but for what somebody has done meanwhile in the turn that has ``begun`` at that
        moment, and in which the holder can do nothing."""
        before, after = self.public, later.public
        if not isinstance(before, Public) or not isinstance(after, Public) or later.prompts:
            return False
        meanwhile = replace(before, turn=after.turn, deadline=after.deadline)
        since = before.turn.deal == begun.deal and before.turn.seq >= begun.seq
        return since and replace(self, public=meanwhile) == later

    def on(self, page: Page) -> Concern:
        """What the page shows of it, which may have had to go without its pictures."""
        lacks = page.picture is None or (page.above is None and self.stage == "playing")
        return replace(self, drawn=not (lacks and self.cards))


@dataclass(frozen=True)
class Public:
    """What everybody sees of a table, as far as a panel shows it."""

    turn: Turn
    sitters: tuple[Sitter, ...]
    deadline: float | None
    next_deal_at: float | None
    closing: bool
    message: int | None
    """The table's message, which the panel leads to."""


def concern(
    private: Private,
    four_colour: bool,
    looks: Looks = USUAL_LOOKS,
    *,
    cloth: OwnCloth = "table",
    live: bool = False,
    question: Question | None = None,
) -> Concern:
    """What of a table a panel is made from. ``cloth``: what its holder has chosen. ``live``: it follows what others do,
    too. ``question``: what it asks."""
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
        closing=table.closing and bool(prompts),
        four_colour=four_colour,
        cloth=cloth_of(table, cloth),
        looks=looks,
        in_betting=_in_betting(view),
        away=private.sitter.away,
        missed=private.missed,
        votes=tuple(votes_for(table).values()) if may_vote(table, private.sitter) else None,
        voters=voters(table) if may_vote(table, private.sitter) or is_hurried(table, private.sitter) else (),
        ending=(private.sitter.user_id in table.agreed, table.yet_to_agree)
        if is_asked(table, private.sitter)
        else None,
        public=_public(table) if live else None,
        question=question,
    )


def _public(table: Snapshot) -> Public | Snapshot:
    if table.in_dm:
        return replace(table, live_message=None)
    return Public(table.turn, table.sitters, table.deadline, table.next_deal_at, table.closing, table.live_message)


def _in_betting(view: View | None) -> tuple[int, int, bool, bool] | None:
    if view is None or view.own is None or not isinstance(view.middle, Pools):
        return None
    return view.own.chips, view.own.stake, view.own.passed, view.middle.betting
