"""Deskhand's hands for other agents: a server of the Model Context Protocol, over stdio or loopback HTTP.

Needs the extra `mcp` (the official SDK). Nothing here acts by itself: every tool is a question to a desktop's service,
so that checks, limits and receipts are the same whatever agent is behind it.
"""
