"""Watching a desktop in a browser: `LiveView` in `view.py`; frames, admission and take-over each in a file."""
