// Checks counter/PapiLibrary.kt against papi.h.

#include <papi.h>
#include <stddef.h>

#define SAME(a, b) _Static_assert((a) == (b), #a " is not " #b)

SAME(PAPI_VERSION_MAJOR(PAPI_VERSION), 7);
SAME(PAPI_VERSION_NUMBER(7, 2, 0, 0), (7 << 24) | (2 << 16));
SAME(PAPI_VER_CURRENT, PAPI_VERSION & 0xffff0000);
SAME(PAPI_OK, 0);
SAME(PAPI_NULL, -1);
SAME(PAPI_ECNFLCT, -8);
SAME(PAPI_EPERM, -15);
SAME((unsigned)PAPI_PRESET_MASK, 1u << 31);
SAME(PAPI_NATIVE_MASK, 1 << 30);
SAME(PAPI_DOM_USER, 1);
SAME(PAPI_DOM_USER | PAPI_DOM_KERNEL, 3);
SAME(PAPI_ENUM_EVENTS, 0);
SAME(PAPI_ENUM_FIRST, 1);
SAME(offsetof(PAPI_event_info_t, symbol), 4);
SAME(offsetof(PAPI_event_info_t, short_descr), 1028);
SAME(offsetof(PAPI_event_info_t, long_descr), 1092);
_Static_assert(sizeof(PAPI_event_info_t) <= 16384, "PAPI_event_info_t has grown");
SAME(offsetof(PAPI_component_info_t, name), 0);
SAME(offsetof(PAPI_component_info_t, disabled_reason), 512);
SAME(offsetof(PAPI_component_info_t, disabled), 1536);
SAME(sizeof(long long), 8);

// The functions take only integers and pointers, and return an int, or a pointer if that is what is read.
#define IS(function, ...) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(function), __VA_ARGS__), #function " has another signature")
IS(PAPI_library_init, int(int));
IS(PAPI_thread_init, int(unsigned long (*)(void)));
IS(PAPI_create_eventset, int(int*));
IS(PAPI_destroy_eventset, int(int*));
IS(PAPI_cleanup_eventset, int(int));
IS(PAPI_assign_eventset_component, int(int, int));
IS(PAPI_set_cmp_domain, int(int, int));
IS(PAPI_register_thread, int(void));
IS(PAPI_multiplex_init, int(void));
IS(PAPI_set_multiplex, int(int));
IS(PAPI_attach, int(int, unsigned long));
IS(PAPI_event_name_to_code, int(const char*, int*));
IS(PAPI_get_event_component, int(int));
IS(PAPI_add_event, int(int, int));
IS(PAPI_start, int(int));
IS(PAPI_stop, int(int, long long*));
IS(PAPI_read, int(int, long long*));
IS(PAPI_num_components, int(void));
IS(PAPI_get_component_info, const PAPI_component_info_t*(int));
IS(PAPI_enum_event, int(int*, int));
IS(PAPI_enum_cmp_event, int(int*, int, int));
IS(PAPI_get_event_info, int(int, PAPI_event_info_t*));

int main(void) { return 0; }
