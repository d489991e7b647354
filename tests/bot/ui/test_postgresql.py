"""An evening with the database on PostgreSQL: a deal is played, and after a restart another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.audit import check_deal
from bot.service.pace import Pace
from bot.store.audit import audit
from tests.bot.ui.evening import bot_on, evening, play_out, seated
from tests.kit.painters import Blank
from tests.postgresql import Cluster


async def test_an_evening_on_postgresql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgresql_server: Cluster
) -> None:
    place, painter = postgresql_server.empty(), Blank()
    async with evening(tmp_path, painter, monkeypatch, database=place) as night:
        await night.you.command("newgame knock-poker")
        saved = await night.you.command("house save", name="Fri\0day\ud800")
        assert "“Friday” is saved" in saved.text, "what PostgreSQL takes in no text is left out"
        await night.you.command("close")
        await seated(night)
        table = night.table.table_id
        await play_out(night)
        assert night.result.net
        await night.client.close()
        await night.service.stop()
        await night.store.close()
        async with bot_on(night.server, place, painter, Pace(turn=0, pause=1000, computer=0)) as (store, service, _):
            again = service.table_in(night.channel_id)
            assert again is not None
            assert again.table_id == table
            deal = await store.last_deal(table_id=table)
            assert deal is not None
            assert deal.result == night.result
    report = audit(place, check_deal)
    assert report.ok, report.problems
    assert "1 of 1 deal replayed" in report.lines
