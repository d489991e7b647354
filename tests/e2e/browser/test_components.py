"""What a bot can show, in a real Chromium: components of both kinds, embeds, pictures, modals."""

from __future__ import annotations

import itertools
import time
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

import discord
from discord import ui
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.showcase import picture
from tests.e2e.browser.window import NARROW, WIDE, Window


def test_components_v2(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/parts")
    box = window.find(".container.accented")
    assert driver.execute_script("return arguments[0].style.getPropertyValue('--accent')", box) == "#2f7d5b"
    window.wait(
        lambda: driver.execute_script("return document.querySelector('.container img').naturalWidth") == 900, ""
    )
    picture = window.find(".container .gallery img")
    assert picture.get_attribute("alt") == "The table"
    assert len(window.all(".message .gallery")) == 1  # the files are not shown a second time below
    window.find(".section-accessory button", "My hand")
    window.find(".section-accessory .thumbnail")
    window.find(".separator hr")
    assert window.find(".file-card a").get_attribute("download") == "record.json"
    hidden = window.find(".veiled")
    assert "Behind the spoiler" not in hidden.text or hidden.find_element("css selector", ".container").get_attribute(
        "inert"
    )
    window.click(".veil")
    window.find(".veiled.open", "Behind the spoiler")
    window.shot("components")
    window.click(".container .gallery .picture")
    assert window.find(".lightbox img").get_attribute("alt") == "The table"
    window.shot("lightbox")
    window.keys(Keys.ESCAPE)
    window.wait(lambda: not window.has(".lightbox"), "the picture to close")
    assert "picture" in driver.execute_script("return document.activeElement.className")
    assert window.complaints() == []


def test_embeds_and_attachments_in_a_row(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/embed")
    embed = window.find(".embed")
    for text in ("Knock Poker", "Showdown", "Ann wins the pot.", "Full house", "12 chips, split by nobody", "Deal 3"):
        assert text in embed.text
    assert [len(row.find_elements("css selector", ".embed-field")) for row in window.all(".embed-row")] == [3, 1]
    assert len(window.all(".message > .body > .gallery.n3 .picture")) == 3
    window.find(".embed-image img")
    window.shot("embed")
    window.click(".gallery.n3 .picture")
    window.press(Keys.ARROW_RIGHT)
    assert "Hand 0" in (window.find(".lightbox img").get_attribute("alt") or "")


def test_buttons(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/buttons")
    for style, label in (
        ("primary", "Count"),
        ("secondary", "Whisper"),
        ("success", "Form"),
        ("danger", "Never answers"),
    ):
        assert window.all(f".components .button.{style}", label)
    assert not window.find(".components .button", "Off").is_enabled()
    assert window.find(".components a.button", "A link").get_attribute("href") == "https://example.com/"
    window.click(".button", "Count")
    window.find(".button", "Counted 1")
    assert window.focused()["custom"] == "count"  # the focus is still where the keyboard had it
    window.keys(Keys.ENTER)
    window.find(".button", "Counted 2")
    assert window.has(".message .edited")
    window.click(".button", "Whisper")
    window.find(".message.ephemeral", "Only you can see this")
    assert window.all(".message.ephemeral .spine", "Buttons of every style")
    window.shot("ephemeral")
    window.click(".message.ephemeral button", "Dismiss message")
    window.wait(lambda: not window.has(".message.ephemeral"), "it to be gone")
    window.click(".button", "Never answers")
    window.find(".button.loading")
    assert window.find(".components .button", "Whisper").get_attribute("aria-disabled") == "true"
    window.find(".failed", "This interaction failed")
    window.shot("failed_click")
    window.click(".button", "Slowly")
    window.find(".thinking", "Knockabout is thinking…")
    window.find(".message.ephemeral", "Thought about it.")
    assert not window.has(".failed")
    assert window.complaints() == []


def test_on_a_phone_a_tap_on_a_button_brings_up_nothing_else(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link, NARROW)
    window.command("/buttons")
    window.click(".button", "Count")
    window.find(".button", "Counted 1")
    assert window.focused()["custom"] == "count"
    assert not window.all(".message .actions")
    window.click(".message .author")
    window.find(".message .actions [aria-label=Reply]")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_selects(driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]) -> None:
    window = Window.open(driver, stage.link, size)
    window.command("/selects")
    window.click(".select", "Discard a card")
    assert len(window.all(".select-popup .option")) > 4
    window.shot(f"select_{size[0]}")
    window.click(".select-popup .list-search")
    window.keys("queen of h")
    assert [option.text for option in window.all(".select-popup .option")] == ["🃏\nQueen of hearts"]
    window.keys(Keys.ENTER)
    window.find(".message.ephemeral", "Chosen: card10")
    window.find(".select", "Queen of hearts")
    window.click(".select", "Who plays?")
    window.click(".select-popup .option", "Alex")
    window.click(".select-popup .list-search")
    window.keys(Keys.ARROW_DOWN, Keys.ENTER)
    assert len(window.all(".select-popup .box.on")) == 2
    window.click(".list-done")
    ids = [stage.server.context.world.host.id, stage.server.context.world.bot.id]
    window.wait(lambda: all(window.all(".message.ephemeral", str(person)) for person in ids), "the people to arrive")
    window.click(".select", "A channel")
    window.click(".select-popup .option", "card-room")
    room = next(c for c in stage.server.context.world.channels.values() if c.name == "card-room")
    window.find(".message.ephemeral", f"Chosen: {room.id}")
    window.click(".select", "A role")
    window.click(".select-popup .option", "@Knockabout")
    window.click(".select", "A person or a role")
    window.click(".select-popup .option", "@everyone")
    guild = next(iter(stage.server.context.world.guilds))
    window.find(".message.ephemeral", f"Chosen: {guild}")
    assert window.complaints() == []


def test_modals_with_every_field(driver: webdriver.Chrome, stage: Stage, tmp_path: Path) -> None:
    window = Window.open(driver, stage.link)
    window.command("/buttons")
    window.click(".button", "Form")
    window.find(".modal", "Fields marked with * are required.")
    window.click(".modal button", "Submit")
    assert [error.text for error in window.all(".modal .field-error")] == ["This field is required."] * 2
    assert window.focused()["tag"] == "INPUT"
    window.keys("Ann")
    window.click(".modal .select")
    window.click(".select-popup .option", "Crummy")
    window.click(".modal .choice", "Slow")
    window.click(".modal .choice", "Tea")
    window.shot("modal")
    window.click(".modal button", "Submit")
    window.find(".message.ephemeral", "Form: ['Ann', ['Crummy'], 'slow', ['tea']]")
    window.command("/form")
    window.find(".modal textarea").send_keys("Once")
    window.click(".modal .select")
    window.click(".select-popup .option", "Alex")
    window.click(".list-done")
    paper = tmp_path / "rules.txt"
    paper.write_text("Knock.")
    window.here().find_element("css selector", ".modal input[type=file]").send_keys(str(paper))
    window.find(".upload-list", "rules.txt")
    window.click(".modal .choice.lone input")
    window.shot("modal_2")
    window.click(".modal button", "Submit")
    window.find(".message.ephemeral", "Form 2: 'Once' 1 ['rules.txt'] True")
    assert window.complaints() == []


def test_a_click_that_crosses_with_an_edit_is_told_and_is_no_error(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/buttons")
    window.click(".button", "Count")
    window.find(".button", "Counted 1")
    press = """
        const [custom, seenToo, done] = arguments;
        const id = [...document.querySelectorAll(".message:has(.components)")].at(-1).id.replace("message-", "");
        const channel_id = location.hash.split("/").at(-1);
        const {findMessage} = await import("/core/store.js");
        const {press} = await import("/core/interactions.js");
        const {edited_timestamp} = findMessage(channel_id, id);
        await press({id, channel_id, edited_timestamp: seenToo ? edited_timestamp : null}, custom);
        setTimeout(done, 100);"""
    press = f"(async function () {{ {press} }}).apply(null, arguments)"
    window.here().execute_async_script(press, "no such button", False)  # as if it had been there before the edit
    window.find(".failed", "The message changed at that moment: nothing was done.")
    assert window.complaints() == []
    window.click(".button", "Counted 1")
    window.find(".button", "Counted 2")
    assert not window.has(".failed")
    window.here().execute_async_script(press, "no such button", True)
    window.find(".failed", "That button or menu is gone.")
    (complaint,) = window.complaints()
    assert "/components" in complaint


def test_the_applications_own_emojis(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/emoji")
    for css in (".content .emoji", ".button .emoji", ".select-popup .emoji", ".reaction .emoji"):
        if "select" in css:
            window.click(".select")
        emoji = window.find(css)
        assert emoji.get_attribute("alt") == ":ace:"
        there = partial(driver.execute_script, "return arguments[0].naturalWidth === 64", emoji)
        window.wait(there, "its picture")
        if "select" in css:
            window.keys(Keys.ESCAPE)
    assert window.complaints() == []


def test_every_control_has_a_name(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    for command in ("/parts", "/selects", "/buttons", "/embed"):
        window.command(command)
    window.click("button[aria-label='Trying things out']")
    time.sleep(0.2)
    script = """
        const named = (e) => e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim() || e.title
            || e.querySelector("img[alt]:not([alt=''])");
        return [...document.querySelectorAll("button, a[href], input, textarea, select, [role=combobox]")]
            .filter((e) => e.offsetParent !== null && !e.ariaHidden && !named(e)).map((e) => e.outerHTML)"""
    assert window.here().execute_script(script) == []
    assert window.here().execute_script("return [...document.images].filter((i) => !i.hasAttribute('alt')).length") == 0
    twice = """
        const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
        return ids.filter((id, n) => ids.indexOf(id) !== n)"""
    assert window.here().execute_script(twice) == []


class Galleries(ui.LayoutView):
    """A container with an accent and a gallery for each address."""

    def __init__(self, *addresses: str) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Galleries] = ui.Container(accent_colour=discord.Colour(0xE0A030))
        for address in addresses:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem(address, description="A picture")))
        self.add_item(box)


async def post_galleries(stage: Stage, *addresses: str, **pictures: tuple[int, int]) -> discord.Message:
    """A message with galleries for these addresses and for pictures of these sizes."""
    await stage.bot.wait_until_ready()
    channel = next(c for c in stage.bot.get_all_channels() if isinstance(c, discord.TextChannel))
    names = [f"attachment://{name}.png" for name in pictures]
    files = [picture(name, size) for name, size in pictures.items()]
    return await channel.send(view=Galleries(*names, *addresses), files=files)


_SIZES = """return [...document.querySelectorAll(".gallery .picture")].map((shown) => {
    const box = shown.getBoundingClientRect(), around = shown.closest(".container"), style = getComputedStyle(around);
    const inside = around.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [Math.round(box.width), Math.round(box.height), Math.round(box.top), Math.round(inside)];
})"""


def test_two_galleries_stand_below_one_another_as_large_as_on_discord(driver: webdriver.Chrome, stage: Stage) -> None:
    sizes = {"table": (1100, 700), "hand": (1000, 250), "tall": (400, 800), "small": (120, 80)}
    stage.thread.run(post_galleries(stage, **sizes))
    window = Window.open(driver, stage.link)
    window.wait(lambda: len(window.all(".gallery img")) == 4, "the pictures")
    desk = driver.execute_script(_SIZES)
    assert [(width, height) for width, height, _, _ in desk] == [(550, 350), (550, 138), (175, 350), (120, 80)]
    assert all(above[2] + above[1] < below[2] for above, below in itertools.pairwise(desk))
    accent = "return getComputedStyle(document.querySelector('.container.accented'), '::before').backgroundColor"
    assert driver.execute_script(accent) == "rgb(224, 160, 48)"
    window.shot("galleries")
    window.resize(*NARROW)
    phone = driver.execute_script(_SIZES)
    for (width, height, _, inside), (natural, high) in zip(phone, sizes.values(), strict=True):
        assert width == inside > 250
        assert abs(height - width * high / natural) <= 1
    window.shot("galleries_phone")
    assert window.complaints() == []


def test_a_picture_shown_by_its_address_breaks_when_its_file_goes(driver: webdriver.Chrome, stage: Stage) -> None:
    table = stage.thread.run(post_galleries(stage, table=(900, 500)))
    window = Window.open(driver, stage.link)
    address = window.find(".gallery img").get_attribute("src")
    assert address
    stage.thread.run(post_galleries(stage, address))
    loaded = "return [...document.querySelectorAll('.gallery img')].map((image) => image.naturalWidth)"
    window.wait(lambda: driver.execute_script(loaded) == [900, 900], "the picture in both")
    stage.thread.run(table.edit(view=Galleries("attachment://new.png"), attachments=[picture("new", (300, 200))]))
    window.find(".message:last-child .picture.broken")
    window.wait(lambda: driver.execute_script(loaded) == [300], "the new picture")
    window.shot("broken_picture")
    driver.refresh()
    window.find(".message:last-child .picture.broken")
    assert window.complaints() == []
