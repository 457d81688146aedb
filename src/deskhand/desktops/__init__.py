"""Desktops as places: private ones of our own, and the user's. Import from the modules; nothing is loaded here.

place.py     what the floors above know of a desktop       private.py   a desktop of our own
user.py      the person's own desktop                       registry.py  live desktops, sweeping up dead ones
launch.py    starting applications                          keeper.py    the process that owns a private desktop
live/        watching a desktop in a browser
"""
