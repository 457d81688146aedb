"""The words of the glossary as types: pure, no I/O. Imports only `deskhand.errors`."""
