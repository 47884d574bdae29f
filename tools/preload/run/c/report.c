#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../../../cinterop/linux/visible_text.h"
#include "log.h"
#include "variables.h"

static FILE* open_as(const char* mode) {
    const char* path = tm_variable("TIMEMORY_INSTRUMENT_REPORT");
    if (path == NULL || *path == '\0') return NULL;
    FILE* report = fopen(path, mode);
    if (report == NULL) tm_log("TIMEMORY_INSTRUMENT_REPORT: '%.200s' cannot be written: %s", path, strerror(errno));
    return report;
}

FILE* tm_open_report(void) { return open_as("we"); }

FILE* tm_go_on_with_report(void) { return open_as("ae"); }

static void print(FILE* report, const char* text) {
    for (size_t length; *text != '\0'; text += length) {
        if (timemory_is_visible(text, &length)) fwrite(text, 1, length, report);
        else putc('?', report);
    }
}

void tm_report(FILE* report, const struct tm_catalogue* catalogue) {
    if (report == NULL) return;
    for (size_t i = 0; i < catalogue->count; i++) {
        const struct tm_entry* entry = &catalogue->entries[i];
        print(report, catalogue->object->path == NULL ? "?" : catalogue->object->path);
        fprintf(report, "\t%zu\t%d\t%s\t", entry->bytes, entry->reason == NULL, entry->reason == NULL ? "" : entry->reason);
        print(report, entry->name);
        putc('\n', report);
    }
}

struct count {
    const char* reason;
    size_t functions;
};

#define REASONS 32

void tm_sum_up(const struct tm_catalogue* catalogue, char* line, size_t size) {
    struct count counts[REASONS] = {{0}};
    size_t measured = 0, reasons = 0;
    for (size_t i = 0; i < catalogue->count; i++) {
        const char* reason = catalogue->entries[i].reason;
        measured += reason == NULL;
        if (reason == NULL) continue;
        size_t place = 0;
        while (place < reasons && strcmp(counts[place].reason, reason) != 0) place++;
        if (place == reasons && reasons < REASONS) counts[reasons++].reason = reason;
        if (place < REASONS) counts[place].functions++;
    }
    size_t at = (size_t)snprintf(line, size, "%zu of %zu functions of %.100s are measured", measured, catalogue->count,
                                 tm_file_name(catalogue->object));
    for (size_t i = 0; i < reasons && at < size; i++) {
        at += (size_t)snprintf(line + at, size - at, "%s %s (%zu)", i == 0 ? "; skipped:" : ",", counts[i].reason, counts[i].functions);
    }
    if (catalogue->object->is_stripped && at < size) {
        snprintf(line + at, size - at, " (it was stripped: only exported functions have names)");
    }
}
