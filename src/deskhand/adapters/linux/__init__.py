"""Linux: accessibility trees by AT-SPI (`atspi/`), windows, input and pixels by X11 (`x11/`), joined in
`adapter.py`."""
