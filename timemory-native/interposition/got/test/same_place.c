/* A library that is closed, and another one, or the same one with its own library elsewhere, that is loaded in its place. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include "check.h"
#include "driver.h"

typedef int (*function)(int);

static void* opened(const char* path, function* call, struct link_map* map) {
    struct link_map* found;
    void* library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    check(library != NULL && dlinfo(library, RTLD_DI_LINKMAP, &found) == 0);
    *map = *found;
    *call = (function)dlsym(library, "call");
    check(*call != NULL);
    return library;
}

static void another(const char* with_twice, const char* with_thrice) {
    function call;
    struct link_map first, next;
    hook twice = count_calls("twice", -1), thrice = count_calls("thrice", -1);
    void* library = opened(with_twice, &call, &first);
    check(call(10) == 20 && calls(twice) == 1 && calls(thrice) == 0);
    check(dlclose(library) == 0);
    library = opened(with_thrice, &call, &next);
    if (next.l_addr != first.l_addr) printf("elsewhere\n");
    check(call(10) == 30 && calls(twice) == 1 && calls(thrice) == 1 && slots(thrice) == 1);
    unhook(thrice);
    check(call(10) == 30 && calls(thrice) == 1);
    check(dlclose(library) == 0);
    unhook(twice);
}

static void the_same(const char* with_library) {
    function call;
    struct link_map first, next;
    hook once = count_calls("once", -1);
    void* library = opened(with_library, &call, &first);
    ElfW(Addr) place = first.l_next->l_addr;
    check(call(10) == 10 && calls(once) == 1);
    check(dlclose(library) == 0);
    check(mmap((void*)place, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == (void*)place);
    library = opened(with_library, &call, &next);
    check(next.l_next->l_addr != place);
    if (next.l_addr != first.l_addr) printf("elsewhere\n");
    check(call(10) == 10 && calls(once) == 2 && slots(once) == 1);
    unhook(once);
    check(call(10) == 10 && dlclose(library) == 0);
}

int main(int count, char** arguments) {
    check(count == 4);
    another(arguments[1], arguments[2]);
    the_same(arguments[3]);
    return 0;
}
