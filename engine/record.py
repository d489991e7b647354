"""Table records: a deal or a game written down as JSON (record.md). Reads, checks and writes them.

What comes in is checked here, once, and becomes values of the engine. ``RecordError`` says in one sentence which field
is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import PydanticCustomError

import engine.games  # noqa: F401 - registers the games
from engine.actions import ARGUMENTS, OPTIONAL_ARGUMENTS, Action, Shuffle, act, argument
from engine.cards import Card, CardError, Pack, Rank, rank
from engine.fairness import BOUND_CARDS, HASH_BYTES, LISTED
from engine.fairness import FORMAT as BOUND_FORMAT
from engine.game import GAMES, Game
from engine.quoting import shortened
from engine.rules import MOST_CHIPS, Rules, read_rules
from engine.shuffle import SEED_BYTES
from engine.stakes import Stakes
from engine.versions import rules_of_record

FORMAT: Final = "knockabout/1"
CLOSED: Final = "??"
"""What stands for a card that is still closed."""


class RecordError(ValueError):
    """A record that can't be read; its text is one sentence that begins with the field."""


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _never_null(cls, value: object) -> object:
        """What is not given is left out: nothing in a record is null."""
        if value is None:
            raise PydanticCustomError("is_null", "is null")
        return value


_Chips = Annotated[int, Field(ge=-MOST_CHIPS, le=MOST_CHIPS)]
_Pot = Annotated[int, Field(ge=0, le=MOST_CHIPS)]


class _Seat(_Model):
    name: str = ""
    chips: _Chips | None = None
    score: _Chips = 0


class _Action(_Model):
    do: Literal[
        "draw", "discard", "knock", "show", "stay", "fold", "play", "meld", "halt", "pass", "bet", "shuffle"
    ]  # every action of engine.actions: a test compares them
    seat: int | None = None
    source: Literal["stock", "discard"] | None = Field(None, alias="from")
    card: str | None = None
    rank: str | None = None
    amount: _Chips | None = None
    order: list[str] | None = None


class _Shuffle(_Model):
    seed: str
    commitment: str
    cut: int


class _Deal(_Model):
    deck: list[str]
    actions: list[_Action] = []
    shuffle: _Shuffle | None = None


_Hash = Annotated[str, Field(pattern=f"^[0-9a-f]{{{2 * HASH_BYTES}}}$")]


class _Place(_Model):
    card: Literal[*(card.notation for card in BOUND_CARDS)] | None = None  # type: ignore[valid-type]  # mypy unpacks no values
    salt: _Hash | None = None
    hash: _Hash | None = None

    @model_validator(mode="after")
    def _open_or_closed(self) -> _Place:
        if self.model_fields_set not in ({"card", "salt"}, {"hash"}):
            raise PydanticCustomError("place", "a place has a card and its salt, or a hash")
        return self


class _Bound(_Model):
    chance: dict[str, Any]
    cut: int = Field(ge=0)
    roots: list[_Hash] = Field(min_length=LISTED, max_length=LISTED)
    places: list[_Place] = Field(min_length=len(BOUND_CARDS), max_length=len(BOUND_CARDS))
    seed: _Hash | None = None
    seed_hash: _Hash | None = None

    @model_validator(mode="after")
    def _seed_or_hash(self) -> _Bound:
        if (self.seed is None) == (self.seed_hash is None):
            raise PydanticCustomError("seed", "a shuffle has a seed or a seed_hash")
        return self


class _BoundDeal(_Model):
    deck: list[str]
    actions: list[_Action] = []
    shuffle: _Bound


class _Table(_Model):
    game: str
    rules: dict[str, Any] = {}
    seats: list[_Seat]
    dealer: int
    pot: _Pot = 0
    pools: dict[str, _Pot] = {}
    supply: int | None = Field(None, ge=1, le=MOST_CHIPS)
    played: int = Field(0, ge=0)


class _Record(_Table):
    format: Literal["knockabout/1"]
    deals: list[_Deal] = Field(min_length=1)


class _BoundRecord(_Table):
    format: Literal["knockabout/2"]
    deals: list[_BoundDeal] = Field(min_length=1, max_length=1)


@dataclass(frozen=True)
class ShuffleProof:
    """What anybody needs to recompute the shuffles of a deal (engine/shuffle.py)."""

    seed: bytes
    commitment: str
    """What was published before the deal, in hexadecimal."""
    cut: int


@dataclass(frozen=True)
class Place:
    """A place of a pack that was bound (fairness.md): open with card and salt, or closed with the hash of both."""

    card: Card | None
    """The bound card; None: closed."""
    salt: bytes
    hash: bytes
    """Of a closed place."""


@dataclass(frozen=True)
class BoundShuffle:
    """How a deal of the later format was shuffled, as far as it is open."""

    chance: Mapping[str, Any]
    """The people's part, and to what it is bound."""
    cut: int
    roots: tuple[bytes, ...]
    places: tuple[Place, ...]
    seed: bytes | None
    """None: closed."""
    seed_hash: bytes
    """Of a closed seed."""


@dataclass(frozen=True)
class DealRecord:
    """One deal of a record."""

    deck: tuple[Card, ...]
    """The whole deck, from the top."""
    actions: tuple[Action, ...] = ()
    shuffle: ShuffleProof | None = None
    bound: BoundShuffle | None = None
    """In records of the later format."""


@dataclass(frozen=True)
class ClosedDeal:
    """The deal of a record of the later format, of which some cards may be closed."""

    game: Game[Any]
    rules: Rules
    rules_given: Mapping[str, Any]
    """The options as the record names them."""
    seats: int
    dealer: int
    deck: tuple[Card | None, ...]
    """From the top; None: closed."""
    orders: tuple[tuple[Card | None, ...], ...]
    """That of each shuffle in mid-deal, from the top."""
    bound: BoundShuffle


@dataclass(frozen=True)
class Record:
    """A deal or a game written down."""

    game: Game[Any]
    rules: Rules
    names: tuple[str, ...]
    stakes: Stakes
    """What the first deal starts from."""
    deals: tuple[DealRecord, ...]


def parse_json(text: str | bytes, name: str = "the record") -> object:
    """The JSON value in ``text``. Raises RecordError, also if an object has a key twice."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    except RecursionError:
        raise RecordError(f"{name}: lists or objects are nested too deeply") from None
    except ValueError as error:
        raise RecordError(f"{name} is not JSON: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f"the key {shortened(repr(key))} stands twice in one object")
        found[key] = value
    return found


def find_game(name: str) -> Game[Any]:
    """The game of that name. Raises RecordError."""
    if name not in GAMES:
        raise RecordError(f"game is {shortened(repr(name))}, which is none of {', '.join(GAMES)}")
    return GAMES[name]


def find_rules(game: Game[Any], changed: object) -> Rules:
    """The game's rules with some options changed. Raises RecordError."""
    if not isinstance(changed, Mapping):
        raise RecordError("rules must be an object that names options")
    try:
        return read_rules(game.rules, changed)
    except ValueError as error:
        raise RecordError(str(error)) from None


def is_bound(data: object) -> bool:
    """Whether a JSON value is a record of the later format, whose cards may be closed (fairness.md)."""
    return isinstance(data, Mapping) and data.get("format") == BOUND_FORMAT


def read_closed(data: object) -> ClosedDeal:
    """The deal of a record of the later format, with what is open of it. Raises RecordError."""
    raw = _raw_bound(data)
    game, rules, seats = _setting(raw)
    pack, deal = game.pack(rules, seats), raw.deals[0]
    cards = [_card_or_closed(text, f"deals[0].deck[{i}]", pack) for i, text in enumerate(deal.deck)]
    if len(cards) != len(pack):
        raise RecordError(f"deals[0].deck has {len(cards)} cards, but the pack has {len(pack)}")
    orders = tuple(
        tuple(_card_or_closed(text, f"deals[0].actions[{i}].order", pack) for text in action.order or ())
        for i, action in enumerate(deal.actions)
        if action.do == Shuffle.do
    )
    return ClosedDeal(game, rules, raw.rules, seats, raw.dealer, tuple(cards), orders, _bound(deal.shuffle))


def _raw_bound(data: object) -> _BoundRecord:
    try:
        return _BoundRecord.model_validate(data)
    except ValidationError as error:
        raise RecordError(_sentence(error)) from None


def _card_or_closed(text: str, where: str, pack: Pack) -> Card | None:
    return None if text == CLOSED else _card(text, where, pack)


def _bound(raw: _Bound) -> BoundShuffle:
    return BoundShuffle(
        chance=raw.chance,
        cut=raw.cut,
        roots=tuple(map(bytes.fromhex, raw.roots)),
        places=tuple(
            Place(
                None if place.card is None else _BOUND[place.card],
                bytes.fromhex(place.salt or ""),
                bytes.fromhex(place.hash or ""),
            )
            for place in raw.places
        ),
        seed=None if raw.seed is None else bytes.fromhex(raw.seed),
        seed_hash=bytes.fromhex(raw.seed_hash or ""),
    )


_BOUND: Final = {card.notation: card for card in BOUND_CARDS}


def _setting(raw: _Table) -> tuple[Game[Any], Rules, int]:
    """The game, its rules, and how many seats there are. Raises RecordError."""
    game = find_game(raw.game)
    try:
        rules = rules_of_record(game, raw.rules)
    except ValueError as error:
        raise RecordError(str(error)) from None
    seats = len(raw.seats)
    if seats not in game.seats:
        raise RecordError(f"seats: {game.name} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}")
    if not 0 <= raw.dealer < seats:
        raise RecordError(f"dealer is {shortened(str(raw.dealer))}, but the seats are 0 to {seats - 1}")
    return game, rules, seats


def read_record(data: object) -> Record:
    """The record in a JSON value. Raises RecordError, also where some of its cards are closed."""
    raw: _Record | _BoundRecord = _raw_bound(data) if is_bound(data) else _raw(data)
    game, rules, seats = _setting(raw)
    pack = game.pack(rules, seats)
    scores = tuple(seat.score for seat in raw.seats)
    if any(scores) and game.judging.unit == "chips":
        raise RecordError(f"seats: {game.name} is played for chips and keeps no score")
    if raw.pot and not game.money.pot:
        raise RecordError(f"pot: {game.name} has no pot")
    chips = tuple(game.money.chips if seat.chips is None else seat.chips for seat in raw.seats)
    return Record(
        game=game,
        rules=rules,
        names=tuple(seat.name or f"Seat {number}" for number, seat in enumerate(raw.seats)),
        stakes=Stakes(
            dealer=raw.dealer,
            chips=chips,
            pot=raw.pot,
            pools=_pools(raw.pools, game),
            supply=_supply(raw.supply, game, chips),
            scores=scores if any(scores) else (),
            deals=raw.played,
        ),
        deals=tuple(_deal(deal, f"deals[{i}]", pack, seats) for i, deal in enumerate((*raw.deals,))),
    )


def _raw(data: object) -> _Record:
    _refuse_unplayed_deals(data)
    try:
        return _Record.model_validate(data)
    except ValidationError as error:
        raise RecordError(_sentence(error)) from None


def _refuse_unplayed_deals(data: object) -> None:
    """Refuses a deal that can't be over and is not the last, before the deals after it are read."""
    deals = data.get("deals") if isinstance(data, Mapping) else None
    for i, deal in enumerate(deals[:-1] if isinstance(deals, list) else ()):
        if isinstance(deal, Mapping) and not deal.get("actions") and "shuffle" not in deal:
            raise RecordError(f"deals[{i + 1}] can't begin: deals[{i}] is not over: it has no actions")


def _pools(raw: Mapping[str, int], game: Game[Any]) -> tuple[tuple[str, int], ...]:
    """The pools that hold chips, in the game's order."""
    for name in raw:
        if not game.money.pools:
            raise RecordError(f"pools: {game.name} has no pools")
        if name not in game.money.pools:
            raise RecordError(
                f"pools.{_printable(name)} is none of the pools of {game.name}: {', '.join(game.money.pools)}"
            )
    return tuple((name, raw[name]) for name in game.money.pools if raw.get(name))


def _supply(raw: int | None, game: Game[Any], chips: tuple[int, ...]) -> int:
    """What everybody started with; 0 in a game that does not count from it."""
    if raw is None:
        return max(chips) if game.money.ends_broke else 0
    if not game.money.ends_broke:
        raise RecordError(f"supply: {game.name} does not count from what everybody started with")
    return raw


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
    match first["type"]:
        case "missing":
            return f"{where} is missing"
        case "extra_forbidden":
            return f"{_printable(where)} is not a field of a record"
        case "model_type" | "model_attributes_type" | "dict_type":
            return f"{where or 'the record'} must be an object"
        case "too_short":
            return f"{where} is empty"
        case "is_null":
            return f"{where} is null: leave it out, or give it a value"
    given = first["input"]
    shown = f" is {shortened(json.dumps(given))}" if isinstance(given, str | int | float | None) else ""
    return f"{where}{shown}: {first['msg'][0].lower()}{first['msg'][1:]}"


def _printable(where: str) -> str:
    return shortened(repr(where)[1:-1])


def _deal(raw: _Deal | _BoundDeal, where: str, pack: Pack, seats: int) -> DealRecord:
    if isinstance(raw, _BoundDeal) and (CLOSED in raw.deck or raw.shuffle.seed is None):
        raise RecordError(f"{where}.deck has closed cards ({CLOSED}): a deal can be played again once its pack is open")
    proof = raw.shuffle if isinstance(raw, _Deal) else None
    return DealRecord(
        deck=_deck(raw.deck, f"{where}.deck", pack),
        actions=tuple(_action(action, f"{where}.actions[{i}]", pack, seats) for i, action in enumerate(raw.actions)),
        shuffle=None if proof is None else _proof(proof, f"{where}.shuffle", pack),
        bound=_bound(raw.shuffle) if isinstance(raw, _BoundDeal) else None,
    )


def _deck(raw: list[str], where: str, pack: Pack) -> tuple[Card, ...]:
    for place, text in enumerate(raw):
        _card(text, f"{where}[{place}]", pack)
    try:
        return pack.deck(raw)
    except CardError as error:
        raise RecordError(f"{where}: {error}") from None


def _card(text: str, where: str, pack: Pack) -> Card:
    try:
        return pack.card(text)
    except CardError as error:
        raise RecordError(f"{where}: {error}") from None


def _proof(raw: _Shuffle, where: str, pack: Pack) -> ShuffleProof:
    try:
        seed = bytes.fromhex(raw.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise RecordError(f"{where}.seed must be {SEED_BYTES} bytes in hexadecimal")
    if not 0 < raw.cut < len(pack):
        raise RecordError(
            f"{where}.cut is {shortened(str(raw.cut))}, but a pack of {len(pack)} cards is cut at 1 to {len(pack) - 1}"
        )
    return ShuffleProof(seed, raw.commitment.lower(), raw.cut)


def read_action(data: object, pack: Pack, seats: int, where: str = "the action") -> Action:
    """The action in a JSON value. Raises RecordError."""
    plain = _plain(data, pack, seats)
    if plain is not None:
        return plain
    try:
        raw = _Action.model_validate(data)
    except ValidationError as error:
        sentence = _sentence(error)
        raise RecordError(f"{where}: {sentence}") from None
    return _action(raw, where, pack, seats)


def _plain(data: object, pack: Pack, seats: int) -> Action | None:
    """The action of a seat in a JSON value as ``write_action`` writes it; None for anything else.

    It takes a tenth of the time of the model, which also takes what people write, and says what is wrong.
    """
    if type(data) is not dict or len(data) not in {2, 3}:
        return None
    do, seat = data.get("do"), data.get("seat")
    if type(do) is not str or type(seat) is not int or not 0 <= seat < seats or do not in _BY_SEATS:
        return None
    wanted = ARGUMENTS.get(do)
    if len(data) == 2:
        return act(do, seat, None) if wanted is None or do in OPTIONAL_ARGUMENTS else None
    given = None if wanted is None else data.get(wanted)
    if type(given) is not str:
        return None
    if wanted == "card":
        card = pack.by_notation.get(given)
        return None if card is None else act(do, seat, card)
    return act(do, seat, given) if wanted == "from" and given in _SOURCES else None


_BY_SEATS: Final = frozenset(get_args(_Action.model_fields["do"].annotation)) - {Shuffle.do}
_SOURCES: Final = frozenset(("stock", "discard"))


def _action(raw: _Action, where: str, pack: Pack, seats: int) -> Action:
    wanted = ARGUMENTS.get(raw.do)
    given = {name: getattr(raw, name) for name in raw.model_fields_set - {"do"}}
    if "source" in given:
        given["from"] = given.pop("source")
    for name in given:
        if name != wanted and (name != "seat" or raw.do == Shuffle.do):
            raise RecordError(f"{where}.{name} is not an argument of {raw.do}")
    if raw.do != Shuffle.do and raw.seat is None:
        raise RecordError(f"{where}.seat is missing")
    if wanted and wanted not in given and raw.do not in OPTIONAL_ARGUMENTS:
        raise RecordError(f"{where}.{wanted} is missing: {raw.do} needs it")
    if raw.order is not None:
        order = tuple(_card(text, f"{where}.order[{i}]", pack) for i, text in enumerate(raw.order))
        if len(set(order)) < len(order):
            raise RecordError(f"{where}.order names a card twice")
        return Shuffle(order)
    assert raw.seat is not None
    if not 0 <= raw.seat < seats:
        raise RecordError(f"{where}.seat is {shortened(str(raw.seat))}, but the seats are 0 to {seats - 1}")
    if raw.card is not None:
        return act(raw.do, raw.seat, _card(raw.card, f"{where}.card", pack))
    if raw.rank is not None:
        try:
            return act(raw.do, raw.seat, rank(raw.rank))
        except CardError as error:
            raise RecordError(f"{where}.rank: {error}") from None
    return act(raw.do, raw.seat, raw.source if raw.source is not None else raw.amount)


def write_action(action: Action) -> dict[str, object]:
    """The action as a JSON value."""
    written: dict[str, object] = {} if isinstance(action, Shuffle) else {"seat": action.seat}
    written["do"] = action.do
    given = argument(action)
    if given is not None:
        written[ARGUMENTS[action.do]] = _json(given)
    return written


def compose_record(
    game: str,
    rules: Mapping[str, object],
    names: Sequence[str],
    stakes: Stakes,
    deals: Sequence[Mapping[str, object]],
    *,
    version: str = FORMAT,
) -> dict[str, object]:
    """A record as a JSON value, from its parts: the one place where the format is written.

    ``rules``: the options that ``rules_for_record`` gives; ``deals``: each as a record writes it. What carries over
    from earlier deals is written only if there is something. The game need not be known to this version.
    """
    scores = stakes.scores or (0,) * len(names)
    written: dict[str, object] = {
        "format": version,
        "game": game,
        "rules": dict(rules),
        "seats": [
            {"name": name, "chips": chips, **({"score": score} if score else {})}
            for name, chips, score in zip(names, stakes.chips, scores, strict=True)
        ],
        "dealer": stakes.dealer,
    }
    if stakes.pot:
        written["pot"] = stakes.pot
    if pools := {name: chips for name, chips in stakes.pools if chips}:
        written["pools"] = pools
    if stakes.supply and stakes.supply != max(stakes.chips):
        written["supply"] = stakes.supply
    if stakes.deals:
        written["played"] = stakes.deals
    return {**written, "deals": [dict(deal) for deal in deals]}


def compose_deal(
    deck: Sequence[str],
    actions: Sequence[Mapping[str, object]],
    shuffle: tuple[str, str, int] | Mapping[str, object] | None,
) -> dict[str, object]:
    """A deal of a record as a JSON value.

    ``shuffle``: seed and commitment in hexadecimal, and the cut; in the later format what ``proof.opened`` gives.
    """
    written: dict[str, object] = {"deck": list(deck), "actions": [dict(action) for action in actions]}
    if isinstance(shuffle, Mapping):
        written["shuffle"] = dict(shuffle)
    elif shuffle is not None:
        written["shuffle"] = dict(zip(("seed", "commitment", "cut"), shuffle, strict=True))
    return written


def _json(value: object) -> object:
    match value:
        case Card():
            return value.notation
        case Rank():
            return value.notation
        case tuple():
            return [_json(part) for part in value]
    return value
