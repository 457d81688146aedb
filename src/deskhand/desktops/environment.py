"""The environment of a private desktop's applications: an allow-list from ours, the rest set here.

Nothing else of the caller's environment passes: no tokens, no addresses of the person's own session, no input method
or toolkit settings that would make an application behave differently from one machine to the next.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

PASSED = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANGUAGE", "TZ")
"""Variables that pass as they are; `LANG` and `LC_*` pass too, made UTF-8 where they are not."""

FIXED = {
    "XDG_SESSION_TYPE": "x11",
    "GDK_BACKEND": "x11",
    "QT_QPA_PLATFORM": "xcb",
    "MOZ_ENABLE_WAYLAND": "0",
    # Accessibility, for each toolkit by its own switch.
    "ACCESSIBILITY_ENABLED": "1",
    "GNOME_ACCESSIBILITY": "1",
    "GTK_A11Y": "atspi",
    "GTK_MODULES": "gail:atk-bridge",
    "NO_AT_BRIDGE": "0",
    "QT_ACCESSIBILITY": "1",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    # Nothing here may wait for a service of the person's session.
    "GIO_USE_VFS": "local",
    "GIO_USE_VOLUME_MONITOR": "unix",
    "GSETTINGS_BACKEND": "keyfile",
    "GTK_USE_PORTAL": "0",
    "GVFS_DISABLE_FUSE": "1",
    # Typed keys reach the application as they are.
    "GTK_IM_MODULE": "gtk-im-context-simple",
    "QT_IM_MODULE": "simple",
    "XMODIFIERS": "@im=none",
    # Drawing that looks the same on every machine.
    "GSK_RENDERER": "cairo",
    "GTK_OVERLAY_SCROLLING": "0",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "SAL_USE_VCLPLUGIN": "gtk3",
    "MOZ_CRASHREPORTER_DISABLE": "1",
}

IBUS = {"GTK_IM_MODULE": "ibus", "QT_IM_MODULE": "ibus", "XMODIFIERS": "@im=ibus"}
"""Instead of the fixed ones where a desktop has an input method."""


def person_env(source: Mapping[str, str]) -> dict[str, str]:
    """The allow-listed part of `source`, with what it lacks filled in from the user database."""
    env = {name: source[name] for name in PASSED if source.get(name)}
    env.update({name: value for name, value in source.items() if name == "LANG" or name.startswith("LC_")})
    entry = _user()
    env.setdefault("HOME", entry.pw_dir if entry else "/")
    env.setdefault("USER", entry.pw_name if entry else str(os.getuid()))
    env.setdefault("LOGNAME", env["USER"])
    env.setdefault("SHELL", "/bin/sh")
    path = env.get("PATH", "").split(":")
    env["PATH"] = ":".join([part for part in path if part] + [part for part in _SYSTEM_PATH if part not in path])
    return _with_utf8(env)


def scale_env(scale: float) -> dict[str, str]:
    """What makes each toolkit draw at this scale, together with the display's `Xft.dpi` (96 × scale).

    GTK scales by whole numbers and takes the rest as larger text; it would multiply its scale with the resource's dpi,
    and Qt its factor with the fonts', so that both are told what is left.
    """
    if scale == 1:
        return {}
    whole = int(scale)
    return {
        "GDK_SCALE": str(whole),
        "GDK_DPI_SCALE": f"{1 / whole:g}",
        "QT_SCALE_FACTOR": f"{scale:g}",
        "QT_FONT_DPI": "96",
        "QT_AUTO_SCREEN_SCALE_FACTOR": "0",
    }


def scale_of(env: Mapping[str, str]) -> float:
    """The scale that a desktop's environment was made for."""
    return float(env.get("QT_SCALE_FACTOR", "1"))


def private_env(
    source: Mapping[str, str], folder: Path, desktop_id: str, scale: float = 1.0, *, input_method: bool = False
) -> dict[str, str]:
    """Everything of a private desktop's environment that is known before its display is up. `input_method`: one will
    run on it."""
    env = person_env(source)
    home = env["HOME"]
    env.update(FIXED)
    env.update(IBUS if input_method else {})
    env.update(scale_env(scale))
    env.update(
        {
            "DESKHAND_DESKTOP": desktop_id,
            "XAUTHORITY": str(folder / "xauth"),
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder / 'bus'}",
            # Nobody listens there. Through the machine's own bus an application would ask for the person's password
            # on the person's screen (polkit), or wait for services of the person's session.
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder / 'no-system-bus'}",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_STATE_HOME": str(folder / "state"),
            "TMPDIR": str(folder / "tmp"),
            # The person's own fonts, icons and applications can be read; what applications write goes to ours.
            "XDG_DATA_DIRS": ":".join([*_own_data(source, home), *_data_dirs(source)]),
            "XDG_CONFIG_DIRS": "/etc/xdg",
        }
    )
    return env


_SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/games")


def _user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwuid(os.getuid())
    except KeyError:
        return None


def _own_data(source: Mapping[str, str], home: str) -> list[str]:
    own = source.get("XDG_DATA_HOME") or f"{home}/.local/share"
    return [own] if os.path.isdir(own) else []


def _data_dirs(source: Mapping[str, str]) -> list[str]:
    named = [part for part in source.get("XDG_DATA_DIRS", "").split(":") if part.startswith("/")]
    return named + [part for part in ("/usr/local/share", "/usr/share") if part not in named]


def _with_utf8(env: dict[str, str]) -> dict[str, str]:
    """An ASCII locale would make applications drop accents and ideographs."""
    spoken = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or ""
    if "utf" not in spoken.lower():
        env.pop("LC_ALL", None)
        env.pop("LC_CTYPE", None)
        env["LANG"] = "C.UTF-8"
    return env
