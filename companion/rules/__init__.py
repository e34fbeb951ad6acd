"""The rules that games share: cards, melds, tricks, entries and tallies. Pure; only the standard library is used."""
