"""The values that the store takes and returns, all frozen, and its errors."""
