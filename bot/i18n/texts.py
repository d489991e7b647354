"""The texts of one language: messages by key, and the words for cards, hands, names, numbers, events and options."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from babel.lists import format_list
from babel.numbers import format_decimal

from bot.i18n import events, plays
from bot.i18n.language import Language
from bot.i18n.markup import Markup, Plain
from bot.i18n.numbers import true_minus
from engine.cards import Card, Rank, Suit
from engine.errors import IllegalAction
from engine.events import Event, Scored
from engine.game import GAMES
from engine.parts.hands import HandName
from engine.rules import Option, Preset, Rules, Value, options
from engine.stakes import Transfer

log = logging.getLogger(__name__)

NameOf = Callable[[int], str]
"""The shown name of a seat's player: as the person wrote it (it is escaped here), or ``Markup`` such as a mention."""

_TELLING = {"full_house": 2, "two_pairs": 2, "three_pairs": 3}
"""How many ranks tell a hand of a type from others; 1 for types not listed."""
SPANISH = "spanish"
"""How the catalogue's keys mark the words of a Spanish pack."""

_SEATS = frozenset(("seat", "to_act", "knocker", "caller"))
"""The details of a refusal that are seats."""
TEXTS_KEPT: Final = 16_000
"""How many texts a catalogue keeps, of all languages, so that what is said again and again is made once; some thirteen
megabytes."""
_SIMPLE: Final = frozenset((str, Markup, Plain, int, bool, Card, Rank, HandName))
"""The types of values of which equal ones are the same in a text. Lists are joined first, to one text."""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a game's rules as told to players."""

    name: str
    """Its name in the catalogue's keys, such as ``knock``."""
    title: str
    body: str
    """Fewer than 1,000 characters of Markdown."""


class Played(Protocol):
    """What is played at a table."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        ...


class Kept:
    """Texts that were made, the ``TEXTS_KEPT`` last used of all those that share this."""

    def __init__(self) -> None:
        self.made = functools.lru_cache(TEXTS_KEPT)(_make)
        """What that method of texts makes of these values, which must be hashable: found, or made and kept."""

    def forget(self) -> None:
        """Forgets all of them, and with them the names in them."""
        self.made.cache_clear()


def _make(make: Callable[..., str], *values: object) -> str:
    return make(*values)


class Texts:
    """The texts of one language; missing ones come from the languages that it falls back to.

    All texts are for Discord Markdown, with every value escaped that is not ``Markup``; ``plain`` has the same
    texts for places that show no Markdown. ``at`` and ``at_table`` give the same in the words of a game.
    Objects with the same texts are equal.
    """

    def __init__(
        self,
        chain: Sequence[Language],
        *,
        strict: bool = False,
        markdown: bool = True,
        words: tuple[str, ...] = (),
        kept: Kept | None = None,
        others: dict[tuple[bool, tuple[str, ...]], Texts] | None = None,
    ) -> None:
        """``kept``: shared with the texts of other languages; ``others``: with those of this language that are plain,
        or in the words of a game, by what they are."""
        self._chain = tuple(chain)
        self._strict = strict
        self._markdown = markdown
        self._words = words
        self._kept = kept or Kept()
        self._others = {} if others is None else others
        self._others[markdown, words] = self
        self._identity = (tuple(language.tag for language in self._chain), markdown, words)
        self._hash = hash(self._identity)

    @property
    def language(self) -> str:
        """The language's code, the name of its folder."""
        return self._chain[0].tag

    @functools.cached_property
    def plain(self) -> Texts:
        """The same texts for alt text, labels, options of selects, placeholders and file names: nothing is escaped."""
        return self._other(markdown=False, words=self._words)

    def _other(self, *, markdown: bool, words: tuple[str, ...]) -> Texts:
        """The same texts of that kind, which are made once."""
        if (found := self._others.get((markdown, words))) is not None:
            return found
        return Texts(
            self._chain, strict=self._strict, markdown=markdown, words=words, kept=self._kept, others=self._others
        )

    def at(self, game: str, rules: Rules | None = None) -> Texts:
        """The same texts in the words of that game, and of the pack that these rules ask for.

        For a key ``name`` these are ``name-<game>``, or ``name-spanish`` with a Spanish pack.
        """
        words: tuple[str, ...] = (game,)
        if rules is not None and GAMES[game].pack(rules, GAMES[game].seats[0]).spanish:
            words = (SPANISH, game)
        return self._other(markdown=self._markdown, words=words)

    def at_table(self, table: Played) -> Texts:
        """The same texts in the words of what is played at that table."""
        return self.at(table.game, table.rules)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Texts) and self._identity == other._identity)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Texts {' '.join((self.language, *self._words))}{'' if self._markdown else ' plain'}>"

    # -- messages by key -----------------------------------------------------------------------------------------

    def __contains__(self, key: object) -> bool:
        return any(key in language.keys for language in self._chain)

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key, such as ``lobby-title`` or ``lobby-title.hint``; ``Markup`` unless these are ``plain``.

        Values: texts, numbers, truth (``on`` or ``off`` to choose by), cards, ranks, names of hands, and lists of them.
        A missing text or value raises KeyError or ValueError if the catalogue is strict; otherwise it is logged,
        without the values, and the next language's text or finally the key itself is shown.
        """
        if not values:
            return self._kept.made(self._say, key, (), (), ())
        kinds = tuple(map(type, values.values()))
        if not _SIMPLE.issuperset(kinds):
            values = {name: self._argument(value) for name, value in values.items()}
            kinds = tuple(map(type, values.values()))
        # A text hangs on its key and values alone, so it is the same whoever reads it.
        return self._kept.made(self._say, key, tuple(values), tuple(values.values()), kinds)

    def _say(self, key: str, names: tuple[str, ...], values: tuple[object, ...], kinds: tuple[type, ...]) -> str:
        """Makes the text. ``kinds``: the types of the values, as 1, ``True`` and an ace are equal in Python."""
        arguments = {name: self._argument(value) for name, value in zip(names, values, strict=True)}
        shown = None
        for language in self._chain:
            said = next((variant for variant in self._variants(key) if variant in language.keys), None)
            if said is None:
                continue
            shown, errors = language.format(said, arguments)
            if not errors:
                return self._made(shown)
            if self._strict:
                raise ValueError(f"{language.keys[said].place}: {said}: {'; '.join(map(str, errors))}")
            log.error("%s: %s has %d errors", language.keys[said].place, said, len(errors))
        if shown is not None:
            return self._made(shown)
        if self._strict:
            raise KeyError(f"no language has the text {key!r}")
        log.error("no language has the text %r", key)
        return self._made(key)

    def _variants(self, key: str) -> Iterator[str]:
        """The keys that a text may have, that of the game's own words first."""
        if self._words:
            name, dot, attribute = key.partition(".")
            yield from (f"{name}-{word}{dot}{attribute}" for word in self._words)
        yield key

    def _made(self, text: str) -> str:
        return Markup(text) if self._markdown else Plain(text)

    def _argument(self, value: object) -> Any:
        match value:
            case bool():
                return "on" if value else "off"
            case Rank():
                return self.rank(value)
            case int():
                return value
            case float():
                return value + 0.0  # -0.0 is 0, and to Python the two are equal
            case str():
                return self.name(value)
            case Card():
                return self.card_short(value)
            case HandName():
                return self.hand_name(value)
            case Iterable():
                return self.list([str(self._argument(item)) for item in value])
        raise TypeError(f"a text takes no {type(value).__name__}")

    # -- people, lists and numbers -------------------------------------------------------------------------------

    def name(self, raw: str) -> str:
        """A person's name or other text from outside, made harmless; the catalogue's own texts stay as they are."""
        if self._markdown:
            return Markup.of(raw)
        return raw if isinstance(raw, Markup) else Plain.of(raw)

    def names(self, raw: Iterable[str]) -> str:
        """People's names, joined as the language joins a list."""
        return self.list([self.name(name) for name in raw])

    def list(self, parts: Sequence[str]) -> str:
        """Texts joined as the language joins a list: "a, b, and c"."""
        return self._kept.made(self._join, tuple(parts), "standard")

    def either(self, parts: Sequence[str]) -> str:
        """Texts joined as the language joins what can be chosen from: "a, b, or c"."""
        return self._kept.made(self._join, tuple(parts), "or")

    def _join(self, parts: tuple[str, ...], style: Literal["standard", "or"]) -> str:
        return self._made(format_list(parts, style=style, locale=self._chain[0].locale))

    def number(self, value: int) -> str:
        """A whole number as the language writes it."""
        return self._made(self._kept.made(self._write, value))

    def signed(self, value: int) -> str:
        """A gain or loss with its sign: "+8", "−3", "0"."""
        return self._made(self._kept.made(self._write, value, "+#,##0;-#,##0" if value else "0"))

    def _write(self, value: float, pattern: str | None = None) -> str:
        """A number as the language writes it, by a pattern of Unicode's; None: the usual one."""
        return true_minus(format_decimal(value, pattern, locale=self._chain[0].locale))

    def chips(self, count: int) -> str:
        """A number of chips: "1 chip", "3 chips"."""
        return self._made(true_minus(self("chips", count=count)))

    def tally(self, unit: str, count: int, *, held: bool = False) -> str:
        """What somebody has scored, in ``points`` or ``rounds``: "−60 points", "2 rounds".

        ``held``: what somebody has of them in all: "2 rounds won".
        """
        return self._made(true_minus(self(f"tally-{unit}{'.held' if held else ''}", count=count)))

    def gain(self, unit: str, value: float, *, signed: bool = True) -> str:
        """A sampled gain or loss in ``chips``, ``points`` or ``rounds``, to a tenth at most: "+2.1 chips"."""
        value = round(value, 1) + 0.0  # else what comes to 0 could say "−0"
        plain = "#,##0.#"
        pattern = f"+{plain};-{plain}" if signed and value else plain
        number = self._kept.made(self._write, value, pattern)
        return self._made(self(f"gain-{unit}", number=Markup(number), count=1 if abs(value) == 1 else 2))

    def mention(self, user_id: int) -> Markup:
        """A mention of a person, which Discord shows as a name."""
        return Markup(f"<@{user_id}>")

    def time(self, unix: float, style: str = "R") -> Markup:
        """A moment, in seconds since 1970, that each reader's client writes out; ``R`` as "in 2 minutes"."""
        return Markup(f"<t:{int(unix)}:{style}>")

    # -- cards and hands -----------------------------------------------------------------------------------------

    def rank(self, rank: Rank) -> str:
        """A rank's name: "nine"."""
        return self(f"rank-{rank.name.lower()}")

    def ranks(self, rank: Rank) -> str:
        """A rank's name for several cards: "nines"."""
        return self(f"rank-{rank.name.lower()}.many")

    def card(self, card: Card) -> str:
        """A card's whole name: "ace of spades"."""
        return self._kept.made(self._card, card)

    def _card(self, card: Card) -> str:
        if card.is_joker:
            return self("rank-joker")
        return self("card", rank=self.rank(card.rank), suit=self(f"suit-{card.suit.name.lower()}"))

    def card_short(self, card: Card) -> str:
        """A card in as few signs as possible: "A♠"."""
        return self._kept.made(self._card_short, card)

    def _card_short(self, card: Card) -> str:
        short = self(f"rank-{card.rank.name.lower()}.short")
        if card.is_joker:
            return short
        return self("card.short", rank=short, suit=self(f"suit-{card.suit.name.lower()}.sign"))

    def cards(self, cards: Iterable[Card]) -> str:
        """Whole names of cards, joined as the language joins a list."""
        return self.list([self.card(card) for card in cards])

    def cards_short(self, cards: Iterable[Card]) -> str:
        """Cards in signs, with spaces between: "A♠ 10♣"."""
        return self._made(" ".join(self.card_short(card) for card in cards))

    def melds(self, melds: Iterable[Iterable[Card]]) -> str:
        """Melds in signs: "7♠ 7♥ 7♦ · A♣ 2♣ 3♣"."""
        return self._made(self("meld-separator").join(self.cards_short(meld) for meld in melds))

    def hand_name(self, name: HandName) -> str:
        """What a hand is: "full house, nines over fours"."""
        return self._kept.made(self._hand_name, name)

    def _hand_name(self, name: HandName) -> str:
        key, ranks = f"hand-{name.type}", name.ranks[:3]
        if len(ranks) < _TELLING.get(name.type, 1):
            hand = self(f"{key}.bare")
        else:
            first, second, third = (*ranks, ranks[-1], ranks[-1])[:3]
            hand = self(
                key,
                top=Markup(first.name.lower()),
                first=self.rank(first),
                firsts=self.ranks(first),
                second=self.rank(second),
                seconds=self.ranks(second),
                thirds=self.ranks(third),
            )
        if not name.aided or name.type == "five_of_a_kind":  # which is always aided
            return hand
        return self("hand-aided", hand=hand)

    def hand_explained(self, name: HandName) -> str:
        """The same, with its usual name if the game has a word of its own for it."""
        hand, bare = self.hand_name(name), f"hand-{name.type}.bare"
        elsewhere = self._without_words(bare)
        return hand if self(bare) == elsewhere else self("hand-explained", hand=hand, meaning=elsewhere)

    @property
    def _without_words(self) -> Texts:
        """The same texts without any game's own words."""
        return self._other(markdown=self._markdown, words=())

    # -- what happens at the table -------------------------------------------------------------------------------

    def event(self, event: Event, name_of: NameOf) -> str | None:
        """One line for what happened, as told to everybody; None: not worth a line of its own.

        The public line never names a card drawn from the stock.
        """
        return events.line(self, event, name_of)

    def scored(self, event: Scored, *, short: bool = False) -> str:
        """How a score came about: "4 × (11 + 8)"; ``short``: "4×(11+8)"."""
        return plays.scored(self, event, short=short)

    def payments(self, transfers: Iterable[Transfer], name_of: NameOf) -> Sequence[str]:
        """Who paid what to whom, equal payments gathered: "Ann and Cy pay Bo 2 chips each"."""
        return events.payments(self, transfers, name_of)

    def illegal(self, error: IllegalAction, name_of: NameOf | None = None) -> str:
        """Why an action was refused, with cards, ranks, suits and players as the language and the table name them.

        That is ``illegal-<code>`` if a language has it, else the engine's own sentence. English has it only if the
        engine's sentence doesn't suit Discord: it names a seat instead of a person, it doesn't know a command or a
        button, or it is put together of several sentences or of words that a value chooses. Everything else stands
        once, in the engine. Its ``.bare`` is for a refusal with that code that names nothing.
        """
        values = {name: self._detail(name, value, name_of) for name, value in error.details.items()}
        key = f"illegal-{error.code}"
        for said in (key,) if values else (f"{key}.bare", key):
            if any(variant in self for variant in self._variants(said)):
                return self(said, **values)
        shown = {name: self._shown(value) for name, value in values.items()}
        return self._made(typographic(error.text).format_map(shown))

    def _shown(self, value: object) -> str:
        """A value for a sentence of the engine, in which Fluent doesn't write the numbers."""
        return self.number(value) if type(value) is int else str(self._argument(value))

    def _detail(self, name: str, value: object, name_of: NameOf | None) -> object:
        """A refusal's detail for its text: players and games by name, the engine's other words as they are."""
        if name_of is not None and name in _SEATS:
            return name_of(value) if isinstance(value, int) else [name_of(seat) for seat in _whole_numbers(value)]
        if name == "game":
            return self.game(str(value))
        if isinstance(value, tuple) and all(isinstance(each, Suit) for each in value):
            return self.either([self(f"suit-{suit.name.lower()}") for suit in value])
        return self._made(value) if isinstance(value, str) else value

    # -- games, their options and rules --------------------------------------------------------------------------

    def game(self, name: str) -> str:
        """A game's shown name: "Knock Poker"."""
        return self(f"game-{name}")

    def option_label(self, game: str, option: Option | str) -> str:
        """An option's heading: English from the game's Rules, other languages from ``option-<game>-<name>.label``."""
        found = _option(game, option)
        return self._translated(f"option-{game}-{found.name}.label", found.label)

    def option_description(self, game: str, option: Option | str) -> str:
        """An option's one sentence, of at most 100 characters; ``option-<game>-<name>.description``."""
        found = _option(game, option)
        return self._translated(f"option-{game}-{found.name}.description", found.description)

    def choice_label(self, game: str, option: Option | str, value: Value) -> str:
        """The label of one of an option's choices; ``option-<game>-<name>.choice-<value>``. Raises KeyError."""
        found = _option(game, option)
        return self._translated(f"option-{game}-{found.name}.choice-{value}", dict(found.choices)[value])

    def preset_label(self, game: str, preset: Preset) -> str:
        """A style's heading: English from the game's Rules, other languages from ``preset-<game>-<name>.label``."""
        return self._translated(f"preset-{game}-{preset.name}.label", preset.label)

    def preset_description(self, game: str, preset: Preset) -> str:
        """Its one sentence, of at most 100 characters; ``preset-<game>-<name>.description``."""
        return self._translated(f"preset-{game}-{preset.name}.description", preset.description)

    def option_value(self, game: str, option: Option | str, value: Value) -> str:
        """What an option is set to: "on", "2 chips", "no limit", a choice's label."""
        found = _option(game, option)
        if found.kind == "flag":
            return self("value-on" if value else "value-off")
        if found.kind == "choice":
            return self.choice_label(game, found, value)
        assert isinstance(value, int), f"{found.name} is a number"
        for key in (f"value-{game}-{found.name}", f"value-{found.name}"):
            if key in self:
                return self(key, count=value)
        return self.number(value)

    def option_told(self, game: str, option: Option, value: Value) -> str:
        """What is played by that value, in a few words: "ante 2"; "" if there are none.

        In other languages than English it is ``option-<game>-<name>.told-<value>``, or ``.told-other`` with ``$value``.
        """
        listed, english = option.telling(value)
        if not english:
            return self._made("")
        number = self.number(value) if type(value) is int else self._made(str(value))
        return self._translated(told_key(f"option-{game}-{option.name}", listed), english, value=number)

    def _translated(self, key: str, english: str, **values: str) -> str:
        """The text of the first language before English that has the key, else the English of the game's Rules."""
        for language in self._chain[:-1]:
            if key in language.keys:
                return self._made(language.format(key, values)[0])
        return self._made(english.format_map(values) if values else english)

    def rules_sections(self, game: str, rules: Rules | None = None) -> Sequence[Section]:
        """A game's rules as told to players, in the order of the file; for these rules, or for the game's own."""
        found = rules or GAMES[game].rules()
        values: dict[str, object] = {}
        for option in options(type(found)):
            value = getattr(found, option.name)
            values[option.name] = Markup(value) if isinstance(value, str) else value
            values[f"{option.name}_text"] = self.option_value(game, option, value)
        start = f"rules-{game}-"
        others = tuple(f"rules-{name}-" for name in GAMES if name.startswith(f"{game}-"))
        heads = [key for key in self._chain[-1].entries if key.startswith(start) and not key.startswith(others)]
        return [Section(head.removeprefix(start), self(head), self(f"{head}.body", **values)) for head in heads]


def told_key(key: str, value: Value | None) -> str:
    """The key of what is told of an option's value; ``key``: the option's own."""
    return f"{key}.told-{'other' if value is None else value}"


def typographic(sentence: str) -> str:
    """A sentence of the engine with a typographic apostrophe: the engine writes the typewriter's."""
    return sentence.replace("'", "’")


def _whole_numbers(value: object) -> Iterable[int]:
    return [item for item in value if isinstance(item, int)] if isinstance(value, Iterable) else ()


def _option(game: str, option: Option | str) -> Option:
    if isinstance(option, Option):
        return option
    return next(declared for declared in options(GAMES[game].rules) if declared.name == option)
