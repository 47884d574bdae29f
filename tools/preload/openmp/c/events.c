/*
 * Events of threads, teams and tasks.
 *
 * A task is identified by the data that the runtime keeps for it. For an implicit task that is its slot in the team's record, because
 * LLVM's runtime ends tasks that a worker started with a copy of the data at another address. For an explicit one it is the address of the
 * data.
 *
 * Explicit tasks are regions on the thread that runs them, below the thread's current region. A task that is suspended for another one
 * stays open while the thread runs the other one, which is then below it. It ends, for the thread, with the task or when the thread returns
 * to its previous work: an untied task that continues on another thread has a region there too.
 */
#define _GNU_SOURCE
#include "events.h"

#include <string.h>

#include "active.h"
#include "config.h"
#include "labels.h"
#include "mode.h"
#include "log.h"
#include "team.h"
#include "thread.h"

/* The data of explicit tasks. Implicit ones have the address of a slot, and tasks started without this library have 0. */
enum { EXPLICIT = 1 };

static bool is_explicit(const ompt_data_t* task) { return task != NULL && task->value == EXPLICIT; }

static bool has_slot(const ompt_data_t* task) { return task->value > EXPLICIT; }

uintptr_t tm_key_of(const ompt_data_t* task) { return task != NULL && has_slot(task) ? (uintptr_t)task->value : (uintptr_t)task; }

/*
 * Whether the runtime is known to pass NULL as the code address when workers reach the barrier at the end of a parallel region, and the
 * construct's address when its owner does. OpenMP 5.1 has a separate kind for that barrier; before, there is no other way.
 */
static bool names_constructs;

/* Whether it reports barriers: without them, it is unknown when a worker has finished its implicit task, and workers are left out. */
static bool reports_barriers;

struct tm_thread* tm_measured_thread(void) {
    if (tm_mode() != TM_ON) return NULL;
    struct tm_thread* thread = tm_this_thread();
    if (thread == NULL || thread->unmeasured > 0) return NULL;
    const struct tmomp_open* top = tm_top(thread);
    if (top != NULL) return top->kind == TM_WAIT ? NULL : thread;
    return !thread->is_worker && tm_is_recording() ? thread : NULL;
}

struct tm_thread* tm_ending_thread(void) {
    if (tm_mode() == TM_OVER) return NULL;
    struct tm_thread* thread = tm_this_thread();
    return thread == NULL || thread->depth == 0 ? NULL : thread;
}

/* ---- Threads and teams --------------------------------------------------------------------------------------------------------------- */

static void store_beginning(struct tm_thread* thread) {
    if (thread->begun == NULL) return;
    tm_store(thread, thread->begun, TM_PLAIN, 0, 0, 1);
    thread->begun = NULL;
}

/* For a worker it is stored below the first region that it works for. */
static void on_thread_begin(int kind, ompt_data_t* data) {
    (void)data;
    struct tm_thread* thread = tm_mode() == TM_OVER ? NULL : tm_this_thread();
    if (thread == NULL) return;
    thread->is_worker = kind == OMPT_THREAD_IS_WORKER;
    if (tm_mode() != TM_ON) return;
    thread->begun = tm_label_of_thread(kind);
    if (!thread->is_worker && tm_measured_thread() != NULL) store_beginning(thread);
}

static struct tm_team* opened_team(unsigned threads, const void* codeptr) {
    struct tm_thread* thread = tm_measured_thread();
    struct tm_team* team = thread == NULL ? NULL : tm_new_team(thread, threads);
    struct tmomp_open* open = team == NULL ? NULL : tmomp_open(thread, TM_PARALLEL, 0, 0, "ompt_parallel");
    if (open == NULL) return NULL;
    open->team = team;
    tm_measuring_has_begun();
    team->context = timemory_context_here();
    team->codeptr = codeptr;
    return team;
}

static void on_parallel_begin(ompt_data_t* task, const void* frame, ompt_data_t* parallel, unsigned threads, int flags,
                              const void* codeptr) {
    (void)task, (void)frame, (void)flags;
    parallel->ptr = opened_team(threads, codeptr);
    struct tm_thread* thread = parallel->ptr != NULL || tm_mode() == TM_OVER ? NULL : tm_this_thread();
    if (thread != NULL) thread->unmeasured++;
}

/*
 * The innermost one of the thread, rather than the one whose data are passed: LLVM's runtime passes those of a record that it has already
 * freed, which may be another thread's team by then.
 */
static void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* codeptr) {
    (void)parallel, (void)task, (void)flags, (void)codeptr;
    struct tm_thread* thread = tm_mode() == TM_OVER ? NULL : tm_this_thread();
    if (thread == NULL) return;
    if (thread->unmeasured > 0) {
        thread->unmeasured--;
        return;
    }
    int at = thread->depth - 1;
    while (at >= 0 && thread->open[at].kind != TM_PARALLEL) at--;
    if (at < 0) return;
    tm_close_to(thread, at + 1);
    tm_end_team(thread->open[at].team);
    tm_close_to(thread, at);
}

/* The implicit task, in a frame of its own but on the thread that opened the region. */
static void open_implicit(struct tm_thread* thread, struct tm_team* team, timemory_context_t context, uint64_t turn, uintptr_t key) {
    if (context != 0 && !tm_enter_frame(thread, team, context)) return;
    store_beginning(thread);
    struct tmomp_open* open = tmomp_open(thread, TM_IMPLICIT, 0, key, "ompt_implicit_task");
    if (open == NULL) return;
    open->team = team;
    open->context = context;
    open->turn = turn;
}

static void begin_implicit(struct tm_team* team, ompt_data_t* task, unsigned index) {
    task->value = 0;
    if (tm_mode() != TM_ON || team == NULL) return;
    struct tm_thread* thread = tm_this_thread();
    if (thread == NULL) return;
    bool is_owner = team->owner == thread;
    if (!is_owner) {
        thread->is_worker = true;
        tm_close_to(thread, 0); /* not ended by the runtime */
        if (team->context == 0 || !reports_barriers) return;
    }
    if (index >= team->threads) return; /* more than the announced maximum */
    task->ptr = &team->slots[index];
    open_implicit(thread, team, is_owner ? 0 : team->context, team->turn, tm_key_of(task));
}

static void on_implicit_task(int endpoint, ompt_data_t* parallel, ompt_data_t* task, unsigned threads, unsigned index, int flags) {
    (void)threads, (void)flags;
    if (endpoint == OMPT_BEGIN) return begin_implicit(parallel == NULL ? NULL : parallel->ptr, task, index);
    struct tm_thread* thread = tm_ending_thread();
    if (thread == NULL) return;
    uintptr_t key = tm_key_of(task);
    int at = tm_find(thread, TM_WAIT, 0, key);
    if (at < 0) at = tm_find(thread, TM_IMPLICIT, 0, key);
    if (at < 0) return;
    tm_close_to(thread, at > 0 && thread->open[at - 1].kind == TM_FRAME ? at - 1 : at);
}

/* ---- Barriers and similar events ----------------------------------------------------------------------------------------------------- */

/* Whether the barrier is the one at the end of the parallel region, and the thread has finished its implicit task. */
static bool is_last_barrier(int kind, const struct tmomp_open* implicit, const void* codeptr) {
    if (kind == OMPT_BARRIER_IMPLICIT_PARALLEL || kind == OMPT_BARRIER_TEAMS) return true;
    if (kind != OMPT_BARRIER_IMPLICIT) return false;
    if (implicit->context == 0) return codeptr != NULL && codeptr == implicit->team->codeptr;
    return codeptr == NULL || !names_constructs; /* otherwise it would continue while the thread has nothing to do */
}

static void begin_sync(struct tm_thread* thread, int kind, const ompt_data_t* task, const void* codeptr) {
    uintptr_t key = tm_key_of(task);
    const char* label = tm_label_of_sync_region(kind);
    int at = has_slot(task) ? tm_find(thread, TM_IMPLICIT, 0, key) : -1;
    if (at < 0 || !is_last_barrier(kind, &thread->open[at], codeptr)) {
        tmomp_open(thread, TM_SYNC, kind, key, label);
        return;
    }
    struct tmomp_open implicit = thread->open[at];
    tm_close_to(thread, implicit.context == 0 ? at : at - 1);
    tm_begin_wait(thread, implicit.team, implicit.context, implicit.turn, key, label);
}

static void end_sync(struct tm_thread* thread, int kind, const ompt_data_t* task) {
    uintptr_t key = tm_key_of(task);
    int at = tm_find(thread, TM_WAIT, 0, key);
    if (at < 0) return tm_close(thread, TM_SYNC, kind, key);
    struct tmomp_open wait = thread->open[at];
    bool is_over = atomic_load(&((struct tm_slot*)key)->state) != wait.turn;
    tm_close_to(thread, at);
    /* It was assumed to be the last barrier, because the runtime did not say, but was not. */
    if (kind == OMPT_BARRIER_IMPLICIT && !names_constructs && !is_over && wait.context != 0 && tm_mode() == TM_ON) {
        open_implicit(thread, wait.team, wait.context, wait.turn, key);
    }
}

static void on_sync_region(int kind, int endpoint, ompt_data_t* parallel, ompt_data_t* task, const void* codeptr) {
    (void)parallel;
    if (task == NULL) return;
    if (endpoint & OMPT_BEGIN) {
        struct tm_thread* thread = tm_measured_thread();
        if (thread != NULL) begin_sync(thread, kind, task, codeptr);
    }
    if (endpoint & OMPT_END) {
        struct tm_thread* thread = tm_ending_thread();
        if (thread != NULL) end_sync(thread, kind, task);
    }
}

/* ---- Work, and who does it ----------------------------------------------------------------------------------------------------------- */

static void on_scope(int endpoint, enum tm_kind kind, int subkind, const ompt_data_t* task, const char* label) {
    if (task == NULL) return;
    if (endpoint & OMPT_BEGIN) {
        struct tm_thread* thread = tm_measured_thread();
        if (thread != NULL) tmomp_open(thread, kind, subkind, tm_key_of(task), label);
    }
    if (endpoint & OMPT_END) {
        struct tm_thread* thread = tm_ending_thread();
        if (thread != NULL) tm_close(thread, kind, subkind, tm_key_of(task));
    }
}

static void on_work(int kind, int endpoint, ompt_data_t* parallel, ompt_data_t* task, uint64_t count, const void* codeptr) {
    (void)parallel, (void)count, (void)codeptr;
    on_scope(endpoint, TM_WORK, kind, task, tm_label_of_work(kind));
}

static void on_masked(int endpoint, ompt_data_t* parallel, ompt_data_t* task, const void* codeptr) {
    (void)parallel, (void)codeptr;
    on_scope(endpoint, TM_MASTER, 0, task, "ompt_master");
}

static void on_dispatch(ompt_data_t* parallel, ompt_data_t* task, int kind, ompt_data_t instance) {
    (void)parallel, (void)task, (void)instance;
    struct tm_thread* thread = tm_measured_thread();
    if (thread != NULL) tm_store(thread, tm_label_of_dispatch(kind), TM_PLAIN, 0, 0, 1);
}

/* ---- Explicit tasks ------------------------------------------------------------------------------------------------------------------ */

/* Waiting for tasks by their dependences is reported as a task that is created, never run, and complete when the wait ends. */
static void begin_taskwait(const ompt_data_t* task) {
    struct tm_thread* thread = tm_measured_thread();
    if (thread != NULL) tmomp_open(thread, TM_SYNC, OMPT_TASKWAIT, tm_key_of(task), tm_label_of_sync_region(OMPT_TASKWAIT));
}

static void end_taskwait(const ompt_data_t* task) {
    struct tm_thread* thread = task == NULL ? NULL : tm_ending_thread();
    if (thread != NULL) tm_close(thread, TM_SYNC, OMPT_TASKWAIT, tm_key_of(task));
}

static void on_task_create(ompt_data_t* creator, const void* frame, ompt_data_t* task, int flags, int has_dependences,
                           const void* codeptr) {
    (void)creator, (void)frame, (void)has_dependences, (void)codeptr;
    if (task == NULL || (flags & (OMPT_TASK_IS_INITIAL | OMPT_TASK_IS_IMPLICIT))) return;
    if (flags & OMPT_TASK_IS_TASKWAIT) return begin_taskwait(task);
    task->value = EXPLICIT;
    struct tm_thread* thread = tm_measured_thread();
    if (thread != NULL) tm_store(thread, "ompt_task_create", TM_PLAIN, 0, 0, 1);
}

/* The index of a task of any kind in the stack; -1 if it is not there. */
static int find_task(const struct tm_thread* thread, const ompt_data_t* task) {
    if (task == NULL) return -1;
    uintptr_t key = tm_key_of(task);
    if (is_explicit(task)) return tm_find(thread, TM_TASK, 0, key);
    int at = tm_find(thread, TM_WAIT, 0, key);
    return at >= 0 ? at : tm_find(thread, TM_IMPLICIT, 0, key);
}

/* The thread has returned to the task: explicit tasks that it ran meanwhile have ended, as far as this thread is concerned. */
static void end_tasks_above(struct tm_thread* thread, int at) {
    for (int i = at + 1; i < thread->depth; i++) {
        if (thread->open[i].kind != TM_TASK) continue;
        bool has_frame = i > 0 && thread->open[i - 1].kind == TM_FRAME;
        return tm_close_to(thread, has_frame ? i - 1 : i);
    }
}

static void leave_task(struct tm_thread* thread, const ompt_data_t* task, int status) {
    int at = find_task(thread, task);
    if (at < 0) return;
    end_tasks_above(thread, at);
    if (is_explicit(task) && (status == OMPT_TASK_COMPLETE || status == OMPT_TASK_CANCEL || status == OMPT_TASK_DETACH)) {
        end_tasks_above(thread, at - 1);
    }
}

static void take_up_task(struct tm_thread* thread, const ompt_data_t* task) {
    int at = find_task(thread, task);
    if (at >= 0) return end_tasks_above(thread, at);
    if (!is_explicit(task) || tm_mode() != TM_ON || thread->unmeasured > 0) return;
    const struct tmomp_open* top = tm_top(thread);
    if (top == NULL && (thread->is_worker || tm_measured_thread() == NULL)) return;
    if (top != NULL && top->kind == TM_WAIT && !tm_enter_frame(thread, top->team, top->context)) return;
    tmomp_open(thread, TM_TASK, 0, tm_key_of(task), "ompt_task_schedule");
}

static void on_task_schedule(ompt_data_t* prior, int status, ompt_data_t* next) {
    if (status == OMPT_TASKWAIT_COMPLETE) return end_taskwait(prior);
    if (tm_mode() == TM_OVER || status == OMPT_TASK_EARLY || status == OMPT_TASK_LATE) return;
    struct tm_thread* thread = tm_this_thread();
    if (thread == NULL) return;
    leave_task(thread, prior, status);
    if (next != NULL) take_up_task(thread, next);
}

/* ---- Locks --------------------------------------------------------------------------------------------------------------------------- */

/*
 * Waiting for one is timed without an open region: a thread that only tests a lock may not get it, and then there is no second event. Nor
 * does every runtime report that a lock is only tested.
 */
static void on_mutex_acquire(int kind, unsigned hint, unsigned implementation, uint64_t wait_id, const void* codeptr) {
    (void)kind, (void)hint, (void)implementation, (void)codeptr;
    struct tm_thread* thread = tm_measured_thread();
    if (thread == NULL) return;
    thread->awaited = wait_id;
    thread->awaited_since = tm_now();
}

static void on_mutex_acquired(int kind, uint64_t wait_id, const void* codeptr) {
    (void)codeptr;
    struct tm_thread* thread = tm_measured_thread();
    if (thread == NULL || thread->awaited_since == 0 || thread->awaited != wait_id) return;
    int64_t length = tm_now() - thread->awaited_since;
    thread->awaited_since = 0;
    tm_add_lap(0, tm_label_of_mutex(kind), length);
}

/* A lock that the thread already holds is set once more, until it is unset as often: the code in between need not nest in it. */
static void on_nest_lock(int endpoint, uint64_t wait_id, const void* codeptr) {
    (void)codeptr;
    if (endpoint & OMPT_BEGIN) {
        struct tm_thread* thread = tm_measured_thread();
        if (thread != NULL) tmomp_open(thread, TM_NESTED_LOCK, 0, (uintptr_t)wait_id, "ompt_nested_lock");
    }
    if (endpoint & OMPT_END) {
        struct tm_thread* thread = tm_ending_thread();
        int at = thread == NULL ? -1 : tm_find(thread, TM_NESTED_LOCK, 0, (uintptr_t)wait_id);
        if (at >= 0) tm_close_alone(thread, at);
    }
}

/* ---- The runtime --------------------------------------------------------------------------------------------------------------------- */

static bool knows_constructs(const char* runtime) {
    return runtime != NULL && (strstr(runtime, "LLVM") != NULL || strstr(runtime, "Intel") != NULL);
}

void tm_listen(ompt_set_callback_t set, const char* runtime) {
    names_constructs = knows_constructs(runtime);
    int has_regions = set(OMPT_PARALLEL_BEGIN, (ompt_callback_t)on_parallel_begin);
    set(OMPT_PARALLEL_END, (ompt_callback_t)on_parallel_end);
    set(OMPT_THREAD_BEGIN, (ompt_callback_t)on_thread_begin);
    set(OMPT_IMPLICIT_TASK, (ompt_callback_t)on_implicit_task);
    reports_barriers = set(OMPT_SYNC_REGION, (ompt_callback_t)on_sync_region) >= OMPT_SET_SOMETIMES;
    set(OMPT_WORK, (ompt_callback_t)on_work);
    set(OMPT_MASKED, (ompt_callback_t)on_masked);
    set(OMPT_DISPATCH, (ompt_callback_t)on_dispatch);
    set(OMPT_TASK_CREATE, (ompt_callback_t)on_task_create);
    set(OMPT_TASK_SCHEDULE, (ompt_callback_t)on_task_schedule);
    set(OMPT_MUTEX_ACQUIRE, (ompt_callback_t)on_mutex_acquire);
    set(OMPT_MUTEX_ACQUIRED, (ompt_callback_t)on_mutex_acquired);
    set(OMPT_NEST_LOCK, (ompt_callback_t)on_nest_lock);
    const char* name = runtime == NULL ? "without a name" : runtime;
    if (has_regions < OMPT_SET_SOMETIMES) {
        tm_log("the OpenMP runtime '%s' does not report parallel regions", name);
    } else if (!reports_barriers) {
        tm_log("the OpenMP runtime '%s' does not report barriers: what its workers do is not measured", name);
    }
    tm_listen_to_devices(set);
}
