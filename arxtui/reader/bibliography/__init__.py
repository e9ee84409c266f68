"""The bibliography of a document as records: the works that its entries name, and where the text cites them."""
