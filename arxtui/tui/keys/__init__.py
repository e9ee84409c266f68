"""Which keys run which command: the user's own (``keymap``), those of ``presets``, the keys in force, and keys typed
one after the other (``sequences``)."""
