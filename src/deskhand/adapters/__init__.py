"""The seam to an operating system: `protocol` says what it must do, `linux` does it by AT-SPI and X11."""
