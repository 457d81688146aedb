"""The command line: `main` finds the command in `table` and runs its one file under `commands/`.

The way of a warm command (`snapshot`, `windows`, …) loads `grammar`, `table`, its own file and `service.client`:
`os`, `sys`, `socket` and `json`, nothing heavier. That is why values here are plain classes, not dataclasses.
"""
