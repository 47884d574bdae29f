/*
 * Programs check which handler a signal has before they set their own: Python turns SIGINT into a KeyboardInterrupt only if it has none
 * yet. libtimemory.so's handlers, which write results when a signal ends the process, are installed before the program starts, so they are
 * shown as the signal's default action. A program that restores that gets them back.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "library.h"

#define HOOK __attribute__((visibility("default")))

static struct sigaction ours[NSIG];
static atomic_bool is_ours[NSIG]; /* whether `ours` has one for the signal */

static bool is_handler_of_ours(const struct sigaction* action) {
    return (action->sa_flags & SA_SIGINFO) != 0 ? tm_is_of_library((const void*)action->sa_sigaction)
                                                : tm_is_of_library((const void*)action->sa_handler);
}

static int set(int number, const struct sigaction* action, struct sigaction* before) {
    static int (*_Atomic own)(int, const struct sigaction*, struct sigaction*);
    if (own == NULL) own = (int (*)(int, const struct sigaction*, struct sigaction*))dlsym(RTLD_NEXT, "sigaction");
    if (own != NULL) return own(number, action, before);
    errno = ENOSYS;
    return -1;
}

static bool is_default(const struct sigaction* action) { return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_DFL; }

HOOK int sigaction(int number, const struct sigaction* action, struct sigaction* before) {
    bool is_known = number > 0 && number < NSIG;
    if (!is_known || !tm_is_known_library()) return set(number, action, before);
    if (tm_is_of_library(__builtin_return_address(0))) {
        if (action != NULL && is_handler_of_ours(action)) {
            ours[number] = *action;
            atomic_store(&is_ours[number], true);
        }
        return set(number, action, before);
    }
    if (action != NULL && is_default(action) && atomic_load(&is_ours[number])) action = &ours[number];
    struct sigaction found;
    int status = set(number, action, &found);
    if (status != 0 || before == NULL) return status;
    if (is_handler_of_ours(&found)) {
        memset(&found, 0, sizeof found);
        found.sa_handler = SIG_DFL;
    }
    *before = found;
    return 0;
}

HOOK sighandler_t signal(int number, sighandler_t handler) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, number);
    return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
