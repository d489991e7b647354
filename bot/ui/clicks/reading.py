"""What people ask to read: rules, scores, the leaderboard, their chips, the proof of a shuffle, help.

Each returns the page, and raises Refusal if there is none.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.logs import log_unexpected
from bot.service.model import NO_SERVER, Person, Refusal, Snapshot
from bot.store.model.errors import StoreError
from bot.ui.clicks.joining import may_join
from bot.ui.clicks.request import Request, Said
from bot.ui.pages.can import can_page
from bot.ui.pages.chips import Stack, chips_page
from bot.ui.pages.form import Form
from bot.ui.pages.help import help_page
from bot.ui.pages.hint import hint_page
from bot.ui.pages.leaderboard import leaderboard_page
from bot.ui.pages.page import Page, sentence
from bot.ui.pages.rules import BEATS, Reader, rules_page
from bot.ui.pages.scores import MOST_DEALS, scores_page
from bot.ui.pages.table import more_page
from bot.ui.pages.verification import nothing_to_verify_page, takes_part, verification_page
from bot.ui.pages.word import FIELD, word_form
from bot.ui.showing.private_pages import Anew, PageKind
from bot.ui.words.chips import has_chips
from bot.ui.words.links import channel_mention
from bot.ui.words.moves import last_trick
from engine.game import GAMES

log = logging.getLogger(__name__)


async def rules(request: Request) -> Page:
    """A page of the rules: of the game that is named, else of the table in question or the lesson that is open."""
    try:
        table: Snapshot | None = request.table
    except Refusal:
        if request.interaction.custom_id is not None and not request.given:
            raise  # nobody knows which game was played there
        table = None
    given = request.given or (table.game if table is not None else _game_in_mind(request))
    game, _, page = str(given).partition(".")
    if game not in GAMES:
        raise Refusal("unknown_game")
    return await rules_page(
        game,
        table if table is not None and table.game == game else None,
        request.texts,
        request.desk.studio,
        request.chosen or page,
        await _reader(request),
    )


def _game_in_mind(request: Request) -> str:
    """The game whose rules are shown where none is named and no table is meant."""
    lesson = request.desk.open_lessons.of(request.interaction.user.id)
    return next(iter(GAMES)) if lesson is None or request.interaction.guild_id is not None else lesson.game


async def beats(request: Request) -> Said:
    """What beats what in the table's game, as a picture; while a deal is played the page ends with its reader's act."""
    table, pages = request.table, request.showing.private_pages[PageKind.BEATS]
    with pages.coming(table.table_id, request.interaction.user.id):
        page = await rules_page(table.game, table, request.texts, request.desk.studio, BEATS, await _reader(request))
        if table.stage != "playing":
            return page
        await request.show_page(PageKind.BEATS, table, page)
    return None


async def can(request: Request) -> None:
    """What the person can do at the moment, and what it leads to, below the hint of that moment if there was one."""
    table_id, user_id, service = request.at.table_id, request.interaction.user.id, request.service
    private = service.private_of(table_id, user_id)
    hint = service.hints.given(table_id, user_id, private.table.turn)
    page = can_page(private, service.not_allowed(table_id, user_id), request.texts, hint)
    with request.showing.private_pages[PageKind.ADVICE].coming(table_id, user_id):
        await request.show_page(PageKind.ADVICE, private.table, page)


async def hint(request: Request) -> None:
    """What the person would do well to do at the moment, and why."""
    at, pages = request.at, request.showing.private_pages[PageKind.ADVICE]
    with pages.coming(at.table_id, request.interaction.user.id):
        private, found = await request.service.hints.take(at.table_id, request.person(at), request.turn)
        await request.show_page(PageKind.ADVICE, private.table, hint_page(private, found, request.texts))


async def _reader(request: Request) -> Reader:
    """How the person wants to see pictures."""
    chosen = await request.desk.settings(request.interaction.user.id)
    return Reader(chosen.four_colour, chosen.cloth)


async def more(request: Request) -> None:
    """What the end of a deal has besides: its story, and everything else that can be done until the next deal."""
    table = request.table
    if table.stage != "between" or table.turn != request.turn:
        raise Refusal("stale")
    await _show_more(request, table)


async def more_anew(request: Request, table: Snapshot, said: str) -> Said:
    """Shows **More** as it is now, with that sentence above its buttons, where it was pressed; elsewhere only the
    sentence. It goes together with the buttons, once the page has ended.

    ``table``: as it is after what was done, which may have closed it.
    """
    if not request.pressed_on(PageKind.MORE, table):
        return said
    await _show_more(request, table, said)
    return None


async def _show_more(request: Request, table: Snapshot, told: str = "") -> None:
    """Shows **More** as the answer and keeps it true; ``told``: a sentence above its buttons until then."""
    user_id = request.interaction.user.id
    joins = await may_join(request, table)

    def shows(table: Snapshot) -> Page:
        return more_page(table, user_id, request.texts, joins=joins)

    async def made(table: Snapshot) -> Page:
        return await _more_page(request, table)

    page = await made(table)
    anew = Anew(shows, made) if table.stage == "between" else None
    await request.show_page(PageKind.MORE, table, replace(page, call=told), anew)


async def _more_page(request: Request, table: Snapshot) -> Page:
    user_id = request.interaction.user.id
    worths = await request.service.afterwards.of(table.table_id, table.deal_id, user_id) if table.deal_id else ()
    texts = request.texts.at_table(table)
    chosen = await request.desk.settings(user_id)
    picture = await request.desk.studio.shares(worths, table, texts, chosen.cloth)
    return more_page(table, user_id, texts, worths, picture, joins=await may_join(request, table))


async def scores(request: Request) -> Page:
    """The score sheet."""
    table, service = request.table, request.service
    deals = await service.scored_deals(table.table_id, MOST_DEALS, request.turn)
    how = await service.how_scored(table.table_id, deals) if GAMES[table.game].telling.explains_scores else {}
    chosen = await request.desk.settings(request.interaction.user.id)
    return await scores_page(table, deals, request.texts, request.desk.studio, how, chosen.cloth)


async def trick(request: Request) -> Page | None:
    """The last trick of the deal; it lay open to everybody."""
    table, user_id = request.table, request.interaction.user.id
    texts = request.texts.at_table(table)
    with request.showing.private_pages[PageKind.TRICK].coming(table.table_id, user_id):
        chosen = await request.desk.settings(user_id)
        picture = await request.desk.studio.last_trick(table, texts, chosen.cloth)
        page = replace(sentence(last_trick(table, texts) or texts("panel-no-trick")), picture=picture)
        if table.stage != "playing":
            return page  # nothing that is done would end it
        await request.show_page(PageKind.TRICK, table, page)
    return None


async def verify(request: Request, number: int | None = None, published: str = "") -> Page:
    """The proof of the channel's last finished deal, or of its newest of that number, compared with what was
    published. Whoever sits there and hasn't finished one can add a word to the next shuffle.
    """
    channel_id, person = _here(request)
    table = request.service.table_in(channel_id)
    try:
        found = await request.service.shuffles.verification(person, channel_id, number, published)
    except Refusal as refusal:
        if refusal.code == "nothing_to_verify" and request.interaction.guild_id is None:
            raise Refusal("no_proof_in_dm") from None
        if refusal.code != "nothing_to_verify" or table is None or not takes_part(table, person.user_id):
            raise
        return nothing_to_verify_page(table, request.texts)
    return verification_page(found, table, request.texts, person.user_id)


async def add_word(request: Request, word: str) -> str:
    """Adds a word to the table's next shuffle; where it could have been meant for another table, says for which."""
    table, person = request.table, request.person(request.at)
    other = len(request.service.tables_of(person.user_id)) > 1 or table.channel_id != request.interaction.channel_id
    await request.service.shuffles.add_word(table.table_id, person, word, request.key)
    return request.texts("said-word.at", channel=channel_mention(table)) if other else request.texts("said-word")


def ask_word(request: Request) -> Form:
    """The form for a word. Raises Refusal."""
    at = request.at
    if at.closed:
        raise Refusal("table_gone")
    if request.table.seated(request.interaction.user.id) is None:
        raise Refusal("not_seated")
    return word_form(at.table_id, request.texts)


async def typed_word(request: Request) -> str:
    """Adds the word that was typed into the form."""
    return await add_word(request, request.fields.get(FIELD, ""))


async def open_cards(request: Request) -> Page:
    """Agrees to open all cards of a finished deal, and shows its proof again."""
    table_id, _, number = str(request.given).partition(".")
    if not (table_id.isdecimal() and number.isdecimal()):
        raise Refusal("unknown_button")
    channel_id, person = _here(request)
    shuffles = request.service.shuffles
    await shuffles.agree_to_open(person, int(table_id), int(number))
    found = await shuffles.verification(person, None, int(number), table_id=int(table_id))
    return verification_page(found, request.service.table_in(channel_id), request.texts, person.user_id)


def _here(request: Request) -> tuple[int, Person]:
    """The channel in which something is asked, and who asks."""
    interaction = request.interaction
    return interaction.channel_id or 0, request.desk.person(interaction, interaction.guild_id or NO_SERVER)


async def leaderboard(request: Request) -> Page:
    """A page of the server's leaderboard."""
    if not str(request.given).isdecimal():
        raise Refusal("unknown_button")
    person = request.person()
    board = await request.service.results.leaderboard(person.guild_id, int(str(request.given)), viewer=person.user_id)
    return leaderboard_page(board, request.texts)


async def chips(request: Request) -> Page:
    """What the person has in the purse and at tables."""
    user_id, desk = request.interaction.user.id, request.desk
    purse = await request.service.people.purse(request.person())
    at = [t for t in request.service.tables_of(user_id, leaving=True) if t.guild_id == request.interaction.guild_id]
    sitting = [(table, sitter) for table in at if (sitter := table.seated(user_id)) is not None]
    # What has gone into a deal is looked up at once, with the stack from which it went.
    with_chips = [
        (table, sitter, 0 if table.practice else request.service.paid_in(table.table_id, user_id))
        for table, sitter in sitting
        if has_chips(table)
    ]
    lent = await request.service.people.extra_chips(
        [sitter.sitting_id for table, sitter, _ in with_chips if not table.practice]
    )
    tables = [
        Stack(
            channel_mention(table),
            sitter.chips,
            "practice" if table.practice else "leaving" if sitter.leaving else "",
            lent.get(sitter.sitting_id, 0),
            paid_in,
        )
        for table, sitter, paid_in in with_chips
    ]
    seats = [(table, desk.channel_name(table.channel_id)) for table, sitter in sitting if not sitter.leaving]
    sources = await request.service.people.sources(request.person())
    corrections = await request.service.people.corrections(request.person())
    return chips_page(purse, tables, request.texts, seats, sources, corrections)


async def help_(request: Request) -> Page:
    """What this is and how to begin, or what hosts can do; without marks at lessons where they can't be read."""
    done, begun = frozenset[str](), tuple[str, ...]()
    try:
        done = await request.service.people.lessons_done(request.interaction.user.id)
        begun = await request.service.lessons.begun(request.interaction.user.id)
    except StoreError as error:
        log_unexpected(log, "the lessons that somebody has begun or done could not be read", error)
    in_dm = request.interaction.guild_id is None
    return help_page(request.texts, str(request.given or ""), done, begun, in_dm=in_dm)
