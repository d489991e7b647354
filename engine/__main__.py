"""The engine on the command line: ``python -m engine --help`` (record.md)."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NoReturn, TypeVar

from engine.cards import JOKER, JOKERS, SUITS, Card, CardError, Pack, Suit, refuse_repeats
from engine.errors import BadSetup
from engine.game import GAMES, Game, Ranking
from engine.ladder import LEAST_DECKS, Row, Setting, measure, pairs
from engine.ladder_report import as_json, table
from engine.playback import play, result, verify, verify_play, write_ranking
from engine.players import LEVELS, PLAYERS, PROBES, Player
from engine.players.base import Limit
from engine.players.levels import WORLDS, levels
from engine.proof import verify_bound, verify_bound_play
from engine.quoting import MOST_QUOTED, shortened
from engine.record import Record, RecordError, find_game, find_rules, is_bound, parse_json, read_record
from engine.rules import Option, Rules, options, read_rules
from engine.simulate import simulate

OK: Final = 0
NOT_VERIFIED: Final = 1
MALFORMED: Final = 2
ILLEGAL_ACTION: Final = 3


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, as for everything else that is malformed."""
        raise _UsageError(message, self.prog)


class _UsageError(Exception):
    """What argparse finds wrong with the arguments, and the command whose help tells more."""


def _usage(error: _UsageError, arguments: Sequence[str]) -> str:
    """One line about the error, which quotes no argument at length."""
    message, prog = error.args
    for given in sorted((argument for argument in arguments if len(argument) > MOST_QUOTED), key=len, reverse=True):
        for quoted in (repr(given), given):
            message = message.replace(quoted, shortened(quoted))
    said, colon, unknown = message.partition(f"{_UNKNOWN}: ")
    return f"{said}{colon}{shortened(unknown)} (see {prog} --help)" if colon else f"{message} (see {prog} --help)"


_UNKNOWN: Final = "unrecognized arguments"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code: 0, 1 not verified, 2 malformed input, 3 illegal action."""
    try:
        options_ = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], tuple[int, object]] = options_.command
        code, answer = command(options_)
        if isinstance(answer, Iterator):
            for line in answer:
                print(line, flush=True)
        else:
            print(json.dumps(answer, indent=2 if command is _games else None), flush=True)
    except _UsageError as error:
        print(_usage(error, sys.argv[1:] if arguments is None else arguments).replace("\n", " "), file=sys.stderr)
        return MALFORMED
    except (RecordError, BadSetup) as error:
        print(str(error).replace("\n", " "), file=sys.stderr)
        return MALFORMED
    except BrokenPipeError:  # whoever read the output has gone away
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m engine",
        description="Plays, values and checks the games. Results are JSON on standard output; ladder's are a table.",
        epilog="Exit codes: 0 done, 1 not verified, 2 malformed input (one line on standard error), 3 illegal action. "
        "Records, cards and results: engine/record.md.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("games", help="every game with its seats and rules, as JSON")
    command.set_defaults(command=_games)

    command = commands.add_parser("replay", help="plays a table record and tells how it stands")
    command.add_argument("record", metavar="RECORD.json", help="a file, or - for standard input")
    command.set_defaults(command=_replay)

    command = commands.add_parser("verify", help="recomputes the shuffles of a table record, and nothing else")
    command.add_argument("record", metavar="RECORD.json", help="a file, or - for standard input")
    command.add_argument("--play", action="store_true", help="plays the record, too: whether all of it is legal")
    command.add_argument("--root", metavar="NUMBER", help="what the channel's line says the deals are bound to")
    command.set_defaults(command=_verify)

    command = commands.add_parser("rank", help="what some cards are worth")
    _add_game(command)
    command.add_argument("cards", metavar="CARDS", help='such as "8C 7H 6S 9D 4D"')
    _add_pay_suit(command)
    command.set_defaults(command=_rank)

    command = commands.add_parser("compare", help="which of two hands is higher")
    _add_game(command)
    command.add_argument("a", metavar="A", help='such as "AS KS QS JS TS"')
    command.add_argument("b", metavar="B")
    _add_pay_suit(command)
    command.set_defaults(command=_compare)

    command = commands.add_parser("simulate", help="plays deals between computer players")
    _add_game(command)
    command.add_argument("--seats", type=_number(1), help="default: the fewest recommended")
    command.add_argument("--deals", type=_number(1), default=1000, help="default: 1000")
    command.add_argument("--seed", type=_number(0), default=0, help="default: 0")
    command.add_argument(
        "--players",
        default="random",
        help=f"names with commas, repeated around the table: {_OFFERED}, or probes; default: random",
    )
    command.set_defaults(command=_simulate)

    command = commands.add_parser(
        "ladder",
        help="how much better one computer player is than others, in duplicate deals",
        epilog="Each deck is dealt as often as there are seats, with the measured player at each seat in turn. A row "
        "stops at one of a few looks, fixed beforehand, if its interval is clear of 0 there; all these intervals hold "
        "in 95 of 100 rows. The same seed gives the same figures on every machine, except for the times.",
    )
    _add_game(command)
    command.add_argument("--seats", type=_number(1), help="default: the fewest recommended")
    command.add_argument(
        "--levels",
        default="careful,random",
        metavar="A,B[,...]",
        help=f"A is measured over each other: {_OFFERED}, or probes, of which '{_ALL_PROBES}' names all that play the "
        "game; default: careful,random",
    )
    command.add_argument("--every-pair", action="store_true", help="measures each level over all named after it")
    command.add_argument("--decks", type=_number(LEAST_DECKS), default=2000, help="the most decks a row; default: 2000")
    command.add_argument(
        "--worlds", type=_number(1), help=f"the most worlds an expert looks at for a decision; default: {WORLDS}"
    )
    command.add_argument("--play-out", action="store_true", help="plays all decks, whatever is clear before")
    command.add_argument("--seed", type=_number(0), default=0, help="default: 0")
    command.add_argument("--json", action="store_true", help="JSON instead of a table")
    command.set_defaults(command=_ladder)
    return parser


_ALL_PROBES: Final = "probes"
_OFFERED: Final = ", ".join((*PLAYERS, *LEVELS))


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--rules", default="{}", metavar="JSON", help='such as {"ante": 2}')


def _add_pay_suit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pay-suit", metavar="S", help="for games with a pay suit: S, H, D or C")


def _number(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) < least:
            raise argparse.ArgumentTypeError(f"{shortened(repr(text))} is not a whole number from {least}")
        return int(text)

    return number


def _games(_: argparse.Namespace) -> tuple[int, object]:
    return OK, [_game(game) for game in GAMES.values()]


def _game(game: Game[Any]) -> dict[str, object]:
    return {
        "name": game.name,
        "seats": {"least": game.seats[0], "most": game.seats[-1]},
        "recommended": {"least": game.telling.recommended[0], "most": game.telling.recommended[-1]},
        "clockwise": game.clockwise,
        "unit": game.judging.unit,
        "chips": game.money.chips,
        "pools": list(game.money.pools),
        "pay_suit": game.judging.rank_with_pay_suit is not None,
        "players": [player.name for player in PLAYERS.values() if player.plays(game.name)],
        "levels": [level.name for level in LEVELS.values() if level.plays(game.name)],
        "probes": [probe.name for probe in PROBES.values() if probe.plays(game.name)],
        "rules": [_option(option) for option in options(game.rules)],
    }


def _option(option: Option) -> dict[str, object]:
    written: dict[str, object] = {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "label": option.label,
        "description": option.description,
        "choices": [value for value, _ in option.choices] if option.choices else None,
    }
    if option.kind == "number":
        written |= {"least": option.least, "most": option.most}
    return written


_Answer = TypeVar("_Answer")


def _with_record(path: str, then: Callable[[Record], _Answer]) -> _Answer:
    """The answer about the record in a file; every error names the file."""
    return _with_data(path, lambda data: then(read_record(data)))


def _with_data(path: str, then: Callable[[object], _Answer]) -> _Answer:
    """The same about the JSON value in it."""
    name = "standard input" if path == "-" else shortened(path)
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"{name} can't be read: {error.strerror or error}") from None
    except ValueError as error:  # a path with a null character
        raise RecordError(f"{shortened(repr(path))} can't be read: {error}") from None
    data = parse_json(text, name)
    try:
        return then(data)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def _replay(arguments: argparse.Namespace) -> tuple[int, object]:
    playback = _with_record(arguments.record, play)
    return ILLEGAL_ACTION if playback.refused else OK, result(playback)


def _verify(arguments: argparse.Namespace) -> tuple[int, object]:
    published: str | None = arguments.root

    def checked(data: object) -> tuple[bool, bool, dict[str, object]]:
        if is_bound(data):
            if published is None:
                raise RecordError("--root is missing: give the number that stands in the channel")
            if arguments.play:
                return verify_bound_play(data, published)
            fair, findings = verify_bound(data, published)
            return fair, True, findings
        if published is not None:
            raise RecordError("--root is for records of a later format")
        if arguments.play:
            return verify_play(read_record(data))
        fair, findings = verify(read_record(data))
        return fair, True, findings

    fair, legal, findings = _with_data(arguments.record, checked)
    return (OK if legal else ILLEGAL_ACTION) if fair else NOT_VERIFIED, findings


def _game_and_rules(arguments: argparse.Namespace) -> tuple[Game[Any], Rules]:
    game = find_game(arguments.game)
    return game, find_rules(game, parse_json(arguments.rules, "--rules"))


def _hand(pack: Pack, text: str, other: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The cards of a hand that is compared with ``other``; a bare X is the joker that ``other`` lacks."""
    try:
        hand = tuple(pack.card(word) for word in _words(text))
        if JOKERS[0] in other and JOKERS[1] not in (*other, *hand):
            bare = {place for place, word in enumerate(_words(text)) if word.upper() == JOKER.notation}
            hand = tuple(JOKERS[1] if place in bare else card for place, card in enumerate(hand))
        refuse_repeats(hand)
    except CardError as error:
        raise RecordError(f"the cards {shortened(repr(text))}: {error}") from None
    return hand


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _ranked(game: Game[Any], rules: Rules, hand: tuple[Card, ...], pay_suit: Suit | None) -> Ranking:
    try:
        return (
            game.judging.rank_with_pay_suit(rules, hand, pay_suit)
            if game.judging.rank_with_pay_suit
            else game.judging.rank(rules, hand)
        )
    except ValueError as error:
        named = " ".join(card.notation for card in hand)
        raise RecordError(f"the cards {shortened(repr(named))}: {error}") from None


def _with_jokers(game: Game[Any], rules: Rules, *hands: str) -> Rules:
    """The rules with at least as many jokers as the hands name together, if their number is an option."""
    named = sum(word.upper().startswith("X") for hand in hands for word in _words(hand))
    if named <= game.pack(rules, game.seats[-1]).jokers:
        return rules
    try:
        return read_rules(game.rules, {**rules.changed(), "jokers": named})
    except ValueError:
        return rules  # no such option, or too many jokers: the error will name the joker that is not in the pack


def _pay_suit(arguments: argparse.Namespace, game: Game[Any]) -> Suit | None:
    given: str | None = arguments.pay_suit
    if given is None:
        return None
    if game.judging.rank_with_pay_suit is None:
        raise RecordError(f"--pay-suit: {game.name} has no pay suit")
    found = next((suit for suit in SUITS if suit.value == given.strip().upper()), None)
    if found is None:
        raise RecordError(f"--pay-suit: {shortened(repr(given))} is not a suit: write S, H, D or C")
    return found


def _rank(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    pay_suit = _pay_suit(arguments, game)
    rules = _with_jokers(game, rules, arguments.cards)
    hand = _hand(game.pack(rules, game.seats[-1]), arguments.cards)
    return OK, write_ranking(_ranked(game, rules, hand, pay_suit))


def _compare(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    pay_suit = _pay_suit(arguments, game)
    rules = _with_jokers(game, rules, arguments.a, arguments.b)
    pack = game.pack(rules, game.seats[-1])
    first = _hand(pack, arguments.a)
    second = _hand(pack, arguments.b, first)
    for card in first:
        if card in second:
            raise RecordError(f"the card {card} is in both hands, but the pack has only one: change one of them")
    a, b = (_ranked(game, rules, hand, pay_suit) for hand in (first, second))
    if a.value == b.value and pay_suit is None and _decides(game, rules, first, second):
        raise RecordError("which hand is higher depends on the pay suit: name it, as in --pay-suit H")
    if a.cannot_win and b.cannot_win:
        raise RecordError(f"neither hand can win: {a.cannot_win}")
    outcome = "higher" if a.value > b.value else "lower" if a.value < b.value else "equal"
    return OK, {"result": outcome, "a": write_ranking(a), "b": write_ranking(b)}


def _decides(game: Game[Any], rules: Rules, first: tuple[Card, ...], second: tuple[Card, ...]) -> bool:
    """Whether a pay suit could tell apart two hands that are worth the same without one."""
    if game.judging.rank_with_pay_suit is None:
        return False
    return any(_ranked(game, rules, first, suit).value != _ranked(game, rules, second, suit).value for suit in SUITS)


def _seats(arguments: argparse.Namespace, game: Game[Any]) -> int:
    seats: int = arguments.seats or game.telling.recommended[0]
    if seats not in game.seats:
        raise RecordError(f"--seats is {seats}, but {game.name} is for {game.seats[0]} to {game.seats[-1]}")
    return seats


def _simulate(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    seats = _seats(arguments, game)
    players = _players(arguments.players, game, seats)
    began = perf_counter()
    totals = simulate(game, rules, players, arguments.deals, arguments.seed)
    seconds = perf_counter() - began
    return OK, {
        "game": game.name,
        "rules": rules.changed(),
        "seats": seats,
        "players": [player.name for player in players],
        "seed": arguments.seed,
        "deals": totals.deals,
        "actions": totals.actions,
        "actions_per_deal": round(totals.actions / totals.deals, 2),
        "wins": list(totals.wins),
        "net": list(totals.net),
        "void": totals.void,
        "stock_outs": totals.stock_outs,
        "pot": totals.pot,
        "pools": dict(totals.pools),
        "seconds": round(seconds, 3),
        "actions_per_second": round(totals.actions / seconds),
    }


def _players(names: str, game: Game[Any], seats: int) -> tuple[Player, ...]:
    chosen = [_player(name, game, "--players") for name in names.split(",")]
    if len(chosen) > seats:
        raise RecordError(f"--players names {len(chosen)} players for {seats} seats")
    return tuple(chosen[seat % len(chosen)] for seat in range(seats))


def _player(name: str, game: Game[Any], argument: str, searching: Mapping[str, Player] = LEVELS) -> Player:
    """The player, level or probe of that name, which plays the game."""
    known = {**PLAYERS, **searching, **PROBES}
    player = known.get(name.strip())
    if player is None:
        there = ", ".join(player.name for player in known.values() if player.plays(game.name))
        raise RecordError(f"{argument}: {shortened(repr(name))} is none of {there}")
    if not player.plays(game.name):
        raise RecordError(f"{argument}: {player.name} does not play {game.name}")
    return player


def _ladder(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    seats = _seats(arguments, game)
    if seats < 2:
        raise RecordError(f"--seats is {seats}, but a player is measured over others: take 2 or more")
    players = _levels(arguments.levels, game, arguments.worlds)
    setting = Setting(game, rules, seats, arguments.seed, arguments.decks, arguments.play_out)
    rows = _measured(setting, players, every=arguments.every_pair)
    if arguments.json:
        return OK, as_json(setting, players, rows)
    return OK, table(setting, players, rows)


def _levels(names: str, game: Game[Any], worlds: int | None) -> list[Player]:
    """The players to be measured, the first over the others; experts look at so many worlds at most."""
    searching = levels(Limit(worlds)) if worlds else LEVELS
    players: list[Player] = []
    for name in names.split(","):
        if name.strip() == _ALL_PROBES:
            players += (probe for probe in PROBES.values() if probe.plays(game.name))
        else:
            players.append(_player(name, game, "--levels", searching))
    if len(players) < 2:
        raise RecordError("--levels names one player: name another to measure it over, as in --levels careful,random")
    return players


def _measured(setting: Setting, players: Sequence[Player], *, every: bool) -> Iterator[Row]:
    """The rows; while each is measured, a terminal is told on standard error how far it is."""
    terminal = sys.stderr.isatty()
    for player, other in pairs(players, every=every):
        progress = _Progress(f"{player.name} over {other.name}", setting.decks) if terminal else None
        try:
            yield measure(setting, player, other, clock=perf_counter, progress=progress or _tell_nobody)
        finally:
            if progress is not None:
                progress.clear()


def _tell_nobody(_: int) -> None:
    pass


class _Progress:
    """A line on standard error that says how many decks are played; it is drawn a few times a second."""

    def __init__(self, what: str, decks: int) -> None:
        self._what, self._decks = what, decks
        self._began = self._drawn = perf_counter()
        self._width = 0

    def __call__(self, decks: int) -> None:
        now = perf_counter()
        if now - self._drawn >= _REDRAWN_AFTER:
            self._drawn = now
            line = f"{self._what}: {decks:,} of at most {self._decks:,} decks, {now - self._began:.0f} s"
            print(f"\r{line:{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = len(line)

    def clear(self) -> None:
        """Takes the line away."""
        if self._width:
            print(f"\r{'':{self._width}}\r", end="", file=sys.stderr, flush=True)


_REDRAWN_AFTER: Final = 0.2
"""Seconds."""


if __name__ == "__main__":
    sys.exit(main())
