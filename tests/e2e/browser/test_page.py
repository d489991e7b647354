"""The page in a real Chromium: messages, components, modals, commands and people, as the chat client shows them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.window import NARROW, WIDE, Window

HOSTILE = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(2)</script>"


def test_an_empty_channel_greets_and_shows_what_to_type(driver: webdriver.Chrome, stage: Stage) -> None:
    for name, size, theme in (("empty", WIDE, "dark"), ("empty_light", WIDE, "light"), ("empty_phone", NARROW, "dark")):
        window = Window.open(driver, stage.link, size, theme)
        window.find(".welcome", "Welcome to #card-table!")
        window.find(".starter", "/newgame knock-poker")
        window.shot(name)
        assert "key=" not in window.here().current_url
        assert window.complaints() == []
    window.click(".starter", "/newgame knock-poker")
    assert window.find(".command-form .chip .chip-name").text == "ante"


def test_markdown_looks_as_in_discord(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/markdown")
    window.find(".message .heading-1", "A heading")
    inside = ".message .markdown "
    for css, text in (
        ("h4.heading-2", "A smaller one"),
        ("small.subtext", "And a line of subtext"),
        ("strong", "bold"),
        ("em", "italics too"),
        ("u", "underlined"),
        ("s", "struck"),
        ("strong em, em strong", "both"),
        ("code.inline-code", "code"),
        ("blockquote", "of two lines"),
        ("ul ul li", "two and a half"),
        ("ol li", "second"),
        ("pre code.py", '"||not a spoiler|| **not bold**"'),
        ("a.link", "https://example.com/plain"),
        (".mention.me", "@You"),
        (".mention", "card-table"),
        ("button.command-mention", "/hello"),
    ):
        assert window.all(inside + css, text), (css, text)
    text = window.find(".message .markdown").text
    assert "*not italics* snake_case_word 2 * 3 * 4 = 24" in text
    assert "masked" in (window.find(".markdown a.link", "a masked link").get_attribute("href") or "")
    counting = window.find("time[data-relative]")
    before = counting.text
    assert before.startswith("in ")
    driver.execute_script("arguments[0].dataset.relative = Date.now() / 1000 - 20", counting)
    window.wait(lambda: window.find("time[data-relative]").text.endswith("ago"), "the relative time to count")
    spoiler = window.find(".spoiler")
    assert spoiler.get_attribute("aria-expanded") == "false"
    spoiler.click()
    window.find(".spoiler.open", "a spoiler")
    window.click("button.command-mention", "/hello")
    window.find(".command-form", "/hello")
    window.shot("markdown")
    assert window.complaints() == []


def test_nothing_that_is_written_becomes_markup(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.say(HOSTILE)
    message = window.find(".message .content", "onerror")
    assert HOSTILE.split(" [", maxsplit=1)[0] in message.text
    assert not message.find_elements("css selector", "img, script, a")
    window.click("button[aria-label='Settings']")
    name = window.find(".settings input[type=text]")
    name.clear()
    name.send_keys("<b>Bold</b>", Keys.TAB)
    window.keys(Keys.ESCAPE)
    window.find(".message .author", "<b>Bold</b>")
    window.find(".me-text", "<b>Bold</b>")
    assert not window.has(".author b, .me-text b")
    assert window.complaints() == []


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


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_selects(driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]) -> None:
    window = Window.open(driver, stage.link, size)
    window.command("/selects")
    window.click(".select", "Discard a card")
    assert len(window.all(".select-popup .option")) > 4
    window.shot(f"select_{size[0]}")
    window.keys("queen of h")
    assert [option.text for option in window.all(".select-popup .option")] == ["🃏\nQueen of hearts"]
    window.keys(Keys.ENTER)
    window.find(".message.ephemeral", "Chosen: card10")
    window.find(".select", "Queen of hearts")
    window.click(".select", "Who plays?")
    window.keys(Keys.ENTER, Keys.ARROW_DOWN, Keys.ENTER)
    assert len(window.all(".select-popup .box.on")) == 2
    window.click(".list-done")
    ids = [stage.server.context.world.host.id, stage.server.context.world.bot.id]
    window.wait(lambda: all(window.all(".message.ephemeral", str(one)) for one in ids), "the people to arrive")
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
    window.click(".select-popup .option", "You")
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


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_slash_commands(driver: webdriver.Chrome, stage: Stage, size: tuple[int, int]) -> None:
    window = Window.open(driver, stage.link, size)
    window.click("#input")
    window.keys("/")
    window.find("#suggestions .suggestion-group", "KNOCKABOUT")
    assert window.all(".suggestion", "Discards a card of your hand")
    window.shot(f"commands_{size[0]}")
    window.keys("newgame kn")
    assert [one.text.split("\n")[0] for one in window.all(".suggestion-title")] == ["/newgame knock-pokerante"]
    window.keys(Keys.TAB)
    window.find(".suggestion-heading", "Chips that everybody pays at the start")
    assert "1 to 100" in window.find(".suggestion-heading").text
    window.keys(Keys.ENTER)
    window.find(".option-problem", "This option is required.")
    window.keys("500", Keys.TAB)
    window.find(".chip.wrong")
    window.press(Keys.SHIFT, Keys.TAB)
    window.find(".option-problem", "Must be at most 100.")
    window.keys(Keys.BACKSPACE, Keys.TAB, "rank", Keys.ENTER)
    assert [one.text for one in window.all(".suggestion")] == ["standard", "short pack", "ace to five"]
    window.keys("ace", Keys.ENTER, "pat_knock:", "Fal", Keys.ENTER, "odds:")
    window.keys("0.25", Keys.TAB)
    window.shot(f"options_{size[0]}")
    window.keys(Keys.ENTER)
    window.find(".message", "Table open: (50, 'ace to five', False, 0.25, 'none')")
    assert window.all(".spine", "/newgame knock-poker")
    window.command("/newgame knock-poker ante:3 note:hello there")
    window.find(".message", "(3, 'standard', True, 0.5, 'hello there')")
    assert window.complaints() == []


def test_autocomplete(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("#input")
    window.keys("/discard ")
    window.wait(lambda: len(window.all(".suggestion")) > 5, "the choices")
    window.keys("jack")
    window.wait(lambda: len(window.all(".suggestion")) == 4, "the choices for what is typed")
    window.shot("autocomplete")
    window.keys(Keys.ARROW_DOWN, Keys.ENTER, Keys.ENTER)
    window.find(".message", "@You discards the Jack of hearts")
    window.keys("/discard zzz")
    window.find(".suggestion-note", "No options match your search")


def test_commands_in_the_persons_language(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("button[aria-label='Settings']")
    Select(window.find(".settings select")).select_by_value("de")
    window.keys(Keys.ESCAPE)
    window.wait(lambda: window.here().execute_script("return document.documentElement.lang") == "de", "German")
    window.click("#input")
    window.keys("/hal")
    window.find(".suggestion", "Sagt hallo")
    window.keys(Keys.ENTER)
    window.find(".suggestion-heading", "Wen grüßen")
    window.keys("you", Keys.ENTER, Keys.ENTER)
    window.find(".message", "Hello, @You!")
    assert window.all(".spine", "hat verwendet:")
    window.shot("german")


def test_a_command_without_an_answer(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.command("/silence")
    window.find(".sending", "Sending command…")
    window.find(".pending .failed", "The application did not respond")
    window.click(".pending button", "Dismiss message")
    window.wait(lambda: not window.has(".pending"), "it to be gone")
    window.command("/think")
    window.find(".thinking", "Knockabout is thinking…")
    window.find(".message", "Thought.")


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
    window.say("Hello @You :tada:")
    window.find(".message .mention.me", "@You")
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
    window.find(".message .spine", "Hello @You 🎉")
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
    you.click(".menu button", "You")
    you.find(".me-text", "You")
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


def test_trying_things_out(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    window.click("button[aria-label='Trying things out']")
    window.find(".drawer", "The bot’s requests".upper())
    window.click(".tool button", "500 to the next request")
    window.find(".tool-rules li", "500")
    window.command("/hello who:@You")
    window.find(".message", "Hello, @You!")  # discord.py asked again
    window.wait(lambda: window.all(".log-entry", "500"), "the refusal in the log")
    window.wait(lambda: not window.has(".tool-rules li"), "the fault to be used up")
    first = window.wait(lambda: [e for e in window.all(".log-entry", "/callback") if "500" not in e.text], "the call")[
        0
    ]
    first.find_element("css selector", "summary").click()
    assert "Hello" in window.find(".log-body").text
    window.click(".tool-line", "Send messages")
    window.wait(lambda: stage_denied(stage), "the permission to be taken")
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
