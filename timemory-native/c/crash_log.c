#include "crash_log.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../cinterop/linux/visible_text.h"
#include "names.h"

__thread struct tm_crash_log* tm_crash_log;

static _Atomic(struct tm_crash_log*) buffers;

void tm_acquire_crash_log(void) {
    int thread = (int)syscall(SYS_gettid);
    for (struct tm_crash_log* buffer = atomic_load(&buffers); buffer != NULL; buffer = buffer->next) {
        int none = 0;
        if (!__atomic_compare_exchange_n(&buffer->thread, &none, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) continue;
        tm_crash_log = buffer;
        return;
    }
    struct tm_crash_log* buffer = calloc(1, sizeof *buffer);
    if (buffer == NULL) return;
    buffer->thread = thread;
    buffer->next = atomic_load(&buffers);
    while (!atomic_compare_exchange_weak(&buffers, &buffer->next, buffer)) {}
    tm_crash_log = buffer;
}

void tm_release_crash_log(void) {
    struct tm_crash_log* buffer = tm_crash_log;
    if (buffer == NULL) return;
    tm_crash_log = NULL;
    buffer->depth = 0;
    __atomic_store_n(&buffer->thread, 0, __ATOMIC_RELEASE);
}

void tm_count_block(struct tm_crash_log* buffer, int32_t number) {
    uint64_t* block = calloc(TM_CRASH_LOG_BLOCK, sizeof *block);
    if (block == NULL) {
        buffer->further++;
        return;
    }
    block[number % TM_CRASH_LOG_BLOCK] = 1;
    __atomic_store_n(&buffer->laps[number / TM_CRASH_LOG_BLOCK], block, __ATOMIC_RELEASE);
}

/* ---- In emergencies: only write ------------------------------------------------------------------------------------------------------ */

struct out {
    int file;
    size_t length;
    char text[512];
};

static void flush(struct out* out) {
    for (size_t done = 0; done < out->length;) {
        ssize_t written = write(out->file, out->text + done, out->length - done);
        if (written < 0 && errno != EINTR) break;
        if (written > 0) done += (size_t)written;
    }
    out->length = 0;
}

static void put_byte(struct out* out, char byte) {
    if (out->length == sizeof out->text) flush(out);
    out->text[out->length++] = byte;
}

static void put(struct out* out, const char* text) {
    for (size_t length; *text; text += length) {
        if (timemory_is_visible(text, &length)) {
            for (size_t i = 0; i < length; i++) put_byte(out, text[i]);
        } else {
            put_byte(out, '?');
        }
    }
}

static void end_line(struct out* out) { put_byte(out, '\n'); }

static void put_number(struct out* out, uint64_t number) {
    char digits[24];
    char* first = digits + sizeof digits - 1;
    *first = '\0';
    do *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    put(out, first);
}

static void put_name(struct out* out, int32_t number) {
    const char* name = tm_name_of(number);
    put(out, name == NULL ? "(a name)" : name);
}

void tm_dump(int file) {
    struct out out = {.file = file};
    for (struct tm_crash_log* buffer = atomic_load(&buffers); buffer != NULL; buffer = buffer->next) {
        int depth = buffer->depth;
        if (buffer->thread == 0 || depth <= 0) continue;
        put(&out, "open on thread ");
        put_number(&out, (uint64_t)buffer->thread);
        put(&out, ":");
        for (int i = 0; i < depth && i < TM_CRASH_LOG_DEPTH; i++) {
            put(&out, i == 0 ? " " : " > ");
            put_name(&out, buffer->open[i]);
        }
        if (depth > TM_CRASH_LOG_DEPTH) put(&out, " > ...");
        end_line(&out);
    }
    uint64_t further = 0;
    for (int32_t number = 0; number < TM_CRASH_LOG_BLOCK * TM_CRASH_LOG_BLOCKS && tm_name_of(number) != NULL; number++) {
        uint64_t laps = 0;
        for (struct tm_crash_log* buffer = atomic_load(&buffers); buffer != NULL; buffer = buffer->next) {
            uint64_t* block = __atomic_load_n(&buffer->laps[number / TM_CRASH_LOG_BLOCK], __ATOMIC_ACQUIRE);
            if (block != NULL) laps += block[number % TM_CRASH_LOG_BLOCK];
        }
        if (laps == 0) continue;
        put_name(&out, number);
        put(&out, ": laps ");
        put_number(&out, laps);
        end_line(&out);
    }
    for (struct tm_crash_log* buffer = atomic_load(&buffers); buffer != NULL; buffer = buffer->next) further += buffer->further;
    if (further > 0) {
        put(&out, "further names: laps ");
        put_number(&out, further);
        end_line(&out);
    }
    flush(&out);
}
