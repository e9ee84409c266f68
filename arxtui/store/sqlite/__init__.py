"""One database file, whatever is in it: opening, transactions, migrations, packed forms."""
