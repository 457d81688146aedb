"""LibreOffice by its own interface (UNO), on the documents that are open in its windows.

running    which LibreOffice runs on a desktop, and telling it to listen on a pipe that is its user's only
bridge/    the process of the system's Python that speaks to it
process    that process from our side: started when first needed, asked, cancelled, killed
offices    the bridges of one desktop
proof      what the window shows, by the accessibility tree: the second eye
"""
