"""The command line: one module for each verb, loaded only when the verb is used."""
