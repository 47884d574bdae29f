// The tool of docs/forwarding.md: ranges by text, nested on each thread.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char calls[4096];
static __thread int depth;

static void note(const char* call, const char* text) {
    size_t used = strlen(calls);
    snprintf(calls + used, sizeof calls - used, "%s%s;", call, text);
}

void tracer_begin(const char* text) {
    depth++;
    note("+", text);
}

void tracer_end(void) {
    if (--depth < 0) abort();
    note("-", "");
}

const char* tracer_calls(void) { return calls; }
