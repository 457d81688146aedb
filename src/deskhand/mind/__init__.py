"""Deciding what to do next: the steps planner, and runs from words to verdict."""
