"""A ladder as people read it, a table in text, and as JSON (record.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.ladder import ERROR, Look, Row, Setting, Times
from engine.players import Player


def table(setting: Setting, players: Sequence[Player], rows: Iterable[Row]) -> Iterator[str]:
    """The lines of the table, each as soon as its row is measured; ``players`` are those of all rows."""
    names = [player.name for player in players]
    width = max(len(_pair(player, over)) for player in names for over in names)
    begun = False
    for row in rows:
        if not begun:  # not before the first row, so that nothing is printed where no deal can be dealt
            yield from heading(setting, width, players)
            begun = True
        yield _line(row, width)


def heading(setting: Setting, width: int, players: Sequence[Player] = ()) -> Iterator[str]:
    """What all rows have in common, and the columns; ``width`` is that of the first, in characters."""
    game, changed = setting.game, setting.rules.changed()
    options = f", rules {', '.join(f'{name} {value}' for name, value in changed.items())}" if changed else ""
    yield f"{game.name}, {setting.seats} seats, seed {setting.seed}{options}: {_count(setting.seats)} deals a deck"
    yield f"net: {game.judging.unit} a deal less the table's mean; {_told(setting.looks)}"
    for player in players:
        missing = player.unknown(game.name, setting.rules)
        if missing:
            yield f"{player.name} plays as careful does: it doesn't know the option {', '.join(missing)}"
    scores = f"{'net':>9} {'95 % interval':>20} {'decks':>7} {'won':>7} {'void':>5}"
    yield f"{'':{width}} {scores} {'worlds':>7} {'median ms':>10} {'p99 ms':>8}"


def _told(looks: Sequence[Look]) -> str:
    """When a row stops, and what its interval is worth."""
    *early, last = looks
    if not early:
        return f"one look, after {_count(last.decks)} decks"
    decks = ", ".join(_count(look.decks) for look in early)
    intervals = ", ".join(f"{100 * (1 - look.error):g}" for look in looks)
    hold = f"all hold in {100 * (1 - ERROR):g} of 100"
    return f"looks after {decks} and {_count(last.decks)} decks, intervals of {intervals} %: {hold}"


def _line(row: Row, width: int) -> str:
    interval = f"{row.net - row.half_width:+.3f} to {row.net + row.half_width:+.3f}"
    thought = f"{row.worlds:>7.0f} {row.times.median:>10.2f} {row.times.p99:>8.2f}"
    return (
        f"{_pair(row.player, row.over):{width}} {row.net:>+9.3f} {interval:>20} {_count(row.decks):>7} "
        f"{100 * row.won:>5.1f} % {_count(row.void):>5} {thought}  {row.verdict}"
    )


def _pair(player: str, over: str) -> str:
    return f"{player} over {over}"


def _count(number: int) -> str:
    return f"{number:,}"


def as_json(setting: Setting, players: Sequence[Player], rows: Iterable[Row]) -> dict[str, object]:
    """The whole ladder; only the times differ from machine to machine."""
    return {
        "game": setting.game.name,
        "rules": setting.rules.changed(),
        "seats": setting.seats,
        "seed": setting.seed,
        "unit": setting.game.judging.unit,
        "unknown": {
            player.name: list(missing)
            for player in players
            if (missing := player.unknown(setting.game.name, setting.rules))
        },
        "looks": [{"decks": look.decks, "confidence": round(1 - look.error, 4)} for look in setting.looks],
        "rows": [_row(row) for row in rows],
    }


def _row(row: Row) -> dict[str, object]:
    return {
        "player": row.player,
        "over": row.over,
        "net": round(row.net, 4),
        "interval": [round(row.net - row.half_width, 4), round(row.net + row.half_width, 4)],
        "confidence": round(1 - row.error, 4),
        "verdict": row.verdict,
        "decks": row.decks,
        "deals": row.deals,
        "won": round(row.won, 4),
        "void": row.void,
        "worlds": round(row.worlds, 1),
        "milliseconds": _times(row.times),
        "others_milliseconds": _times(row.others_times),
    }


def _times(times: Times) -> dict[str, float]:
    return {"median": round(times.median, 3), "p99": round(times.p99, 3), "most": round(times.most, 3)}
