// A stand-in for Caliper: values of attributes, nested on each thread, and the C functions of its ConfigManager.

#define TOOL "caliper"
#include "stand-in.h"

enum { STRING = 4, NESTED = 256, THREAD_SCOPE = 20 };

static int is_initialized, managers, is_measuring;
static __thread struct open_texts open_values;

static void require_initialized(const char* function) { REQUIRE(is_initialized, "%s before cali_init", function); }

EXPORT void cali_init(void) {
    REQUIRE(!is_initialized, "cali_init twice");
    is_initialized = 1;
    note("cali_init");
}

EXPORT uint64_t cali_create_attribute(const char* name, int type, int properties) {
    require_initialized("cali_create_attribute");
    REQUIRE(type == STRING && properties == (NESTED | THREAD_SCOPE), "attribute %s of type %d with %d", name, type, properties);
    note("cali_create_attribute %s", name);
    return 41;
}

EXPORT uint64_t cali_make_loop_iteration_attribute(const char* name) {
    require_initialized("cali_make_loop_iteration_attribute");
    note("cali_make_loop_iteration_attribute %s", name);
    return 42;
}

EXPORT void cali_begin_string(uint64_t attribute, const char* value) {
    REQUIRE(attribute == 41, "cali_begin_string of attribute %d", (int)attribute);
    push_text(&open_values, value, 41);
    note("cali_begin_string %s", value);
}

EXPORT void cali_safe_end_string(uint64_t attribute, const char* value) {
    pop_text(&open_values, value, (int64_t)attribute);
    note("cali_safe_end_string %s", value);
}

EXPORT void cali_begin_int(uint64_t attribute, int value) {
    REQUIRE(attribute == 42 && open_values.count > 0, "an iteration outside of a loop");
    push_text(&open_values, "iteration", 42);
    open_values.items[open_values.count - 1].text = open_values.items[open_values.count - 1].copy;
    note("cali_begin_int %d", value);
}

EXPORT void cali_end(uint64_t attribute) {
    REQUIRE(open_values.count > 0, "cali_end and nothing is open");
    pop_text(&open_values, open_values.items[open_values.count - 1].text, (int64_t)attribute);
    note("cali_end %d", (int)attribute);
}

struct manager {
    void* address;
    int owner;
};

EXPORT struct manager* cali_ConfigManager_new(struct manager* manager) {
    REQUIRE(manager != NULL, "a manager without room");
    manager->address = manager;
    manager->owner = ++managers;
    note("cali_ConfigManager_new");
    return manager;
}

static void require_manager(struct manager* manager) { REQUIRE(manager != NULL && manager->address == manager, "not a manager"); }

EXPORT void cali_ConfigManager_add(struct manager* manager, const char* configuration) {
    require_manager(manager);
    note("cali_ConfigManager_add %s", configuration);
}

EXPORT void cali_ConfigManager_start(struct manager* manager) {
    require_manager(manager);
    REQUIRE(!is_measuring, "cali_ConfigManager_start twice");
    is_measuring = 1;
    note("cali_ConfigManager_start");
}

EXPORT void cali_ConfigManager_flush(struct manager* manager) {
    require_manager(manager);
    REQUIRE(is_measuring, "cali_ConfigManager_flush without start");
    note("cali_ConfigManager_flush");
}

EXPORT void cali_ConfigManager_stop(struct manager* manager) {
    require_manager(manager);
    is_measuring = 0;
    note("cali_ConfigManager_stop");
}

EXPORT void cali_ConfigManager_delete(struct manager* manager) {
    require_manager(manager);
    manager->address = NULL;
    note("cali_ConfigManager_delete");
}
