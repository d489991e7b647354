"""What decisions of a deal were worth when they were made: in lines, in the words of a picture, and its alt text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Markup, Texts
from bot.service.model import Snapshot, Worth
from cards_img import ShareRow, SharesCaptions
from engine.afterwards import UNDONE


def worth_lines(worths: Sequence[Worth], snapshot: Snapshot, texts: Texts) -> Iterator[str]:
    """A heading, what the numbers are, a line for each decision, and an empty line; nothing where there are none."""
    if not worths:
        return
    yield texts("worth-heading")
    yield texts("worth-explained")
    for worth in worths:
        line = worth_line(worth, snapshot, texts)
        yield texts("story-item", line=line if worth.shown else texts("worth-alone", line=line))
    yield Markup("")


def worth_line(worth: Worth, snapshot: Snapshot, texts: Texts) -> str:
    """One decision: "Bo’s knock won about 38 of 100 deals like this."."""
    said = {"name": snapshot.at(worth.seat).name, "count": worth.share, "chips": worth.chips}
    return texts(f"worth-{worth.kind}{_form(worth)}", shown="yes" if worth.shown else "no", **said)


def shares_captions(worths: Sequence[Worth], snapshot: Snapshot, plain: Texts) -> SharesCaptions:
    """The words in the picture of some decisions."""
    return SharesCaptions(
        tuple(
            ShareRow(
                snapshot.at(worth.seat).name,
                worth.seat,
                plain(f"worth-{worth.kind}.did", chips=worth.chips),
                worth.share,
                plain(f"worth-told{_form(worth)}", count=worth.share),
                undone=worth.kind in UNDONE,
            )
            for worth in worths
        ),
        plain("table-title", game=plain.game(snapshot.game), deal=snapshot.turn.deal),
        plain("worth-detail"),
    )


def shares_alt(worths: Sequence[Worth], snapshot: Snapshot, plain: Texts) -> str:
    """The alt text of that picture."""
    return " ".join([plain("alt-worths"), *(worth_line(worth, snapshot, plain) for worth in worths)])


def _form(worth: Worth) -> str:
    """How none and all are told: of sampled deals they are no certainty."""
    return {0: ".none", 100: ".all"}.get(worth.share, "")
