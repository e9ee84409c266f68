"""The arXiv papers named in a text of any kind."""

from __future__ import annotations

import re
from email import message_from_bytes
from typing import TYPE_CHECKING

from arxtui.sources.errors import SourceError
from arxtui.text import decode
from arxtui.text.mentions.identifiers import ids_in

if TYPE_CHECKING:
    from email.message import Message

_MAIL = re.compile(rb"\A(?:From [^\n]*\n)?(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.A)
_MAIL_FIELD = re.compile(rb"^(?:message-id|mime-version|received|return-path):", re.I | re.M)
_LOOK_AHEAD = 1 << 16


def paper_ids_in(data: bytes) -> tuple[str, ...]:
    """Return the identifiers of the papers named in a text, without version and without duplicates.

    Raises: SourceError if the data is a PDF or binary.
    """
    if data.startswith(b"%PDF-"):
        raise SourceError("a PDF, not text; 'arxtui add' takes the identifier of a paper")
    text = _mail_text(data) if _is_mail(data) else decode(data)
    if "\0" in text:
        raise SourceError("binary data, not text")
    return tuple(identifier.base for identifier in ids_in(text))


def _is_mail(data: bytes) -> bool:
    head = _MAIL.match(data[:_LOOK_AHEAD].replace(b"\r\n", b"\n"))
    return head is not None and _MAIL_FIELD.search(head[0]) is not None


def _mail_text(data: bytes) -> str:
    """Return the subject and all text parts of a mail, decoded."""
    try:
        mail = message_from_bytes(data)
        texts = [_text(part) for part in mail.walk() if part.get_content_maintype() == "text"]
        return "\n".join([str(mail.get("Subject", "")), *texts])
    except RecursionError:
        # Parts are nested too deep. The plain text can still be searched.
        return decode(data)


def _text(part: Message) -> str:
    packed = part.get_payload(decode=True)
    return decode(packed, part.get_content_charset()) if isinstance(packed, bytes) else ""
