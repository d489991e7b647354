"""Discord's gateway: the WebSocket that brings the bot its events."""
