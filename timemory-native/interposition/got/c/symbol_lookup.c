/*
 * The dynamic linker looks for a function in the program and the libraries that were loaded with it, then in those that were opened for all
 * to see, and then in the libraries that the calling object came with. dlsym does the same with the handle of the program and with that of
 * the object, with one difference: where a program that is not position-independent takes a function's address, that address is a jump of
 * the program's own through one of the slots that are rewritten, and dlsym returns it. What a jump through the slot leads to would lead
 * back to it. So an answer must come from an object that defines the function.
 *
 * A caller that wants a version of a function also takes one without versions, from a library that stands before (another malloc, say,
 * which was preloaded). dlvsym does not, so what dlsym finds is looked at first.
 */
#define _GNU_SOURCE
#include "symbol_lookup.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

/* Whether the object that has the function there gives its functions versions. */
static bool has_versions(void* function) {
    Dl_info info;
    struct link_map* map = NULL;
    if (dladdr1(function, &info, (void**)&map, RTLD_DL_LINKMAP) == 0 || map == NULL) return true;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_VERDEF) return true;
    }
    return false;
}

static void* found_in(void* handle, const struct tm_lookup* question) {
    void* any = dlsym(handle, question->symbol);
    if (question->version == NULL || any == NULL) return any;
    return has_versions(any) ? dlvsym(handle, question->symbol, question->version) : any;
}

/* Whether the address is of a symbol that its object only uses. */
static bool is_jump(void* address) {
    Dl_info info;
    const ElfW(Sym)* symbol = NULL;
    return dladdr1(address, &info, (void**)&symbol, RTLD_DL_SYMENT) != 0 && symbol != NULL && symbol->st_shndx == SHN_UNDEF;
}

static void* opened(const char* path) { return dlopen(*path == '\0' ? NULL : path, RTLD_LAZY | RTLD_NOLOAD); }

/* In the order in which they were loaded, the program, which is the first, left out. */
static void* found_in_libraries(const struct tm_lookup* question) {
    void* program = dlopen(NULL, RTLD_LAZY);
    struct link_map* map = NULL;
    void* answer = NULL;
    if (program == NULL || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    for (map = map->l_next; map != NULL && answer == NULL; map = map->l_next) {
        if (!tm_defines(map->l_name, question->symbol)) continue;
        void* library = opened(map->l_name);
        if (library == NULL) continue;
        answer = found_in(library, question);
        dlclose(library);
    }
    dlclose(program);
    return answer;
}

void tm_resolve(struct tm_lookup* question) {
    const char* const SCOPES[] = {"", question->object};
    for (int i = 0; i < 2; i++) {
        void* scope = opened(SCOPES[i]);
        if (scope == NULL) continue;
        void* answer = found_in(scope, question);
        dlclose(scope);
        if (answer != NULL && is_jump(answer)) answer = found_in_libraries(question);
        if (answer != NULL) {
            question->answer = answer;
            return;
        }
    }
}

bool tm_defines(const char* object, const char* symbol) {
    if (*object == '\0') return false;
    void* handle = opened(object);
    struct link_map *own = NULL, *there = NULL;
    Dl_info info;
    if (handle == NULL) return false;
    void* address = dlinfo(handle, RTLD_DI_LINKMAP, &own) == 0 ? dlsym(handle, symbol) : NULL;
    bool is_there = address != NULL && dladdr1(address, &info, (void**)&there, RTLD_DL_LINKMAP) != 0;
    dlclose(handle);
    return is_there && own == there;
}
