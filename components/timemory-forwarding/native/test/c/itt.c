// A stand-in for VTune's collector: works only after __itt_api_init, with a structure and a list laid out like those of ITT's static part.
// Its functions are not exported, so that they can only be found through that list.

#define TOOL "itt"
#include "stand-in.h"

struct info {
    const char* name;
    void** where;
    void *init, *null;
    int group;
};

struct global {
    unsigned char magic[8];
    unsigned long major, minor, build;
    long initialized, mutex_initialized, atomic_counter;
    unsigned char mutex[40];
    void *library, *error_handler;
    const char* path;
    struct info* list;
    void *next, *threads, *domains, *strings;
    int state;
    void* counters;
    int collects;
    void *histograms, *metadata;
};
_Static_assert(sizeof(struct info) == 40 && sizeof(struct global) == 200 && offsetof(struct global, list) == 120, "layout");

struct domain {
    volatile int flags;
    const char* name;
    int frames;
};

static int is_ready, is_collecting = 1, events, domains;
static char names[64][128];
static struct domain all[64];
static __thread int open_events[64];

static void pause_(void) {
    REQUIRE(is_ready, "pause before init");
    is_collecting = 0;
    note("pause");
}

static void resume(void) {
    REQUIRE(is_ready && !is_collecting, "resume at a wrong time");
    is_collecting = 1;
    note("resume");
}

static int event_create(const char* name, int length) {
    REQUIRE(length == (int)strlen(name), "%s with a length of %d", name, length);
    for (int i = 0; i < events; i++)
        if (strcmp(names[i], name) == 0) return i;
    snprintf(names[events], sizeof names[0], "%s", name);
    note("event_create %s", name);
    return events++;
}

static int event_start(int event) {
    REQUIRE(event >= 0 && event < events && is_collecting, "event_start %d at a wrong time", event);
    REQUIRE(open_events[event]++ == 0, "event %s starts twice on a thread", names[event]);
    note("event_start %s", names[event]);
    return 0;
}

static int event_end(int event) {
    REQUIRE(event >= 0 && event < events && --open_events[event] == 0, "event %d ends and is not open on the thread", event);
    REQUIRE(is_collecting, "event %s ends while the collector pauses", names[event]);
    note("event_end %s", names[event]);
    return 0;
}

static struct domain* domain_create(const char* name) {
    for (int i = 0; i < domains; i++)
        if (strcmp(all[i].name, name) == 0) return &all[i];
    all[domains].name = name;
    note("domain_create %s", name);
    return &all[domains++];
}

static void frame_begin(const struct domain* domain, void* id) {
    struct domain* own = (struct domain*)domain;
    REQUIRE(own->flags == 1 && id == NULL && own->frames++ == 0 && is_collecting, "frame_begin of %s at a wrong time", own->name);
    note("frame_begin %s", own->name);
}

static void frame_end(const struct domain* domain, void* id) {
    struct domain* own = (struct domain*)domain;
    REQUIRE(id == NULL && --own->frames == 0, "frame_end of %s at a wrong time", own->name);
    note("frame_end %s", own->name);
}

static void* known(const char* name) {
    if (strcmp(name, "__itt_pause") == 0) return (void*)pause_;
    if (strcmp(name, "__itt_resume") == 0) return (void*)resume;
    if (strcmp(name, "__itt_event_create") == 0) return (void*)event_create;
    if (strcmp(name, "__itt_event_start") == 0) return (void*)event_start;
    if (strcmp(name, "__itt_event_end") == 0) return (void*)event_end;
    if (strcmp(name, "__itt_domain_create") == 0) return (void*)domain_create;
    if (strcmp(name, "__itt_frame_begin_v3") == 0) return (void*)frame_begin;
    if (strcmp(name, "__itt_frame_end_v3") == 0) return (void*)frame_end;
    return NULL;
}

EXPORT void __itt_api_init(struct global* global, int groups) {
    static const unsigned char magic[8] = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30};
    REQUIRE(!is_ready, "__itt_api_init twice");
    REQUIRE(memcmp(global->magic, magic, 8) == 0 && global->major == 3, "not the structure of ITT");
    REQUIRE(global->initialized == 1 && global->library != NULL && groups == -1, "the structure is not complete");
    int count = 0;
    for (struct info* info = global->list; info->name != NULL; info++, count++) {
        REQUIRE(info->group == -1 && info->where != NULL, "entry %s of the list is not complete", info->name);
        *info->where = known(info->name);
    }
    REQUIRE(count > 0, "the list is empty");
    is_ready = 1;
    note("__itt_api_init");
}
