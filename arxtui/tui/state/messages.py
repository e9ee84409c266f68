"""Message in the bottom line, and when it is removed."""

from __future__ import annotations

from arxtui.model.frozen import frozen
from arxtui.tui.present.line import Piece, foreign


@frozen
class Message:
    """A sentence and its ink (colour role). ``cause`` names the job or question that the message is about, if that can
    end without a key press."""

    text: str
    ink: str
    cause: str = ""


class Messages:
    """The current message of the bottom line.

    A message is removed by the next act of the user. A message with a cause is also removed when the cause ends: the
    message about a failed refresh ends with the next successful refresh, however that refresh was started.
    """

    def __init__(self) -> None:
        self.current: Message | None = None
        self.previous: Message | None = None
        """The message that was shown when the present act began. A second key press that confirms a message refers to
        it."""

    def say(self, text: str, ink: str) -> None:
        """Replace the message. An empty ``text`` removes it."""
        self.current = Message(foreign(text), ink) if text else None

    def bind(self, cause: str) -> None:
        """Set the cause of the present message, so that the message ends with the cause."""
        if self.current:
            self.current = Message(self.current.text, self.current.ink, cause)

    def end(self, cause: str) -> bool:
        """Remove the message if it has this cause. Return whether a message was removed."""
        if self.current is None or self.current.cause != cause:
            return False
        self.current = None
        return True

    def next_act(self) -> bool:
        """Remove the message because a new act begins. Return whether a message was removed."""
        self.previous, self.current = self.current, None
        return self.previous is not None

    @property
    def pieces(self) -> list[Piece]:
        """The message as text with its ink."""
        return [(self.current.text, self.current.ink)] if self.current else []
