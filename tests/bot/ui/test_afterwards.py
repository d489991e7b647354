"""What a decision was worth, behind **More**, at the local Discord: for whom it is, and that nothing fails without."""

from __future__ import annotations

from bot.local.testing.driver import Person
from tests.bot.ui.evening import Evening, a_turn, sides
from tests.kit.thinking import Here

HEADING = "How good that was"


async def knocked_and_folded(night: Evening) -> tuple[Person, Person]:
    """Plays a deal in which somebody knocks and the other folds; returns the knocker and the folder."""
    knocker, folder = sides(night)
    await a_turn(knocker, knock=True)
    await night.until(lambda: night.table.to_act == night.seated(folder), "the other's turn")
    await night.settled()
    await folder.command("draw", from_="stock")
    drawn = night.own(folder).drawn
    assert drawn is not None
    await folder.command("fold", card=drawn.notation)
    await night.until(lambda: night.table.stage == "between", "the end of the deal")
    await night.settled()
    return knocker, folder


async def test_hands_that_were_not_shown_are_told_to_their_holders_alone(two: Evening) -> None:
    two.service.afterwards._thinks = Here(60)
    zoe = await two.people.guest("Zoe")
    knocker, folder = await knocked_and_folded(two)
    hers = (await two.ending(zoe)).text
    assert HEADING not in hers
    knocked, folded = (await two.ending(knocker)).text, (await two.ending(folder)).text
    assert HEADING in knocked
    assert HEADING in folded
    assert f"{two.seated(knocker).name}’s knock wins" in knocked
    assert "folded: staying in wins" not in knocked
    assert f"{two.seated(folder).name} folded: staying in wins" in folded
    assert "knock wins" not in folded
    for text in (knocked, folded):
        assert text.count("Only you see this") == 1
    for person in (two.you, two.ann, zoe):
        assert not any(HEADING in message.text for message in two.public(person))


async def test_the_bars_stay_with_the_lines_when_the_next_deal_is_on_the_table(two: Evening) -> None:
    two.service.afterwards._thinks = Here(60)
    knocker, _ = await knocked_and_folded(two)
    more = await two.ending(knocker)
    assert len(more.media) == 1
    assert more.alt_texts == [text for text in more.alt_texts if "Bars, one for each decision." in text] != []
    await two.you.click(two.live(), "Next deal")
    await two.until(lambda: two.table.turn.deal == 2)
    await knocker.until(lambda: more.labels == [], "the buttons' end")
    assert len(more.media) == 1
    assert HEADING in more.text


async def test_where_nobody_thinks_more_has_the_story_without_it(two: Evening) -> None:
    knocker, _ = await knocked_and_folded(two)
    more = await two.ending(knocker)
    assert "wins the deal" in more.text
    assert HEADING not in more.text
    assert more.media == []
