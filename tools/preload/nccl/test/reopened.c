/* Opens a library that uses NCCL globally, closes it, and opens it again at another address. -DLIBRARY: that library. */
#include <dlfcn.h>
#include <stdio.h>
#include <sys/mman.h>

#ifdef LIBRARY
extern int ncclGroupStart(void);
int use(void);
int use(void) { return ncclGroupStart(); }
#else
int main(int argc, char** argv) {
    for (int i = 0; argc > 1 && i < 3; i++) {
        void* library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
        int (*use)(void) = library == NULL ? NULL : (int (*)(void))dlsym(library, "use");
        if (use == NULL) return puts(dlerror()) == EOF ? 2 : 1;
        printf("%d\n", use());
        dlclose(library);
        /* Its former address range is occupied, a page at a time. */
        for (int page = 0; page < 200; page++) {
            if (mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) return 3;
        }
    }
    puts("done");
    return 0;
}
#endif
