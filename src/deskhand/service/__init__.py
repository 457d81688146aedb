"""The resident process of one desktop and the way to talk to it.

    address     where it listens
    protocol    JSON lines, limits, envelopes          bounded     replies that fit
    client      one connection, from outside           start       start one on demand, once
    server      connections, threads                   methods     what may be asked
    requests    JSON into actions                      host        the desktop, its work
    runs        runs with their reports                life        from its start to its end

`address`, `client` are imported by every command: they load `os`, `socket` and `json` only.
"""
