#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** files) {
    for (int i = 0; i < 3 * (count - 1); i++) {
        void* plugin = dlopen(files[1 + i % (count - 1)], RTLD_NOW);
        if (plugin == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        int (*enter)(int) = NULL;
        *(void**)&enter = dlsym(plugin, "enter");
        enter(i);
        dlclose(plugin);
    }
    return 0;
}
