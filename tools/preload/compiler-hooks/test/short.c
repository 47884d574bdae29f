/* A function whose call is measured, or a trace of that name: with -DTRACES those of a program that names components itself. */
#ifdef TRACES
#include <timemory/library.h>

int main(void) {
    timemory_trace_init("page_rss", false, "short");
    timemory_push_trace("work");
    timemory_pop_trace("work");
    timemory_trace_finalize();
    return 0;
}
#else
static int work(int n) { return n * n; }

int main(int argc, char** argv) { return work(argc) != 1 || argv == 0; }
#endif
