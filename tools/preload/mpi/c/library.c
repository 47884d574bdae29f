#define _GNU_SOURCE
#include "library.h"

#include <ctype.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../cinterop/linux/loaded_objects.h"
#include "functions.h"
#include "log.h"

/* The object in whose scope the library was found; NULL if it is in that of the program, or was not found yet. */
static void* found_in;

struct paths {
    char** at;
    size_t count, room;
};

static int note_path(struct dl_phdr_info* object, size_t size, void* data) {
    (void)size;
    struct paths* paths = data;
    if (object->dlpi_name == NULL || *object->dlpi_name == '\0') return 0;
    if (paths->count == paths->room) {
        size_t room = 2 * paths->room + 64;
        char** more = realloc(paths->at, room * sizeof *more);
        if (more == NULL) return 1;
        paths->at = more;
        paths->room = room;
    }
    char* copy = strdup(object->dlpi_name);
    if (copy == NULL) return 1;
    paths->at[paths->count++] = copy;
    return 0;
}

/* The handle stays open, because its functions are called until the process exits. */
static void* look_everywhere(const char* name) {
    struct paths paths = {0};
    timemory_for_each_object(note_path, &paths);
    void* symbol = NULL;
    for (size_t i = 0; i < paths.count; i++) {
        void* object = symbol == NULL ? dlopen(paths.at[i], RTLD_NOW | RTLD_NOLOAD) : NULL;
        if (object != NULL && (symbol = dlsym(object, name)) != NULL) {
            __atomic_store_n(&found_in, object, __ATOMIC_RELEASE);
        } else if (object != NULL) {
            dlclose(object);
        }
        free(paths.at[i]);
    }
    free(paths.at);
    return symbol;
}

void* tm_look_up(const char* name) {
    void* symbol = dlsym(RTLD_DEFAULT, name);
    void* scope = __atomic_load_n(&found_in, __ATOMIC_ACQUIRE);
    if (symbol == NULL && scope != NULL) symbol = dlsym(scope, name);
    return symbol != NULL || scope != NULL ? symbol : look_everywhere(name);
}

void* tm_next(const char* name) {
    void* next = dlsym(RTLD_NEXT, name + 1);
    return next != NULL ? next : tm_look_up(name);
}

static void* functions[TM_FUNCTIONS][TM_LANGUAGES];

void* (*const tm_functions)[TM_LANGUAGES] = functions;

/* Used in place of missing functions. */
static int is_missing(void) { return 16; }

static void is_missing_in_fortran(void) {}

void* tm_find(int function, enum tm_language language) {
    char name[80];
    snprintf(name, sizeof name, "P%s%s", tm_names[function], language == TM_FORTRAN ? "_" : language == TM_FORTRAN_2008 ? "_f08_" : "");
    for (char* letter = name; language != TM_C && *letter != '\0'; letter++) *letter = (char)tolower((unsigned char)*letter);
    void* symbol = tm_next(name);
    if (symbol == NULL) {
        tm_log("the MPI library of this process has no %s: the call fails", name);
        return language == TM_C ? (void*)is_missing : (void*)is_missing_in_fortran;
    }
    __atomic_store_n(&functions[function][language], symbol, __ATOMIC_RELAXED);
    return symbol;
}

/* The address of an Open MPI variable. */
static tm_handle variable(const char* name) { return (tm_handle)tm_look_up(name); }

static bool is_standard(void) {
    int (*get_version)(int*, int*) = tm_look_up("PMPI_Abi_get_version");
    if (get_version == NULL) get_version = tm_look_up("MPI_Abi_get_version");
    int major = -1, minor = -1;
    return get_version != NULL && get_version(&major, &minor) == 0 && major >= 1;
}

/* The library's name for itself; it may be queried before MPI_Init. */
static void describe(char* text, size_t size) {
    char whole[8192 + 1] = "";
    int length = 0;
    int (*get_version)(char*, int*) = tm_look_up("PMPI_Get_library_version");
    if (get_version == NULL || get_version(whole, &length) != 0) snprintf(whole, sizeof whole, "without a name");
    whole[strcspn(whole, "\r\n")] = '\0';
    snprintf(text, size, "%s", whole);
}

static struct tm_facts facts;

static const struct tm_facts STANDARD = {
    .interface = TM_STANDARD,
    .handle_size = 8,
    .source_offset = 0,
    .proc_null = -3,
    .root = -4,
    .cart = 211,
    .graph = 212,
    .status_ignore = (void*)0,
    .in_place = (void*)1,
    .byte = 0x247,
    .no_op = 0x3d,
    .world = 0x101,
    .self = 0x102,
    .no_info = 0x130,
    .errors_return = 0x142,
    .shared = 221,
};

static const struct tm_facts MPICH = {
    .interface = TM_MPICH,
    .handle_size = 4,
    .source_offset = 8,
    .proc_null = -1,
    .root = -3,
    .cart = 2,
    .graph = 1,
    .status_ignore = (void*)1,
    .in_place = (void*)-1,
    .byte = 0x4c00010d,
    .no_op = 0x5800000e,
    .world = 0x44000000,
    .self = 0x44000001,
    .no_info = 0x1c000000,
    .errors_return = 0x54000001,
    .shared = 1,
};

static struct tm_facts of_open_mpi(void) {
    return (struct tm_facts){
        .interface = TM_OPEN_MPI,
        .handle_size = 8,
        .source_offset = 0,
        .proc_null = -2,
        .root = -4,
        .cart = 1,
        .graph = 2,
        .status_ignore = (void*)0,
        .in_place = (void*)1,
        .byte = variable("ompi_mpi_byte"),
        .no_op = variable("ompi_mpi_op_no_op"),
        .world = variable("ompi_mpi_comm_world"),
        .self = variable("ompi_mpi_comm_self"),
        .no_info = variable("ompi_mpi_info_null"),
        .errors_return = variable("ompi_mpi_errors_return"),
        .shared = 0,
    };
}

static void find_out(void) {
    if (is_standard()) {
        facts = STANDARD;
        return;
    }
    if (tm_look_up("ompi_mpi_comm_world") != NULL) {
        facts = of_open_mpi();
        return;
    }
    char name[200];
    describe(name, sizeof name);
    for (const char* const* known = (const char*[]){"MPICH", "Intel", "MVAPICH", "CRAY MPICH", NULL}; *known != NULL; known++) {
        if (strncmp(name, *known, strlen(*known)) != 0) continue;
        facts = MPICH;
        return;
    }
    tm_log("unknown MPI library '%s': MPI functions are measured, but not the data they transfer", name);
}

const struct tm_facts* tm_facts(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_out);
    return &facts;
}
