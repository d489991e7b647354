"""The engine on the command line: ``python -m engine --help`` (record.md)."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NoReturn

from engine.cards import CardError, Pack, refuse_repeats
from engine.errors import BadSetup
from engine.game import GAMES, Game, Ranking
from engine.playback import play, result, verify, write_ranking
from engine.players import PLAYERS, Player
from engine.record import Record, RecordError, find_game, find_rules, parse_json, read_record
from engine.rules import Option, Rules, options, read_rules
from engine.simulate import simulate

OK: Final = 0
NOT_VERIFIED: Final = 1
MALFORMED: Final = 2
ILLEGAL_ACTION: Final = 3


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, as for everything else that is malformed."""
        raise RecordError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code: 0, 1 not verified, 2 malformed input, 3 illegal action."""
    try:
        options_ = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], tuple[int, object]] = options_.command
        code, answer = command(options_)
        print(json.dumps(answer), flush=True)
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
    parser = _Parser(prog="python -m engine", description="Plays, values and checks the games. Results are JSON.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    one = commands.add_parser("games", help="every game with its seats and rules")
    one.set_defaults(command=_games)

    one = commands.add_parser("replay", help="plays a table record and tells how it stands")
    one.add_argument("record", metavar="RECORD.json", help="a file, or - for standard input")
    one.set_defaults(command=_replay)

    one = commands.add_parser("verify", help="recomputes the shuffles of a table record")
    one.add_argument("record", metavar="RECORD.json", help="a file, or - for standard input")
    one.set_defaults(command=_verify)

    one = commands.add_parser("rank", help="what some cards are worth")
    _add_game(one)
    one.add_argument("cards", metavar="CARDS", help='such as "8C 7H 6S 9D 4D"')
    _add_pay_suit(one)
    one.set_defaults(command=_rank)

    one = commands.add_parser("compare", help="which of two hands is higher")
    _add_game(one)
    one.add_argument("a", metavar="A", help='such as "AS KS QS JS TS"')
    one.add_argument("b", metavar="B")
    _add_pay_suit(one)
    one.set_defaults(command=_compare)

    one = commands.add_parser("simulate", help="plays deals between computer players")
    _add_game(one)
    one.add_argument("--seats", type=_number(1), help="default: the fewest recommended")
    one.add_argument("--deals", type=_number(1), default=1000, help="default: 1000")
    one.add_argument("--seed", type=_number(0), default=0, help="default: 0")
    one.add_argument(
        "--players",
        default="random",
        help=f"names with commas, repeated around the table: {', '.join(PLAYERS)}; default: random",
    )
    one.set_defaults(command=_simulate)
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--rules", default="{}", metavar="JSON", help='such as {"ante": 2}')


def _add_pay_suit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pay-suit", metavar="S", help="for games with a pay suit: S, H, D or C")


def _number(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 18 or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
        return int(text)

    return number


def _games(_: argparse.Namespace) -> tuple[int, object]:
    return OK, [_game(game) for game in GAMES.values()]


def _game(game: Game[Any]) -> dict[str, object]:
    return {
        "name": game.name,
        "seats": {"least": game.seats[0], "most": game.seats[-1]},
        "recommended": {"least": game.recommended[0], "most": game.recommended[-1]},
        "clockwise": game.clockwise,
        "unit": game.unit,
        "chips": game.chips,
        "players": [player.name for player in PLAYERS.values() if player.plays(game.name)],
        "rules": [_option(one) for one in options(game.rules)],
    }


def _option(one: Option) -> dict[str, object]:
    written: dict[str, object] = {
        "name": one.name,
        "type": one.kind,
        "default": one.default,
        "label": one.label,
        "description": one.description,
        "choices": [value for value, _ in one.choices] if one.choices else None,
    }
    if one.kind == "number":
        written |= {"least": one.least, "most": one.most}
    return written


def _read(path: str) -> Record:
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"{path} can't be read: {error.strerror or error}") from None
    except ValueError as error:  # a path with a null character
        raise RecordError(f"{path!r} can't be read: {error}") from None
    return read_record(parse_json(text, path))


def _replay(arguments: argparse.Namespace) -> tuple[int, object]:
    playback = play(_read(arguments.record))
    return ILLEGAL_ACTION if playback.refused else OK, result(playback)


def _verify(arguments: argparse.Namespace) -> tuple[int, object]:
    fair, findings = verify(_read(arguments.record))
    return OK if fair else NOT_VERIFIED, findings


def _game_and_rules(arguments: argparse.Namespace) -> tuple[Game[Any], Rules]:
    game = find_game(arguments.game)
    return game, find_rules(game, parse_json(arguments.rules, "--rules"))


def _ranked(game: Game[Any], rules: Rules, pack: Pack, text: str) -> Ranking:
    try:
        hand = tuple(pack.card(word) for word in text.replace(",", " ").split())
        refuse_repeats(hand)
        return game.rank(rules, hand)
    except (CardError, ValueError) as error:
        raise RecordError(f"the cards {text!r}: {error}") from None


def _with_jokers(rules: Rules, *hands: str) -> Rules:
    """The rules with at least as many jokers as one of the hands names, where their number is an option."""
    named = max(sum(word.upper().startswith("X") for word in hand.replace(",", " ").split()) for hand in hands)
    if named <= getattr(rules, "jokers", named):
        return rules
    try:
        return read_rules(type(rules), {**rules.changed(), "jokers": named})
    except ValueError:
        return rules  # more jokers than there are: the card that is too many will be named


def _refuse_pay_suit(arguments: argparse.Namespace) -> None:
    if arguments.pay_suit is not None:
        raise RecordError(f"--pay-suit: {arguments.game} has no pay suit")


def _rank(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    _refuse_pay_suit(arguments)
    rules = _with_jokers(rules, arguments.cards)
    return OK, write_ranking(_ranked(game, rules, game.pack(rules, game.seats[-1]), arguments.cards))


def _compare(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    _refuse_pay_suit(arguments)
    rules = _with_jokers(rules, arguments.a, arguments.b)
    pack = game.pack(rules, game.seats[-1])
    a, b = (_ranked(game, rules, pack, text) for text in (arguments.a, arguments.b))
    outcome = "higher" if a.value > b.value else "lower" if a.value < b.value else "equal"
    return OK, {"result": outcome, "a": write_ranking(a), "b": write_ranking(b)}


def _simulate(arguments: argparse.Namespace) -> tuple[int, object]:
    game, rules = _game_and_rules(arguments)
    seats = arguments.seats or game.recommended[0]
    if seats not in game.seats:
        raise RecordError(f"--seats is {seats}, but {game.name} is for {game.seats[0]} to {game.seats[-1]}")
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
        "seconds": round(seconds, 3),
        "actions_per_second": round(totals.actions / seconds),
    }


def _players(names: str, game: Game[Any], seats: int) -> tuple[Player, ...]:
    chosen: list[Player] = []
    for name in names.split(","):
        player = PLAYERS.get(name.strip())
        if player is None:
            raise RecordError(f"--players: {name!r} is none of {', '.join(PLAYERS)}")
        if not player.plays(game.name):
            raise RecordError(f"--players: {player.name} does not play {game.name}")
        chosen.append(player)
    if len(chosen) > seats:
        raise RecordError(f"--players names {len(chosen)} players for {seats} seats")
    return tuple(chosen[seat % len(chosen)] for seat in range(seats))


if __name__ == "__main__":
    sys.exit(main())
