"""What decisions of a deal were worth when they were made, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Markup, Texts
from bot.service.afterwards import Worth
from bot.service.model import Snapshot


def worth_lines(worths: Sequence[Worth], snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """A heading, a line for each decision, and an empty line; nothing where there are none."""
    if not worths:
        return
    yield texts("worth-heading")
    for worth in worths:
        line = worth_line(worth, snapshot, texts)
        yield texts("story-item", line=line if worth.shown else texts("worth-alone", line=line))
    yield Markup("")


def worth_line(worth: Worth, snapshot: Snapshot, texts: Texts) -> str:
    """One decision: "Bo’s knock won about 38 of 100 deals like this."."""
    form = {0: ".none", 100: ".all"}.get(worth.share, "")
    return texts(f"worth-{worth.kind}{form}", name=snapshot.at(worth.seat).name, count=worth.share)
