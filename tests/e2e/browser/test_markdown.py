"""What people and bots write, in a real Chromium: Discord's markdown, and never markup."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="the browser tests need selenium: pip install -e '.[test]'")

from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from tests.e2e.browser.conftest import Stage
from tests.e2e.browser.window import Window

HOSTILE = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(2)</script>"


MARKDOWN = {
    "plain": "plain",
    "**a** *b* _c_ __d__ ~~e~~": "<strong>a</strong> <em>b</em> <em>c</em> <u>d</u> <s>e</s>",
    "***a***": "<strong><em>a</em></strong>",
    "__*a*__": "<u><em>a</em></u>",
    "**a *b* c**": "<strong>a <em>b</em> c</strong>",
    "*a **b** c*": "<em>a <strong>b</strong> c</em>",
    "snake_case_name and 2*3*4": "snake_case_name and 2<em>3</em>4",
    "a * b * c": "a * b * c",
    r"\*a\* \_b\_ \`c\`": "*a* _b_ `c`",
    "`**a**` ``b`c``": "<code>**a**</code> <code>b`c</code>",
    "**open": "**open",
    "||a||": "<span>a</span>",
    "> a\n> b\nc": "<blockquote>a\nb</blockquote>c",
    ">>> a\nb": "<blockquote>a\nb</blockquote>",
    ">a": "&gt;a",
    "# A\n## B\n### C\n#### D": "<h3>A</h3><h4>B</h4><h5>C</h5>#### D",
    "#a": "#a",
    "-# small": "<small>small</small>",
    "- a\n  - b\n- c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "3. a\n4. b": "<ol><li>a</li><li>b</li></ol>",
    "-a": "-a",
    "a\nb": "a\nb",
    "```py\n*a*\n```": "<pre><code>*a*</code></pre>",
    "a ```b``` c": "a <pre><code>b</code></pre> c",
    "<http://a.b/c>.": "<a>http://a.b/c</a>.",
    "http://a.b/c_d_e).": "<a>http://a.b/c_d_e</a>).",
    "(http://a.b/c_(d))": "(<a>http://a.b/c_(d)</a>)",
    "[a *b*](https://c.d)": "<a>a <em>b</em></a>",
    "[a](javascript:alert(1))": "[a](javascript:alert(1))",
    "[a](ftp://b)": "[a](ftp://b)",
    "<b>a</b> &amp;": "&lt;b&gt;a&lt;/b&gt; &amp;amp;",
    "<:ace:123456789012345678>": "<img>",
    "@everyone": "<span>@everyone</span>",
    "<t:99999999999999999>": "Invalid Date",
}


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
        (".mention.me", "@Alex"),
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


def test_markdown_case_by_case(driver: webdriver.Chrome, stage: Stage) -> None:
    window = Window.open(driver, stage.link)
    script = """
        const [cases, done] = arguments;
        const bare = (html) => html.replace(/<(\\/?)(\\w+)[^>]*>/g, "<$1$2>").replace(/<\\/?div>/g, "")
            .replace(/<span><span>(.*?)<\\/span><\\/span>/g, "<span>$1</span>");
        import("/chat/markdown_view.js")
            .then(({markdown}) => done(cases.map((text) => bare(markdown(text).innerHTML))))"""
    drawn = window.here().execute_async_script(script, list(MARKDOWN))
    assert dict(zip(MARKDOWN, drawn, strict=True)) == MARKDOWN


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
