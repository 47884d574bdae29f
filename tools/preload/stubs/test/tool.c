/* A library of a tool: what it does is done by libtimemory.so, which it needs. */
int of_a_tool;
