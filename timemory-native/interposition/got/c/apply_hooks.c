/*
 * Applies hooks in several passes. A pass notes what it has to ask the dynamic linker, and skips objects that are being relocated: the
 * dynamic linker would add to anything stored there, or find its page read-only. Asking and waiting are done between passes without the
 * lock, because another thread that loads a library may run its constructors, which may call hooked functions.
 */
#define _GNU_SOURCE
#include <link.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "got.h"
#include "hook_registry.h"
#include "relocation_wait.h"
#include "slot_pass.h"
#include "slots.h"

enum { MAX_ROUNDS = 4, MAX_WAITS = TMGOT_SHORT_WAITS + 2 };

uint64_t tm_passes;

/* The number of objects that had been loaded when all slots were last up to date. */
static unsigned long long added;

/* The number of objects that had been unloaded at the last pass. */
static unsigned long long removed;

static struct tmgot_relocated relocated;

/* Objects that were not waited for any longer, once that many had been loaded. They are relocated when the ticket says so. */
static struct {
    struct tmgot_relocated relocated;
    unsigned long long added;
    unsigned ticket;
} skipped;

/* Lookups and waits between the passes of one application. */
struct application {
    struct tm_lookups lookups;
    size_t resolved; /* how many of the lookups */
    unsigned rounds, waits, ticket;
};

static void run_pass(struct tmgot_pass* pass, struct application* application) {
    *pass = (struct tmgot_pass){.number = ++tm_passes, .relocated = relocated, .lookups = &application->lookups, .removed = removed};
    tmgot_run_pass(pass);
    if (pass->removed != removed) tm_forget_slots_before(pass->number);
    removed = pass->removed;
}

/* Releases the lock meanwhile. The pass of another thread may use the same memory then, so `seen` and `added_then` are copies. */
static void ask_and_wait(struct application* application, bool asks, bool waits, struct tmgot_relocated seen,
                         unsigned long long added_then) {
    tm_unlock();
    if (asks) application->rounds++;
    for (; asks && application->resolved < application->lookups.count; application->resolved++) {
        tm_resolve(&application->lookups.all[application->resolved]);
    }
    bool are_relocated = waits && tmgot_wait_for_relocation(application->waits++, &application->ticket);
    tm_lock();
    if (are_relocated) {
        relocated = seen;
    } else if (waits && application->ticket != 0) {
        skipped.relocated = seen;
        skipped.added = added_then;
        skipped.ticket = application->ticket;
    }
}

/* The caller holds the lock. */
static void run_passes(bool may_ask) {
    static struct tmgot_pass pass;
    struct application application = {.resolved = 0};
    if (skipped.added != 0 && tmgot_was_lock_free(skipped.ticket)) {
        relocated = skipped.relocated;
        skipped.added = 0;
    }
    while (application.rounds < MAX_ROUNDS && application.waits < MAX_WAITS) {
        run_pass(&pass, &application);
        bool has_questions = application.resolved < application.lookups.count;
        if (!has_questions && pass.unsettled == 0) {
            __atomic_store_n(&added, pass.added, __ATOMIC_RELAXED); /* only now: another thread's tm_got_apply_to_new reads it */
            break;
        }
        bool asks = may_ask && has_questions, waits = pass.unsettled > 0 && skipped.added != pass.added;
        if (!asks && !waits) break;
        ask_and_wait(&application, asks, waits, (struct tmgot_relocated){pass.object_count, removed}, pass.added);
    }
    tm_forget_lookups(&application.lookups);
}

static bool are_any_wanted(void) {
    for (struct tm_hook* hook = atomic_load(&tm_hooks); hook != NULL; hook = hook->next) {
        if (hook->enter == NULL && !atomic_load(&hook->is_removed)) return true;
    }
    return false;
}

static void apply(bool may_ask) {
    if (!TM_LEADS_CALLS) return;
    struct tm_got_thread* thread = &tm_got_thread;
    thread->guard++;
    tm_lock();
    tm_follow_loading(are_any_wanted());
    run_passes(may_ask);
    tm_unlock();
    thread->guard--;
}

void tm_got_apply(void) { apply(true); }

static int has_new_objects(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    *(bool*)data = info->dlpi_adds != __atomic_load_n(&added, __ATOMIC_RELAXED);
    return 1;
}

void tm_got_apply_to_new(void) {
    bool are_new = false;
    timemory_for_each_object(has_new_objects, &are_new);
    if (are_new && atomic_load(&tm_hooks) != NULL) tm_got_apply();
}

void tm_got_unhook(struct tm_hook* const* hooks, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tm_got_switch(hooks[i], false);
        atomic_store(&hooks[i]->is_removed, true);
    }
    apply(false); /* asks nothing: the process may be ending */
}
