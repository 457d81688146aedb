"""Deciding what to do next: the steps planner, and runs from words to verdict.

    steps/       sentences → moves; the words themselves are data in vocabulary/
    moves        what a sentence comes to: actions, claims, values to keep
    runs         a run begun, carried out, ended, taken up again
    runner       one step after the other, each with its record in the journal
    looking      claims looked at: windows, elements, files, clipboard · files, numbers: how those are read
    verdict      what a step and a run have proven
    resume       which steps of an interrupted run are done · before, examine: an open action looked at
    documents    which documents of a desktop that is gone may be opened again
    hands        what runs need of an engine

Import from the modules; nothing is loaded here.
"""
