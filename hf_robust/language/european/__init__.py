"""German, French, Spanish, Italian and Portuguese: their rooms, word lists and what tells them apart."""
