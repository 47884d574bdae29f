#include <dlfcn.h>
extern void* open_by_name(const char* name);
void* open_by_name(const char* name) { return dlopen(name, RTLD_NOW); }
