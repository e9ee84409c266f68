"""What verbs share: options, files, output, failures."""
