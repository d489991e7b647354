"""Crummy on small numbers: what plays deals to their end very often."""
