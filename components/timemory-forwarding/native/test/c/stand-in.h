// Common code of the stand-ins for other tools: each call is a line in the file named by STAND_IN_LOG, followed by - and the tool, with the
// thread as T1, T2, ... in the order of the threads' first calls. If a rule of the tool is broken, a line that starts with BAD is written
// and the process ends.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static void write_line(const char* line, size_t length) {
    const char* prefix = getenv("STAND_IN_LOG");
    char name[512];
    snprintf(name, sizeof name, "%s-%s", prefix == NULL ? "" : prefix, TOOL);
    int file = prefix == NULL ? -1 : open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, line, length) != (ssize_t)length) abort();
    close(file);
}

static int thread_number(void) {
    static int threads;
    static __thread int own;
    if (own == 0) own = __atomic_add_fetch(&threads, 1, __ATOMIC_SEQ_CST);
    return own;
}

__attribute__((format(printf, 1, 2))) static inline void note(const char* format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 16, format, arguments);
    va_end(arguments);
    length += snprintf(line + length, 16, " T%d\n", thread_number());
    write_line(line, (size_t)length);
}

__attribute__((format(printf, 1, 2))) static inline void bad(const char* format, ...) {
    char line[512] = "BAD ";
    va_list arguments;
    va_start(arguments, format);
    int length = 4 + vsnprintf(line + 4, sizeof line - 6, format, arguments);
    va_end(arguments);
    line[length++] = '\n';
    write_line(line, (size_t)length);
    fwrite(line, 1, (size_t)length, stderr);
    abort();
}

#define REQUIRE(condition, ...)             \
    do {                                    \
        if (!(condition)) bad(__VA_ARGS__); \
    } while (0)

// The texts of open ranges on a thread, by address and by content: a tool reads them again at the end.
struct open_text {
    const char* text;
    char copy[128];
    int64_t kind;
};
struct open_texts {
    struct open_text items[64];
    int count;
};

static inline void push_text(struct open_texts* open, const char* text, int64_t kind) {
    REQUIRE(text != NULL && open->count < 64, "no text, or too many of them");
    struct open_text* item = &open->items[open->count++];
    item->text = text;
    item->kind = kind;
    snprintf(item->copy, sizeof item->copy, "%s", text);
}

// The last one to start must end first, with the same text at the same address.
static inline void pop_text(struct open_texts* open, const char* text, int64_t kind) {
    REQUIRE(open->count > 0, "%s ends and nothing is open", text);
    struct open_text* item = &open->items[--open->count];
    REQUIRE(strcmp(item->copy, item->text) == 0, "the text of %s has changed to %s", item->copy, item->text);
    REQUIRE(item->kind == kind, "%s ends as another kind", item->copy);
    REQUIRE(item->text == text, "%s ends while %s is the innermost", text, item->copy);
}
