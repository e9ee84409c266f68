"""Key bindings: the user's keys over the defaults (``keymap``), the ``presets``, the keys in force, and key sequences
(``sequences``)."""
