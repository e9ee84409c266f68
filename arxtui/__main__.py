"""``python -m arxtui``."""

from arxtui.cli.main import main

raise SystemExit(main())
