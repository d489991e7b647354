"""A player who takes any of the offered actions, each as likely as another."""

from __future__ import annotations

from typing import Final

from engine.actions import Action, Prompt, act
from engine.players.base import Player
from engine.shuffle import Stream
from engine.view import View


def choose(view: View, stream: Stream) -> Action:
    """Any offered action. Raises ValueError if the viewer is asked nothing."""
    if view.viewer is None:
        raise ValueError("a spectator has nothing to choose")
    return answer(view.viewer, view.prompts, stream)


def answer(seat: int, prompts: tuple[Prompt, ...], stream: Stream) -> Action:
    """Any offered action; an amount prompt counts as two, and each amount is as likely as another."""
    if not prompts:
        raise ValueError(f"seat {seat} is asked nothing")
    places, below = 0, stream.below
    for prompt in prompts:
        places += len(prompt.choices) or (1 if prompt.least is None else 2)
    place = below(places)
    for prompt in prompts:
        choices = prompt.choices
        if choices:
            if place < len(choices):
                return act(prompt.do, seat, choices[place])
            place -= len(choices)
        elif prompt.least is not None and prompt.most is not None:
            if place < 2:
                return act(prompt.do, seat, prompt.least + below(prompt.most - prompt.least + 1))
            place -= 2
        else:
            if place == 0:
                return act(prompt.do, seat)
            place -= 1
    raise AssertionError("the places are as many as the actions")


RANDOM: Final = Player("random", choose, answer=answer)
