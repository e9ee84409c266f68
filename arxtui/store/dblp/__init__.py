"""The records of dblp, which ``arxtui check`` looks up: docs/decisions/0080-dblp-in-a-file-of-blocks.md."""
