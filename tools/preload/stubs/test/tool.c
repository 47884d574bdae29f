/* A tool's library: its work is done by libtimemory.so, which it needs. */
int of_a_tool;
