"""One file per command; each has `run(given) -> exit code`."""
