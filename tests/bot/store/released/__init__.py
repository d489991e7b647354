"""Databases as released versions left them, and how one is made."""
