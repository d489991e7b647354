"""What an evening at a table came to: in words, and as the words of a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.i18n import Texts
from bot.service.model import BestHand, Evening, LargestWin, Snapshot, Winnings
from bot.ui.words.outcome import gains
from cards_img import EveningCaptions, EveningMoment, EveningRow, SeatCaption, player_name
from engine.cards import Card
from engine.events import HandShown
from engine.game import GAMES
from engine.parts.arranging import arranged
from engine.parts.melds import unmatched

MOST_ROWS: Final = 10
"""How many people the picture shows; the words name all."""


def evening(snapshot: Snapshot, texts: Texts, form: str = "", *, pictured: bool = False) -> Iterator[str]:
    """Who has won what in how many deals, the deal of the evening and the best hand; nothing if no deal was played.

    ``form``: of the catalogue's texts, ``.alt`` for those without bold letters. ``pictured``: below the picture, which
    shows the cards, so that they aren't listed again.
    """
    found = snapshot.evening
    if found is None or not found.people:
        return
    brief = pictured and GAMES[snapshot.game].judging.unit != "rounds"
    people = [_person(snapshot, person, texts, brief=brief) for person in found.people]
    yield texts(f"evening-people{'.brief' if brief else form}", people=texts("result-separator").join(people))
    hinted = [texts("evening-hints", name=each.name, count=each.hints) for each in found.people if each.hints]
    if hinted:
        yield texts(f"evening-hinted{form}", hints=texts("result-separator").join(hinted))
    both = _won_by_best(found)
    if found.largest is not None:
        key = "evening-both" if both else "evening-largest"
        yield texts(
            f"{key}{form}", deal=found.largest.deal, won=_won(snapshot, found.largest, texts, pictured=pictured)
        )
    if found.best is not None and not both:
        hand = texts.hand_name(found.best.hand) if pictured else _best(found.best, texts)
        yield texts(f"evening-best{form}", name=found.best.name, deal=found.best.deal, hand=hand)


def evening_captions(snapshot: Snapshot, plain: Texts) -> EveningCaptions | None:
    """The words in the picture; None if no deal was played."""
    found = snapshot.evening
    if found is None or not found.people:
        return None
    unit = GAMES[snapshot.game].judging.unit
    most = max(person.net for person in found.people)
    counts_deals = unit != "rounds"  # there each deal that is won is a round
    rows = [
        EveningRow(
            SeatCaption(person.name, computer=person.computer),
            plain("deals-gained.short", wins=person.won, deals=person.deals) if counts_deals else "",
            plain.signed(person.net) if counts_deals else plain.number(person.net),
            leads=person.net == most > 0,
        )
        for person in found.people[:MOST_ROWS]
    ]
    return EveningCaptions(
        rows=tuple(rows),
        moments=tuple(_moments(snapshot, _with_drawn_names(found), plain)),
        title=plain.game(snapshot.game),
        detail=plain("evening-deals", count=snapshot.played),
        deals=plain("evening-deals-gained") if counts_deals else "",
        net=plain(f"evening-{unit}"),
    )


def evening_alt(snapshot: Snapshot, plain: Texts) -> str:
    """The alt text of the picture: all that it shows."""
    told = plain("alt-separator").join(evening(snapshot, plain, ".alt"))
    return plain("alt-evening", game=plain.game(snapshot.game), count=snapshot.played, told=told)


def _person(snapshot: Snapshot, person: Winnings, texts: Texts, *, brief: bool = False) -> str:
    """What somebody has won: "Ann +12 (gained in 5 of 7 deals)", ``brief`` "Ann +12 (5/7)", or "Ann 2 rounds"."""
    unit = GAMES[snapshot.game].judging.unit
    net = texts.signed(person.net) if unit == "chips" else texts.tally(unit, person.net)
    if unit == "rounds":
        return texts("evening-person.rounds", name=person.name, net=net)
    key = "evening-person.brief" if brief else "evening-person"
    return texts(key, name=person.name, net=net, wins=person.won, deals=person.deals)


def _won(snapshot: Snapshot, largest: LargestWin, texts: Texts, *, pictured: bool = False) -> str:
    """Who won how much in the deal of the evening, and what was shown: "Ann won 24 chips: pair of nines (…)"; without
    the cards where they are ``pictured``."""
    gain = gains([largest.gain] * len(largest.names), GAMES[snapshot.game].judging.unit, texts)
    form = ".with" if largest.shown is not None else ""
    told = _named if pictured else _shown
    hand = "" if largest.shown is None else told(largest.shown, texts)
    key = f"evening-won{form}" if gain else f"evening-won-bare{form}"
    return texts(key, names=list(largest.names), gain=gain, hand=hand)


def _best(best: BestHand, texts: Texts) -> str:
    cards = texts.cards_short(arranged(best.cards))
    return texts("evening-hand", hand=texts.hand_name(best.hand), cards=cards)


def _shown(shown: HandShown, texts: Texts) -> str:
    """A hand that was shown, with its cards: "full house, nines over fours (9♠ 9♥ …)"."""
    return texts("evening-hand", hand=_named(shown, texts), cards=texts.cards_short(_laid(shown)))


def _named(shown: HandShown, texts: Texts) -> str:
    if shown.name is not None:
        return texts.hand_name(shown.name)
    return texts("outcome-deadwood" if shown.deadwood else "outcome-rum", count=shown.deadwood or 0)


def _laid(shown: HandShown) -> tuple[Card, ...]:
    """The cards as they are laid on the table: melds first, or what the hand is made of."""
    if shown.deadwood is None:
        return arranged(shown.cards)
    return (*(card for meld in shown.melds for card in meld), *unmatched(shown.cards, shown.melds))


def _won_by_best(found: Evening) -> bool:
    """Whether the best hand of the evening won its deal, so that both are told in one."""
    largest, best = found.largest, found.best
    if largest is None or largest.shown is None or best is None:
        return False
    return (largest.deal, largest.shown.cards) == (best.deal, best.cards)


def _with_drawn_names(found: Evening) -> Evening:
    """The evening with the names of its moments as they stand in the picture's rows."""
    drawn = {person.name: player_name(person.name, place) for place, person in enumerate(found.people)}
    largest, best = found.largest, found.best
    return replace(
        found,
        largest=largest and replace(largest, names=tuple(drawn.get(name, name) for name in largest.names)),
        best=best and replace(best, name=drawn.get(best.name, best.name)),
    )


def _moments(snapshot: Snapshot, found: Evening, plain: Texts) -> Iterator[EveningMoment]:
    """The deal of the evening and the best hand, in one where the best hand won that deal."""
    largest, best = found.largest, found.best
    same = _won_by_best(found)
    if largest is not None:
        shown = largest.shown
        words = _won(snapshot, replace(largest, shown=None), plain)
        if shown is not None:
            words = plain("evening-moment", said=words, hand=_named(shown, plain))
        key = "evening-moment-both" if same else "evening-moment-largest"
        yield EveningMoment(plain(key, deal=largest.deal), words, () if shown is None else _laid(shown))
    if best is not None and not same:
        words = plain("evening-moment", said=best.name, hand=plain.hand_name(best.hand))
        yield EveningMoment(plain("evening-moment-best", deal=best.deal), words, arranged(best.cards))
