"""Examples of what beats what, in words: those in their picture, and its alt text."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from bot.i18n import Texts
from bot.ui.words.lines import large
from cards_img import ChartsCaptions, ExampleChart, ExampleRow
from engine.examples import Chart, Example
from engine.game import GAMES
from engine.rules import Rules


@functools.lru_cache(256)
def charts_of(game: str, rules: Rules) -> tuple[Chart, ...]:
    """What beats what in a game by these rules; working that out takes up to a third of a millisecond."""
    return GAMES[game].telling.charts(rules)


def of_first_look(charts: Sequence[Chart]) -> tuple[Chart, ...]:
    """The few examples that a first look shows."""
    few = (replace(chart, examples=tuple(e for e in chart.examples if e.first)) for chart in charts)
    return tuple(chart for chart in few if chart.examples)


def charts_captions(charts: Sequence[Chart], title: str, plain: Texts) -> ChartsCaptions:
    """The words in the picture of some charts."""
    return ChartsCaptions(
        tuple(
            ExampleChart(
                tuple(
                    ExampleRow(example.cards, _title(example, plain), _detail(example, plain), example.kept)
                    for example in chart.examples
                ),
                plain(f"chart-{chart.name}"),
            )
            for chart in charts
        ),
        title,
    )


def charts_alt(captions: ChartsCaptions, plain: Texts) -> str:
    """The alt text of that picture: the same words, and the cards in signs."""
    return plain(
        "alt-charts",
        title=captions.title,
        charts=" ".join(
            plain(
                "alt-chart",
                heading=chart.heading,
                rows=plain("alt-separator").join(_row(row, plain) for row in chart.rows),
            )
            for chart in captions.charts
        ),
    )


def _row(row: ExampleRow, plain: Texts) -> str:
    said = {"title": row.title, "cards": plain.cards_short(row.cards)}
    return plain("alt-example.detail", detail=row.detail, **said) if row.detail else plain("alt-example", **said)


def _title(example: Example, plain: Texts) -> str:
    """What the cards are: the name of the hand alone, without its ranks, or what they show."""
    if example.name is not None:
        return large(plain.hand_name(replace(example.name, ranks=())))
    return plain(f"example-{example.shows}", count=example.count or 0)


def _detail(example: Example, plain: Texts) -> str:
    return plain(f"example-{example.shows}.detail", count=example.count or 0)
