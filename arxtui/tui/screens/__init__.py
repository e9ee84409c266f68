"""The screens: the main one, those over the list, triage mode and the full text."""
