"""The drawing process: same pictures, started anew when it died, gone with its parent, and no secret in it."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.processes import worker
from bot.processes.child import Child
from bot.processes.painter import _UNDER_WAY, Painter, PictureError
from bot.processes.worker import SIZE
from cards_img import hand_picture, table_picture
from cards_img.look import Look
from cards_img.pictures import samples
from cards_img.tools.encode import quickly
from engine.cards import card, cards
from tests.bot.processes.jobs import endless
from tests.cards_img import captions
from tests.cards_img.tables import spectator

HELD = cards("KS KH TD")


@pytest.fixture
async def painter():
    fresh = Painter()
    yield fresh
    await fresh.close()


async def test_a_painter_draws_what_the_functions_draw(painter: Painter) -> None:
    view, words = spectator(5), captions.table(5)
    assert await painter.draw(table_picture, view, words) == table_picture(view, words)
    assert await painter.draw(hand_picture, HELD, drawn=card("TD")) == hand_picture(HELD, drawn=card("TD"))


async def test_many_at_once_get_each_their_own(painter: Painter) -> None:
    wanted = [hand_picture(HELD[:count]) for count in (1, 2, 3)]
    assert await asyncio.gather(*[painter.draw(hand_picture, HELD[: i % 3 + 1]) for i in range(15)]) == wanted * 5


async def test_where_many_are_drawn_they_are_packed_quickly() -> None:
    now = [0.0]
    painter = Painter(lambda: now[0])

    async def drawn(a_second: int, seconds: int) -> bytes:
        """The last of so many pictures."""
        for _ in range(a_second * seconds):
            now[0] += 1 / a_second
            last = await painter.draw(hand_picture, HELD)
        return last

    small, quick = hand_picture(HELD), quickly(hand_picture, HELD)
    assert len(quick) > len(small)
    try:
        assert await drawn(200, 1) == small, "a moment isn't long enough"
        assert await drawn(60, 20) == quick
        now[0] += 60
        assert await drawn(30, 30) == small
    finally:
        await painter.close()


async def test_who_gives_up_waiting_disturbs_nobody(painter: Painter) -> None:
    waiting = [asyncio.create_task(painter.draw(hand_picture, HELD[:1])) for _ in range(4)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    waiting[2].cancel()
    assert await painter.draw(hand_picture, HELD) == hand_picture(HELD)
    assert [await waiting[i] for i in (1, 3)] == [hand_picture(HELD[:1])] * 2


async def test_a_picture_that_nobody_waits_for_any_more_is_not_drawn(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    await painter.draw(hand_picture, HELD)
    asked: list[bytes] = []
    begun, call = asyncio.Event(), Child.call

    async def counted(child: Child, request: bytes, seconds: float) -> object:
        asked.append(request)
        begun.set()
        return await call(child, request, seconds)

    monkeypatch.setattr(Child, "call", counted)
    waiting = [asyncio.create_task(painter.draw(hand_picture, HELD[:1])) for _ in range(20)]
    await begun.wait()
    for task in waiting:
        task.cancel()
    assert await painter.draw(hand_picture, HELD) == hand_picture(HELD)
    assert len(asked) <= _UNDER_WAY + 1, "the pictures that were begun, and the one that is still wanted"


async def test_the_next_pictures_are_asked_for_before_the_first_is_there(painter: Painter) -> None:
    """So the drawing process doesn't wait for a loop that has other things to do."""
    await painter.draw(hand_picture, HELD)
    assert painter._child.pid is not None
    os.kill(painter._child.pid, signal.SIGSTOP)
    drawing = [asyncio.create_task(painter.draw(hand_picture, HELD[:1])) for _ in range(20)]
    while len(painter._child._asked) < _UNDER_WAY:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    assert painter.waiting == 20
    os.kill(painter._child.pid, signal.SIGCONT)
    assert await asyncio.gather(*drawing) == [hand_picture(HELD[:1])] * 20


async def test_pictures_under_way_are_drawn_after_all_where_the_process_dies(painter: Painter) -> None:
    await painter.draw(hand_picture, HELD)
    dead = painter._child
    assert dead.pid is not None
    os.kill(dead.pid, signal.SIGSTOP)
    drawing = [asyncio.create_task(painter.draw(hand_picture, HELD[:1])) for _ in range(20)]
    while len(dead._asked) < _UNDER_WAY:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    os.kill(dead.pid, signal.SIGKILL)
    assert await asyncio.gather(*drawing) == [hand_picture(HELD[:1])] * 20
    assert painter._child is not dead


async def test_a_picture_that_ends_the_process_takes_no_other_with_it(painter: Painter) -> None:
    await painter.draw(hand_picture, HELD)
    good = [painter.draw(hand_picture, HELD[:1]) for _ in range(_UNDER_WAY - 1)]
    fatal, *drawn = await asyncio.gather(painter.draw(os._exit, 1), *good, return_exceptions=True)
    assert isinstance(fatal, PictureError)
    assert drawn == [hand_picture(HELD[:1])] * (_UNDER_WAY - 1)


async def test_a_dead_process_is_started_anew(painter: Painter) -> None:
    await painter.draw(hand_picture, HELD)
    dead = painter._child._process
    assert dead is not None
    dead.kill()
    await dead.wait()
    assert await painter.draw(hand_picture, HELD) == hand_picture(HELD)
    assert painter._child._process is not dead
    again = painter._child._process
    assert again is not None
    again.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    assert await painter.draw(hand_picture, HELD) == hand_picture(HELD)


async def test_a_process_that_can_not_be_started_is_told_as_a_picture_and_tried_again(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*given: object, **more: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "create_subprocess_exec", fails)
        for ask in (painter.start(), painter.draw(hand_picture, HELD)):
            with pytest.raises(PictureError, match=r"could not be started \(Resource temporarily unavailable\)"):
                await ask
    assert await painter.draw(hand_picture, HELD) == hand_picture(HELD)


async def test_errors_are_one_sentence_without_a_card(painter: Painter) -> None:
    with pytest.raises(PictureError, match="the card drawn is not in the hand"):
        await painter.draw(hand_picture, HELD, drawn=card("AS"))
    with pytest.raises(PictureError) as caught:
        await painter.draw(hand_picture, HELD, look=card("AS"))  # type: ignore[arg-type]  # what is no look is tested
    assert str(caught.value) == "the picture could not be drawn (AttributeError)"
    assert await painter.draw(hand_picture, HELD) == hand_picture(HELD)


async def test_a_closed_painter_draws_nothing() -> None:
    painter = Painter()
    await painter.draw(hand_picture, HELD)
    process = painter._child._process
    await painter.close()
    await painter.close()
    assert process is not None
    assert process.returncode is not None
    with pytest.raises(PictureError, match="closed"):
        await painter.draw(hand_picture, HELD)


async def test_a_painter_that_is_closed_waits_for_no_picture(tmp_path: Path) -> None:
    painter = Painter()
    await painter.draw(hand_picture, HELD)
    never = [asyncio.create_task(painter.draw(endless, tmp_path / "gate")) for _ in range(2 * _UNDER_WAY)]
    await _until(painter._turn.locked)
    async with asyncio.timeout(20):
        await painter.close()
    told = await asyncio.gather(*never, return_exceptions=True)
    assert all(isinstance(error, PictureError) for error in told), told


async def test_a_painter_that_is_closed_while_it_starts_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    painter, begun, goes_on, real = Painter(), asyncio.Event(), asyncio.Event(), Child.start

    async def start(child: Child) -> None:
        begun.set()
        await goes_on.wait()
        await real(child)

    monkeypatch.setattr(Child, "start", start)
    starting = asyncio.create_task(painter.start())
    await begun.wait()
    closing = asyncio.create_task(painter.close())
    await asyncio.sleep(0)
    goes_on.set()
    await closing
    with pytest.raises(PictureError, match="closed"):
        await starting
    assert not painter._child.alive


async def _until(condition: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    pytest.fail("it did not come about")


async def test_start_draws_the_cards_ahead(painter: Painter) -> None:
    await painter.start()
    assert painter._child._process is not None
    assert painter._child._process.returncode is None


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")
async def test_the_process_gets_no_token(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret.token")
    await painter.draw(hand_picture, HELD)
    assert painter._child._process is not None
    environment = _environment(painter._child.pid)
    assert b"PYTHONPATH" in environment
    assert b"very.secret.token" not in environment


def _environment(pid: int | None) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


PARENT = """
import asyncio, sys
from bot.processes.painter import Painter
from cards_img import hand_picture
from engine.cards import cards

async def main():
    painter = Painter()
    await painter.draw(hand_picture, cards("AS"))
    print(painter._child.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="kills with SIGKILL")
def test_the_process_ends_with_a_parent_that_was_killed() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environment, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for _ in range(100):
        if not _runs(child):
            return
        time.sleep(0.1)
    pytest.fail("the drawing process outlived its parent")


def _runs(pid: int) -> bool:
    """Whether a process runs; one that ended and waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_the_worker_answers_in_order_until_the_jobs_end() -> None:
    jobs = [pickle.dumps((hand_picture, (HELD[:count],), {})) for count in (1, 2)] + [b"no pickle"]
    stream = io.BytesIO(b"".join(SIZE.pack(len(job)) + job for job in jobs) + SIZE.pack(99) + b"cut off")
    answers = io.BytesIO()
    worker.serve(stream, answers)
    answers.seek(0)
    found = []
    while head := answers.read(SIZE.size):
        found.append(answers.read(SIZE.unpack(head)[0]))
    assert [answer[:1] for answer in found[:2]] == [worker.DONE] * 2
    assert [pickle.loads(answer[1:]) for answer in found[:2]] == [hand_picture(HELD[:count]) for count in (1, 2)]
    assert found[2] == worker.FAILED + b"UnpicklingError"
    assert len(found) == 3


def test_the_command_line_draws_samples(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cards_img", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert run(str(tmp_path / "hand.png"), "hand", "--four-colour").returncode == 0
    assert (tmp_path / "hand.png").read_bytes() == samples.hand(Look(four_colour=True))
    failed = run(str(tmp_path / "nowhere" / "hand.png"))
    assert failed.returncode == 2
    assert "can't be written" in failed.stderr
    assert len(failed.stderr.splitlines()) == 1
