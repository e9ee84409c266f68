"""The size of a picture is known from its first bytes."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from arxtui.figures.size import picture_size


def saved(format: str, **options: object) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (300, 170), "red").save(buffer, format, **options)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (saved("PNG"), "image/png"),
        (saved("GIF"), "image/gif"),
        (saved("JPEG"), "image/jpeg"),
        (saved("JPEG", progressive=True, exif=b"Exif\0\0" + bytes(3_000), icc_profile=bytes(500)), "image/jpeg"),
        (saved("WEBP"), "image/webp"),
        (saved("WEBP", lossless=True), "image/webp"),
        (saved("WEBP", exif=b"Exif\0\0" + bytes(100)), "image/webp"),
        (b'<svg width="300" height="170">', "image/svg+xml"),
    ],
)
def test_the_size_is_that_of_the_picture(data: bytes, kind: str) -> None:
    assert picture_size(data, kind) == (300, 170)


@pytest.mark.parametrize(
    "kind", ["image/png", "image/gif", "image/jpeg", "image/webp", "image/svg+xml", "text/html", ""]
)
@pytest.mark.parametrize("data", [b"", b"nonsense", b"\xff\xd8", b"\xff\xd8" + b"\xff\xe0\0\0" * 5_000, b"<html/>"])
def test_an_invalid_picture_has_no_size(data: bytes, kind: str) -> None:
    assert picture_size(data, kind) is None
