"""People and channels in a real Chromium: messages, guests, direct messages, the drawer, the line, scrolling."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

import discord
from discord import ui
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.window import NARROW, WIDE, Window


def test_direct_messages_with_unread_marks(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/whisper")
    assert window.find(".channel.dm .badge").text.startswith("1")
    assert "1 unread" in (window.find(".channel.dm").get_attribute("aria-label") or "")
    window.click(".channel.dm")
    window.find(".message .gallery img")
    window.find(".divider.fresh .tag", "NEW")
    window.wait(lambda: not window.has(".channel.dm .badge"), "it to be read")
    window.shot("dm")
    window.press(Keys.ALT, Keys.ARROW_UP)
    assert window.find("#chat-head h1").text == "Knockabout"  # the only channel of this list


def test_messages_of_ones_own(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.say("Hello @Alex :tada:")
    window.find(".message .mention.me", "@Alex")
    window.say("A second line")
    window.wait(lambda: len(window.all("#messages .message")) == 2, "both lines")
    assert len(window.all("#messages .message.first")) == 1  # grouped by author
    window.keys(Keys.ARROW_UP, " indeed", Keys.ENTER)
    window.find(".message", "A second line indeed (edited)")
    window.keys(Keys.F6)
    window.press(Keys.SHIFT, Keys.F6)
    window.press(Keys.SHIFT, Keys.F6)
    assert "A second line indeed" in window.focused()["text"]
    window.keys(Keys.ARROW_UP)
    assert "Hello" in window.focused()["text"]
    window.click(".message:focus [aria-label=Reply]")
    window.keys("To that", Keys.ENTER)
    window.find(".message .spine", "Hello @Alex 🎉")
    window.keys(Keys.ESCAPE)


def test_guests_in_one_window_and_in_several(driver: webdriver.Chrome, stage: Stage) -> None:
    you = Window.open(driver, stage.link)
    you.click(".me-card")
    you.click(".menu button", "Invite a guest")
    you.find(".member", "Ann")
    you.click(".me-card")
    you.click(".menu button", "Ann")
    you.find(".me-text", "Ann")
    you.say("I am Ann")
    you.click(".me-card")
    you.click(".menu button", "Alex")
    you.find(".me-text", "Alex")
    assert not you.has(".message.ephemeral")
    you.click(".me-card")
    you.click(".menu button", "Manage people…")
    link = you.find(".person-card[aria-label=Ann] a[target=_blank]").get_attribute("href")
    assert link
    you.shot("people")
    ann = Window.open(driver, link, NARROW)
    ann.find(".message", "I am Ann")
    you.keys(Keys.ESCAPE)
    you.here()
    you.keys(Keys.ESCAPE)
    you.say("Hello, Ann")
    ann.find(".message", "Hello, Ann")
    ann.command("/buttons")
    ann.click(".button", "Whisper")
    ann.find(".message.ephemeral")
    you.find(".message", "Buttons of every style")
    assert not you.has(".message.ephemeral")  # what only Ann may see is not even in the page
    you.click("button[aria-label='Settings']")
    you.click(".settings .toggle input")
    you.keys(Keys.ESCAPE)
    you.command("/whisper")
    ann.click(".chat-head button[aria-label=Members]")
    ann.find(".member", "direct messages closed")
    assert you.complaints() == []


def test_a_guest_who_leaves_and_comes_back(driver: webdriver.Chrome, stage: Stage) -> None:
    you = Window.open(driver, stage.link)
    you.click(".me-card")
    you.click(".menu button", "Invite a guest")
    you.find(".member", "Ann")
    you.click(".me-card")
    you.click(".menu button", "Manage people…")
    link = you.find(".person-card[aria-label=Ann] a[target=_blank]").get_attribute("href")
    assert link
    ann = Window.open(driver, link)
    you.click(".person-card[aria-label=Ann] .toggle", "In the server")
    ann.find(".welcome", "Nothing to see here")
    assert not ann.find("#input").is_enabled()
    ann.click(".not-in button", "Join the server")
    ann.find(".welcome", "Welcome to #card-table!")
    ann.say("Back again")
    ann.find(".message", "Back again")
    assert ann.complaints() == []


def test_trying_things_out(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("button[aria-label='Trying things out']")
    window.find(".drawer", "The bot’s requests".upper())
    window.click(".tool button", "500 to the next request")
    window.find(".tool-rules li", "500")
    window.command("/hello who:@Alex")
    window.find(".message", "Hello, @Alex!")  # discord.py asked again
    window.wait(lambda: window.all(".log-entry", "500"), "the refusal in the log")
    window.wait(lambda: not window.has(".tool-rules li"), "the fault to be used up")
    first = window.wait(lambda: [e for e in window.all(".log-entry", "/callback") if "500" not in e.text], "the call")[
        0
    ]
    first.find_element("css selector", "summary").click()
    assert "Hello" in window.find(".log-body").text
    window.click(".tool-line", "Send messages")
    window.wait(lambda: stage_denied(stage), "the permission to be taken")
    window.click(".tool button", "An hour later")
    window.wait(lambda: stage.server.context.clock.ahead == 3600, "the clock to be moved")
    window.click(".tool button", "Drop the line (it resumes)")
    window.shot("drawer")
    window.click("button[aria-label='Close the drawer']")
    window.wait(lambda: not window.all(".drawer"), "the drawer to close")
    assert window.complaints() == []


def stage_denied(stage: Stage) -> bool:
    """Has the bot lost a permission somewhere?"""
    return any(
        overwrite.deny for channel in stage.server.context.world.channels.values() for overwrite in channel.overwrites
    )


def test_the_line_comes_back(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.say("Before")
    assert stage.server._windows is not None
    stage.thread.run(stage.server._windows.stop())
    stage.thread.run(_say_as_bot(stage, "Meanwhile"))
    window.find(".message", "Meanwhile")
    window.say("After")
    window.wait(lambda: [m.split("\n")[-1] for m in window.messages()] == ["Before", "Meanwhile", "After"], "all three")


async def _say_as_bot(stage: Stage, text: str) -> None:
    channel = next(c for c in stage.bot.guilds[0].text_channels if c.name == "card-table")
    await channel.send(text)


def test_sixty_messages_with_pictures_scroll(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/many count:60")
    window.find(".message", "Message 60", 30)
    script = """
        const done = arguments[0], scroller = document.querySelector("#scroller"), frames = [];
        let last = performance.now(), step = 0;
        scroller.scrollTop = 0;
        (function next(now) {
            frames.push(now - last); last = now;
            scroller.scrollTop += 240;
            if (++step < 60) requestAnimationFrame(next);
            else done({top: scroller.scrollTop, height: scroller.scrollHeight, frames});
        })(last);"""
    result = window.here().execute_async_script(script)
    (Path(__file__).parents[2] / "output" / "scroll.json").write_text(json.dumps(result["frames"]))
    assert result["top"] > 10_000
    # Nothing moves while pictures load: their boxes have their sizes from the start.
    assert result["height"] == window.here().execute_script("return document.querySelector('#scroller').scrollHeight")
    window.here().refresh()
    window.find(".message", "Message 60")
    at_end = "const s = document.querySelector('#scroller'); return s.scrollHeight - s.scrollTop - s.clientHeight < 3"
    window.wait(lambda: window.here().execute_script(at_end), "the page to open at the newest message")
    window.here().execute_script("document.querySelector('#scroller').scrollTop = 0")
    window.find(".welcome", "Welcome to #card-table!")  # older messages were fetched on the way up
    window.click("#jump")
    window.wait(lambda: window.here().execute_script(at_end), "the way back down")


async def _say_much(stage: Stage) -> None:
    """Seventy messages, and one with links to the third and the sixtieth of them, and to one that is gone."""
    await stage.bot.wait_until_ready()
    channel = next(c for c in stage.bot.get_all_channels() if isinstance(c, discord.TextChannel))
    said = [await channel.send(f"Message {n + 1}") for n in range(70)]
    gone = await channel.send("Gone")
    await gone.delete()
    view = ui.View()
    for label, message in (("Far", said[2]), ("Near", said[59]), ("Gone", gone)):
        view.add_item(ui.Button(label=label, url=message.jump_url))
    await channel.send("Where to?", view=view)


async def _say_more_than_is_seen(stage: Stage) -> None:
    """A message with a link to the next and newest one, which is higher than a phone and ends with a button."""
    await stage.bot.wait_until_ready()
    channel = next(c for c in stage.bot.get_all_channels() if isinstance(c, discord.TextChannel))
    first, view, links = await channel.send("Where to?"), ui.View(), ui.View()
    view.add_item(ui.Button(label="At its end", custom_id="end"))
    newest = await channel.send("\n".join(f"Line {n + 1}" for n in range(80)), view=view)
    links.add_item(ui.Button(label="Newest", url=newest.jump_url))
    await first.edit(view=links)


def test_a_link_to_the_newest_message_shows_its_end(driver: webdriver.Chrome, stage: Stage) -> None:
    stage.thread.run(_say_more_than_is_seen(stage))
    window = Window.open(driver, stage.link, NARROW)
    window.find(".button", "At its end")
    window.click(".button", "Newest")
    window.find(".message.flash", "Line 1")
    in_view = """const around = document.querySelector("#scroller").getBoundingClientRect(),
        button = document.querySelector(".message.flash .button")?.getBoundingClientRect();
        return !!button && button.top >= around.top && button.bottom <= around.bottom"""
    window.wait(lambda: window.here().execute_script(in_view), "the button at the message's end")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_a_link_to_a_message_goes_there_and_lights_it_up(
    driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]
) -> None:
    stage.thread.run(_say_much(stage))
    window = Window.open(driver, stage.link, size)
    in_view = """const box = document.querySelector(".message.flash")?.getBoundingClientRect(),
        around = document.querySelector("#scroller").getBoundingClientRect();
        return box && box.top >= around.top && box.bottom <= around.bottom
            && document.querySelector(".message.flash").innerText"""

    def lit() -> str:
        return str(window.here().execute_script(in_view) or "")

    window.click(".button", "Near")
    window.wait(lambda: "Message 60" in lit(), "the message to be lit up")
    assert window.has(".message", "Message 70")
    window.wait(lambda: not window.has(".message.flash"), "the light to go out")
    window.click(".button", "Far")  # it is not loaded: only the last fifty are
    window.wait(lambda: "Message 3" in lit(), "the message to be loaded and lit up")
    assert not window.has(".message", "Message 70")
    window.click("#jump")
    window.click(".button", "Gone")
    window.find("#toasts", "That message is gone.")
    window.find(".message", "Where to?")
    assert window.complaints() == []


async def _say_where_nobody_looks(stage: Stage) -> None:
    """A message in the second channel, and a link to it in the first."""
    await stage.bot.wait_until_ready()
    first, second, *_ = (c for c in stage.bot.get_all_channels() if isinstance(c, discord.TextChannel))
    view = ui.View()
    view.add_item(ui.Button(label="There", url=(await second.send("Linked")).jump_url))
    await first.send("Where to?", view=view)


async def _say_in_second(stage: Stage, text: str) -> None:
    _, second, *_ = (c for c in stage.bot.get_all_channels() if isinstance(c, discord.TextChannel))
    await second.send(text)


def test_what_comes_after_a_link_to_the_newest_message_is_shown(driver: webdriver.Chrome, stage: Stage) -> None:
    stage.thread.run(_say_where_nobody_looks(stage))
    window = Window.open(driver, stage.link, NARROW)
    window.click(".button", "There")
    window.find(".message.flash", "Linked")
    window.wait(lambda: not window.all("#jump"), "the arrow to the newest message to go")
    stage.thread.run(_say_in_second(stage, "Answer"))
    window.find(".message", "Answer")
    assert window.faults() == []
