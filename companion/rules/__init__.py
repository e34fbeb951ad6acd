"""Rules that the games share: cards, melds, tricks, clauses and the record. Pure: standard library only."""
