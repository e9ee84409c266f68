"""Rules: what they mean and do, how they are written, who is followed."""
