"""The tables of a crawl's database: what each row says, how it is written and read back."""
