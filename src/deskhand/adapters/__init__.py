"""The seam to an operating system: `protocol` says what it must do, `linux` does it by AT-SPI and X11, `fake` (with
`fake_devices`, `fake_objects`) is one in memory for tests."""
