"""Access to any of the database files: opening, transactions, migrations, packed values."""
