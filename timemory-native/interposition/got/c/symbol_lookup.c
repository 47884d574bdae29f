/*
 * The dynamic linker searches for a function in the program and the libraries that were loaded with it, then in libraries that were opened
 * with RTLD_GLOBAL, then in the libraries loaded with the calling object. dlsym does the same with the handle of the program and that of
 * the object, with one difference: if a program that is not position-independent takes a function's address, that is a PLT entry of the
 * program, and dlsym returns it. It jumps through a slot that we rewrite, which would lead back to it. So an answer must come from an
 * object that defines the function.
 *
 * A caller that wants a version of a function also accepts one without versions from an earlier library, such as a preloaded malloc. dlvsym
 * does not, so what dlsym finds is examined first.
 */
#define _GNU_SOURCE
#include "symbol_lookup.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

static bool is_same(const char* a, const char* b) { return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0; }

void* tm_find_or_note(struct tm_lookups* lookups, const char* object, const char* symbol, const char* version) {
    for (size_t i = 0; i < lookups->count; i++) {
        struct tm_lookup* known = &lookups->all[i];
        bool is_it = strcmp(known->symbol, symbol) == 0 && is_same(known->version, version) && strcmp(known->object, object) == 0;
        if (is_it) return known->answer;
    }
    if (lookups->count == lookups->room) {
        size_t room = 2 * lookups->room + 16;
        struct tm_lookup* more = realloc(lookups->all, room * sizeof *more);
        if (more == NULL) return NULL;
        lookups->all = more;
        lookups->room = room;
    }
    struct tm_lookup question = {strdup(object), strdup(symbol), version == NULL ? NULL : strdup(version), NULL};
    if (question.object == NULL || question.symbol == NULL) {
        free(question.object), free(question.symbol), free(question.version);
        return NULL;
    }
    lookups->all[lookups->count++] = question;
    return NULL;
}

void tm_forget_lookups(struct tm_lookups* lookups) {
    for (size_t i = 0; i < lookups->count; i++) {
        free(lookups->all[i].object), free(lookups->all[i].symbol), free(lookups->all[i].version);
    }
    free(lookups->all);
}

/* Whether the object that contains the function has versioned symbols. */
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

/* Whether the address is that of a symbol that its object does not define. */
static bool is_jump(void* address) {
    Dl_info info;
    const ElfW(Sym)* symbol = NULL;
    return dladdr1(address, &info, (void**)&symbol, RTLD_DL_SYMENT) != 0 && symbol != NULL && symbol->st_shndx == SHN_UNDEF;
}

static void* opened(const char* path) { return dlopen(*path == '\0' ? NULL : path, RTLD_LAZY | RTLD_NOLOAD); }

/* In the order in which they were loaded, without the program, which is the first. */
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
