"""Pictures from bytes that anyone may have sent, by Pillow, where it is installed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_MOST_PIXELS = 40_000_000


class NotDrawnError(Exception):
    """Why a picture cannot be drawn, in words."""


@cache
def can_draw() -> bool:
    """Whether Pillow is there. It is not loaded for that."""
    return find_spec("PIL") is not None


def opened(data: bytes) -> Image:
    """A picture in RGB, on white. NotDrawnError for what is none, is of another kind, or too large."""
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # it would warn on the terminal; ours is the lower limit, and nothing is read before
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as found:
            if found.width * found.height > _MOST_PIXELS:
                raise NotDrawnError(f"it is too large: {found.width:,} by {found.height:,} pixels")
            if found.mode in ("RGBA", "LA", "PA", "P"):
                layered = found.convert("RGBA")
                paper = Image.new("RGBA", layered.size, "white")
                return Image.alpha_composite(paper, layered).convert("RGB")
            return found.convert("RGB")
    except UnidentifiedImageError as error:
        raise NotDrawnError("it is of a kind that is not drawn here") from error
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise NotDrawnError("it is damaged") from error
