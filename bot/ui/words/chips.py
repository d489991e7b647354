"""Chips and scores in words: what somebody has at a table, what a deal cost, and where chips went afterwards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, Literal

from bot.i18n import Markup, Texts
from bot.options import plays_for_chips
from bot.service.model import Bounds, Sitter, Snapshot
from bot.store.economy import MOST_FROM_HOUSE
from bot.store.model.people import BegunAnew
from engine.game import GAMES, Game

MOST_EXPLAINED: Final = 3
"""For how many players it is said of each why the house takes chips back; with more it is said once."""


def has_chips(snapshot: Snapshot) -> bool:
    """Whether chips lie on that table."""
    return plays_for_chips(GAMES[snapshot.game], snapshot.rules)


def brings_chips_home(snapshot: Snapshot) -> bool:
    """Whether the chips there go to purses in the end; those of a table for practice don't."""
    return has_chips(snapshot) and not snapshot.practice


def chips_begin(snapshot: Snapshot) -> bool:
    """Whether others have to sit down for the next game themselves, with chips, because nobody brought any here."""
    people = [sitter for sitter in snapshot.sitters if sitter.user_id is not None]
    return stacks_after(snapshot, GAMES[snapshot.next_game]) == "anew" and len(people) > 1


def stacks_after(snapshot: Snapshot, following: Game[Any]) -> Literal["along", "home", "anew", "none"]:
    """What becomes of everybody's chips where that game follows at another table: they go along or home, others must
    bring chips anew, or there are none that count."""
    for_chips = plays_for_chips(following, following.rules())
    if has_chips(snapshot):
        return "along" if for_chips else "home"
    return "anew" if for_chips and not snapshot.practice else "none"


def begun_anew(found: BegunAnew, texts: Texts) -> str:
    """Says why a purse began with nothing, and when the next chips come."""
    return texts(
        "chips-begun-anew" if found.gift else "chips-begun-anew.no-gift",
        erased=texts.time(found.erased, "d"),
        chips=texts.chips(found.gift),
        when=texts.time(found.gift_at, "f"),
    )


def has_pot(snapshot: Snapshot) -> bool:
    """Whether those chips lie in a pot, too."""
    return has_chips(snapshot) and GAMES[snapshot.game].money.pot


def levelling(snapshot: Snapshot, texts: Texts) -> str | None:
    """What each pays in or gets back at the start of a game that everybody begins with as many chips.

    None: nothing, or no new game comes next.
    """
    if snapshot.game_on:
        return None
    changed = [s for s in snapshot.sitters if snapshot.supply and (s.short_of(snapshot.supply) or s.to_house)]
    if not changed:
        return None
    taken_from = [sitter for sitter in changed if sitter.to_house]
    brief = len(taken_from) > MOST_EXPLAINED
    changes = texts.list([_levelled(sitter, sitter.short_of(snapshot.supply), texts, brief) for sitter in changed])
    key = f"lobby-level.{_why_to_house(taken_from)}" if brief else "lobby-level"
    anew = "no" if snapshot.stage == "lobby" else "yes"
    told = texts(key, chips=texts.chips(snapshot.supply), changes=changes, anew=anew)
    names = [sitter.name for sitter in _to_press(snapshot)]
    return Markup(" ").join([told, texts("lobby-level-press", names=names, count=len(names))]) if names else told


def _levelled(sitter: Sitter, more: int, texts: Texts, brief: bool) -> str:
    """What one of them pays in or gets back, and what the house takes of the stack before that. ``brief``: why it does
    is said already."""
    kind = "more" if more > 0 else "less" if more < 0 else "even"
    if not sitter.to_house:
        return texts(f"lobby-level-{kind}", name=sitter.name, count=abs(more))
    if brief:
        return texts(f"lobby-level-{kind}.brief", name=sitter.name, count=abs(more), house=sitter.to_house)
    all_of_it = "yes" if sitter.to_house == sitter.chips else "no"
    part = texts("lobby-level-part", name=sitter.name, house=sitter.to_house, chips=sitter.chips, all=all_of_it)
    house = texts(f"lobby-level-house-{_why_to_house([sitter])}", part=part)
    return texts(f"lobby-level-{kind}.house", name=sitter.name, count=abs(more), house=house)


def _why_to_house(sitters: Collection[Sitter]) -> str:
    """Why the house takes chips of these stacks: some are extra chips, or were won beyond the limits."""
    extra, bounds = any(sitter.extra for sitter in sitters), any(sitter.bounds for sitter in sitters)
    return "both" if extra and bounds else "extra" if extra else "bounds"


def _to_press(snapshot: Snapshot) -> tuple[Sitter, ...]:
    """Who must press **Top up** before the game can start; nobody where the house gives the chips, for practice."""
    if snapshot.practice or snapshot.to_practise or snapshot.game_on:
        return ()
    people = [sitter for sitter in snapshot.next_players if sitter.user_id is not None and not sitter.tops_up]
    return tuple(sitter for sitter in people if sitter.short_of(snapshot.supply) > 0)


def pays_in(snapshot: Snapshot, user_id: int | None = None) -> bool:
    """Whether somebody, or that user, must press **Top up** before the game can start."""
    return any(user_id in {None, sitter.user_id} for sitter in _to_press(snapshot))


def waits_for(snapshot: Snapshot, texts: Texts) -> str | None:
    """Says for whose chips a new game waits; None where it waits for nobody's."""
    names = [sitter.name for sitter in _to_press(snapshot)]
    return texts("table-next-topup", names=names, count=len(names)) if names else None


def keeps_scores(snapshot: Snapshot) -> bool:
    """Whether the game counts something other than chips."""
    return GAMES[snapshot.game].judging.unit != "chips"


def tally(snapshot: Snapshot, sitter: Sitter, texts: Texts, *, held: bool = False) -> str | None:
    """What the sitter has scored: "2 rounds", or with ``held`` "2 rounds won"; None if the game counts chips."""
    if not keeps_scores(snapshot):
        return None
    view = snapshot.view
    score = view.seats[sitter.seat].score if view is not None and sitter.seat is not None else 0
    return texts.tally(GAMES[snapshot.game].judging.unit, score, held=held)


def holding(snapshot: Snapshot, sitter: Sitter, texts: Texts) -> str:
    """What the sitter has: "20 chips", "2 rounds won", or "2 rounds won, 20 chips"."""
    scored, chips = tally(snapshot, sitter, texts, held=True), texts.chips(sitter.chips)
    if scored is None:
        return chips
    return texts("tally-and-chips", tally=scored, chips=chips) if has_chips(snapshot) else scored


def standings(snapshot: Snapshot, texts: Texts) -> str:
    """What each player of the deal has, in one line: "**Ann** 2 rounds won · **Bo** 1 round won"."""
    players = snapshot.players
    told = [texts("scores-line", name=player.name, score=holding(snapshot, player, texts)) for player in players]
    return texts("result-separator").join(told)


def left_behind(snapshot: Snapshot, texts: Texts, *, totals: bool = False) -> str | None:
    """Where the chips went that lay on a table when it was closed; None if there were none.

    ``totals``: what everybody has won in all deals stands above it, without these chips.
    """
    if snapshot.shared:
        return texts("closed-shared.totals" if totals else "closed-shared", chips=texts.chips(snapshot.shared))
    lying = snapshot.pot + sum(chips for _, chips in snapshot.pools)
    return texts("closed-unclaimed", chips=texts.chips(lying)) if lying else None


def taken_back(snapshot: Snapshot, texts: Texts, user_id: int | None = None) -> str | None:
    """Says how many extra chips the house took back (``poch.md PO-33``), from that user or else from all who sat there
    until the table closed; None if none."""
    users = {s.user_id for s in snapshot.sitters} if user_id is None else {user_id}
    count = sum(back for user, back in snapshot.taken_back if user in users)
    return texts("extra-chips-back", count=count) if count else None


def bounded(snapshot: Snapshot, texts: Texts, user_id: int) -> str | None:
    """Tells a person who got up what of the winnings was not paid, and why; None if all was."""
    found = dict(snapshot.bounds).get(user_id)
    return Markup(" ").join(_bounded(snapshot, found, texts)) if found else None


def who_was_bounded(snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """The same for everybody who sat there until the table closed, for all to read."""
    names = {sitter.user_id: sitter.name for sitter in snapshot.sitters}
    for user_id, found in snapshot.bounds:
        if user_id in names:
            yield from _bounded(snapshot, found, texts, names[user_id])


def bounded_at_a_start(snapshot: Snapshot, names: Collection[str], texts: Texts) -> Iterator[str]:
    """The same for those of these who would not be paid all if a new game began now."""
    for sitter in snapshot.sitters:
        if sitter.name in names:
            yield from _bounded(snapshot, sitter.bounds, texts, sitter.name)


def bounded_by_level(snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """The same for everybody whose stack was levelled before the present deal."""
    for change in snapshot.levelled:
        yield from _bounded(snapshot, change.bounds, texts, snapshot.at(change.seat).name)


def _bounded(snapshot: Snapshot, found: Bounds, texts: Texts, name: str | None = None) -> list[str]:
    form = "" if name is None else ".of"
    said = {"name": name} if name is not None else {}
    lines = []
    if found.over:
        limits = {"here": snapshot.buy_in, "most": MOST_FROM_HOUSE}
        lines.append(texts(f"bounded-house{form}", won=found.won, all=found.won + found.over, **limits, **said))
    if found.nobodys:
        lines.append(texts(f"bounded-nobodys{form}", count=found.nobodys, **said))
    return lines


def capped(snapshot: Snapshot, texts: Texts, seat: int | None = None) -> str | None:
    """Says that a deal cost less than by the rules, because none costs more than the buy-in; None if it didn't.

    ``seat``: what that means for its player alone.
    """
    if seat is not None:
        own = next((found for found in snapshot.capped if found.seat == seat), None)
        if own is None:
            return None
        form = "won" if own.before > 0 else "lost"
        return texts(f"capped-{form}", paid=abs(own.after), all=abs(own.before), most=snapshot.buy_in)
    told = [
        texts(
            "capped-winner" if found.before > 0 else "capped-loser",
            name=snapshot.at(found.seat).name,
            paid=abs(found.after),
            all=abs(found.before),
        )
        for found in snapshot.capped
    ]
    return texts("capped", parts=texts.list(told), most=snapshot.buy_in) if told else None


def in_debt(snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """Says who got up after the deal because of a debt."""
    for _, name, owed in snapshot.in_debt:
        yield texts("in-debt", name=name, count=owed, most=snapshot.buy_in)


def own_debt(snapshot: Snapshot, texts: Texts, user_id: int) -> str | None:
    """The same for the person; None for others."""
    owed = next((chips for user, _, chips in snapshot.in_debt if user == user_id), None)
    return texts("in-debt.own", count=owed, most=snapshot.buy_in) if owed is not None else None
