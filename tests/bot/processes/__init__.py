"""Tests of the child processes."""
