"""Code that verbs share: options, files, output, errors."""
