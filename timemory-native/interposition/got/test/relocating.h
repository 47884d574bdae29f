/* File descriptors by which a library reports that it is being relocated, and hears that it may go on. */
enum { REACHED = 700, GO = 701 };
