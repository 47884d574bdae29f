/* File descriptors by which a library tells that it is being relocated, and is told to go on. */
enum { REACHED = 700, GO = 701 };
