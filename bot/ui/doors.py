"""What people do at a table besides playing: sit down, get up, deal, close. Commands and buttons share these."""

from __future__ import annotations

from bot.i18n import Markup, Texts
from bot.service.model import Person, Snapshot
from bot.ui.answer import Answer, Interaction
from bot.ui.board import Board
from bot.ui.desk import Desk
from bot.ui.pages.page import lines, sentence
from bot.ui.words.standing import has_chips, left_behind, taken_back


class Doors:
    """The ways to a table. Each gives the sentence for who came through it, and raises Refusal where it is shut."""

    def __init__(self, desk: Desk, board: Board) -> None:
        self.desk, self.board = desk, board

    async def join(self, person: Person, channel_id: int, key: int, texts: Texts) -> str:
        """Sits down."""
        table = await self.desk.service.join(person, channel_id, key)
        said = "said-joined-later" if table.stage == "playing" else "said-joined"
        sitter = table.seated(person.user_id)
        return texts(_as_played(said, table), chips=texts.chips(sitter.chips if sitter is not None else table.buy_in))

    async def leave(self, person: Person, channel_id: int, key: int, texts: Texts) -> str:
        """Gets up."""
        table = await self.desk.service.leave(person, channel_id, key)
        if table.seated(person.user_id) is not None:
            return texts(_as_played("said-leaving", table))
        return _sentences(texts(_as_played("said-left", table)), taken_back(table, texts, person.user_id))

    async def start(self, person: Person, channel_id: int, key: int, texts: Texts) -> str:
        """Deals."""
        table = await self.desk.service.start(person, channel_id, key)
        return texts("said-dealt", deal=table.turn.deal)

    async def close(self, person: Person, channel_id: int, key: int, texts: Texts, *, moderator: bool) -> str:
        """Closes the table."""
        table = await self.desk.service.close(person, channel_id, key, moderator=moderator)
        if table.stage != "closed":
            return texts("said-closing")
        return _sentences(texts(_as_played("said-closed", table)), left_behind(table, texts), taken_back(table, texts))

    async def topup(self, person: Person, channel_id: int, key: int, texts: Texts) -> str:
        """Brings more chips."""
        table, added = await self.desk.service.top_up(person, channel_id, key)
        sitter = table.seated(person.user_id)
        chips = sitter.chips if sitter is not None else added
        said = texts("said-topped-up", added=texts.chips(added), chips=texts.chips(chips))
        return _sentences(taken_back(table, texts, person.user_id), said)

    async def computer(self, person: Person, channel_id: int, key: int) -> None:
        """Seats a computer player; its name is in the server's language, for everybody reads it."""
        names = str(self.desk.texts_in(person.guild_id).plain("computer-names")).split(", ")
        await self.desk.service.add_computer(person, channel_id, names, key)

    async def remove(self, person: Person, channel_id: int, key: int) -> None:
        """A computer player gets up."""
        await self.desk.service.remove_computer(person, channel_id, key)


def _sentences(*said: str | None) -> str:
    """One after the other, without those that there are none of."""
    return Markup(" ").join([one for one in said if one is not None])


def _as_played(said: str, table: Snapshot) -> str:
    """The form of a sentence for a table with chips, or for one without."""
    return said if has_chips(table) else f"{said}.bare"


def is_moderator(interaction: Interaction) -> bool:
    """Whether the person may close tables of others: who may manage the channel may."""
    return interaction.permissions.manage_channels or interaction.permissions.manage_guild


async def tell(desk: Desk, answer: Answer, text: str) -> None:
    """A sentence for the person alone, with whatever else the person is to be told."""
    texts = desk.texts_for(answer.interaction)
    await answer.tell(sentence(lines(text, *desk.notices(answer.interaction.user.id, texts))))
