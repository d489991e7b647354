"""A person's panel at a table: the table, the own hand, the last moves, whose turn it is, and the buttons.

It is enough to play with. It is the same as a direct message and in the channel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.i18n import Texts
from bot.i18n.markup import Markup
from bot.service.model import OwnCloth, Private, Snapshot
from bot.ui.address import Address
from bot.ui.pages.can import CAN
from bot.ui.pages.cards import MOST_IN_A_ROW, MOST_ON_A_PHONE, card_rows, explained, in_rows
from bot.ui.pages.concern import USUAL_LOOKS, Looks
from bot.ui.pages.emojis import NO_EMOJIS, CardEmojis
from bot.ui.pages.ending import own_page
from bot.ui.pages.ending import own_question as closing_question
from bot.ui.pages.hint import HINT
from bot.ui.pages.moves import ARRANGED, BY_RANK, HAND, LESS, MORE, button, explains, own_moves
from bot.ui.pages.page import FELT, GOLD, GREY, Button, Page, Picture, Row, Select
from bot.ui.pages.question import Question
from bot.ui.pages.rules import BEATS
from bot.ui.pages.seating import back, go_on, keep_open, to_table, top_up_first, votes
from bot.ui.pictures.hand import too_many
from bot.ui.pictures.studio import Studio
from bot.ui.words.absence import is_hurried, may_vote, own_absence, slow_turn
from bot.ui.words.asking import own_question, told
from bot.ui.words.betting import own_words
from bot.ui.words.chips import levelling
from bot.ui.words.examples import charts_of
from bot.ui.words.lines import lines
from bot.ui.words.links import channel_mention
from bot.ui.words.melds import in_order, matches, meld_words, suits_of
from bot.ui.words.moves import LastMoves, last_moves, seen_in_tricks
from bot.ui.words.next_deal import next_deal, too_few
from bot.ui.words.once import once
from bot.ui.words.outcome import game_won
from bot.ui.words.pools import lying_in, why_over
from bot.ui.words.settled import own_end
from bot.ui.words.table import deal_number
from bot.ui.words.tricks import factor_of, last_taken
from engine.asks import Ask
from engine.cards import Rank
from engine.game import GAMES
from engine.middle import Piles, Pools, Trick
from engine.view import View

_WHOLE_TURN = frozenset({Ask.DRAW, Ask.DRAW_OR_KNOCK, Ask.DISCARD})
"""What is asked in a turn of a draw and a discard."""


async def panel_page(
    private: Private,
    texts: Texts,
    studio: Studio,
    *,
    four_colour: bool = False,
    cloth: OwnCloth = "table",
    looks: Looks = USUAL_LOOKS,
    notices: Iterable[str] = (),
    emojis: CardEmojis = NO_EMOJIS,
    question: Question | None = None,
    as_of: float | None = None,
    above: Picture | None = None,
    in_channel: bool = False,
    moves: bool = True,
    drawn: bool = False,
) -> Page:
    """The panel. ``notices`` stand at its top. ``question``: asked before a move, in place of the buttons.

    ``in_channel``: it stands in the table's channel. ``cloth``: what its holder has chosen for the pictures.
    ``moves``: whether the last moves are told. ``drawn``: as ``Studio.table`` has it.

    ``as_of``: it won't follow what others do from that moment on, in seconds since the epoch. ``above``: the picture of
    the table, where another than the present one is to stand there.
    """
    table, view = private.table, private.view
    texts = texts.at_table(table)
    noticed = [texts("private-notice", notice=notice) for notice in notices]
    if view is None or table.stage == "lobby":
        return own_page(await _without_hand(private, texts, studio, noticed, cloth), private, texts)
    over = table.stage != "playing"
    away = bool(private.sitter.away) and table.stage in {"playing", "between"}
    # At the showdown everybody sees the melds anyway.
    arranged = matches(view) and (looks.arranged or over)
    above, picture = await panel_pictures(
        private, texts, studio, four_colour=four_colour, cloth=cloth, arranged=arranged, above=above, drawn=drawn
    )
    pictured = picture is not None
    said: list[str | None] = [*noticed, *(() if pictured else _cards(view, texts, arranged))]
    if over:
        said += [own_end(private, texts), why_over(table, texts), game_won(table, texts)]
    else:
        whole = not pictured or looks.explained
        said += _situation(private, view, texts, pictured=pictured, whole=whole, moves=moves)
        said += _explained(table, view, texts, arranged=arranged) if looks.explained else ()
    rows: tuple[Row, ...]
    if away:
        call, rows = own_absence(private, texts), ((back(table, texts),),)
    else:
        call = _call(private, view, texts, question, as_of)
        if question is not None:
            rows = (question.row(table, texts),)
        else:
            rows = _rows(private, view, texts, looks, emojis, arranged=arranged)
            rows += keep_open(table, texts) if table.in_dm else ()  # elsewhere the table's message has it
    page = Page(
        heading=_heading(table, texts, in_channel=in_channel and pictured),
        above=above,
        picture=picture,
        body=lines(*said),
        call=call,
        rows=rows,
        accent=GOLD if over else FELT if view.prompts else GREY,
    )
    return own_page(page, private, texts)


async def panel_pictures(
    private: Private,
    texts: Texts,
    studio: Studio,
    *,
    four_colour: bool,
    cloth: OwnCloth,
    arranged: bool,
    above: Picture | None = None,
    drawn: bool = False,
) -> tuple[Picture | None, Picture | None]:
    """The panel's pictures, from the top: the table and the own hand; when the deal is over, how it ended.

    ``above``: the table's, where it is there already. ``drawn``: as ``Studio.table`` has it.
    """
    if private.table.stage != "playing":
        return None, await studio.showdown(private.table, texts, cloth)
    above = above or await studio.table(private.table, texts, cloth, drawn=drawn)
    return above, await studio.hand(private, texts, four_colour, arranged, cloth)


def _heading(table: Snapshot, texts: Texts, *, in_channel: bool) -> str:
    """Names the table; in direct messages there is no channel to name.

    ``in_channel``: where its picture and the channel tell which table it is; a phone then has room for that picture.
    """
    said = {"game": texts.game(table.game), "deal": deal_number(table, texts)}
    if in_channel and not table.in_dm:
        return texts(f"private-heading{'.practice' if table.practice else '.here'}", **said)
    heading = texts("table-heading" if table.in_dm else "private-heading", **said, channel=channel_mention(table))
    return lines(heading, texts("practice-note") if table.practice else None)


def place_heading(table: Snapshot, texts: Texts) -> str:
    """Names the game, and the channel where there is one."""
    if table.in_dm:
        return texts("private-heading-table.here", game=texts.game(table.game))
    return texts("private-heading-table", game=texts.game(table.game), channel=channel_mention(table))


def last_page(private: Private, page: Page, as_of: float, texts: Texts) -> Page:
    """The same before it can be edited no more: it says when it was true, and its one button brings it up to date."""
    texts = texts.at_table(private.table)
    return replace(
        page,
        call=texts("private-as-of", when=texts.time(as_of, "t")),
        rows=((_refresh(private, texts),),),
        accent=GREY,
    )


def behind_page(private: Private, page: Page, texts: Texts) -> Page:
    """The same where the picture of the table is still that of the moment before.

    It names nobody whose turn it is now, as the picture names somebody else; it is shown again with the next picture.
    """
    table, view = private.table, private.view
    if table.stage != "playing" or view is None or view.asked is not None or private.sitter.away:
        return page
    texts = texts.at_table(table)
    return replace(page, call=lines(texts("private-behind"), *_besides(view, texts), closing_question(private, texts)))


async def _without_hand(private: Private, texts: Texts, studio: Studio, noticed: list[str], cloth: OwnCloth) -> Page:
    """For somebody who holds no cards: in a lobby, or dealt in with the next deal."""
    table = private.table
    return Page(
        heading=place_heading(table, texts),
        picture=await studio.table(table, texts, cloth) if table.stage == "playing" else None,
        body=lines(*noticed, texts("private-lobby" if table.stage == "lobby" else _sits_out(table))),
        call=_next_deal(table, texts) or "",
        rows=((_refresh(private, texts), *_between_deals(private, texts), *to_table(table, texts)),),
        accent=GREY,
    )


# -- words


def _sits_out(table: Snapshot) -> str:
    """The text for whoever was not dealt in."""
    return "private-sits-out.closing" if table.closing else "private-sits-out"


def _cards(view: View, texts: Texts, arranged: bool) -> tuple[str, ...]:
    """The cards in signs, where there is no picture of them."""
    if not view.hand:
        return ()
    if arranged and view.own is not None:
        words = meld_words(view.own, texts, discarding=too_many(view))
        return tuple(texts("private-cards", cards=group) for group in words)
    if view.middle.by_suit:
        return (texts("private-cards", cards=texts.melds(suits_of(view.hand))),)
    return (texts("private-cards", cards=texts.cards_short(in_order(view, arranged=False))),)


def _situation(
    private: Private, view: View, texts: Texts, *, pictured: bool, whole: bool, moves: bool
) -> Iterator[str | None]:
    """The last moves where ``moves`` are told, and how the viewer stands, in mid-deal.

    ``pictured``: there are pictures, and what these say isn't said again, so that they are in view with the buttons;
    ``whole``: what the table's says is.
    """
    yield texts("private-missed") if private.missed and not private.sitter.away else None
    shown = view.viewer if pictured and view.drawn is not None else None
    last = last_moves(private.table, texts, but=shown) if moves else LastMoves()
    yield last.line
    if isinstance(view.middle, Pools):
        yield _pools(view.middle, texts) if not pictured else None
        yield from own_words(view, texts, captioned=pictured, whole=whole or not view.prompts)
    else:
        yield _worth(view, texts, captioned=pictured)
    yield _drawn(view, texts, marked=pictured)
    discards = view.prompt("discard") is not None  # then it was said at the draw, and there is the least room
    yield _standing(private, view, texts, known=last.knocked and discards)


def _pools(board: Pools, texts: Texts) -> str | None:
    """What lies in the pools that nobody has taken."""
    lie = lying_in(board, texts)
    return texts("panel-pools", pools=lie) if lie else None


def _worth(view: View, texts: Texts, *, captioned: bool) -> str | None:
    """What the hand is worth; below a picture that says so, only where that word needs another."""
    name = view.own.name if view.own is not None else None
    if name is None or (captioned and texts.hand_explained(name) == texts.hand_name(name)):
        return None
    return texts("private-worth", worth=texts.hand_explained(name))


def _drawn(view: View, texts: Texts, *, marked: bool) -> str | None:
    """What this person has just drawn; where a picture marks it, only what else there is to say of it."""
    source = view.middle.drawn_from if isinstance(view.middle, Piles) else None
    if view.drawn is None or source is None or (marked and source == "stock"):
        return None
    discard = view.prompt("discard")
    goes_back = source == "discard" and discard is not None and view.drawn in discard.choices
    return texts(f"private-drew-{source}{'.free' if goes_back else ''}", card=view.drawn)


def _standing(private: Private, view: View, texts: Texts, *, known: bool) -> str | None:
    """How the viewer stands, and who has knocked; ``known``: a knock has been told already."""
    if view.own is None:
        return None
    if view.own.standing != "in":
        return texts(f"private-{view.own.standing}")
    if (factor := factor_of(private.table, view.own.seat)) is not None:
        return texts("private-gone", factor=factor)
    if view.knocker is None:
        return None
    if view.knocker == view.viewer:
        return texts("private-you-knocked")
    return None if known else texts("private-knocked", name=private.table.at(view.knocker).name)


def _explained(table: Snapshot, view: View, texts: Texts, *, arranged: bool) -> tuple[str, ...]:
    """What each card is worth keeping for, and what the tricks have seen."""
    return (*seen_in_tricks(table, texts), *explained(view, texts, arranged=arranged))


def _call(private: Private, view: View, texts: Texts, question: Question | None, as_of: float | None) -> str:
    """What stands above the buttons of whoever isn't away; ``question`` and ``as_of``: as in ``panel_page``."""
    table, sitter, over = private.table, private.sitter, private.table.stage != "playing"
    votes_or_is_hurried = may_vote(table, sitter) or is_hurried(table, sitter)
    return lines(
        _next_deal(table, texts) if over else _asked(private, view, texts),
        slow_turn(table, texts, sitter) if votes_or_is_hurried else None,
        texts("table-closing") if table.closing and not over else None,
        question.text if question is not None else None,
        texts("private-as-of", when=texts.time(as_of, "t")) if as_of is not None and view.asked is None else None,
    )


def _asked(private: Private, view: View, texts: Texts) -> str:
    """What the person is asked, or whose turn it is, and until when."""
    table = private.table
    until = texts.time(table.deadline) if table.deadline is not None else None
    if view.asked is not None:
        return lines(
            Markup(" ").join([own_question(view, texts), *_besides(view, texts)]),
            texts("call-deadline", when=until) if until is not None else None,
        )
    waited_for = table.to_act is not None and not table.to_act.computer
    return lines(
        _others_turn(table, texts),
        *_besides(view, texts),
        texts("private-waiting-until", when=until) if until is not None and waited_for else None,
    )


@once
def _others_turn(table: Snapshot, texts: Texts) -> str | None:
    if table.to_act is None or table.view is None:
        return None
    if table.to_act.computer:
        return texts("call-computer", name=table.to_act.name)
    if table.view.asks in _WHOLE_TURN:  # true for the whole turn: a panel isn't edited in the middle of it
        return texts("private-waiting.turn", name=table.to_act.name)
    return texts("private-waiting", asked=texts.name(told(table.view, table.to_act.name, texts.plain)))


def _besides(view: View, texts: Texts) -> Iterator[str]:
    """What may be done besides what is asked, or out of turn."""
    if view.prompt("show") is not None:
        yield texts("private-can-show")
    elif view.asked is Ask.DISCARD and view.prompt("knock") is not None and not _counts_deadwood(view):
        yield texts("private-can-knock")  # with a draw the question names it
    if (meld := view.prompt("meld")) is not None:
        yield texts(
            "private-can-lay", ranks=[texts.ranks(choice) for choice in meld.choices if isinstance(choice, Rank)]
        )
    if view.prompt("halt") is not None:
        yield texts("private-can-halt")


def _counts_deadwood(view: View) -> bool:
    """Whether the button to knock says with how much deadwood: beside such a large hand words would have no room."""
    return view.own is not None and view.own.deadwood is not None


def _next_deal(table: Snapshot, texts: Texts) -> str | None:
    """When the next deal starts, or what comes before it; None where nothing keeps somebody from starting it."""
    if table.stage != "between":
        return None
    if too_few(table, texts) is None and (levelled := levelling(table, texts)) is not None:
        return levelled
    return next_deal(table, texts)


# -- buttons


def _between_deals(private: Private, texts: Texts) -> tuple[Button, ...]:
    """**Next deal**, and **Top up** for whoever must bring chips first."""
    table = private.table
    if table.stage != "between":
        return ()
    return (*go_on(table, texts), *top_up_first(table, texts, private.sitter.user_id))


def _rows(
    private: Private, view: View, texts: Texts, looks: Looks, emojis: CardEmojis, *, arranged: bool
) -> tuple[Row, ...]:
    """Buttons and selects for what the person may do, and below them what changes the panel or leads away from it."""
    table = private.table
    if table.stage != "playing":
        return ((*_between_deals(private, texts), *to_table(table, texts)),)
    moves = [button(move, table, texts, view) for move in own_moves(view)]
    cards = [*card_rows(private, texts, emojis, arranged=arranged)]
    votable = (votes(table, texts),) if may_vote(table, private.sitter) else ()
    beside = isinstance(view.middle, Pools) or any(isinstance(row, Select) for row in cards)
    asking = [*_asking(private, view, texts)]
    if not crowded(view, looks):
        ways = _other_ways(private, view, texts, looks)
        return (
            *in_rows(moves, _evenly(len(moves))),
            *votable,
            *_joined(cards, [*asking, *ways, *to_table(table, texts)], beside=beside),
        )

    def laid(last: Sequence[Button]) -> tuple[Row, ...]:
        if not moves:
            return (*votable, *_joined(cards, last, beside=beside))
        together = [*moves, *last]  # a row of their own would push the table out of view
        return (*in_rows(together, _evenly(len(together))), *votable, *_joined(cards, (), beside=beside))

    # A beginner wants to know what can be done before what each card is worth keeping for, and finds the latter there.
    least = laid(asking)
    explaining = laid([*asking, _looking(private, MORE, texts)])
    # Beside cards there is no room for its long words.
    shared = beside and any(not isinstance(row, Select) for row in cards)
    fits = not shared and _lines(explaining) <= max(_lines(least), MOST_LINES)
    return explaining if fits else least


MOST_LINES: Final = 5
"""How many lines of buttons leave the table in view above them on a phone."""


def _lines(rows: Iterable[Row]) -> int:
    """How many lines those rows take on a phone."""
    return sum(1 if isinstance(row, Select) else -(-len(row) // MOST_ON_A_PHONE) for row in rows)


def _evenly(count: int) -> int:
    """How many of so many moves stand in a row, so that the rows are equally long."""
    rows = -(-count // MOST_IN_A_ROW)
    return max(MOST_ON_A_PHONE, -(-count // max(1, rows)))


def _joined(cards: list[Row], last: Sequence[Button], *, beside: bool) -> tuple[Row, ...]:
    """The cards' rows and below them the last buttons. ``beside``: these end the cards' last row where they fit."""
    lists = [row for row in cards if isinstance(row, Select)]
    buttons = [row for row in cards if not isinstance(row, Select)]
    if beside and buttons and len(buttons[-1]) + len(last) <= MOST_IN_A_ROW:
        return (*buttons[:-1], (*buttons[-1], *last), *lists)
    return (*cards, *in_rows(last, MOST_IN_A_ROW if len(last) <= MOST_IN_A_ROW else -(-len(last) // 2)))


def _asking(private: Private, view: View, texts: Texts) -> Iterator[Button]:
    """What helps whoever has to act."""
    if view.prompts and private.table.gives_hints:
        yield Button(texts.plain("button-hint"), Address.at(private.table, HINT))
    if view.prompts and GAMES[view.game].telling.tells_consequences:
        yield Button(texts.plain("button-can"), Address.at(private.table, CAN))


def _other_ways(private: Private, view: View, texts: Texts, looks: Looks) -> Iterator[Button]:
    """Buttons that change how the panel looks, or show more."""
    if explains(view):
        yield _looking(private, LESS if looks.explained else MORE, texts)
    if looks.explained and last_taken(private.table) is not None:
        yield _tricks(private, texts)
    if not view.prompts:
        yield _refresh(private, texts)
    if _charted(private, view, looks):
        yield _beats(private, texts)
    if matches(view):
        yield _looking(private, BY_RANK if looks.arranged else ARRANGED, texts)


def crowded(view: View, looks: Looks) -> bool:
    """Whether the panel of a turn has room for little besides the table, the hand and the moves.

    What beats what, the link to the table and a hand in another order come with the explanations then; and these come
    with what can be done, where both buttons would take too much room.
    """
    return bool(view.prompts) and explains(view) and not looks.explained


def _charted(private: Private, view: View, looks: Looks) -> bool:
    """Whether what beats what is a tap away. Where there are tricks it comes with them."""
    if isinstance(view.middle, Trick) and not looks.explained:
        return False
    return bool(charts_of(private.table.game, private.table.rules))


def _looking(private: Private, how: str, texts: Texts) -> Button:
    """Shows the panel in another way: some want to see melds for themselves, or less of what cards are worth."""
    return Button(texts.plain(f"button-hand-{how}"), Address.at(private.table, HAND, how))


def _tricks(private: Private, texts: Texts) -> Button:
    return Button(texts.plain("button-trick"), Address.at(private.table, "trick"))


def _beats(private: Private, texts: Texts) -> Button:
    return Button(texts.plain("button-beats"), Address.at(private.table, BEATS))


def _refresh(private: Private, texts: Texts) -> Button:
    return Button(texts.plain("button-refresh"), Address.at(private.table, HAND, "refresh"))
