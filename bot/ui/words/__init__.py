"""Sentences about what happens at a table and how it stands, made from views and from what everybody was told."""
