"""Decode pictures from untrusted bytes with Pillow, if it is installed."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_MAX_PIXELS = 40_000_000


class NotDrawnError(Exception):
    """A picture cannot be drawn; the message says why."""


@cache
def can_draw() -> bool:
    """Whether Pillow is installed. The check does not import it."""
    return find_spec("PIL") is not None


def decode_picture(data: bytes) -> Image:
    """Decode a picture to RGB, with transparent parts on white. Raises: NotDrawnError if the data is no picture, or one
    of an unsupported format, too large or damaged."""
    from PIL import Image, UnidentifiedImageError

    # Pillow would print a warning; our limit is lower, and is checked before the pixels are read.
    Image.MAX_IMAGE_PIXELS = None
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            if image.width * image.height > _MAX_PIXELS:
                raise NotDrawnError(f"it is too large: {image.width:,} by {image.height:,} pixels")
            if image.mode in ("RGBA", "LA", "PA", "P"):
                return _on_white(image.convert("RGBA"))
            return image.convert("RGB")
    except UnidentifiedImageError as error:
        raise NotDrawnError("its format is not supported") from error
    except (OSError, ValueError, SyntaxError, MemoryError) as error:
        raise NotDrawnError("it is damaged") from error


def _on_white(image: Image) -> Image:
    """Return a picture in RGBA as RGB, with transparent parts on white."""
    from PIL import Image as Images

    return Images.alpha_composite(Images.new("RGBA", image.size, "white"), image).convert("RGB")
