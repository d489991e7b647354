"""Frozen values go to other processes, and are copied, as the values of their fields."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from engine.frozen import frozen, maker


@frozen
class Two:
    """A value with two fields."""

    first: int
    second: str = "b"


@frozen
class One:
    """A value with one field."""

    inner: Two


@frozen
class Nothing:
    """A value without fields."""


@pytest.mark.parametrize("value", [Two(1), Two(1, "c"), One(Two(2)), Nothing()])
def test_a_value_is_the_same_wherever_it_goes(value: object) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert again == value
        assert hash(again) == hash(value)


def test_what_goes_is_the_values_alone_in_their_order() -> None:
    assert Two(1, "c").__reduce_ex__(pickle.HIGHEST_PROTOCOL) == (Two, (1, "c"))
    assert One(Two(2)).__reduce_ex__(pickle.HIGHEST_PROTOCOL) == (One, (Two(2),))
    assert Nothing().__reduce_ex__(pickle.HIGHEST_PROTOCOL) == (Nothing, ())


def test_what_has_come_back_can_not_be_changed() -> None:
    again = pickle.loads(pickle.dumps(Two(1)))
    with pytest.raises(FrozenInstanceError):
        again.first = 2


@frozen
class Four:
    """A value with four fields."""

    first: int
    second: str
    third: int = 3
    fourth: tuple[int, ...] = ()


@pytest.mark.parametrize(
    ("made", "value"),
    [
        (maker(One)(Two(1)), One(Two(1))),
        (maker(Two)(1), Two(1)),
        (maker(Two)(1, second="c"), Two(1, "c")),
        (maker(Four)(1, "b", fourth=(4,)), Four(1, "b", 3, (4,))),
    ],
)
def test_a_maker_makes_what_the_class_makes(made: object, value: object) -> None:
    assert made == value
    assert type(made) is type(value)
    assert hash(made) == hash(value)
    assert pickle.loads(pickle.dumps(made)) == value
    with pytest.raises(FrozenInstanceError):
        setattr(made, made.__match_args__[0], 2)  # type: ignore[attr-defined]


def test_a_maker_needs_what_the_class_needs() -> None:
    with pytest.raises(TypeError, match="second"):
        maker(Four)(1)  # type: ignore[call-arg]
