// A stand-in for TAU: timers by name, nested on each registered thread.

#define TOOL "tau"
#include "stand-in.h"

static int has_node;
static __thread int is_registered;
static __thread struct open_texts timers;

EXPORT void Tau_set_node(int node) {
    REQUIRE(node >= 0 && !has_node, "Tau_set_node(%d) at a wrong time", node);
    has_node = 1;
    note("Tau_set_node %d", node);
}

EXPORT void Tau_register_thread(void) {
    REQUIRE(has_node && !is_registered, "Tau_register_thread before the node is set, or twice");
    is_registered = 1;
    note("Tau_register_thread");
}

EXPORT void Tau_start(const char* name) {
    REQUIRE(is_registered, "Tau_start %s on a thread that is not registered", name);
    push_text(&timers, name, 0);
    note("Tau_start %s", name);
}

EXPORT void Tau_stop(const char* name) {
    REQUIRE(is_registered, "Tau_stop %s on a thread that is not registered", name);
    pop_text(&timers, name, 0);
    note("Tau_stop %s", name);
}
