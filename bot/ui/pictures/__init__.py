"""Pictures in messages: which one is drawn, the words in it, and its alt text."""
