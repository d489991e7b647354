"""Pictures compared with references, with a tolerance: fonts are drawn a little differently from place to place.

References are kept at half size. ``KNOCKABOUT_NEW_REFERENCES=1`` writes them anew; look at them before a commit.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageStat

REFERENCES = Path(__file__).parent / "references"
OUTPUT = Path(__file__).parents[1] / "output"


def opened(png: bytes) -> Image.Image:
    """The picture, as RGB."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(a: Image.Image, b: Image.Image) -> tuple[float, int]:
    """The mean difference of all pixels, and the largest of any small patch; 0 to 255."""
    apart = ImageChops.difference(a, b)
    mean = sum(ImageStat.Stat(apart).mean) / 3
    patches = apart.convert("L").filter(ImageFilter.BoxBlur(3))
    _, largest = patches.getextrema()
    assert isinstance(largest, int)
    return mean, largest


def assert_like(name: str, png: bytes) -> None:
    """Asserts that the picture looks like its reference; else both are kept in tests/output."""
    picture = opened(png)
    half = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)
    path = REFERENCES / f"{name}.png"
    if os.environ.get("KNOCKABOUT_NEW_REFERENCES"):
        half.quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
    wanted = Image.open(path).convert("RGB")
    same_size = half.size == wanted.size
    mean, patch = difference(half, wanted) if same_size else (255.0, 255)
    if mean > 4 or patch > 56:
        OUTPUT.mkdir(exist_ok=True)
        (OUTPUT / f"{name}.png").write_bytes(png)
        wanted.save(OUTPUT / f"{name}.wanted.png")
        raise AssertionError(
            f"{name} differs from its reference (mean {mean:.1f}, worst patch {patch}, sizes {half.size} and "
            f"{wanted.size}); both are in {OUTPUT.name}/"
        )
