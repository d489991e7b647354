"""Which strings Discord takes as a standard emoji."""

from __future__ import annotations

import re

# Code points with the Unicode property Emoji, digits left out (they count only as keycaps).
_BASE = (
    "©®‼⁉™ℹ\u2194-\u2199↩↪⌚⌛⌨⏏\u23e9-\u23f3\u23f8-\u23faⓂ▪▫▶◀\u25fb-\u25fe\u2600-\u2604☎☑☔☕☘☝☠☢☣☦☪☮☯\u2638-\u263a♀♂"
    "\u2648-\u2653♟♠♣♥♦♨♻♾♿\u2692-\u2697⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪\u26f0-\u26f5\u26f7-\u26fa⛽✂✅\u2708-\u270d✏✒✔✖✝✡✨"
    "✳✴❄❇❌❎❓❔❕❗❣❤➕➖➗➡➰➿⤴⤵⬅⬆⬇⬛⬜⭐⭕〰〽㊗㊙"
    "\U0001f004\U0001f0cf\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a\U0001f201\U0001f202"
    "\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f321\U0001f324-\U0001f393\U0001f396"
    "\U0001f397\U0001f399-\U0001f39b\U0001f39e-\U0001f3f0\U0001f3f3-\U0001f3f5\U0001f3f7-\U0001f4fd\U0001f4ff-\U0001f53d"
    "\U0001f549-\U0001f54e\U0001f550-\U0001f567\U0001f56f\U0001f570\U0001f573-\U0001f57a\U0001f587\U0001f58a-\U0001f58d"
    "\U0001f590\U0001f595\U0001f596\U0001f5a4\U0001f5a5\U0001f5a8\U0001f5b1\U0001f5b2\U0001f5bc\U0001f5c2-\U0001f5c4"
    "\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1\U0001f5e3\U0001f5e8\U0001f5ef\U0001f5f3\U0001f5fa-\U0001f64f"
    "\U0001f680-\U0001f6c5\U0001f6cb-\U0001f6d2\U0001f6d5-\U0001f6d8\U0001f6dc-\U0001f6e5\U0001f6e9\U0001f6eb\U0001f6ec"
    "\U0001f6f0\U0001f6f3-\U0001f6fc\U0001f7e0-\U0001f7eb\U0001f7f0\U0001f90c-\U0001f93a\U0001f93c-\U0001f945"
    "\U0001f947-\U0001f9ff\U0001fa70-\U0001fa7c\U0001fa80-\U0001fa8a\U0001fa8e-\U0001fac6\U0001fac8\U0001facd-\U0001fadc"
    "\U0001fadf-\U0001faea\U0001faef-\U0001faf8"
)
_ONE = rf"[{_BASE}]\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_TAGS = r"(?:[\U000e0020-\U000e007e]+\U000e007f)?"
_EMOJI = re.compile(rf"(?:[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{{2}}|{_ONE}{_TAGS}(?:\u200d{_ONE})*)")


def is_emoji(text: str) -> bool:
    """True for one standard emoji, with or without its variation selector, skin tone or joiners."""
    return _EMOJI.fullmatch(text) is not None
