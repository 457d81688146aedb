"""Deskhand: a desktop agent for Linux that proves what it did.

    cli · service · report · testing      faces: commands, the resident process, reports, fakes
    mind · memory · learn                 who decides: the steps planner
    engine                                one step in its order; the only place where all meet
    routes · act                          verbs, checks, delivery, verification
    desktops · perceive                   places to work; snapshots, refs, locators, waits
    adapters · guard · journal            the operating system; what is allowed; what happened
    model · errors                        the words
"""
