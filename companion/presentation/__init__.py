"""What is told of a match, whoever shows it: a page, the table, a television or paper. Values and words, no markup."""
