"""What things look like: models to lines of inked text, the only place where upstream text comes to the screen."""
