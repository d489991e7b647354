"""Discord's REST API, a module a resource."""
