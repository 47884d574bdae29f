/* Entry points that a runtime looks for when it starts: OpenMP 5.0, section 4.2.1. */
#include "events.h"
#include "mode.h"

static const char* runtime_name;

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
    (void)device, (void)tool;
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    if (set == NULL || !tm_runtime_begins()) return 0;
    tm_listen(set, runtime_name);
    return 1;
}

static void finalize(ompt_data_t* tool) {
    (void)tool;
    tm_runtime_ends();
}

extern ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime);

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
    static ompt_start_tool_result_t result = {initialize, finalize, {0}};
    (void)version;
    runtime_name = runtime;
    return &result;
}
