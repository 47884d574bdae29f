/* What the library requires of the loader: to stay loaded, and no library that it does not need. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "check.h"
#include "timemory/library.h"

int main(void) {
    Dl_info info;
    struct link_map* map = NULL;
    check(dladdr1((void*)timemory_push_region, &info, (void**)&map, RTLD_DL_LINKMAP) != 0, "found");
    const char* texts = NULL;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_STRTAB) texts = (const char*)entry->d_un.d_ptr;
    }
    int stays = 0;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_FLAGS_1) stays = (entry->d_un.d_val & DF_1_NODELETE) != 0;
        if (entry->d_tag != DT_NEEDED) continue;
        const char* needed = texts + entry->d_un.d_val;
        check(strstr(needed, "crypt") == NULL && strstr(needed, "resolv") == NULL, needed);
    }
    check(stays, "dlclose does not take away what threads are in the midst of");
    return 0;
}
