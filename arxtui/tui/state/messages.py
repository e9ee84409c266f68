"""What the bottom line says, and until when."""

from __future__ import annotations

from arxtui.model.frozen import frozen
from arxtui.tui.present.line import Piece, foreign


@frozen
class Message:
    """A sentence and its ink. ``cause`` names the work or the question that it is about, if that can end by itself."""

    text: str
    ink: str
    cause: str = ""


class Messages:
    """The message that stands in the bottom line.

    A message ends with the next act of the user; one with a cause also when the cause ends: a failed refresh with the
    next refresh that succeeds, whoever began it.
    """

    def __init__(self) -> None:
        self.current: Message | None = None
        self.answered: Message | None = None
        """The message that stood when the user began the present act: what a second key answers."""

    def say(self, text: str, ink: str) -> None:
        """Put a message in the place of the one before; no words put nothing there."""
        self.current = Message(foreign(text), ink) if text else None

    def bind(self, cause: str) -> None:
        """Let the present message end when its cause does, if that comes before the user's next act."""
        if self.current:
            self.current = Message(self.current.text, self.current.ink, cause)

    def end(self, cause: str) -> bool:
        """The cause has ended. Whether a message ended with it."""
        if self.current is None or self.current.cause != cause:
            return False
        self.current = None
        return True

    def next_act(self) -> bool:
        """The user goes on. Whether a message ended with that."""
        self.answered, self.current = self.current, None
        return self.answered is not None

    @property
    def pieces(self) -> list[Piece]:
        """The message as it is shown."""
        return [(self.current.text, self.current.ink)] if self.current else []
