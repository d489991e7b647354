"""Pictures of cards, hands and tables, drawn with Pillow from a View."""
