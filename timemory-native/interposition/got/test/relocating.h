/* File descriptors through which a library reports that it is being relocated, and learns that it may continue. */
enum { REACHED = 700, GO = 701 };
