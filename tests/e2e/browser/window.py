"""A window of headless Chromium on the page of the local Discord, as a person would use it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

OUTPUT = Path(__file__).parents[2] / "output"
PATIENCE = 30.0
WIDE, NARROW = (1280, 800), (360, 740)
_FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --lang=en-US"
)
T = TypeVar("T")

# One call instead of two for each element.
_SHOWN = """
    const [css, text] = arguments;
    return [...document.querySelectorAll(css)].filter((e) => e.getBoundingClientRect().height > 0
        && e.checkVisibility({visibilityProperty: true}) && (text === null || e.innerText.includes(text)))"""
_FREE = "return arguments[0].filter((e) => !e.disabled && e.ariaDisabled !== 'true')"


def browser_paths() -> tuple[str, str] | None:
    """Chromium and its driver, or None where one is missing."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    return (chromium, driver) if chromium and driver else None


def start_browser(profile: Path) -> webdriver.Chrome:
    """A fresh Chromium with a profile of its own."""
    paths = browser_paths()
    assert paths is not None
    options = webdriver.ChromeOptions()
    options.binary_location = paths[0]
    for flag in (*_FLAGS.split(), f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(paths[1]))
    driver.set_page_load_timeout(30)
    return driver


class Window:
    """One window. Several share a browser: each acts on its own handle."""

    def __init__(self, driver: webdriver.Chrome, handle: str) -> None:
        self.driver = driver
        self.handle = handle

    @classmethod
    def open(
        cls, driver: webdriver.Chrome, link: str, size: tuple[int, int] = WIDE, theme: str = "dark", *, new: bool = True
    ) -> Window:
        """Sign in by a link; wait until the page is there."""
        if new:
            driver.switch_to.new_window("window")
        window = cls(driver, driver.current_window_handle)
        window.resize(*size)
        scheme = {"name": "prefers-color-scheme", "value": theme}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        driver.get(link)
        window.wait(lambda: window.has("#app:not([hidden]) #messages"), "the page to come up")
        return window

    def resize(self, width: int, height: int) -> None:
        """Make what is seen this large, in pixels; a small one is a phone with a touch screen."""
        driver = self.here()
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": width <= 500})
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1 if width > 500 else 2, "mobile": width <= 500},
        )

    def here(self) -> webdriver.Chrome:
        """The driver, turned to this window."""
        if self.driver.current_window_handle != self.handle:
            self.driver.switch_to.window(self.handle)
        return self.driver

    def wait(self, condition: Callable[[], T], what: str, patience: float = PATIENCE) -> T:
        """Until a condition holds; its value. Raises AssertionError, with a picture kept, where it does not."""
        end = time.monotonic() + patience
        while True:
            try:
                if value := condition():
                    return value
            except (StaleElementReferenceException, WebDriverException):
                pass
            if time.monotonic() > end:
                shot = self.shot("failed")
                raise AssertionError(f"Waited {patience} s for {what}; the page then: {shot}")
            time.sleep(0.04)

    def all(self, css: str, text: str | None = None) -> list[WebElement]:
        """The elements that are shown, with a text in them if one is given."""
        return list(self.here().execute_script(_SHOWN, css, text))

    def has(self, css: str, text: str | None = None) -> bool:
        """Is there such an element, shown or not?"""
        if text is None:
            return bool(self.here().find_elements("css selector", css))
        return bool(self.all(css, text))

    def find(self, css: str, text: str | None = None, patience: float = PATIENCE) -> WebElement:
        """The last such element, as soon as there is one."""
        label = css if text is None else f"{css} with {text!r}"
        return self.wait(lambda: self.all(css, text), label, patience)[-1]

    def click(self, css: str, text: str | None = None) -> None:
        """Click the last such element, again if it was drawn anew at that moment."""

        def once() -> bool:
            found = self.here().execute_script(_FREE, self.all(css, text))
            if not found:
                return False
            self.driver.execute_script("arguments[0].scrollIntoView({block: 'nearest'})", found[-1])
            found[-1].click()
            return True

        self.wait(once, f"to click {css} {text or ''}")

    def keys(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.here()).send_keys(*keys).perform()

    def press(self, *chord: str) -> None:
        """Press keys together: modifiers first."""
        chain = ActionChains(self.here())
        for key in chord[:-1]:
            chain.key_down(key)
        chain.send_keys(chord[-1])
        for key in chord[:-1]:
            chain.key_up(key)
        chain.perform()

    def say(self, text: str) -> None:
        """Type a message and send it."""
        self.click("#input")
        self.keys(text, Keys.ENTER)

    def command(self, text: str) -> None:
        """Type a whole slash command ("/discard card:ace") and send it: Enter takes what is suggested, then sends."""
        self.click("#entry")
        self.keys(text)
        # The page opens the form by itself once it knows the commands, while the text is typed or after it.
        self.wait(lambda: self.has(".command-form") or self.all("#suggestions .suggestion"), "a form or a suggestion")
        if not self.has(".command-form"):
            self.keys(Keys.ENTER)
            self.find(".command-form")
        end = time.monotonic() + PATIENCE
        while self.has(".command-form") and time.monotonic() < end:
            if not self.has("#suggestions:not([hidden]) .suggestion-note"):  # still loading
                self.keys(Keys.ENTER)
            time.sleep(0.15)
        assert not self.has(".command-form"), f"{text} could not be sent: {self.shot('failed')}"

    def messages(self) -> list[str]:
        """The texts of the messages on screen."""
        return [message.text for message in self.here().find_elements("css selector", "#messages .message")]

    def focused(self) -> dict[str, Any]:
        """What has the focus: tag, text, label and custom id."""
        script = """const e = document.activeElement;
            return {tag: e.tagName, text: e.textContent.slice(0, 80), label: e.getAttribute("aria-label"),
                    id: e.id, custom: e.dataset.custom ?? null}"""
        return dict(self.here().execute_script(script))

    def shot(self, name: str) -> Path:
        """A screenshot under tests/output/."""
        OUTPUT.mkdir(exist_ok=True)
        path = OUTPUT / f"{name}.png"
        self.here().save_screenshot(str(path))
        return path

    def complaints(self) -> list[str]:
        """What the page wrote to the browser's console as errors."""
        return [entry["message"] for entry in self.here().get_log("browser") if entry["level"] == "SEVERE"]

    def faults(self) -> list[str]:
        """The complaints, but for pictures that an edit replaced before the browser asked for them: these are gone."""
        return [text for text in self.complaints() if not ("attachments/" in text and "404" in text)]
