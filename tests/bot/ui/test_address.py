from __future__ import annotations

import pytest

from bot.service.model import Turn
from bot.ui.address import LONGEST, Address, BadAddress


def test_an_address_is_read_as_it_was_written() -> None:
    address = Address(12, Turn(3, 41), "discard", "TD")
    assert str(address) == "kb:12:3.41:discard:TD"
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kb",
        "kb:1:2.3:draw",
        "xx:1:2.3:draw:stock",
        "kb:x:2.3:draw:",
        "kb:1:2:draw:",
        "kb:1:2.3::",
        "kb:1:a.b:draw:",
    ],
)
def test_what_is_no_address_is_refused(text) -> None:
    with pytest.raises(BadAddress):
        Address.parse(text)


def test_the_longest_address_fits() -> None:
    address = Address(2**63, Turn(999_999, 999), "computer", "three_of_a_kind")
    assert len(str(address)) <= LONGEST
