"""Pictures of cards, hands, tables, tricks, boards and scores, drawn with Pillow from a View.

The functions are pure: the same arguments, the same PNG. All words come from the caller.
"""

from __future__ import annotations

from cards_img.captions import (
    BoardCaptions,
    ChartsCaptions,
    EveningCaptions,
    EveningMoment,
    EveningRow,
    ExampleChart,
    ExampleRow,
    Group,
    HandCaptions,
    Last,
    SeatCaption,
    ShareRow,
    SharesCaptions,
    SheetCaptions,
    SheetRow,
    ShowdownCaptions,
    TableCaptions,
    TrickCaptions,
)
from cards_img.look import Look, by_rank, by_suit
from cards_img.pictures.board import board_picture
from cards_img.pictures.charts import charts_picture
from cards_img.pictures.emoji import emoji_picture
from cards_img.pictures.evening import evening_picture
from cards_img.pictures.grid import grid_picture
from cards_img.pictures.groups import groups_picture
from cards_img.pictures.hand import hand_picture
from cards_img.pictures.shares import shares_picture
from cards_img.pictures.sheet import score_sheet_picture
from cards_img.pictures.showdown import showdown_picture
from cards_img.pictures.table import table_picture
from cards_img.pictures.trick import trick_picture
from cards_img.tools.fonts import player_name
from engine.middle import Played

__all__ = [
    "BoardCaptions",
    "ChartsCaptions",
    "EveningCaptions",
    "EveningMoment",
    "EveningRow",
    "ExampleChart",
    "ExampleRow",
    "Group",
    "HandCaptions",
    "Last",
    "Look",
    "Played",
    "SeatCaption",
    "ShareRow",
    "SharesCaptions",
    "SheetCaptions",
    "SheetRow",
    "ShowdownCaptions",
    "TableCaptions",
    "TrickCaptions",
    "board_picture",
    "by_rank",
    "by_suit",
    "charts_picture",
    "emoji_picture",
    "evening_picture",
    "grid_picture",
    "groups_picture",
    "hand_picture",
    "player_name",
    "score_sheet_picture",
    "shares_picture",
    "showdown_picture",
    "table_picture",
    "trick_picture",
]
