"""Looking at a desktop: snapshots and their text, refs and locators found again, waits, differences.

    perception     Perception, the one object that looks
    scope          what is looked at
    locator_text   sentences → Locator
    expect_text    sentences → Expect
    render, diff   snapshots for readers

Below: reading (through the adapter) → build (nodes → elements) → view (where they stand) → matching, identity.
Import from the modules; nothing is loaded here.
"""
