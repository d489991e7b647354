"""Keeps messages on Discord up to date: tables in their channels, private hands, answers still being prepared."""
