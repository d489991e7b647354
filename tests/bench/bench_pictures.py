"""How long pictures take and how large they are: drawn here, and by a Painter's process beside a busy event loop.

The goals stand beside the figures. "Loop" is how much later than asked a sleeping task was woken while pictures were
drawn: the time for which nobody else was served. "Processor" is the median of the processor time, which other programs
on the machine do not use up: compare by it.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from bot.processes.painter import Painter
from cards_img import (
    Group,
    HandCaptions,
    Look,
    by_rank,
    grid_picture,
    groups_picture,
    hand_picture,
    showdown_picture,
    table_picture,
)
from cards_img.layout.wood import EIGHT_POOLS, NINE_POOLS, SIX_POOLS
from cards_img.pictures import samples
from cards_img.warming import warm
from engine.cards import cards
from tests.cards_img import captions
from tests.cards_img.tables import full_board, full_trick, large_hand, showdown, spectator

BOARDS = {"poch": NINE_POOLS, "le-poque": SIX_POOLS, "poch-1873": EIGHT_POOLS}
SAMPLES = {"dompe": "spanish-hand", "le-poque": "board-of-six", "poch-1873": "board-of-eight"}
"""Rows that have another name than the sample: theirs is that of earlier measurements."""
_TABLE = "p50 3 ms, p99 6 ms, 40 kB"
_HAND = "p50 0.7 ms, 15 kB"
GOALS = {
    "hand, 5 cards": _HAND,
    "table, 4 seats": _TABLE,
    **dict.fromkeys(("trick", "board", "le-poque", "poch-1873"), _TABLE),
    **{f"{game}, 6 seats, {phase}": _TABLE for game in BOARDS for phase in ("bet", "run")},
    "hand, 5 cards, words": _HAND,
    **dict.fromkeys(("table, 10 seats", "trick, 6 seats"), "40 kB"),
    "showdown, 10 hands": "42 kB",
}


def pictures() -> dict[str, Callable[[], bytes]]:
    """What is measured, by name."""
    courts = by_rank(cards("KS KH QC QD JH"))
    five, ten = by_rank(cards("QS TH 9D 6C 4H")), by_rank(cards("KS QS QH TH 9D 9C 6C 5S 4H 2D"))
    drawn: dict[str, Callable[[], bytes]] = {
        "hand, 5 cards": lambda: hand_picture(five),
        "hand, 5 cards, words": lambda: hand_picture(five, kept=five[:2], captions=captions.HAND),
        "hand, 5 court cards": lambda: hand_picture(courts, captions=captions.HAND),
        "hand, 10 cards": lambda: hand_picture(ten),
    }
    for seats in (4, 6, 10):
        view, words = spectator(seats), captions.table(seats)
        drawn[f"table, {seats} seats"] = partial(table_picture, view, words)
    for shown in (3, 10):
        over, said = showdown(max(4, shown), shown), captions.showdown(max(4, shown))
        drawn[f"showdown, {shown} hands"] = partial(showdown_picture, over, said)
    for name in ("dompe", "groups", "rows", "sheet", "trick", "board", "le-poque", "poch-1873"):
        drawn[name] = partial(samples.SAMPLES[SAMPLES.get(name, name)], Look())
    drawn["trick, 6 seats"] = full_trick
    for game, board in BOARDS.items():
        drawn[f"{game}, 6 seats, bet"] = partial(full_board, board, betting=True)
        drawn[f"{game}, 6 seats, run"] = partial(full_board, board, betting=False)
    drawn["evening"] = partial(samples.evening, Look())
    drawn |= hands()
    drawn["hand, 33 cards"] = lambda: grid_picture(large_hand(33), captions.HAND)
    return drawn


def hands() -> dict[str, Callable[[], bytes]]:
    """The hand of a panel, as each kind of game has it."""
    melds = (Group(cards("9S 9H 9D"), "", "meld"), Group(cards("3C 4C 5C 6C"), "", "meld"), Group(cards("KH 7D 2S")))
    five, eight = by_rank(cards("KS KH TD 7C 7S")), cards("KS QS 9S AH TH 8D QC 7C")
    said = HandCaptions("Two pairs, kings and sevens", "deal 12", "new")
    return {
        "poker, hand": partial(hand_picture, five, said, kept=five[:2] + five[3:]),
        "rummy, hand": partial(groups_picture, melds, said),
        "crummy, hand": partial(grid_picture, large_hand(20), said),
        "poch, hand": partial(hand_picture, eight, said),
    }


def figures(seconds: Sequence[float]) -> str:
    """Median and 99th percentile, in milliseconds."""
    ordered = sorted(seconds)
    p50, p99 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"p50 {p50 * 1e3:6.2f} ms   p99 {p99 * 1e3:6.2f} ms"


async def _busy(rounds: int, draw: Callable[[], Coroutine[Any, Any, bytes]]) -> tuple[list[float], list[float]]:
    """Seconds a picture, and by how much a task beside it was woken too late."""
    late: list[float] = []

    async def watch() -> None:
        while True:
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            late.append(time.perf_counter() - start - 0.001)

    await draw()
    watching = asyncio.create_task(watch())
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        await draw()
        taken.append(time.perf_counter() - start)
        await asyncio.sleep(0)
    watching.cancel()
    return taken, late or [0.0]


async def beside_the_loop(rounds: int) -> None:
    """The painter's process, and a thread for comparison."""
    view, words = spectator(6), captions.table(6)
    painter = Painter()
    start = time.perf_counter()
    await painter.start()
    print(f"{'painter: start and all faces':30} {time.perf_counter() - start:6.2f} s")
    for name, draw in (
        ("painter: table, 6 seats", lambda: painter.draw(table_picture, view, words)),
        ("thread: table, 6 seats", lambda: asyncio.to_thread(table_picture, view, words)),
    ):
        taken, late = await _busy(rounds, draw)
        print(f"{name:30} {figures(taken)}   loop {figures(late)}")
    await painter.close()


def main(*, smoke: bool = False) -> None:
    """Prints the figures."""
    rounds = 5 if smoke else 400
    start = time.perf_counter()
    warm()
    print(f"{'all faces, all sizes':30} {time.perf_counter() - start:6.2f} s")
    for name, draw in pictures().items():
        size = len(draw())
        taken, worked = [], []
        for _ in range(rounds):
            start, begin = time.perf_counter(), time.thread_time()
            draw()
            worked.append(time.thread_time() - begin)
            taken.append(time.perf_counter() - start)
        shown = f"{figures(taken)}   processor {statistics.median(worked) * 1e3:6.2f} ms   {size / 1000:5.1f} kB"
        print(f"{name:30} {shown}   {GOALS.get(name, '')}".rstrip())
    start = time.perf_counter()
    samples.hand(Look(four_colour=True))
    print(f"{'hand in a look not drawn yet':30} {(time.perf_counter() - start) * 1e3:10.2f} ms")
    asyncio.run(beside_the_loop(rounds))


if __name__ == "__main__":
    main()
