"""Present a tally as text and views for page, table, television and paper: values and words, no markup."""
