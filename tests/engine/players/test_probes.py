"""Players with one obvious habit, to measure others against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.actions import Action, Bet, Discard, Draw, Fold, Knock, Pass, Play, Stay
from engine.cards import Card, card
from engine.game import GAMES
from engine.games.poch.state import stacks
from engine.middle import Pools
from engine.parts.sets import best_set
from engine.players import PLAYERS, PROBES, Player
from engine.shuffle import Stream
from engine.simulate import play_deal
from engine.view import View
from tests.conformance.deals import Setup, each_option_and_each_number_of_seats
from tests.kit import dompe, knock_poker, knock_rummy, poch
from tests.kit.crummy import COMPLETE
from tests.kit.crummy import deal as crummy_deal
from tests.kit.table import Table

CAREFUL = PLAYERS["careful"]
SETUPS = [setup for setup in each_option_and_each_number_of_seats() if setup.game.name in GAMES]
PLAYED = [(probe, game) for probe in PROBES.values() for game in GAMES if probe.plays(game)]
EACH = pytest.mark.parametrize(("probe", "game"), PLAYED, ids=[f"{probe.name}-{game}" for probe, game in PLAYED])


def choose(table: Table, probe: str) -> Action:
    """What the probe does whose turn it is."""
    (seat, *_) = table.game.to_act(table.state)
    return PROBES[probe].choose(table.game.observe(table.state, seat), Stream(b"a test"))


def careful(table: Table) -> Action:
    """What ``careful`` does whose turn it is."""
    (seat, *_) = table.game.to_act(table.state)
    return CAREFUL.choose(table.game.observe(table.state, seat), Stream(b"a test"))


@dataclass
class Watched:
    """What a probe saw and did, and what ``careful`` would have done."""

    probe: Player
    moves: list[tuple[View, Action, Action]] = field(default_factory=list)

    @property
    def player(self) -> Player:
        def choose(view: View, stream: Stream) -> Action:
            action = self.probe.choose(view, stream)
            self.moves.append((view, action, CAREFUL.choose(view, stream)))
            return action

        return Player(self.probe.name, choose)


def watch(probe: Player, setups: list[Setup]) -> Watched:
    """Plays a whole deal of each with the probe at every other seat, and of the first also with it at all seats."""
    watched = Watched(probe)
    for setup in setups:
        for others in (watched.player, CAREFUL) if setup is setups[0] else (CAREFUL,):
            table = [others if seat % 2 else watched.player for seat in range(setup.seats)]
            chances = [Stream(b"a test")] * setup.seats
            played = play_deal(setup.game, setup.rules, setup.stakes, setup.chance.to_bytes(32, "big"), table, chances)
            assert played.actions <= setup.game.most_actions(setup.rules, setup.seats)
    return watched


def always(do: str) -> Callable[[View, Action], bool]:
    """Whether that is done whenever it is offered."""
    return lambda view, action: view.prompt(do) is None or action.do == do


def never(do: str) -> Callable[[View, Action], bool]:
    """Whether that isn't done."""
    return lambda view, action: action.do != do


def draws(source: str) -> Callable[[View, Action], bool]:
    """Whether a card that is drawn comes from there, if one can be."""

    def kept(view: View, action: Action) -> bool:
        draw = view.prompt("draw")
        return (
            not isinstance(action, Draw) or action.source == source or (draw is not None and source not in draw.choices)
        )

    return kept


def folds_only_where_it_must(view: View, action: Action) -> bool:
    return action.do != "fold" or {prompt.do for prompt in view.prompts} == {"fold"}


def plays(pick: Callable[[list[Card]], Card]) -> Callable[[View, Action], bool]:
    def kept(view: View, action: Action) -> bool:
        play = view.prompt("play")
        if not isinstance(action, Play) or play is None:
            return True
        return action.card.rank is pick([there for there in play.choices if isinstance(there, Card)]).rank

    return kept


def bets_what_it_has(view: View, action: Action) -> bool:
    bet = view.prompt("bet")
    if bet is None:
        return True
    own = view.own
    assert own is not None
    assert bet.least is not None
    assert bet.most is not None
    return isinstance(action, Bet) and (action.amount == bet.least or action.amount >= min(bet.most, own.chips))


def opens_for_what_there_is_to_win(view: View, action: Action) -> bool:
    bet = view.prompt("bet")
    assert not isinstance(view.middle, Pools) or bet is None or bet.most is not None
    if not isinstance(view.middle, Pools) or bet is None or bet.most is None or view.middle.bet:
        return True
    lies = sum(pool.chips for pool in view.middle.pools if pool.bet_for)
    return isinstance(action, Bet) and action.amount == max(1, min(bet.most, max(lies, len(view.seats))))


def matches_at_most(view: View, action: Action) -> bool:
    bet = view.prompt("bet")
    return not isinstance(action, Bet) or (bet is not None and action.amount == bet.least and bool(view.prompt("fold")))


HABITS: dict[str, Callable[[View, Action], bool]] = {
    "never-folds": folds_only_where_it_must,
    "loose": lambda view, action: len(best_set(view.hand)) < 3 or folds_only_where_it_must(view, action),
    "always-folds": always("fold"),
    "knocks-with-anything": always("knock"),
    "never-knocks": never("knock"),
    "tight": lambda view, action: not isinstance(action, Bet) or len(best_set(view.hand)) >= 3,
    "never-shows": never("show"),
    "stock-only": draws("stock"),
    "upcard-only": draws("discard"),
    "never-bets": never("bet"),
    "bets-the-most": bets_what_it_has,
    "steals": opens_for_what_there_is_to_win,
    "only-calls": matches_at_most,
    "plays-highest": plays(lambda cards: max(cards, key=lambda there: there.rank)),
    "plays-lowest": plays(lambda cards: min(cards, key=lambda there: there.rank)),
    "takes-tricks": lambda view, action: True,
    "avoids-tricks": lambda view, action: True,
    "never-lays": never("meld"),
}


@EACH
def test_a_probe_plays_whole_deals_at_every_number_of_seats_and_with_every_option_and_keeps_its_habit(probe, game):
    setups = [setup for setup in SETUPS if setup.game.name == game]
    assert {setup.seats for setup in setups} == set(GAMES[game].seats)
    watched = watch(probe, setups)
    broken = [(view, action) for view, action, _ in watched.moves if not HABITS[probe.name](view, action)]
    assert not broken
    assert any(action != usual for _, action, usual in watched.moves), "else it would be no habit of its own"


def test_every_game_has_probes_and_every_probe_a_habit_that_is_looked_at():
    assert set(HABITS) == set(PROBES)
    for game in GAMES:
        assert sum(probe.plays(game) for probe in PROBES.values()) >= 3


def test_no_table_offers_a_probe():
    assert not set(PROBES) & set(PLAYERS)
    assert not any(player in PROBES.values() for player in PLAYERS.values())


@pytest.mark.parametrize("probe", [name for name, probe in PROBES.items() if probe.plays("knock-poker")])
@pytest.mark.parametrize("seat", [None, 1])
def test_who_is_asked_nothing_chooses_nothing(probe, seat):
    at = knock_poker.deal([knock_poker.HIGH, knock_poker.ACES], rest="2C 2D")
    with pytest.raises(ValueError, match=r"nothing"):
        PROBES[probe].choose(at.seen_by(seat), Stream(b"a test"))


def test_after_a_knock_in_knock_poker():
    """Nothing, a pair, and two pairs, of which careful would stay in with none."""
    for cards, stays in (("7S 5H 4D 3C 2S", {"never-folds"}), ("7S 7H 4D 3C 2S", {"never-folds", "loose"})):
        at = knock_poker.deal([knock_poker.ACES, cards], rest="JC KD").knock(0).draw(1)
        assert isinstance(careful(at), Fold)
        for probe in ("never-folds", "loose", "always-folds", "tight"):
            assert choose(at, probe) == (Discard(1, card("2S")) if probe in stays else Fold(1, card("2S")))
    good = knock_poker.deal([knock_poker.HIGH, knock_poker.ACES], rest="JC KD").knock(0).draw(1)
    assert isinstance(choose(good, "always-folds"), Fold)


def test_where_the_stock_is_gone():
    at = knock_poker.deal(knock_poker.TEN, "4H 4C").draw(0).knock(0).discard(0, "4C")
    assert choose(at, "always-folds") == Fold(1)
    assert careful(at) == Fold(1)
    assert choose(at, "never-folds") == Stay(1)


def test_knocks_in_knock_poker():
    weak = knock_poker.deal([knock_poker.HIGH, knock_poker.ACES], rest="JC KD")
    assert choose(weak, "knocks-with-anything") == Knock(0)
    pairs = knock_poker.deal(["KS KH 8D 8C 2S", knock_poker.ACES], rest="JC 3D")
    assert careful(pairs) == Knock(0)
    assert choose(pairs, "tight") == choose(pairs, "never-knocks") == Draw(0, "stock")
    three = knock_poker.deal(["KS KH KD 8C 2S", knock_poker.ACES], rest="JC 3D")
    assert choose(three, "tight") == Knock(0)
    assert choose(three, "never-knocks") == Draw(0, "stock")
    drawn = knock_poker.deal(["KS KH 8D 8C 2S", knock_poker.ACES], rest="JC 3D").draw(0)
    assert choose(drawn, "tight") == choose(drawn, "never-knocks") == Discard(0, card("2S"))


def test_calls_and_outright_wins_in_dompe():
    three = dompe.deal("QS QH QD 5C 3S", "KS JD 9H 6C 4S", rest="9D 2C")
    assert choose(three, "tight").do == choose(three, "never-knocks").do == "discard"
    straight = dompe.deal("QS JH TD 9C 8S", "KS KD 9H 6C 4S", rest="2D 2C")
    assert choose(straight, "tight").do == "knock"
    flush = dompe.deal("QS TS 9S 5S 3S", "KH JD 9H 6C 4H", rest="2S 2C")
    assert careful(flush).do == "show"
    assert choose(flush, "never-shows").do == "knock", "five of the six are a flush"


def test_knocks_in_knock_rummy():
    at = knock_rummy.deal(["7S 8S 9S KH KD KC 2C 2D 2H JH", ""], rest="QC 9D").draw(0)
    assert choose(at, "knocks-with-anything") == choose(at, "tight") == Knock(0)
    assert choose(at, "never-knocks").do == "discard"
    more = knock_rummy.deal(["7S 8S 9S KH KD KC 2C 9H 4C JH", ""], rest="QC 9D").draw(0)
    assert careful(more) == choose(more, "knocks-with-anything") == Knock(0)
    assert choose(more, "tight").do == "discard"


def test_bets_in_poch():
    good = poch.deal("poch", ["AS AH AC 9D 8C 7C 7D JC", "", "", ""], "KD")
    assert choose(good, "never-bets") == Pass(0)
    assert choose(good, "bets-the-most") == Bet(0, stacks(good.state)[0]), "all that it has"
    assert isinstance(choose(good, "tight"), Bet)
    large = poch.deal("poch-1873", ["", "QS QH 7D 8C TS", "", ""], "KD").bets("1b30")
    assert choose(large, "never-folds") == choose(large, "loose") == Bet(1, 30)
    assert choose(large, "always-folds") == choose(large, "never-bets") == choose(large, "tight") == Fold(1)
    assert choose(good, "steals") == Bet(0, 4), "the pool has a chip of each of the four"
    assert choose(good, "only-calls") == Pass(0)
    assert choose(large, "steals") == careful(large)
    small = poch.deal("poch-1873", ["", "AS AH AD 7D 8C", "", ""], "KD").bets("1b1")
    assert careful(small) != choose(small, "only-calls") == Bet(1, 1)
    odd = poch.deal("poch-1873", ["", "QS KH 7D 8C TS", "", ""], "KD").bets("1b30")
    assert choose(odd, "loose") == Fold(1)


def test_tricks_in_crummy():
    hands = ["7S 9S", "7H JH", "KD QD 7D 9D"]
    at = crummy_deal(hands).in_turn("7S 7H")
    assert choose(at, "takes-tricks") == Play(2, card("7D")), "the last of three sevens has the trick"
    assert choose(at, "avoids-tricks") == Play(2, card("KD")), "two sevens lie there"
    at = crummy_deal(COMPLETE).in_turn("JH 9C KD 8S")
    assert careful(at).do == "meld"
    assert choose(at, "never-lays").do == "play"
    at = crummy_deal(hands).in_turn("9S JH")
    assert choose(at, "takes-tricks") == Play(2, card("9D"))
    assert choose(at, "plays-highest") == Play(2, card("KD"))
    assert choose(at, "plays-lowest") == Play(2, card("7D"))
    assert choose(at, "avoids-tricks") == Play(2, card("7D")), "it neither beats the jack nor matches a card"
