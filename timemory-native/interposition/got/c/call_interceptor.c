/*
 * The code around a call that is measured.
 *
 * Each thread has a list of its open calls. A call that returns removes its entry, and the unwinder reports calls that an exception or the
 * end of the thread leaves. Nothing reports a call that longjmp leaves: its frame is known to be gone when a later call has a frame above
 * it on the stack. Frames are compared only if both are on the thread's original stack, because programs may switch stacks.
 *
 * This code runs between a function and its caller, so it preserves errno.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "hook_chain.h"
#include "threads.h"

/* An open call, with the functions of its hook when it started. */
struct tmgot_open {
    struct tmgot_frame* frame;
    void (*after)(struct tmgot_frame* frame, enum tm_outcome outcome, void* call, void* data);
    void* call;
    void* data;
};

static __thread char* stack_begin __attribute__((tls_model("initial-exec")));
static __thread char* stack_end __attribute__((tls_model("initial-exec")));

static void find_stack(void) {
    pthread_attr_t attributes;
    stack_begin = stack_end = (char*)1;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* begin;
    size_t size;
    if (pthread_attr_getstack(&attributes, &begin, &size) == 0) {
        stack_begin = begin;
        stack_end = stack_begin + size;
    }
    pthread_attr_destroy(&attributes);
}

static bool is_on_stack(const void* frame) { return (const char*)frame >= stack_begin && (const char*)frame < stack_end; }

/* Avoids a call into the C library, which would take as long as the rest. */
static int* error_of(struct tm_got_thread* thread) {
    if (__builtin_expect(thread->error == NULL, 0)) thread->error = &errno;
    return thread->error;
}

/* Makes room for one more call; false without memory, and if the thread has ended, because nothing would release the memory. */
__attribute__((noinline)) static bool make_room(struct tm_got_thread* thread) {
    if (tm_has_ended(thread)) return false;
    if (stack_end == NULL) find_stack();
    uint32_t room = thread->room == 0 ? 128 : 2 * thread->room;
    struct tmgot_open* more = mmap(NULL, room * sizeof *more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED || !tm_watch_end_of_thread()) return false;
    if (thread->open != NULL) {
        memcpy(more, thread->open, thread->depth * sizeof *more);
        munmap(thread->open, thread->room * sizeof *more);
    }
    thread->open = more;
    thread->room = room;
    return true;
}

static inline void end(struct tmgot_open open, struct tmgot_frame* frame, enum tm_outcome outcome) {
    open.after(frame, outcome, open.call, open.data);
}

/* Ends the calls with frames below an address of the stack that is in use. There are rarely any. */
__attribute__((noinline)) static void leave_all_below(struct tm_got_thread* thread, const void* address) {
    while (thread->depth > 0) {
        struct tmgot_open last = thread->open[thread->depth - 1];
        if ((const char*)last.frame >= (const char*)address || !is_on_stack(last.frame) || !is_on_stack(address)) return;
        thread->depth--;
        end(last, NULL, TM_UNWOUND);
    }
}

static inline void leave_below(struct tm_got_thread* thread, const void* address) {
    if (thread->depth > 0 && (const char*)thread->open[thread->depth - 1].frame < (const char*)address) leave_all_below(thread, address);
}

/* Removes the entry of the call with this frame; false if there is none. */
__attribute__((noinline)) static bool take(struct tm_got_thread* thread, const struct tmgot_frame* frame, struct tmgot_open* taken) {
    for (uint32_t i = thread->depth; i-- > 0;) {
        if (thread->open[i].frame != frame) continue;
        *taken = thread->open[i];
        memmove(thread->open + i, thread->open + i + 1, (--thread->depth - i) * sizeof *taken);
        return true;
    }
    return false;
}

extern void tm_got_before(struct tmgot_frame* frame) __attribute__((visibility("hidden")));
void tm_got_before(struct tmgot_frame* frame) {
    struct tm_got_thread* thread = &tm_got_thread;
    int error = *error_of(thread);
    thread->guard = 1;
    leave_below(thread, frame + 1); /* this one is new */
    if (__builtin_expect(thread->depth < thread->room, 1) || make_room(thread)) {
        const struct tm_hook_of* of = &frame->link->hook->of;
        void* data = __atomic_load_n(&of->data, __ATOMIC_ACQUIRE);
        void* call = of->before(frame, data);
        if (call != NULL) thread->open[thread->depth++] = (struct tmgot_open){frame, of->after, call, data};
    }
    thread->guard = 0;
    *thread->error = error;
}

extern void tm_got_after(struct tmgot_frame* frame) __attribute__((visibility("hidden")));
void tm_got_after(struct tmgot_frame* frame) {
    struct tm_got_thread* thread = &tm_got_thread;
    if (thread->depth == 0) return;
    int error = *error_of(thread);
    /* Read field by field, as it was written: copying the whole would stall (store forwarding). */
    const struct tmgot_open* last = &thread->open[thread->depth - 1];
    thread->guard = 1;
    if (__builtin_expect(last->frame == frame, 1)) {
        thread->depth--;
        last->after(frame, TM_RETURNED, last->call, last->data);
    } else {
        struct tmgot_open open;
        leave_below(thread, frame);
        if (take(thread, frame, &open)) end(open, frame, TM_RETURNED);
    }
    thread->guard = 0;
    *thread->error = error;
}

extern _Unwind_Reason_Code tm_got_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                              struct _Unwind_Exception* exception, struct _Unwind_Context* context)
    __attribute__((visibility("hidden")));
_Unwind_Reason_Code tm_got_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                       struct _Unwind_Exception* exception, struct _Unwind_Context* context) {
    enum { RBP = 6, FRAME_BELOW_RBP = 272 };
    (void)version, (void)kind, (void)exception;
    if (!(actions & _UA_CLEANUP_PHASE)) return _URC_CONTINUE_UNWIND;
    struct tm_got_thread* thread = &tm_got_thread;
    struct tmgot_frame* frame = (struct tmgot_frame*)(_Unwind_GetGR(context, RBP) - FRAME_BELOW_RBP);
    struct tmgot_open open;
    int error = *error_of(thread);
    thread->guard = 1;
    leave_below(thread, frame);
    if (take(thread, frame, &open)) end(open, NULL, TM_UNWOUND);
    thread->guard = 0;
    *thread->error = error;
    return _URC_CONTINUE_UNWIND;
}

void tm_forget_open(struct tm_got_thread* thread) {
    uint32_t room = thread->room;
    thread->room = 0;
    while (thread->depth > 0) end(thread->open[--thread->depth], NULL, TM_UNWOUND);
    if (thread->open != NULL) munmap(thread->open, room * sizeof *thread->open);
    thread->open = NULL;
}
