/* One of two plugins that are loaded in turn, at the same addresses if the system permits. */
#define NAMED(name) int name(int x)

NAMED(FUNCTION) { return x + 1; }

int enter(int x) { return FUNCTION(x); }
