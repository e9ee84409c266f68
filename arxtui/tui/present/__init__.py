"""Presentation: converts models to lines of inked text. Only this package puts upstream text on the screen."""
