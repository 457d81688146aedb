"""Words as a person says them name one application, or are refused with the candidates."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.desktops.installed import InstalledApp, installed_apps
from deskhand.desktops.naming import match_app, unknown
from deskhand.desktops.opens import applications_for, mime_type
from deskhand.errors import AmbiguousTarget

ENTRIES = {
    "org.gnome.gedit": (
        "Name=gedit\nName[de]=Textbearbeitung\nGenericName=Text Editor\nExec=sh -s %U\nMimeType=text/plain;"
    ),
    "mousepad": "Name=Mousepad\nGenericName=Text Editor\nExec=true %U\nMimeType=text/plain;",
    "libreoffice-calc": "Name=LibreOffice Calc\nExec=env --calc %U\nMimeType=text/csv;x/ods;",
    "libreoffice-start": "Name=LibreOffice\nExec=env %U",
    "hidden": "Name=Hidden Thing\nNoDisplay=true\nExec=true",
    "gone": "Name=Gone\nExec=no-such-program-anywhere",
    "deleted": "Name=Deleted\nHidden=true\nExec=true",
    "quoted": 'Name=Quoted\nExec=sh -c "echo \\"%c\\" 100%% > x" %F',
}


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "share" / "applications"
    folder.mkdir(parents=True)
    for name, keys in ENTRIES.items():
        text = f"[Desktop Entry]\nType=Application\n{keys}\n[Desktop Action new]\nName=New Window\nExec=false\n"
        (folder / f"{name}.desktop").write_text(text, encoding="utf-8")
    data = {"XDG_DATA_HOME": str(tmp_path / "none"), "XDG_DATA_DIRS": str(tmp_path / "share"), "HOME": str(tmp_path)}
    return {**data, "PATH": "/usr/bin:/bin", "LANG": "de_DE.UTF-8"}


@pytest.fixture
def apps(env: dict[str, str]) -> tuple[InstalledApp, ...]:
    return installed_apps(env)


def test_only_what_can_be_run_is_installed(apps: tuple[InstalledApp, ...]) -> None:
    assert {app.id for app in apps} == {*ENTRIES} - {"gone", "deleted"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("libreoffice calc", "libreoffice-calc"),
        ("LibreOffice  Calc", "libreoffice-calc"),
        ("Calc", "libreoffice-calc"),
        ("LibreOffice", "libreoffice-start"),
        ("gedit", "org.gnome.gedit"),
        ("Textbearbeitung", "org.gnome.gedit"),
        ("org.gnome.gedit.desktop", "org.gnome.gedit"),
        ("hidden", "hidden"),
        ("Hidden Thing", None),
        ("mouse", None),
        ("env", "libreoffice-start"),
    ],
)
def test_words_name_one(apps: tuple[InstalledApp, ...], words: str, expected: str | None) -> None:
    found = match_app(words, apps)
    assert (found.id if found else None) == expected


def test_several_are_refused_with_the_candidates(apps: tuple[InstalledApp, ...]) -> None:
    with pytest.raises(AmbiguousTarget) as error:
        match_app("text editor", apps)
    assert set(error.value.near) == {"gedit (org.gnome.gedit)", "Mousepad (mousepad)"}


def test_none_names_what_sounds_alike(apps: tuple[InstalledApp, ...]) -> None:
    assert unknown("mosepad", apps).near[0] == "Mousepad (mousepad)"


def test_field_codes_are_filled(apps: tuple[InstalledApp, ...]) -> None:
    calc = next(app for app in apps if app.id == "libreoffice-calc")
    assert calc.line(("--x",), ("/a b.csv", "/c.csv")) == ("env", "--x", "--calc", "/a b.csv", "/c.csv")
    quoted = next(app for app in apps if app.id == "quoted")
    assert quoted.line((), ("/f",)) == ("sh", "-c", 'echo "%c" 100% > x', "/f")


def test_a_file_opens_with_its_default_else_with_the_only_one(
    apps: tuple[InstalledApp, ...], env: dict[str, str], tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("x")
    table = tmp_path / "table.csv"
    table.write_text("a,b")
    assert (mime_type(note), mime_type(table), mime_type(tmp_path)) == ("text/plain", "text/csv", "inode/directory")
    assert [app.id for app in applications_for(table, apps, env)] == ["libreoffice-calc"]
    assert {app.id for app in applications_for(note, apps, env)} == {"org.gnome.gedit", "mousepad"}
    (tmp_path / ".config").mkdir()
    (tmp_path / ".config" / "mimeapps.list").write_text("[Default Applications]\ntext/plain=mousepad.desktop;\n")
    assert [app.id for app in applications_for(note, apps, env)] == ["mousepad"]
