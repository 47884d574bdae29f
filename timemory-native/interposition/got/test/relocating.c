/* Hooks created while another thread loads a library, which is listed and not relocated yet. */
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "callee.h"
#include "check.h"
#include "driver.h"
#include "relocating.h"

typedef int (*function)(int);

static const char* path;

static void* opens(void* unused) {
    (void)unused;
    void* library = dlopen(path, RTLD_LAZY);
    if (library == NULL) printf("%s\n", dlerror());
    check(library != NULL);
    return (void*)dlsym(library, "call");
}

static int reached[2], go[2], asked[2];

/* Some time after the hook was asked for: whenever that is, it must be right. From then on there is an end of the file to read. */
static void* goes_on(void* unused) {
    char one;
    (void)unused;
    check(read(asked[0], &one, 1) == 1);
    usleep(200000);
    check(close(go[1]) == 0);
    return NULL;
}

int main(int count, char** arguments) {
    char one;
    pthread_t opening, releasing;
    void* call;
    check(count == 3 && pipe(reached) == 0 && pipe(go) == 0 && pipe(asked) == 0);
    check(dup2(reached[1], REACHED) == REACHED && dup2(go[0], GO) == GO);
    path = arguments[1];
    hook earlier = *arguments[2] == 'f' ? count_calls("scaled", -1) : NULL;
    check(pthread_create(&releasing, NULL, goes_on, NULL) == 0); /* while no thread has the dynamic linker's lock */
    check(pthread_create(&opening, NULL, opens, NULL) == 0);
    check(read(reached[0], &one, 1) == 1); /* during its relocation */
    check(write(asked[1], "x", 1) == 1);
    hook hooked = count_calls("twice", -1);
    check(pthread_join(opening, &call) == 0 && pthread_join(releasing, NULL) == 0);
    check(((function)call)(10) == 20 && calls(hooked) == 1 && slots(hooked) > 0);
    if (earlier != NULL) unhook(earlier);
    unhook(hooked);
    check(((function)call)(10) == 20);
    return 0;
}
